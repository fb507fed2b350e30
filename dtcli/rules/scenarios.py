"""Scenarios and the campaign that strings them together (S1, S2)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from dtcli.english import or_list
from dtcli.rules.cards import Adventure
from dtcli.rules.rulings import Rulings

ANY_DECK = "any"


class Place(StrEnum):
    """Where a scenario stands."""

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
    place: Place = Place.ONE_SHOT
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    ends_campaign: bool = False
    text: str = ""
    aliases: tuple[str, ...] = ()
    """Its titles in other rulebooks."""


class CampaignStep(NamedTuple):
    """What may be played now, and how often the campaign has been won. ``choices`` has the preferred one first."""

    choices: tuple[str, ...]
    extended: bool = False
    campaigns_won: int = 0


FIRST_STEP = CampaignStep(choices=("level-1",))


def next_step(step: CampaignStep, played: Scenario, *, won: bool) -> CampaignStep:
    """Return what may be played after this game of a campaign.

    Whoever wins the last level has won the campaign, and may play all of it again in Extended play.
    """
    if played.id not in step.choices:
        msg = f"{played.id} cannot be played now, only {or_list(step.choices)}"
        raise ValueError(msg)
    if won and played.ends_campaign:
        return CampaignStep(FIRST_STEP.choices, extended=True, campaigns_won=step.campaigns_won + 1)
    return CampaignStep(played.won if won else played.lost, step.extended, step.campaigns_won)


def goal_of(scenario: Scenario | None, adventure: Adventure | None, rulings: Rulings) -> int | None:
    """Return the goal of a table that has not set its own (X11).

    That is the adventure's, else the scenario's, else the edition's.
    """
    if adventure is not None:
        return adventure.scroll.accomplish
    return rulings.default_goal if scenario is None else scenario.goal
