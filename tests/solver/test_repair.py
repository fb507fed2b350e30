"""Repairs: as few changes as an exhaustive search finds, in a game recorded with mistakes."""

from random import Random

import pytest

from dtcli.rules import start
from dtcli.rules.decisions import UseSkill
from dtcli.rules.notes import RevealNote, SkillNote
from dtcli.rules.rulings import ALAN, NINTRABASH, ROS_THANIR, TEN_HEROES, ZARIA, ZIGARAT_HO
from solver.limits import Limits
from solver.recorded import changes, recorded
from solver.studies.repair import repair_question
from tests.rules.game_builder import mission
from tests.solver.exhaustive import TooManyPositions
from tests.solver.exhaustive_repair import compare
from tests.solver.hand_written import small_board_game
from tests.solver.records import question_of, recorded_game

MOST = 2500
"""Games with more positions are not compared."""


def compared(seeds: range, heroes=None) -> tuple[int, int]:
    """Compare the repairs of random records with all lines; return how many there were, and how many were repaired."""
    games = repaired = 0
    for seed in seeds:
        chance = Random(seed)
        try:
            game, notes = recorded_game(chance, heroes, MOST)
            result = compare(game, notes, most=MOST)
        except TooManyPositions:
            continue
        assert not result.wrong, (seed, result.wrong)
        games += 1
        repaired += result.repair is not None and bool(result.repair.repaired_line.changes)
    return games, repaired


def test_a_repair_changes_as_little_as_any_line_that_wins():
    games, repaired = compared(range(45))
    assert games > 20
    assert repaired > 10


@pytest.mark.parametrize("hero", TEN_HEROES)
def test_a_repair_with_a_hero_changes_as_little_as_any_line_that_wins(hero):
    games, _ = compared(range(100, 106), (hero,))
    assert games > 2


@pytest.mark.parametrize("other", [ZARIA, NINTRABASH, ZIGARAT_HO, ALAN])
def test_a_repair_with_a_borrowed_skill_changes_as_little_as_any_line_that_wins(other):
    games, _ = compared(range(200, 203), (ROS_THANIR, other))
    assert games


def test_a_reward_declined_too_early_is_the_one_change():
    game = small_board_game("torch", mission("torch", "bow?"), mission("bow"), goal=2)
    repaired = repair_question(question_of(game, (RevealNote(2, take=None),)))
    assert repaired.proved
    (change,) = repaired.repaired_line.changes
    assert change.recorded == RevealNote(2, take=None)
    assert repaired.notes == (RevealNote(2, take="bow"),)


def test_a_won_game_needs_no_change_and_keeps_its_notes():
    game = small_board_game("torch", mission("torch", "bow?"), goal=1)
    notes = (RevealNote(2, take=None),)
    repaired = repair_question(question_of(game, notes))
    assert (repaired.possible, repaired.proved, repaired.repaired_line.changes) == (True, True, ())
    assert repaired.notes == notes


def test_a_story_that_cannot_be_won_has_no_repair():
    repaired = repair_question(question_of(small_board_game(mission("torch"), "torch", goal=1), ()))
    assert repaired.possible is False
    assert repaired.proved
    assert repaired.notes == ()


def test_without_anything_to_win_a_broken_backpack_is_repaired():
    game = small_board_game("torch", mission("torch", "bow?"), "cup", slots=1)
    repaired = repair_question(question_of(game, (RevealNote(2, take="bow"),)))
    assert repaired.recorded is not None
    assert repaired.recorded.broken
    assert len(repaired.repaired_line.changes) == 1
    assert repaired.notes == (RevealNote(2, take=None),)


def test_a_skill_used_at_another_time_is_one_change():
    game = small_board_game("sword sword torch", mission("torch"), mission("cup"), heroes=(ALAN,), goal=2)
    early = SkillNote(4, UseSkill(ALAN))
    repaired = repair_question(question_of(game, (early,)))
    (change,) = repaired.repaired_line.changes
    assert change.recorded == early.use
    assert repaired.notes == (SkillNote(5, UseSkill(ALAN)),)


def test_a_skill_that_is_left_out_is_a_change():
    game = small_board_game("sword sword", mission("sword sword"), heroes=(ALAN,), goal=1)
    record = recorded(start(game), (SkillNote(3, UseSkill(ALAN)),))
    plain = repair_question(question_of(game, ())).repaired_line.choices
    assert plain is not None
    assert len(changes(record, start(game), plain)) == 1


def test_a_forgotten_choice_without_default_costs_nothing():
    game = small_board_game("torch", mission("torch", "bow/cup"), mission("cup"), goal=2)
    repaired = repair_question(question_of(game, ()))
    assert repaired.recorded is None
    assert repaired.repaired_line.changes == ()
    assert repaired.notes == (RevealNote(2, take="cup"),)


def test_a_limit_is_no_proof():
    game = small_board_game("torch", mission("torch", "bow?"), mission("bow"), goal=2)
    repaired = repair_question(question_of(game, (RevealNote(2, take=None),)), limits=Limits(work=0))
    assert not repaired.proved
    assert repaired.possible is not False
