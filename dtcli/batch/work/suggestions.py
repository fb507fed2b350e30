"""The work that looks for the nearest readings of records that cannot have happened."""

from dataclasses import dataclass
from typing import Any, ClassVar

from dtcli.batch.fields import Field, FieldType
from dtcli.batch.work.attended import searching
from dtcli.batch.work.base import JudgedReplay, ReplayWork
from dtcli.batch.work.replays import ValidateWork
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.names import Names
from dtcli.formats.replay.check import Checked
from dtcli.render.problems import print_validation, validation_record
from dtcli.render.suggestions import print_suggestions, suggestion_record
from solver.studies.suggestions import Suggestions, SuggestionStatus, suggestions


@dataclass(frozen=True)
class SuggestWork(ReplayWork[Suggestions]):
    """Verdicts of validation, and the nearest readings."""

    card_set: Names | None = None
    seconds: float | None = None

    name: ClassVar[str] = "validate"
    status_field: ClassVar[str] = ValidateWork.status_field
    statuses: ClassVar[tuple[str, ...]] = ValidateWork.statuses
    fields: ClassVar[tuple[Field, ...]] = (*ValidateWork.fields, Field("suggestions", FieldType.DATA, flat=False))

    def find(self, checked: Checked, *, attended: bool) -> Suggestions | None:
        """Return the nearest readings."""
        with searching(checked, attended=attended) as line:
            on_progress = line.seeking("looking for the nearest reading") if line else None
            return suggestions(checked, seconds=self.seconds, on_progress=on_progress)

    def exit_code(self, verdict: JudgedReplay[Suggestions]) -> int:
        """Return whether the record is valid, and whether a limit ended the search."""
        limited = verdict.found is not None and verdict.found.status is SuggestionStatus.UNKNOWN
        return ExitCode.LIMIT if limited else exit_code(verdict.problems)

    def record(self, verdict: JudgedReplay[Suggestions]) -> dict[str, Any]:
        """Return the verdict and the readings as JSON has them."""
        found = None if verdict.found is None else suggestion_record(verdict.found)
        return {**validation_record(verdict.checked), "suggestions": found}

    def print_text(self, verdict: JudgedReplay[Suggestions]) -> None:
        """Print the verdict, the problems and the readings."""
        print_validation(verdict.checked)
        if verdict.found is not None:
            print_suggestions(verdict.found)
