"""The clock of the five minutes: elapsed time is the difference between two readings of a system clock.

Nothing is counted, so neither a slow terminal nor a sleeping machine stops it. The system clock is passed in as a
function, so that tests can set it.
"""

import math
import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from dtcli.english import plural
from dtcli.render.durations import clock

Now = Callable[[], float]
"""Reads a monotonic clock, in seconds."""


def system_clock_id() -> int | None:
    """Return the id of the clock that also runs while the machine sleeps; None for Python's ``monotonic``.

    ``monotonic`` stops during sleep on Linux (``CLOCK_MONOTONIC``) and on macOS (``mach_absolute_time``).
    """
    if sys.platform == "linux":
        return time.CLOCK_BOOTTIME
    if sys.platform == "darwin":
        return time.CLOCK_MONOTONIC
    return None


def real_time() -> float:
    """Return the reading of a monotonic clock that also runs while the machine sleeps."""
    clock = system_clock_id()
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def clock_text(left: float) -> str:
    """Return the time left as minutes and seconds, rounded up.

    >>> clock_text(300), clock_text(61.2), clock_text(0.01), clock_text(0)
    ('5:00', '1:02', '0:01', '0:00')
    """
    seconds = math.ceil(left)
    return f"{seconds // 60}:{seconds % 60:02}"


class Pause(NamedTuple):
    """A pause: the elapsed time at which it began, and its length in seconds."""

    t: float
    seconds: float


def pauses_words(pauses: Sequence[Pause]) -> str:
    """Return the number of pauses and their total time; empty without any.

    >>> pauses_words([Pause(12, 60), Pause(90, 10.2)]), pauses_words([Pause(12, 5)]), pauses_words([])
    ('2 pauses, 1:10', '1 pause, 0:05', '')
    """
    if not pauses:
        return ""
    return f"{plural(len(pauses), 'pause')}, {clock(round(sum(pause.seconds for pause in pauses)))}"


class Clock:
    """A countdown that runs from ``start`` until its time is up, and records its pauses."""

    def __init__(self, seconds: float, now: Now = real_time) -> None:
        self.seconds = seconds
        self.pauses: list[Pause] = []
        self._now = now
        self._started: float | None = None
        self._stopped: float | None = None
        """When the clock was stopped, for a pause or for good."""
        self._paused = 0.0
        """The total length of the finished pauses."""

    @classmethod
    def stopped_at(cls, elapsed: float, *, paused_for: float, seconds: float, now: Now = real_time) -> "Clock":
        """Return a clock that ran for ``elapsed`` seconds and has been paused for ``paused_for`` seconds (X17)."""
        clock = cls(seconds, now)
        clock._stopped = now() - paused_for
        clock._started = clock._stopped - elapsed
        return clock

    def start(self) -> None:
        """Start the clock."""
        assert self._started is None, "the clock starts once"
        self._started = self._now()

    @property
    def is_started(self) -> bool:
        """Whether the clock was started."""
        return self._started is not None

    @property
    def elapsed(self) -> float:
        """The seconds that have passed without pauses, never more than ``seconds``."""
        if self._started is None:
            return 0.0
        until = self._now() if self._stopped is None else self._stopped
        return min(self.seconds, max(0.0, until - self._started - self._paused))

    @property
    def remaining(self) -> float:
        """The seconds left."""
        return self.seconds - self.elapsed

    @property
    def is_up(self) -> bool:
        """Whether the time is up."""
        return self.elapsed >= self.seconds

    @property
    def is_paused(self) -> bool:
        """Whether the clock is stopped."""
        return self._stopped is not None

    @property
    def paused_for(self) -> float:
        """The length of the current pause in seconds; 0 if the clock runs."""
        return 0.0 if self._stopped is None else max(0.0, self._now() - self._stopped)

    def pause(self) -> None:
        """Stop the clock."""
        if self._stopped is None:
            self._stopped = self._now()

    def resume(self) -> None:
        """Let the clock run again, and record the pause."""
        if self._stopped is not None:
            at, length = self.elapsed, self._now() - self._stopped
            self._paused += length
            self._stopped = None
            self.pauses.append(Pause(at, length))
