"""A portion: what one or more consecutive inputs add to the output, the counts and the exit code."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dtcli.formats.problems import Problem


@dataclass(slots=True)
class RowCounts:
    """Counts of rows: by status, result, number of missions, code of problem, outcome. Tallies can be added."""

    rows: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    missions: Counter[int] = field(default_factory=Counter)
    won: Counter[bool] = field(default_factory=Counter)
    """How many rows were won and how many were not, of those with a result."""
    claims: Counter[bool] = field(default_factory=Counter)
    """How many claims agree and how many do not, of those that are settled."""
    codes: Counter[str] = field(default_factory=Counter)
    """How many rows have a problem of each code."""
    outcomes: Counter[str] = field(default_factory=Counter)
    """How many rows have each outcome, where a work has outcomes of its own."""

    def add(self, other: "RowCounts") -> None:
        """Add the counts of another tally."""
        self.rows += other.rows
        self.statuses.update(other.statuses)
        self.missions.update(other.missions)
        self.won.update(other.won)
        self.claims.update(other.claims)
        self.codes.update(other.codes)
        self.outcomes.update(other.outcomes)

    def as_json(self) -> dict[str, Any]:
        """Return the counts as JSON has them."""
        return {
            "rows": self.rows,
            "statuses": self.statuses,
            "missions": {str(missions): n for missions, n in self.missions.items()},
            "won": [self.won[False], self.won[True]],
            "claims": [self.claims[False], self.claims[True]],
            "codes": self.codes,
            "outcomes": self.outcomes,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RowCounts":
        """Return the tally that ``as_json`` has written."""
        return cls(
            data["rows"],
            Counter(data["statuses"]),
            Counter({int(missions): n for missions, n in data["missions"].items()}),
            +Counter(dict(_by_bool(data["won"]))),
            +Counter(dict(_by_bool(data["claims"]))),
            Counter(data["codes"]),
            Counter(data["outcomes"]),
        )


def _by_bool(counts: Iterable[int]) -> Iterator[tuple[bool, int]]:
    """Yield the counts of false and true."""
    return zip((False, True), counts, strict=True)


@dataclass(frozen=True, slots=True)
class Portion:
    """What one or more consecutive inputs add."""

    inputs: int
    text: str = ""
    """The rows, as they are written; empty where no row was chosen."""
    code: int = 0
    """The worst exit code."""
    tally: RowCounts | None = None
    """Counts of the rows that were chosen; None if there is none, or if nothing is to be counted."""
    digest: bytes | None = None
    """The digest of the one game, where duplicates are left out."""
    bugs: tuple[Problem, ...] = ()
    """Problems of the program itself, not of the inputs."""


def merged(portions: Iterable[Portion]) -> Portion:
    """Return consecutive portions as one."""
    texts: list[str] = []
    bugs: list[Problem] = []
    tally: RowCounts | None = None
    inputs = code = 0
    for portion in portions:
        inputs += portion.inputs
        code = max(code, portion.code)
        if portion.text:
            texts.append(portion.text)
        if portion.bugs:
            bugs.extend(portion.bugs)
        if portion.tally is not None:
            tally = tally or RowCounts()
            tally.add(portion.tally)
    return Portion(inputs, "".join(texts), code, tally, bugs=tuple(bugs))
