"""Reveals cards automatically at an adjustable speed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from textual.timer import Timer

SPEEDS = (3.0, 2.0, 1.3, 0.8, 0.5, 0.25, 0.1)
"""Seconds between two cards."""
_DEFAULT = 2


class AutoReveal:
    """A timer that calls ``reveal`` while it runs; the callback decides whether a card may be revealed."""

    def __init__(self, screen: MessagePump, reveal: Callable[[], None]) -> None:
        self.is_running = False
        self._speed = _DEFAULT
        self._screen = screen
        self._reveal = reveal
        self._timer: Timer | None = None

    @property
    def seconds(self) -> float:
        """Seconds between two cards."""
        return SPEEDS[self._speed]

    def start(self) -> None:
        """Start the timer."""
        self.is_running = True
        self._restart_timer()

    def stop(self) -> None:
        """Stop the timer."""
        self.is_running = False
        self._restart_timer()

    def change_speed(self, steps: int) -> None:
        """Go this many steps faster; a negative number goes slower."""
        self._speed = min(len(SPEEDS) - 1, max(0, self._speed + steps))
        self._restart_timer()

    def _restart_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.is_running:
            self._timer = self._screen.set_interval(self.seconds, self._reveal)
