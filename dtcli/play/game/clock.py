"""The sand clock: how much of the five minutes is gone, by the difference of two readings of a clock.

Nothing is counted, so a slow terminal or a machine that sleeps does not stop the sand. Which clock is read comes in as
a function; a test turns the hands itself.
"""

import sys
import time
from collections.abc import Callable
from typing import NamedTuple

Now = Callable[[], float]
"""Reads a clock that never goes back, in seconds."""


def real_time() -> float:
    """Return a clock that also runs while the machine sleeps, which Python's ``monotonic`` does not everywhere."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic()


class Pause(NamedTuple):
    """A break: at which second of the sand, and how long it took."""

    t: float
    seconds: float


class Sand:
    """So many seconds of sand. It runs from ``turn`` until it is through; a pause is kept on record."""

    def __init__(self, seconds: float, now: Now = real_time) -> None:
        self.seconds = seconds
        self.pauses: list[Pause] = []
        self._now = now
        self._turned: float | None = None
        self._stopped: float | None = None
        """When the sand was laid on its side: for a pause, or for good."""
        self._held = 0.0

    @classmethod
    def stopped_at(cls, gone: float, *, lying: float, seconds: float, now: Now = real_time) -> "Sand":
        """Return a clock that ran for ``gone`` seconds, and has lain on its side for ``lying`` seconds since (X17)."""
        sand = cls(seconds, now)
        sand._stopped = now() - lying
        sand._turned = sand._stopped - gone
        return sand

    def turn(self) -> None:
        """Let the sand run."""
        assert self._turned is None, "the sand is turned once"
        self._turned = self._now()

    @property
    def is_turned(self) -> bool:
        """Whether it runs, or has run."""
        return self._turned is not None

    @property
    def gone(self) -> float:
        """The seconds that have run through, never more than there are."""
        if self._turned is None:
            return 0.0
        until = self._now() if self._stopped is None else self._stopped
        return min(self.seconds, max(0.0, until - self._turned - self._held))

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self.seconds - self.gone

    @property
    def is_through(self) -> bool:
        """Whether the time is up."""
        return self.gone >= self.seconds

    @property
    def is_paused(self) -> bool:
        """Whether the sand lies on its side."""
        return self._stopped is not None

    @property
    def lying(self) -> float:
        """For how many seconds it has lain on its side."""
        return 0.0 if self._stopped is None else max(0.0, self._now() - self._stopped)

    def pause(self) -> None:
        """Lay the sand on its side."""
        if self._stopped is None:
            self._stopped = self._now()

    def resume(self) -> None:
        """Let it run on, and write the pause down."""
        if self._stopped is not None:
            at, length = self.gone, self._now() - self._stopped
            self._held += length
            self._stopped = None
            self.pauses.append(Pause(at, length))
