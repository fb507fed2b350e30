"""The announcements of the timer: at which moments they come, and what they say."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from dtcli.english import plural

MOMENTS = (240, 180, 120, 60, 30, *range(10, -1, -1))
"""The seconds left at which the timer announces them."""
LATE = 1.5
"""Seconds after which an announcement would be wrong, so that the actual time is announced instead."""
UNSEEN = 5.0
"""Seconds between two looks at the clock after which the machine must have slept."""
_MINUTE = 60
_COUNTED = 9
"""From here on the seconds are counted without words."""


class Announcement(NamedTuple):
    """What is said about the time, once."""

    left: int
    """The seconds left, rounded up."""
    text: str
    unseen: float = 0.0
    """For how many seconds nothing could be announced, because the machine slept; 0 if it did not."""

    @property
    def is_end(self) -> bool:
        """Whether the time is up."""
        return self.left == 0


def spoken_time(seconds: float) -> str:
    """Return a length of time in words, rounded up to seconds.

    >>> spoken_time(240), spoken_time(61), spoken_time(139.2), spoken_time(0)
    ('4 minutes', '1 minute 1 second', '2 minutes 20 seconds', '0 seconds')
    """
    minutes, rest = divmod(math.ceil(seconds), _MINUTE)
    return " ".join(plural(n, word) for n, word in ((minutes, "minute"), (rest, "second")) if n) or "0 seconds"


def announcement(left: float, *, unseen: float = 0.0) -> Announcement:
    """Return what is said with this many seconds left.

    >>> [announcement(left).text for left in (240, 60, 30, 9, 0)]
    ['4 minutes left', '1 minute left', '30 seconds left', '9', 'time is up']
    """
    seconds = math.ceil(left)
    if not seconds:
        return Announcement(0, "time is up", unseen)
    return Announcement(seconds, str(seconds) if seconds <= _COUNTED else f"{spoken_time(seconds)} left", unseen)


class Announcer:
    """Returns each announcement once. Those that were slept through become one, with the actual time."""

    def __init__(self, seconds: float, moments: Iterable[int] = MOMENTS) -> None:
        self._to_come = [moment for moment in moments if moment < seconds]
        self._left = seconds

    def due(self, left: float) -> Announcement | None:
        """Return what is to be said now, with this many seconds left; None if nothing is."""
        unseen = self._left - left
        self._left = left
        passed = [moment for moment in self._to_come if moment >= left]
        self._to_come = self._to_come[len(passed) :]
        if unseen > UNSEEN:
            return announcement(left, unseen=unseen)
        if not passed:
            return None
        return announcement(left if passed[-1] - left > LATE else passed[-1])
