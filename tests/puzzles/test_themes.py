"""Each theme with a position that has it, and a similar one that does not."""

from typing import Any, NamedTuple

import pytest

from dtcli.rules.goals import Goal
from dtcli.rules.rulings import TEN_HEROES, Borrowing
from solver.puzzles import titles
from solver.puzzles.all_lines import AllLines
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.generation import missing_heroes
from solver.puzzles.themes import THEMES, themes_of
from tests.puzzles.small import MISSIONS, MOST, WHOLE, walked
from tests.rules.game_builder import (
    ALA,
    ARVEDUI,
    FYL,
    GARY,
    NIN,
    RO,
    TONK,
    TRAG,
    ZARI,
    ZIG,
    mission,
)

FULL = "bow shield torch map potion keys grapnel gold"
WELL = mission("map torch", "?", title="The Well")
DOOR = mission("keys potion", title="The Door")
ONE = Goal(MISSIONS, 1)


class ThemePosition(NamedTuple):
    """A position, described card by card."""

    cards: tuple[Any, ...]
    goal: Goal = MOST
    fixed: dict[str, Any] = {}  # noqa: RUF012  (never changed)

    def lines(self) -> AllLines:
        return walked(*self.cards, goal=self.goal, **self.fixed)


def at(*cards: Any, goal: Goal = MOST, **fixed: Any) -> ThemePosition:
    return ThemePosition(cards, goal, fixed)


TOLL = mission("gold", "cup?", title="Toll")
HOLE = mission("bow mortar", title="Hole")
CHAIN = (mission("keys", title="A"), mission("cup", "bow", title="B"), mission("bow", title="C"))

EXAMPLES = {
    "refuse-the-bait": (at(TOLL, "sword", held=FULL), at(TOLL, held=FULL)),
    "take-the-burden": (at(TOLL, mission("cup"), held="gold"), at(TOLL, mission("bow"), held="gold bow")),
    "right-kind": (at(WELL, DOOR, held="map torch potion"), at(TOLL, mission("cup"), held="gold")),
    "sacrifice": (at(HOLE, "sword", held=FULL), at(HOLE, held=FULL)),
    "hold-on": (at(HOLE, mission("bow", title="Last"), held="bow"), at(HOLE, "sword", held=FULL)),
    "fail-on-purpose": (at(WELL, *CHAIN, held="map torch"), at(WELL, DOOR, held="map torch potion")),
    "last-token": (
        at(WELL, DOOR, held="map torch potion", supply="keys cup cup"),
        at(WELL, DOOR, held="map torch potion"),
    ),
    "full-backpack": (at(HOLE, "sword", held=FULL), at(WELL, DOOR, held="map torch potion")),
    "borrowed-skill": (
        at(mission("gold", title="One"), mission("gold", title="Two"), goal=Goal(MISSIONS, 2),
             held="potion sword sword sword sword", heroes=(RO, ALA), thanir=Borrowing.COPIES),
        at(mission("gold"), goal=ONE, held="potion sword sword", heroes=(ALA,)),
    ),
    "late-skill": (
        at(mission("bow", title="First"), mission("cup", title="Second"), held="bow sword sword", heroes=(ALA,)),
        at(mission("cup"), goal=ONE, held="sword sword", heroes=(ALA,)),
    ),
    "reorder": (
        at(mission("bow"), "bow", goal=ONE, heroes=(ZIG,)),
        at("bow", mission("bow"), goal=ONE, heroes=(ZIG,)),
    ),
    "drop-a-mission": (
        at(mission("gold", "cup"), goal=WHOLE, held=f"{FULL} gold", heroes=(NIN,)),
        at("sword", goal=WHOLE, held=FULL, heroes=(NIN,)),
    ),
    "look-ahead": (
        at("sword", goal=WHOLE, held=FULL, heroes=(NIN,)),
        at("bow", goal=WHOLE, held=FULL, heroes=(NIN,)),
    ),
    "extra-slot": (
        at("sword", goal=WHOLE, held=f"{FULL} torch", heroes=(TONK,)),
        at("bow", goal=WHOLE, held=f"{FULL} torch", heroes=(TONK,)),
    ),
    "one-torch": (
        at("sword", goal=WHOLE, held=f"{FULL} torch", heroes=(TONK,)),
        at("bow", goal=WHOLE, held=f"{FULL} torch", heroes=(TONK,)),
    ),
    "right-guess": (
        at(mission("map torch"), goal=ONE, heroes=(ZARI,)),
        at(mission("map torch"), goal=ONE, held="map torch", heroes=(ZARI,)),
    ),
    "second-chance": (
        at(mission("bow"), "bow", goal=ONE, held="gold", heroes=(ARVEDUI,)),
        at("bow", mission("bow"), goal=ONE, held="gold", heroes=(ARVEDUI,)),
    ),
    "trade": (
        at(mission("cup"), goal=ONE, held="map", heroes=(GARY,)),
        at(mission("map"), goal=ONE, held="map", heroes=()),
    ),
    "clear-out": (
        at("sword", goal=WHOLE, held=FULL.removesuffix(" gold"), tokens="cup", heroes=(FYL,)),
        at("bow", goal=WHOLE, held=FULL.removesuffix(" gold"), tokens="cup", heroes=(FYL,)),
    ),
    "two-swords": (
        at(mission("gold"), goal=ONE, held="sword sword", heroes=(ALA,)),
        at(mission("gold"), goal=ONE, held="gold sword sword", heroes=()),
    ),
    "cheaper": (
        at(mission("gold bow"), goal=ONE, held="map bow", heroes=(TRAG,)),
        at(mission("gold bow"), goal=ONE, held="gold bow", heroes=()),
    ),
    "early-skill": (
        at(mission("sword sword bow", title="First"), mission("bow", title="Last"), held="sword sword bow",
             heroes=(ALA,)),
        at(mission("gold"), goal=ONE, held="sword sword", heroes=(ALA,)),
    ),
}  # fmt: skip


def test_every_theme_has_its_examples():
    assert EXAMPLES.keys() == THEMES.keys()
    assert len(THEMES) >= 12


def test_every_theme_has_titles_and_a_rank():
    assert titles._SAYINGS.keys() == THEMES.keys()
    assert sorted(titles._RAREST_FIRST) == sorted(THEMES)


@pytest.mark.parametrize("theme", EXAMPLES)
def test_a_theme_knows_which_heroes_it_needs(theme):
    """A position that has the theme shows whether it needs a hero, and which one."""
    there = set(EXAMPLES[theme][0].fixed.get("heroes", ()))
    missing = missing_heroes(PuzzleRequirements(theme=theme))
    assert bool(missing) == bool(there)
    for hero in missing:
        assert not missing_heroes(PuzzleRequirements(theme=theme, heroes=(hero,)))
    if there:
        assert missing & there
        assert missing_heroes(PuzzleRequirements(theme=theme, heroes=tuple(set(TEN_HEROES) - missing))) == missing


def test_ros_thanir_brings_some_heroes_along():
    assert not missing_heroes(PuzzleRequirements(theme="one-torch", heroes=(RO,)))
    assert missing_heroes(PuzzleRequirements(theme="trade", heroes=(RO,))) == {GARY}


@pytest.mark.parametrize("theme", EXAMPLES)
def test_a_position_that_has_it(theme):
    lines = EXAMPLES[theme][0].lines()
    assert lines.is_open(lines.start)
    assert theme in themes_of(lines)


@pytest.mark.parametrize("theme", EXAMPLES)
def test_a_position_that_has_it_not(theme):
    lines = EXAMPLES[theme][1].lines()
    assert lines.is_open(lines.start)
    assert theme not in themes_of(lines)
