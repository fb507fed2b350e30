"""The works that search for a proof: the best line, the value of each decision."""

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from dtcli.batch.fields import PLACE, PROBLEMS, Field, FieldType
from dtcli.batch.work.attended import searching
from dtcli.batch.work.base import JudgedReplay, ReplayWork
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.names import Names
from dtcli.formats.replay.check import Checked
from dtcli.render.analysis.json_record import analysis_record
from dtcli.render.analysis.report import print_analysis
from dtcli.render.goals import verdict as goal_verdict
from dtcli.render.problems import print_validation
from dtcli.render.progress import ProgressLine
from dtcli.render.solution import print_solution, solution_record
from dtcli.render.terminal import Printer
from solver import Answer, Limits, Terms, best
from solver.studies.analysis import ANALYSIS, Analysis, analyze
from solver.studies.deeds import study_deeds

if TYPE_CHECKING:
    from solver.par.recorded_par import RecordedPar
    from solver.par.search import OnProgress


class SearchResult(Protocol):
    """What a search found out about a replay."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the search."""


Searched = TypeVar("Searched", bound=SearchResult)


class SearchWork(ReplayWork[Searched]):
    """A work that searches something about each replay; what was found may not be proved."""

    needs_record: bool = True
    """Whether the recorded choices must be legal, not the story alone."""

    def find(self, checked: Checked, *, attended: bool) -> Searched | None:
        """Search, unless the replay is invalid."""
        if not (checked.is_valid if self.needs_record else checked.has_legal_story):
            return None
        with searching(checked, attended=attended) as line:
            return self.search(checked, line)

    @abstractmethod
    def search(self, checked: Checked, line: ProgressLine | None) -> Searched:
        """Return what the search finds."""

    @abstractmethod
    def found_code(self, found: Searched) -> ExitCode:
        """Return the exit code for what was found."""

    @abstractmethod
    def print_found(self, checked: Checked, found: Searched) -> None:
        """Print what was found."""

    def print_text(self, verdict: JudgedReplay[Searched]) -> None:
        """Print what was found, or the problems of a replay for which nothing was."""
        if verdict.found is None:
            print_validation(verdict.checked)
        else:
            self.print_found(verdict.checked, verdict.found)

    def exit_code(self, verdict: JudgedReplay[Searched]) -> int:
        """Return the exit code for one replay."""
        if verdict.found is None:
            return exit_code(verdict.problems)
        return ExitCode.INTERRUPTED if verdict.found.interrupted else self.found_code(verdict.found)


@dataclass(frozen=True)
class SolveWork(SearchWork[Answer]):
    """The best line of each story."""

    card_set: Names | None = None
    terms: Terms = field(default_factory=Terms)
    limits: Limits = field(default_factory=Limits)
    needs_record: bool = False

    name: ClassVar[str] = "solve"
    statuses: ClassVar[tuple[str, ...]] = ("optimal", "feasible", "unknown", "invalid")
    fields: ClassVar[tuple[Field, ...]] = (
        *PLACE,
        Field("status"),
        Field("missions", FieldType.INTEGER),
        Field("bound", FieldType.INTEGER),
        Field("broken", FieldType.BOOLEAN),
        Field("won", FieldType.BOOLEAN),
        Field("choices", FieldType.DATA, flat=False),
        Field("recorded", FieldType.DATA, flat=False),
        Field("seconds", FieldType.NUMBER),
        *(Field(name, FieldType.INTEGER) for name in ("goal", "skills", "tokens", "discards")),
        PROBLEMS,
    )

    def search(self, checked: Checked, line: ProgressLine | None) -> Answer:
        """Return the best line."""
        return best(checked, self.terms, limits=self.limits, on_progress=line.searching if line else None)

    def found_code(self, found: Answer) -> ExitCode:
        """Return whether the line is proved, and with ``--goal`` whether it wins."""
        goal = self.terms.goal
        if goal is not None and found.outcome.won:
            return ExitCode.OK
        if found.status != "optimal":
            return ExitCode.LIMIT
        return ExitCode.OK if goal is None else ExitCode.NO

    def record(self, verdict: JudgedReplay[Answer]) -> dict[str, Any]:
        """Return the answer as JSON has it."""
        return solution_record(verdict.checked, verdict.found)

    def print_found(self, checked: Checked, found: Answer) -> None:
        """Print the line, and with ``--goal`` whether it wins."""
        print_solution(checked, found)
        if self.terms.goal is not None:
            Printer().line(goal_verdict(found, self.terms.goal))


@dataclass(frozen=True)
class AnalyzeWork(SearchWork[Analysis]):
    """What each decision of a replay was worth."""

    card_set: Names | None = None
    goal: int | None = None
    every: bool = False
    limits: Limits = ANALYSIS
    par_limits: Limits | None = None
    """How long par of a timed game may be searched; None for the par that its replay keeps."""
    has_lesson: bool = False
    """Whether the lesson of the five minutes is studied."""

    name: ClassVar[str] = "analyze"
    statuses: ClassVar[tuple[str, ...]] = ("optimal", "feasible", "invalid")
    fields: ClassVar[tuple[Field, ...]] = (
        *PLACE,
        Field("status"),
        Field("title"),
        Field("recorded", FieldType.DATA, flat=False),
        Field("best", FieldType.DATA, flat=False),
        Field("kept", FieldType.INTEGER),
        Field("reachable", FieldType.DATA),
        Field("kept_means", FieldType.TEXT, flat=False),
        *(
            Field(name, FieldType.DATA, flat=False)
            for name in ("decisions", "decisive", "first_mistake", "open", "points", "five_minutes", "lesson")
        ),
        Field("seconds", FieldType.NUMBER),
        PROBLEMS,
    )

    def search(self, checked: Checked, line: ProgressLine | None) -> Analysis:
        """Return the analysis, with the deeds of the five minutes if they are recorded."""
        found = analyze(checked, Terms(goal=self.goal), limits=self.limits, on_progress=line.judging if line else None)
        par = None
        if self.par_limits is not None and not found.interrupted:
            par = self._search_par(checked, found, line)
        deeds = study_deeds(checked, found.question.game, found.question.notes, par and par.par)
        found = found._replace(deeds=deeds, interrupted=found.interrupted or (par is not None and par.interrupted))
        if not self.has_lesson or found.interrupted:
            return found
        from solver.studies.lesson import study_lesson  # noqa: PLC0415  (only with --lesson)

        lesson = study_lesson(checked, self.goal, limits=self.limits)
        return found._replace(lesson=lesson, interrupted=lesson is not None and lesson.interrupted)

    def _search_par(self, checked: Checked, found: Analysis, line: ProgressLine | None) -> "RecordedPar | None":
        from solver.par.recorded_par import par_of_recorded  # noqa: PLC0415  (only with --par)

        assert self.par_limits is not None
        show = None if line is None else line.seeking("searching for par")
        on_progress: OnProgress | None = None if show is None else lambda progress: show(progress.seconds)
        return par_of_recorded(checked, found.question.game, self.par_limits, on_progress)

    def found_code(self, found: Analysis) -> ExitCode:
        """Return whether everything is proved, including par if it was searched."""
        par = found.deeds.par if found.deeds is not None and self.par_limits is not None else None
        has_lesson = found.lesson is None or found.lesson.proved
        return ExitCode.OK if found.proved and has_lesson and (par is None or par.is_proved) else ExitCode.LIMIT

    def record(self, verdict: JudgedReplay[Analysis]) -> dict[str, Any]:
        """Return the analysis as JSON has it."""
        return analysis_record(verdict.checked, verdict.found)

    def print_found(self, checked: Checked, found: Analysis) -> None:
        """Print the decisions and what each cost."""
        print_analysis(checked, found, every=self.every)
