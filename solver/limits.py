"""How long a search may take."""

from typing import NamedTuple


class Limits(NamedTuple):
    """Where a search stops with what it has. Work comes first: it is counted, so it is the same on every machine."""

    work: float = 300.0
    """Deterministic time of CP-SAT, about a second each."""
    seconds: float | None = None


LIMITS = Limits()
