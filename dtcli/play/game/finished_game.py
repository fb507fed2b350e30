"""What the end of a timed game is judged by, whether it was played here or recorded."""

from typing import NamedTuple

from dtcli.rules.score import Status, status_of
from dtcli.rules.state import State
from dtcli.rules.table import Table


class FinishedGame(NamedTuple):
    """A timed game whose resolution is over."""

    goal: int | None
    """How many missions win; None if there is no goal."""
    dealt: Table
    state: State
    """The position at the end."""
    deeds: int
    """How many cards were laid on the story or discarded."""
    seconds: float
    """The time on the clock when it was turned."""
    ended: float
    """The time that had passed at the end of the five minutes."""

    @property
    def status(self) -> Status:
        """The result of the game."""
        return status_of(self.state)
