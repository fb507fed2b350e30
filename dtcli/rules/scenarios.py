"""Scenarios: their missions and their goals (S1, X11)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from dtcli.rules.cards import Adventure
from dtcli.rules.rulings import Rulings

ANY_DECK = "any"


class ScenarioKind(StrEnum):
    """Whether a scenario is a level or a bonus of the campaign, or is played on its own."""

    LEVEL = "level"
    BONUS = "bonus"
    ONE_SHOT = "one-shot"


class Scenario(NamedTuple):
    """Which missions are taken, how many must be completed, and what may be played next."""

    id: str
    title: str
    missions: Mapping[str, int]
    """How many of each deck; ``any`` stands for all decks together."""
    goal: int
    kind: ScenarioKind = ScenarioKind.ONE_SHOT
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    ends_campaign: bool = False
    text: str = ""
    aliases: tuple[str, ...] = ()
    """Its titles in other rulebooks."""


def goal_of(scenario: Scenario | None, adventure: Adventure | None, rulings: Rulings) -> int | None:
    """Return the goal of a table that has not set its own (X11).

    That is the adventure's, else the scenario's, else the edition's.
    """
    if adventure is not None:
        return adventure.scroll.accomplish
    return rulings.default_goal if scenario is None else scenario.goal
