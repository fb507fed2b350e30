"""Explanations against an exhaustive search of the game with and without its facts."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dtcli.rules import Game, HeroId, Kind, start
from dtcli.rules.rulings import TEN_HEROES, SpentRewards
from solver.cpsat import CpSatRunner
from solver.limits import Limits
from solver.model.facts import Complete, Fact, Hold, Must, Need, Room, Supply
from solver.question import ask
from solver.studies.explanation import Explanation, ReasonFinder, explain, explain_question
from tests.rules.game_builder import ALA, ARVEDUI, GARY, NIN, RETURN, TRAG, adventure, mission
from tests.solver.exhaustive import TooManyPositions, best_rank
from tests.solver.exhaustive_explanation import ComparedExplanation, compare, facts_of, reachable, wrong_reasons
from tests.solver.hand_written import small_board_game
from tests.solver.small import small_game

FEW = 1_500
"""Games with more positions are left to the long comparison."""
PAIRS = tuple(combinations(TEN_HEROES, 2))


def why(*story: Any, goal: int | None = None, **fixed: Any) -> tuple[Fact, ...]:
    """Return the reasons why a goal is out of reach; by default it is one mission more than the best."""
    explanation = explain(small_board_game(*story, **fixed), goal)
    assert explanation.reachable is False
    assert explanation.proved
    assert explanation.reasons is not None
    return explanation.reasons


def need(place: int, kind: str) -> Need:
    return Need(place, Kind(kind))


# --- Stories with one obvious reason


def test_two_missions_need_the_third_torch():
    story = ("torch torch torch", mission("torch torch"), mission("torch torch"))
    assert why(*story) == (need(3, "torch"), need(4, "torch"))


def test_a_mission_whose_item_never_comes():
    assert why("sword", mission("sword"), mission("map"), "cup", mission("cup")) == (need(2, "map"),)


def test_a_full_backpack():
    assert why("sword bow", mission("sword"), mission("bow"), slots=1) == (Room(0),)
    assert why("sword", mission("sword"), "bow map", slots=1) == (Room(1),)


def test_a_reward_that_must_be_taken():
    assert why("cup bow", mission("cup", "sword"), "map", mission("bow map"), slots=2) == (Must(2), Room(1))


def test_a_reward_that_may_be_declined_is_no_reason():
    explanation = explain(small_board_game("cup bow", mission("cup", "sword?"), "map", mission("bow map"), slots=2), 2)
    assert explanation.reachable
    assert explanation.reasons is None


def test_a_reward_that_has_run_out():
    story = ("cup", mission("cup", "sword"), mission("sword"))
    assert why(*story, tokens={"sword": 0}) == (need(2, "sword"), Supply(Kind("sword")))


def test_a_token_that_comes_once_and_is_needed_twice():
    story = ("cup", mission("cup", "sword"), mission("sword", "sword"), mission("sword"))
    reasons = (need(2, "sword"), need(3, "sword"), Supply(Kind("sword")))
    assert why(*story, tokens={"sword": 1}) == reasons
    assert why(*story, tokens={"sword": 1}, **RETURN) == ()


# --- Adventures


def test_an_adventure_that_cannot_be_completed():
    assert why("cup", adventure("map")) == (need(1, "map"), Complete())


def test_an_item_to_be_held_that_never_comes():
    assert why("cup", adventure("cup", hold="map")) == (Hold(Kind("map")),)


def test_an_item_to_be_held_that_is_spent():
    story = ("cup cup", adventure("cup", hold="cup"), mission("cup"))
    assert why(*story) == (need(2, "cup"), need(3, "cup"), Hold(Kind("cup")))


def test_a_condition_that_can_be_met_is_no_reason():
    assert why("cup cup", adventure("cup", hold="cup"), mission("map")) == (need(3, "map"),)


# --- Heroes


def test_a_reward_that_must_be_taken_where_alan_completes_the_mission():
    story = ("sword sword", mission("map", "cup"), "bow", mission("bow"), "bow")
    assert why(*story, heroes=(ALA,), slots=1) == (Must(2), Room(1))


def test_more_than_tragurk_can_waive():
    story = ("sword cup", mission("bow map keys"))
    assert why(*story, heroes=(TRAG,)) == (need(2, "bow"), need(2, "keys"), need(2, "map"))


def test_garynor_gets_only_one_of_two():
    assert why("sword", mission("bow"), mission("map"), heroes=(GARY,)) == (need(1, "bow"), need(2, "map"))


def test_the_time_behind_the_last_mission_is_one_where_none_is_brought_back():
    assert why("sword", mission("sword"), "sword bow", heroes=(ARVEDUI,), slots=1) == (Room(1),)


def test_a_mission_that_is_thrown_away_does_not_end_the_time_before_it():
    """With room before the first mission it could be thrown away, and all the rest would find room as well."""
    story = ("sword", mission("bow", "cup"), "map keys gold torch potion shield book mortar grapnel")
    assert why(*story, heroes=(NIN,), slots=1) == (Room(0), Room(1))


# --- What is explained


def test_without_a_goal_it_is_one_mission_more_than_the_best():
    assert explain(small_board_game("sword", mission("sword"), mission("map"))).goal == 2
    assert explain(small_board_game("sword", mission("sword"), mission("map"), goal=5)).goal == 2
    assert explain(small_board_game("sword", mission("sword"), mission("map"), goal=1)).goal == 2


def test_an_adventure_whose_missions_are_there_is_explained_by_its_conditions():
    explanation = explain(small_board_game("sword", mission("sword"), mission("map"), adventure("cup"), goal=1))
    assert explanation.goal == 1
    assert explanation.reasons == (need(3, "cup"), Complete())


@pytest.mark.parametrize("goal", [None, 0, 1, 2, 5])
def test_where_every_line_breaks_that_is_explained(goal: int | None):
    """Not the keys that the adventure asks for, although that is shorter."""
    story = ("cup bow", mission("cup", "sword"), "map", mission("bow map"), adventure("gold", hold="keys"))
    explanation = explain(small_board_game(*story, slots=2), goal)
    assert explanation.best.outcome.broken
    assert explanation.goal == (goal or 0)
    assert explanation.reasons == (Must(2), Room(1))


def test_no_reasons_where_the_story_has_too_few_missions():
    assert why("sword", mission("sword"), "map") == ()
    assert why("sword", mission("map"), goal=2) == ()
    assert why("sword") == ()
    assert why() == ()
    assert why("sword", mission("sword"), goal=2, heroes=(ARVEDUI,)) == ()


def test_an_adventure_is_not_among_the_missions():
    assert why("sword map", mission("sword"), adventure("map")) == ()


@pytest.mark.parametrize("goal", [0, 1, 2])
def test_a_goal_that_can_be_reached_is_shown_by_a_line(goal: int):
    compared = compare(small_board_game("cup", mission("cup", "map?"), mission("map"), mission("keys")), goal, most=FEW)
    assert not compared.wrong
    assert compared.explanation is not None
    assert compared.explanation.reachable
    assert compared.explanation.found.outcome.missions >= goal


# --- Against every line


def games(seeds: Iterable[int], heroes: tuple[HeroId, ...] | None = None) -> Iterator[tuple[str, Game]]:
    return ((f"small_game(Random({seed}), {heroes})", small_game(Random(seed), heroes)) for seed in seeds)


def compared(named: Iterable[tuple[str, Game]], *, enough: int, goal: int | None = None) -> list[ComparedExplanation]:
    """Compare explanations of games that are not too large until there are enough."""
    done: list[ComparedExplanation] = []
    for name, game in named:
        try:
            one = compare(game, goal, most=FEW)
        except TooManyPositions:
            continue
        assert not one.wrong, f"{name}: {'; '.join(one.wrong)}"
        done.append(one)
        if len(done) == enough:
            return done
    pytest.fail(f"only {len(done)} games were compared, not {enough}")


def explained(done: Iterable[ComparedExplanation]) -> list[Explanation]:
    return [one.explanation for one in done if one.explanation is not None]


def test_without_heroes():
    done = explained(compared(games(range(600, 700), ()), enough=50))
    assert {type(fact) for one in done for fact in one.reasons or ()} == {Need, Must, Supply, Room, Hold, Complete}
    assert sum(one.best.outcome.broken for one in done) >= 5


@pytest.mark.parametrize("hero", TEN_HEROES)
def test_each_hero(hero: HeroId):
    first = 1_000 + 100 * TEN_HEROES.index(hero)
    done = explained(compared(games(range(first, first + 100), (hero,)), enough=6))
    assert {one.question.game.rulings.spent_rewards for one in done} == {*SpentRewards}


def test_pairs_of_heroes():
    for number, pair in enumerate(PAIRS):
        if number % 3 == 0:
            first = 3_000 + 100 * number
            compared(games(range(first, first + 100), pair), enough=1)


@pytest.mark.parametrize("goal", [0, 1, 2])
def test_any_goal(goal: int):
    done = explained(compared(games(range(10_000 + 100 * goal, 10_100 + 100 * goal)), enough=10, goal=goal))
    assert sum(bool(one.reachable) for one in done) >= 2
    assert sum(not one.reachable for one in done) >= 2


def test_all_facts_of_the_model_are_facts_of_the_game():
    for _, game in games(range(20_000, 20_030)):
        court = ReasonFinder(start(game.with_changes(goal=1)), CpSatRunner(Limits()))
        assert court.facts <= facts_of(game)
        assert {type(fact) for fact in facts_of(game) - court.facts} <= {Room, Must, Supply}


# --- The yardstick


def test_a_reason_too_few_and_one_too_many_are_seen():
    game = small_board_game("torch torch torch", mission("torch torch"), mission("torch torch"), mission("map"))
    explanation = explain_question(ask(game), 3)
    few, many = (need(3, "torch"),), (need(3, "torch"), need(4, "torch"), need(5, "map"))
    assert not list(wrong_reasons(game, explanation, FEW))
    assert any("not enough" in one for one in wrong_reasons(game, explanation._replace(reasons=few), FEW))
    assert any("not needed" in one for one in wrong_reasons(game, explanation._replace(reasons=many), FEW))


def test_without_any_fact_left_out_it_is_the_game_itself():
    for _, game in games(range(21_000, 21_040), (ALA,)):
        plain = game.with_changes(adventure=None)
        whole, _, missions, *_ = best_rank(start(plain), 20_000)
        assert reachable(plain, 0) is whole
        if whole:
            assert reachable(plain, missions)
            assert not reachable(plain, missions + 1)


# --- Limits


@pytest.mark.parametrize("work", [0, 1e-9, 1e-4])
def test_without_work_nothing_is_said_to_be_proved(work: float):
    for _, game in games(range(22_000, 22_020)):
        explanation = explain_question(ask(game), limits=Limits(work=work))
        if explanation.reasons is not None:
            assert explanation.reachable is False
            assert not compare(game, explanation.goal, most=20_000).wrong
        if not work:
            assert explanation.reasons is None
            assert explanation.proved is bool(explanation.found.outcome.won and explanation.best.proved)


def test_the_same_reasons_in_every_run():
    code = (
        "from random import Random; from solver.studies.explanation import explain;"
        "from tests.solver.small import small_game\n"
        "for seed in (111, 118, 126): print(explain(small_game(Random(seed))).reasons)"
    )
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in "12"
    ]
    first, second = (run.communicate()[0] for run in runs)
    assert first.count(b"Need") > 3
    assert first == second
