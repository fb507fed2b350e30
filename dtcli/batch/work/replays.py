"""The works that need no search: scores and validation. They load neither OR-Tools nor pydantic."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from dtcli.batch.fields import PLACE, PROBLEMS, Field, FieldType
from dtcli.batch.work.base import JudgedReplay, ReplayWork
from dtcli.formats.names import Names
from dtcli.render.problems import print_validation, validation_record
from dtcli.render.replay.json_record import score_record
from dtcli.render.score_table import print_score, print_score_header, print_score_total
from dtcli.rules.score import Status


@dataclass(frozen=True)
class ScoreWork(ReplayWork[None]):
    """Scores of replays."""

    card_set: Names | None = None

    name: ClassVar[str] = "score"
    statuses: ClassVar[tuple[str, ...]] = (*(status.value for status in Status), "invalid")
    fields: ClassVar[tuple[Field, ...]] = (
        *PLACE,
        Field("game"),
        Field("title"),
        Field("status"),
        *(
            Field(name, FieldType.INTEGER)
            for name in ("missions", "failed", "goal", "revealed", "cards", "slots", "peak_slots")
        ),
        Field("heroes_used", FieldType.TEXTS),
        Field("missed", FieldType.TEXTS),
        Field("assumed", FieldType.INTEGER),
        Field("inferred", FieldType.DATA, flat=False),
        Field("claimed", FieldType.DATA, flat=False),
        Field("agrees", FieldType.BOOLEAN),
        PROBLEMS,
    )
    per_task: ClassVar[int] = 400

    def record(self, verdict: JudgedReplay[None]) -> dict[str, Any]:
        """Return the score as JSON has it."""
        return score_record(verdict.checked)

    def derived(self, verdict: JudgedReplay[None]) -> dict[str, Any]:
        """Return whether the game was won, and whether the backpack broke."""
        score = verdict.checked.score
        return {"won": score and score.won, "broken": score and score.broken}

    def print_text(self, verdict: JudgedReplay[None]) -> None:
        """Print a row of the table."""
        print_score(verdict.checked)

    def print_header(self) -> None:
        """Print the names of the columns."""
        print_score_header()

    def print_total(self, statuses: Mapping[str, int]) -> None:
        """Print how many replays have each status."""
        print_score_total(statuses)


@dataclass(frozen=True)
class ValidateWork(ReplayWork[None]):
    """Verdicts of validation."""

    card_set: Names | None = None

    name: ClassVar[str] = "validate"
    status_field: ClassVar[str] = "verdict"
    statuses: ClassVar[tuple[str, ...]] = ("valid", "incomplete", "disagrees", "invalid")
    fields: ClassVar[tuple[Field, ...]] = (
        *PLACE,
        Field("title"),
        Field("valid", FieldType.BOOLEAN),
        Field("verdict"),
        Field("agrees", FieldType.BOOLEAN),
        PROBLEMS,
    )
    per_task: ClassVar[int] = 400

    def record(self, verdict: JudgedReplay[None]) -> dict[str, Any]:
        """Return the verdict as JSON has it."""
        return validation_record(verdict.checked)

    def print_text(self, verdict: JudgedReplay[None]) -> None:
        """Print the verdict and the problems."""
        print_validation(verdict.checked)
