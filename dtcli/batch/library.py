"""Batches from Python: functions that yield a typed row for each input.

    from dtcli.batch import score
    for row in score(["replays/games"], jobs=2):
        print(row.title, row.missions, row.won)

The rows come in the order of the inputs, whatever the number of processes. Nothing is printed.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypeVar

from dtcli.batch.fields import columns
from dtcli.batch.layouts import JsonLayout
from dtcli.batch.row_maker import RowMaker
from dtcli.batch.run import BatchPlan, judged
from dtcli.formats.card_sets import find_cards
from dtcli.formats.sources.raw_inputs import Selection

if TYPE_CHECKING:
    from dtcli.batch.work.base import Work
    from dtcli.formats.names import Names

Paths = Iterable[str | PathLike[str]]


class CardSetError(ValueError):
    """A card set that cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """What every row has: where the game comes from, what it says about itself, and its problems."""

    file: str
    line: int | None
    title: str | None
    date: str | None
    scenario: str | None
    adventure: str | None
    edition: str | None
    players: int | None
    extended: bool | None
    heroes: list[str] | None
    own_keys: dict[str, Any]
    """The user's own keys, which begin with ``_``."""
    digest: str | None
    problems: list[dict[str, Any]]

    def as_dict(self) -> dict[str, Any]:
        """Return the row as a dictionary, for example for a DataFrame."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow(GameRow):
    """The score of a replay; see `score --json` in docs/formats.md."""

    status: str
    won: bool | None
    broken: bool | None
    missions: int | None
    failed: int | None
    goal: int | None
    revealed: int | None
    cards: int | None
    slots: int | None
    peak_slots: int | None
    heroes_used: list[str]
    missed: list[str]
    assumed: int
    inferred: list[dict[str, Any]]
    claimed: dict[str, Any] | None
    agrees: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationRow(GameRow):
    """The verdict on a replay; see `validate --json` in docs/formats.md."""

    valid: bool
    verdict: str
    agrees: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SolutionRow(GameRow):
    """The best line of a story; see `solve --json` in docs/formats.md."""

    status: str
    missions: int | None
    bound: int | None
    broken: bool | None
    won: bool | None
    choices: list[dict[str, Any]]
    recorded: dict[str, Any] | None
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisRow(GameRow):
    """What the decisions of a replay were worth; see `analyze --json` in docs/formats.md."""

    status: str
    recorded: dict[str, Any] | None
    best: dict[str, Any] | None
    kept: int | None
    decisions: list[dict[str, Any]]
    decisive: int | None
    first_mistake: int | None
    seconds: float


def score(
    paths: Paths, *, jobs: int | None = None, card_set: str | None = None, glob: str | None = None
) -> Iterator[ScoreRow]:
    """Yield the score of every replay of these files, folders and addresses.

    ``jobs`` is the number of processes; without it one for few inputs, and all cores for many.
    """
    from dtcli.batch.work.replays import ScoreWork  # noqa: PLC0415  (each function loads what it needs)

    return _rows(ScoreRow, ScoreWork, paths, jobs, card_set, glob)


def validate(
    paths: Paths, *, jobs: int | None = None, card_set: str | None = None, glob: str | None = None
) -> Iterator[ValidationRow]:
    """Yield the verdict on every replay; see ``score``."""
    from dtcli.batch.work.replays import ValidateWork  # noqa: PLC0415  (as above)

    return _rows(ValidationRow, ValidateWork, paths, jobs, card_set, glob)


def solve(
    paths: Paths, *, jobs: int | None = None, card_set: str | None = None, glob: str | None = None
) -> Iterator[SolutionRow]:
    """Yield the best line of every story, with its proof status; see ``score``."""
    from dtcli.batch.work.searches import SolveWork  # noqa: PLC0415  (as above)

    return _rows(SolutionRow, SolveWork, paths, jobs, card_set, glob)


def analyze(
    paths: Paths, *, jobs: int | None = None, card_set: str | None = None, glob: str | None = None
) -> Iterator[AnalysisRow]:
    """Yield what the decisions of every replay were worth; see ``score``."""
    from dtcli.batch.work.searches import AnalyzeWork  # noqa: PLC0415  (as above)

    return _rows(AnalysisRow, AnalyzeWork, paths, jobs, card_set, glob)


AnyRow = TypeVar("AnyRow", bound=GameRow)


def _rows(
    row: type[AnyRow],
    work_for: "Callable[[Names | None], Work[Any]]",
    paths: Paths,
    jobs: int | None,
    card_set: str | None,
    glob: str | None,
) -> Iterator[AnyRow]:
    work = work_for(_card_set(card_set))
    chosen = columns([one.name for one in fields(row)], work.fields)
    names = [fspath(path) for path in ([paths] if isinstance(paths, str | PathLike) else paths)]
    batch = BatchPlan(
        RowMaker(work, JsonLayout(chosen)), tuple(names), Selection(work.kind, glob), jobs=jobs, attended=False
    )
    for portion in judged(batch.inputs(), batch):
        for line in portion.text.splitlines():
            yield row(**json.loads(line))


def _card_set(name: str | None) -> "Names | None":
    if name is None:
        return None
    found = find_cards(name, None)
    if found.names is None:
        raise CardSetError("; ".join(problem.message for problem in found.problems))
    return found.names
