"""How long a search may take."""

from typing import NamedTuple

SECONDS_PER_UNIT = 3.0
"""What a unit of work takes on a slow machine; fast ones need a third of it."""


class OutOfLimits(Exception):  # noqa: N818  (it is what it says)
    """A limit was reached before there was an answer."""


class Limits(NamedTuple):
    """Where a search stops with what it has. Work comes first: it is counted, and the same everywhere."""

    work: float = 100.0
    """Deterministic time of CP-SAT, one to three seconds each."""
    seconds: float | None = None

    @classmethod
    def within(cls, seconds: float) -> "Limits":
        """Return limits that end a search after that many seconds, and most machines by the same work before it."""
        return cls(seconds / SECONDS_PER_UNIT, seconds)


LIMITS = Limits()
