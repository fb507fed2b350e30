"""The work that finds the outcomes that forgotten choices allow. It does not load OR-Tools."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from dtcli.batch.fields import Field, FieldType
from dtcli.batch.work.base import JudgedReplay, ReplayWork
from dtcli.batch.work.replays import ScoreWork
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.names import Names
from dtcli.formats.replay.check import Checked
from dtcli.render.bounds import bounds_lines, bounds_record
from dtcli.render.replay.json_record import score_record
from dtcli.render.score_table import print_score, print_score_header, print_score_total
from solver.studies.bounds import Bounds, TooManyEndings, bounds


class FoundBounds(NamedTuple):
    """The bounds of a valid replay, the limit that was reached first, or None for an invalid replay."""

    bounds: Bounds | TooManyEndings | None


@dataclass(frozen=True)
class BoundsWork(ReplayWork[FoundBounds]):
    """Scores with the outcomes that forgotten choices allow."""

    card_set: Names | None = None
    seconds: float | None = None

    name: ClassVar[str] = "score"
    statuses: ClassVar[tuple[str, ...]] = ScoreWork.statuses
    fields: ClassVar[tuple[Field, ...]] = (
        *ScoreWork.fields,
        Field("bounds", FieldType.DATA),
        Field("bounds_seen", FieldType.DATA),
    )

    def find(self, checked: Checked, *, attended: bool) -> FoundBounds:
        """Return the bounds, or the limit that was reached first."""
        del attended
        if checked.score is None:
            return FoundBounds(None)
        assert checked.resolved is not None
        assert checked.resolved.game is not None
        try:
            return FoundBounds(bounds(checked.resolved.game, checked.resolved.notes, seconds=self.seconds))
        except TooManyEndings as limit:
            return FoundBounds(limit)

    def derived(self, verdict: JudgedReplay[FoundBounds]) -> dict[str, Any]:
        """Return whether the game was won, and whether the backpack broke."""
        score = verdict.checked.score
        return {"won": score and score.won, "broken": score and score.broken}

    def exit_code(self, verdict: JudgedReplay[FoundBounds]) -> int:
        """Return whether the bounds are known, and whether the replay has problems."""
        limited = verdict.found is not None and isinstance(verdict.found.bounds, TooManyEndings)
        return ExitCode.LIMIT if limited else exit_code(verdict.problems)

    def record(self, verdict: JudgedReplay[FoundBounds]) -> dict[str, Any]:
        """Return the score and its bounds as JSON has them."""
        found = None if verdict.found is None else verdict.found.bounds
        return {**score_record(verdict.checked), **bounds_record(found)}

    def print_text(self, verdict: JudgedReplay[FoundBounds]) -> None:
        """Print a row of the table, and the bounds below it."""
        found = None if verdict.found is None else verdict.found.bounds
        print_score(verdict.checked, bounds_lines(verdict.checked, found))

    def print_header(self) -> None:
        """Print the names of the columns."""
        print_score_header()

    def print_total(self, statuses: Mapping[str, int]) -> None:
        """Print how many replays have each status."""
        print_score_total(statuses)
