"""What a puzzle asks for, and whether a line has reached it.

A goal looks at the end of a resolution, and at whether one mission that it names was completed on the way; nothing else
about a line counts.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from dtcli.rules.cards import Quest
from dtcli.rules.state import Event, EventKind, State, opening


class GoalKind(StrEnum):
    """The five things that a puzzle can ask for. A backpack that breaks reaches none of them."""

    MOST = "most"
    """Complete as many missions as possible; how many that are has been proved."""
    MISSIONS = "missions"
    """Complete so many missions."""
    WHOLE = "whole"
    """Do not break."""
    MISSION = "mission"
    """Complete this one mission."""
    FEWEST_SKILLS = "fewest-skills"
    """Complete so many missions and use up as few heroes as possible; how few that are has been proved."""


class Goal(NamedTuple):
    """A goal, with the numbers that it stands for. A number that has not been found yet is None, and not compared."""

    kind: GoalKind
    missions: int | None = None
    """How many missions must be completed, where their number counts; where the most count, how many those are."""
    mission: Quest | None = None
    heroes: int | None = None
    """How many heroes may be used up, where the fewest count."""

    @property
    def fewest_missions(self) -> int:
        """How many missions must be completed at least; 0 where the number does not count or has not been found."""
        return self.missions or 0

    def completes(self, events: Iterable[Event]) -> bool:
        """Return whether these events complete the one mission that the goal names."""
        return self.mission is not None and any(
            event.what is EventKind.MISSION_COMPLETED and event.card == self.mission for event in events
        )

    def is_reached(self, end: State, *, completed: bool) -> bool:
        """Return whether a line that ends like this reaches the goal; ``completed`` tells of the mission it names."""
        if end.broken:
            return False
        match self.kind:
            case GoalKind.WHOLE:
                return True
            case GoalKind.MISSION:
                return completed
            case GoalKind.FEWEST_SKILLS:
                is_few = self.heroes is None or used_up(end) <= self.heroes
                return end.completed >= self.fewest_missions and is_few
            case _:
                return end.completed >= self.fewest_missions


def used_up(state: State) -> int:
    """Return how many heroes have used their skill, or had it borrowed, since the game began."""
    return len(opening(state.game).unused) - len(state.unused)
