"""Limits of a search: counted work and seconds."""

from typing import NamedTuple

SECONDS_PER_UNIT = 3.0
"""Seconds that a unit of work takes on a slow machine; fast ones need a third of it."""


class OutOfLimits(Exception):  # noqa: N818  (it is what it says)
    """A limit was reached before there was an answer."""


class Limits(NamedTuple):
    """When a search stops with the best line so far. Work comes first: it is the same on every machine."""

    work: float = 100.0
    """Deterministic time of CP-SAT; a unit takes one to three seconds."""
    seconds: float | None = None

    @classmethod
    def within(cls, seconds: float) -> "Limits":
        """Return limits of that many seconds, with a work limit that most machines reach before."""
        return cls(seconds / SECONDS_PER_UNIT, seconds)


LIMITS = Limits()
