"""A puzzle as it is played."""

from typing import NamedTuple

from dtcli.rules.decisions import Choice
from dtcli.rules.goals import Goal
from dtcli.rules.state import Game


class Puzzle(NamedTuple):
    """A puzzle to solve."""

    game: Game
    goal: Goal
    title: str
    facts: str = ""
    notes: str = ""
    solution: tuple[Choice, ...] | None = None
    """The choices of the intended line, if the puzzle has one."""
