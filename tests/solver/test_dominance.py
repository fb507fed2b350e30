"""The dominance arguments of docs/solver.md: each excludes something, and none changes the optimum.

A test of each argument forces what it excludes: the model has no solution with the argument, and one without it. So an
argument that is removed from the code is noticed, although all answers stay right.
"""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from dtcli.rules import Game, HeroId, start
from dtcli.rules.rulings import ALAN, NINTRABASH, TONK_REDBEER, ZARIA, ZIGARAT_HO
from solver import search
from solver.cpsat import CpSatRunner
from solver.limits import Limits
from solver.model.dominance import EVERY_ARGUMENT, Dominance
from solver.model.expressions import NO, Lit, opposite
from solver.model.resolution import Resolution
from solver.plan_execution import Stuck, execute_plan
from solver.search import best_line
from tests.benchmarks.dominance import PARTIES
from tests.rules.game_builder import mission
from tests.solver.compare import compare
from tests.solver.exhaustive import TooManyPositions
from tests.solver.hand_written import small_board_game
from tests.solver.small import small_game

DOCS = Path(__file__).resolve().parents[2] / "docs" / "solver.md"
ENOUGH, FEW = 8, 1_500
"""Games that are compared for each argument, and the most positions that one of them has."""


class Excluded(NamedTuple):
    """A game, and literals that are true in a plan which the argument excludes."""

    game: Game
    forced: Callable[[Resolution], list[Lit]]
    may_break: bool = False


def _not_waiting(resolution: Resolution) -> list[Lit]:
    """Nintrabash looks at the first five cards, and keeps the first of them."""
    order = resolution.order
    (window,) = [one for one in order.throws[0] if one.start == 0]
    return [window.chosen, opposite(order.thrown[0][0])]


def _narrow_window(resolution: Resolution) -> list[Lit]:
    """Nintrabash sees six cards after Zigarat Ho has moved the first five; he could see nine."""
    windows = [one.chosen for one in resolution.order.throws[0] if (one.start, one.width) == (0, 6)]
    return windows or [NO]


def _zone_from(place: int) -> Callable[[Resolution], list[Lit]]:
    """Zigarat Ho is used before the card at this place."""
    return lambda resolution: [resolution.order.movers[0].starts.get(place, NO)]


def _another_rank(resolution: Resolution) -> list[Lit]:
    """Nintrabash discards the first mission, and it has another rank than the first."""
    order = resolution.order
    return [order.gone[order.quests[0]], opposite(order.seats[0][order.quests[0]])]


def _skill_and_break(resolution: Resolution) -> list[Lit]:
    """A skill is used in the first run, and the backpack breaks in it."""
    (use,) = resolution.runs[0].steps[0].uses
    return [use.used, opposite(resolution.now.alive)]


def _wrong_guess(resolution: Resolution) -> list[Lit]:
    (use,) = resolution.runs[0].steps[0].uses
    return [use.used, opposite(use.right_guess)]


ITEMS = "bow map cup keys gold shield"
EXCLUDED = {
    "nintrabash_waits": Excluded(small_board_game(ITEMS, mission("bow"), heroes=(NINTRABASH,)), _not_waiting),
    "widest_window_is_enough": Excluded(
        small_board_game(mission("bow"), ITEMS, ITEMS, heroes=(NINTRABASH, ZIGARAT_HO)), _narrow_window
    ),
    "zigarat_ho_needs_a_mission": Excluded(
        small_board_game(ITEMS, mission("bow"), heroes=(ZIGARAT_HO,)), _zone_from(0)
    ),
    "zigarat_ho_is_not_late": Excluded(small_board_game(ITEMS, mission("bow"), heroes=(ZIGARAT_HO,)), _zone_from(4)),
    "discarded_missions_keep_their_rank": Excluded(
        small_board_game(mission("bow"), mission("map"), "cup", heroes=(NINTRABASH, ZIGARAT_HO)), _another_rank
    ),
    "no_skill_in_a_run_that_breaks": Excluded(
        small_board_game("torch bow map cup keys", slots=1, heroes=(TONK_REDBEER,)), _skill_and_break, may_break=True
    ),
    "zaria_guesses_right": Excluded(small_board_game("bow", mission("bow"), heroes=(ZARIA,)), _wrong_guess),
}
IN_THE_SEARCH = {"run_is_one_moment", "first_without_skills"}


def test_every_argument_has_a_test_and_a_row_in_the_benchmark():
    assert EXCLUDED.keys() | IN_THE_SEARCH == set(Dominance._fields) == PARTIES.keys()


def test_the_docs_name_every_argument():
    section = DOCS.read_text("utf-8").split("## How it works")[1].split("\n## ")[0]
    assert re.findall(r"\*\* \(`(\w+)`\)", section) == list(Dominance._fields)


@pytest.mark.parametrize("name", EXCLUDED)
def test_what_an_argument_excludes(name: str):
    game, forced, may_break = EXCLUDED[name]

    def is_possible(dominance: Dominance) -> bool:
        resolution = Resolution(start(game), may_break=may_break, dominance=dominance)
        for lit in forced(resolution):
            resolution.model.some(lit)
        solved = CpSatRunner(Limits(work=1)).solve(resolution.model)
        assert solved.ended
        return solved.solution is not None

    assert not is_possible(EVERY_ARGUMENT)
    assert is_possible(EVERY_ARGUMENT.without(name))


def test_a_run_is_one_moment_until_the_engine_finds_no_gap(monkeypatch: pytest.MonkeyPatch):
    """The backpack breaks before the torch comes that Tonk needs; at the end of the run there would be room."""
    game = small_board_game("bow map cup torch", mission("bow"), slots=2, heroes=(TONK_REDBEER,))
    refused: list[Stuck] = []

    def execute(plan, state):
        choices = execute_plan(plan, state)
        refused.extend([choices] if isinstance(choices, Stuck) else [])
        return choices

    monkeypatch.setattr(search, "execute_plan", execute)
    at_once = best_line(start(game), dominance=EVERY_ARGUMENT.without("run_is_one_moment"))
    assert not refused
    assert best_line(start(game)).outcome == at_once.outcome
    assert refused


def test_a_perfect_line_without_skills_is_found_without_a_model_of_skills(monkeypatch: pytest.MonkeyPatch):
    game = small_board_game("cup sword sword", mission("cup"), goal=1, heroes=(ALAN,))
    built: list[tuple[HeroId, ...]] = []

    def resolution(state, **options):
        built.append(state.unused)
        return Resolution(state, **options)

    monkeypatch.setattr(search, "Resolution", resolution)
    first = best_line(start(game))
    assert built == [()]
    built.clear()
    assert best_line(start(game), dominance=EVERY_ARGUMENT.without("first_without_skills")).outcome == first.outcome
    assert built == [(ALAN,)]


@pytest.mark.parametrize("name", Dominance._fields)
def test_the_optimum_is_the_same_without_an_argument(name: str):
    compared = 0
    for seed in range(100):
        state = start(small_game(Random(f"without {name} {seed}"), PARTIES[name]))
        try:
            comparison = compare(state, most=FEW, dominance=EVERY_ARGUMENT.without(name))
        except TooManyPositions:
            continue
        assert not comparison.wrong, (seed, comparison.wrong)
        compared += 1
        if compared == ENOUGH:
            return
    pytest.fail(f"only {compared} games were compared")
