"""The work that proves puzzles again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dtcli.batch.fields import PLACE, PROBLEMS, Field, FieldType
from dtcli.batch.work.base import Work
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.names import Names
from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.file import CheckedPuzzle, PuzzleDocument, check_puzzle
from dtcli.formats.puzzle.identity import digest_of
from dtcli.formats.puzzle.inputs import parse_puzzle_input, short_id_of
from dtcli.formats.sources.file_kinds import PUZZLES, FileKind
from dtcli.formats.sources.raw_inputs import RawInput
from dtcli.render.puzzle.check import check_record, print_check
from solver import Limits
from solver.puzzles.examination import Examined, examine
from solver.puzzles.generated import generate_puzzle


@dataclass(frozen=True)
class PuzzleWork(Work[Examined]):
    """Whether puzzles are sound."""

    card_set: Names | None = None
    padding: bool = True
    limits: Limits = field(default_factory=Limits)

    name: ClassVar[str] = "puzzle check"
    kind: ClassVar[FileKind] = PUZZLES
    statuses: ClassVar[tuple[str, ...]] = ("sound", "unsound", "unknown", "invalid")
    fields: ClassVar[tuple[Field, ...]] = (
        *PLACE,
        Field("title"),
        Field("status"),
        Field("unique", FieldType.BOOLEAN),
        Field("needs_thought", FieldType.BOOLEAN),
        Field("difficulty", FieldType.DATA, flat=False),
        *(Field(name, FieldType.TEXTS) for name in ("themes", "spare", "decoys")),
        Field("proofs", FieldType.INTEGER),
        Field("proved", FieldType.BOOLEAN),
        PROBLEMS,
    )

    def judge(self, raw: RawInput, *, attended: bool) -> Examined:
        """Return the report on a puzzle; the one of a short id is generated first."""
        del attended
        return self._examined(check_puzzle(_document(raw), self.card_set))

    def _examined(self, checked: CheckedPuzzle) -> Examined:
        return examine(checked, padding=self.padding, limits=self.limits)

    def crashed(self, raw: RawInput, problem: Problem) -> Examined:
        """Return the puzzle, invalid by this problem."""
        document = parse_puzzle_input(raw)
        return self._examined(CheckedPuzzle(document, None, None, (*document.problems, raw.located(problem))))

    def exit_code(self, verdict: Examined) -> int:
        """Return whether the puzzle is sound, and whether that is proved."""
        if verdict.too_large or (verdict.is_sound and verdict.proof is not None and not _is_proved(verdict)):
            return ExitCode.LIMIT
        return exit_code(verdict.problems)

    def record(self, verdict: Examined) -> dict[str, Any]:
        """Return the verdict as JSON has it."""
        return check_record(verdict)

    def print_text(self, verdict: Examined) -> None:
        """Print the verdict and the problems."""
        print_check(verdict)

    def header(self, verdict: Examined) -> Mapping[str, Any]:
        """Return the puzzle as it was read, or its valid part."""
        document = verdict.checked.document
        header: Any = document.data or document.read.valid_part or {}
        return header  # type: ignore[no-any-return]

    def digest(self, verdict: Examined) -> str | None:
        """Return the digest of the position and the goal."""
        checked = verdict.checked
        if checked.game is None or checked.goal is None:
            return None
        return digest_of(checked)


def _document(raw: RawInput) -> PuzzleDocument:
    wanted = short_id_of(raw)
    return parse_puzzle_input(raw) if wanted is None else generate_puzzle(wanted, file=raw.file)


def _is_proved(examined: Examined) -> bool:
    assert examined.proof is not None
    return examined.proof.proved or not examined.proof.searches
