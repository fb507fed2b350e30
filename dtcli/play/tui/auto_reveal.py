"""The story turns by itself: a card after so many seconds, faster or slower."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from textual.timer import Timer

SPEEDS = (3.0, 2.0, 1.3, 0.8, 0.5, 0.25, 0.1)
"""Seconds between two cards."""
_AT_FIRST = 2


class Turning:
    """A clockwork that turns cards as long as it runs. Which card, and whether it may be turned, it does not know."""

    def __init__(self, screen: MessagePump, turn: Callable[[], None]) -> None:
        self.runs = False
        self._speed = _AT_FIRST
        self._screen = screen
        self._turn = turn
        self._timer: Timer | None = None

    @property
    def seconds(self) -> float:
        """How long it takes from one card to the next."""
        return SPEEDS[self._speed]

    def start(self) -> None:
        """Let it run."""
        self.runs = True
        self._wind()

    def stop(self) -> None:
        """Stop it."""
        self.runs = False
        self._wind()

    def faster(self, step: int) -> None:
        """Go so many steps faster, or slower for a number below zero."""
        self._speed = min(len(SPEEDS) - 1, max(0, self._speed + step))
        self._wind()

    def _wind(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.runs:
            self._timer = self._screen.set_interval(self.seconds, self._turn)
