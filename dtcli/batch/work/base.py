"""The interface of a work: how one input is judged, and how its verdict is shown.

A work is sent to worker processes, so it is a plain value: options and a card set, no open file and no screen.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from dtcli.batch.fields import Field
from dtcli.exit_codes import exit_code
from dtcli.formats.names import Names
from dtcli.formats.problems import Problem
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.reading import Document, parse_input
from dtcli.formats.sources.file_kinds import REPLAYS, FileKind
from dtcli.formats.sources.raw_inputs import RawInput


class HasProblems(Protocol):
    """A verdict on one input."""

    @property
    def problems(self) -> Sequence[Problem]:
        """The problems of the input."""


Found = TypeVar("Found")
Verdict = TypeVar("Verdict", bound=HasProblems)


class Work(ABC, Generic[Verdict]):
    """What is done with each input of a batch."""

    name: ClassVar[str]
    kind: ClassVar[FileKind] = REPLAYS
    status_field: ClassVar[str] = "status"
    statuses: ClassVar[tuple[str, ...]]
    """What the status field can be."""
    fields: ClassVar[tuple[Field, ...]]
    """The fields of a record, in order."""
    per_task: ClassVar[int] = 1
    """How many inputs a worker process gets at a time."""

    @abstractmethod
    def judge(self, raw: RawInput, *, attended: bool) -> Verdict:
        """Return the verdict on one input.

        Where it is ``attended``, a search may show its progress on a terminal, and Ctrl-C stops it.
        """

    @abstractmethod
    def crashed(self, raw: RawInput, problem: Problem) -> Verdict:
        """Return the verdict on an input for which the program failed."""

    @abstractmethod
    def record(self, verdict: Verdict) -> dict[str, Any]:
        """Return the verdict as JSON has it."""

    @abstractmethod
    def print_text(self, verdict: Verdict) -> None:
        """Print the verdict for people."""

    @abstractmethod
    def header(self, verdict: Verdict) -> Mapping[str, Any]:
        """Return what the file says about the game itself: its title, its date and so on, as far as it was read."""

    def derived(self, verdict: Verdict) -> dict[str, Any]:
        """Return values that can be selected but are not part of the record."""
        del verdict
        return {}

    def outcome(self, verdict: Verdict) -> str | None:
        """Return a text to be counted for the report of a run; None if there is nothing to count."""
        del verdict
        return None

    @abstractmethod
    def digest(self, verdict: Verdict) -> str | None:
        """Return the digest of the game, the same for every spelling of it; None if it could not be read."""

    def exit_code(self, verdict: Verdict) -> int:
        """Return the exit code for one verdict."""
        return exit_code(verdict.problems) if verdict.problems else 0

    def print_header(self) -> None:
        """Print what stands above the first row."""

    def print_total(self, statuses: Mapping[str, int]) -> None:
        """Print what stands below the last row: how many inputs have each status, where that is shown."""


class JudgedReplay(NamedTuple, Generic[Found]):
    """A checked replay, and what was found out about it."""

    checked: Checked
    found: Found | None = None

    @property
    def problems(self) -> Sequence[Problem]:
        """The problems of the replay."""
        return self.checked.problems


class ReplayWork(Work[JudgedReplay[Found]]):
    """A work on replays: each is checked first, then something is found out about it."""

    card_set: Names | None

    def judge(self, raw: RawInput, *, attended: bool) -> JudgedReplay[Found]:
        """Check the replay, and find something out about it."""
        checked = check(parse_input(raw), cards=self.card_set)
        return JudgedReplay(checked, self.find(checked, attended=attended))

    def find(self, checked: Checked, *, attended: bool) -> Found | None:
        """Return what is found out about a checked replay; None if there is nothing to find."""
        del checked, attended
        return None

    def crashed(self, raw: RawInput, problem: Problem) -> JudgedReplay[Found]:
        """Return the replay, invalid by this problem."""
        return crashed_replay(parse_input(raw), raw.located(problem))

    def header(self, verdict: JudgedReplay[Found]) -> Mapping[str, Any]:
        """Return the replay as it was read, or its valid part."""
        document = verdict.checked.document
        header: Any = document.data or document.valid_part or {}
        return header  # type: ignore[no-any-return]

    def digest(self, verdict: JudgedReplay[Found]) -> str | None:
        """Return the digest of the game and its recorded choices."""
        from dtcli.formats.replay.digest import record_digest  # noqa: PLC0415  (hashlib, which few runs need)

        resolved = verdict.checked.resolved
        return None if resolved is None or resolved.game is None else record_digest(resolved.game, resolved.notes)


def crashed_replay(document: Document, problem: Problem) -> JudgedReplay[Any]:
    """Return a replay that could not be judged, with the problem that says why."""
    located = problem._replace(file=document.file, line=document.line)
    return JudgedReplay(Checked(document, None, None, None, (*document.problems, located), None))
