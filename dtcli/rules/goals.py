"""The goals of puzzles, and whether a line reaches one.

A goal depends on the final state, and on whether the mission that it names was completed on the way.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from dtcli.rules.cards import Quest
from dtcli.rules.state import Event, EventKind, State, opening


class GoalKind(StrEnum):
    """The five goals that a puzzle can have. A line that breaks the backpack reaches none of them."""

    MOST = "most"
    """Complete as many missions as possible; the number is proved."""
    MISSIONS = "missions"
    """Complete at least this many missions."""
    WHOLE = "whole"
    """Do not break."""
    MISSION = "mission"
    """Complete this one mission."""
    FEWEST_SKILLS = "fewest-skills"
    """Complete at least this many missions with as few heroes as possible; the number of heroes is proved."""


class Goal(NamedTuple):
    """A goal and its numbers. A number that is not known yet is None, and not compared."""

    kind: GoalKind
    missions: int | None = None
    """How many missions must be completed; for ``MOST``, how many are possible."""
    mission: Quest | None = None
    heroes: int | None = None
    """How many heroes may be used, for ``FEWEST_SKILLS``."""

    @property
    def fewest_missions(self) -> int:
        """How many missions must be completed at least; 0 if the number does not count or is not known."""
        return self.missions or 0

    def completes(self, events: Iterable[Event]) -> bool:
        """Return whether these events complete the one mission that the goal names."""
        return self.mission is not None and any(
            event.what is EventKind.MISSION_COMPLETED and event.card == self.mission for event in events
        )

    def is_reached(self, end: State, *, completed: bool) -> bool:
        """Return whether a line with this end reaches the goal; ``completed`` is about the mission that it names."""
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
