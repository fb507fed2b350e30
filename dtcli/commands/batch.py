"""Many inputs, one after the other: an internal error is reported for its own input and does not end the run.

Judging an input and showing the verdict are separate steps, so that an input on which dtcli fails still gets its row:
with the problem ``DT001``, which says what to report. The exit code is then 70.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

import typer

from dtcli.commands.exit_codes import ExitCode
from dtcli.commands.output import print_error, print_message
from dtcli.formats.internal_errors import internal_problem
from dtcli.formats.names import Names
from dtcli.formats.problems import INTERNAL, Problem
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.reading import Document


class HasProblems(Protocol):
    """A verdict on one input."""

    @property
    def problems(self) -> Sequence[Problem]:
        """The problems of the input."""


Input = TypeVar("Input")
Verdict = TypeVar("Verdict", bound=HasProblems)
Found = TypeVar("Found")


def run_batch(
    inputs: Iterable[Input],
    *,
    judge: Callable[[Input], Verdict],
    show: Callable[[Verdict], int],
    crashed: Callable[[Input, Problem], Verdict],
) -> int:
    """Judge and show every input, and return the worst exit code.

    ``crashed`` returns the verdict on an input for which ``judge`` or ``show`` raised an unexpected error. An
    ``OSError`` in ``show``, which means that the output cannot be written, and ``typer.Exit`` end the run.
    """
    worst: int = ExitCode.OK
    errors = _InternalErrors()
    for one in inputs:
        verdict = _judged(one, judge, crashed)
        try:
            code = show(verdict)
        except (typer.Exit, OSError):
            raise
        except Exception as error:  # noqa: BLE001  (one input must not end a batch)
            verdict = crashed(one, internal_problem(error))
            code = show(verdict)
        worst = max(worst, code)
        if verdict.problems:
            errors.report(verdict.problems)
    errors.print_total()
    return worst


def _judged(one: Input, judge: Callable[[Input], Verdict], crashed: Callable[[Input, Problem], Verdict]) -> Verdict:
    try:
        return judge(one)
    except typer.Exit:
        raise
    except Exception as error:  # noqa: BLE001  (one input must not end a batch)
        return crashed(one, internal_problem(error))


class _InternalErrors:
    """Prints internal errors on standard error, each once."""

    def __init__(self) -> None:
        self._inputs = 0
        self._reported: set[str | None] = set()

    def report(self, problems: Sequence[Problem]) -> None:
        """Print the internal errors among these problems that were not printed before."""
        found = [problem for problem in problems if problem.code == INTERNAL]
        self._inputs += bool(found)
        for problem in found:
            if problem.hint not in self._reported:
                self._reported.add(problem.hint)
                where = "" if problem.line is None else f":{problem.line}"
                print_error(f"{problem.file}{where}: {problem.message}", str(problem.hint))

    def print_total(self) -> None:
        """Print how many inputs have no verdict, if there are several."""
        if self._inputs > 1:
            print_message(f"error: {self._inputs} inputs could not be judged, each has the problem DT001")


def without_internal_errors(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems without internal errors, which ``run_batch`` prints."""
    return [problem for problem in problems if problem.code != INTERNAL]


class JudgedReplay(NamedTuple, Generic[Found]):
    """A checked replay, and what a command found out about it."""

    checked: Checked
    found: Found | None = None

    @property
    def problems(self) -> Sequence[Problem]:
        """The problems of the replay."""
        return self.checked.problems


def judge_replays(
    replays: Iterable[Document],
    card_set: Names | None,
    *,
    show: Callable[[Checked, Found | None], int],
    find: Callable[[Checked], Found | None] | None = None,
    frames: bool = False,
) -> int:
    """Check every replay, ``find`` out something about it and ``show`` it; return the worst exit code."""

    def judge(document: Document) -> JudgedReplay[Found]:
        checked = check(document, cards=card_set, frames=frames)
        return JudgedReplay(checked, None if find is None else find(checked))

    def crashed(document: Document, problem: Problem) -> JudgedReplay[Found]:
        located = problem._replace(file=document.file, line=document.line)
        return JudgedReplay(Checked(document, None, None, None, (*document.problems, located), None))

    return run_batch(replays, judge=judge, show=lambda row: show(row.checked, row.found), crashed=crashed)
