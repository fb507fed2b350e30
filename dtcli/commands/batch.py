"""Many inputs, one after the other: an internal error costs its own row, never the run.

Judging an input and showing the verdict are separate steps, so that an input on which dtcli fails still gets its row:
with the problem ``DT001``, which says what to report. The exit code is then 70.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

import typer

from dtcli.commands.common import Exit, say

if TYPE_CHECKING:
    from dtcli.formats.names import Names
    from dtcli.formats.problems import Problem
    from dtcli.formats.replay.check import Checked
    from dtcli.formats.replay.reading import Document


class Row(Protocol):
    """What is known about one input."""

    @property
    def problems(self) -> "Sequence[Problem]":
        """What is wrong with it."""


Input = TypeVar("Input")
Verdict = TypeVar("Verdict", bound=Row)
Found = TypeVar("Found")


def run_batch(
    inputs: Iterable[Input],
    *,
    judge: Callable[[Input], Verdict],
    show: Callable[[Verdict], int],
    crashed: Callable[[Input, "Problem"], Verdict],
) -> int:
    """Judge and show every input, and return the worst exit code.

    ``crashed`` returns the verdict on an input for which ``judge`` or ``show`` raised what nothing expected. That the
    output cannot be written, and an exit on purpose, end the run.
    """
    worst: int = Exit.OK
    bugs = _Bugs()
    for one in inputs:
        verdict = _judged(one, judge, crashed)
        try:
            code = show(verdict)
        except (typer.Exit, OSError):
            raise
        except Exception as error:  # noqa: BLE001  (one input must not end a batch)
            verdict = crashed(one, _problem(error))
            code = show(verdict)
        worst = max(worst, code)
        if verdict.problems:
            bugs.tell(verdict.problems)
    bugs.sum_up()
    return worst


def _judged(one: Input, judge: Callable[[Input], Verdict], crashed: Callable[[Input, "Problem"], Verdict]) -> Verdict:
    try:
        return judge(one)
    except typer.Exit:
        raise
    except Exception as error:  # noqa: BLE001  (one input must not end a batch)
        return crashed(one, _problem(error))


def _problem(error: Exception) -> "Problem":
    from dtcli.formats.internal_errors import internal_problem  # noqa: PLC0415

    return internal_problem(error)


class _Bugs:
    """Tells on standard error what to report, each bug once."""

    def __init__(self) -> None:
        self._inputs = 0
        self._known: set[str | None] = set()

    def tell(self, problems: "Sequence[Problem]") -> None:
        """Report the internal errors among these problems."""
        from dtcli.formats.problems import INTERNAL  # noqa: PLC0415

        found = [problem for problem in problems if problem.code == INTERNAL]
        self._inputs += bool(found)
        for problem in found:
            if problem.hint not in self._known:
                self._known.add(problem.hint)
                where = "" if problem.line is None else f":{problem.line}"
                for text in (f"error: {problem.file}{where}: {problem.message}", "", f"hint: {problem.hint}"):
                    say(text)

    def sum_up(self) -> None:
        """Say how many inputs have no verdict, unless the reports have said it."""
        if self._inputs > 1:
            say(f"error: {self._inputs} inputs could not be judged, each has the problem DT001")


def without_bugs(problems: "Iterable[Problem]") -> "list[Problem]":
    """Return the problems without internal errors, which a batch reports itself."""
    from dtcli.formats.problems import INTERNAL  # noqa: PLC0415

    return [problem for problem in problems if problem.code != INTERNAL]


class Judged(NamedTuple, Generic[Found]):
    """A replay that was checked, and what a command found out about it."""

    checked: "Checked"
    found: Found | None = None

    @property
    def problems(self) -> "Sequence[Problem]":
        """What is wrong with the replay."""
        return self.checked.problems


def judge_replays(
    replays: "Iterable[Document]",
    cards: "Names | None",
    *,
    show: "Callable[[Checked, Found | None], int]",
    find: "Callable[[Checked], Found | None] | None" = None,
    frames: bool = False,
) -> int:
    """Check every replay, ``find`` out something about it and ``show`` it; return the worst exit code."""
    from dtcli.formats.replay.check import Checked, check  # noqa: PLC0415

    def judge(document: "Document") -> Judged[Found]:
        checked = check(document, cards=cards, frames=frames)
        return Judged(checked, None if find is None else find(checked))

    def crashed(document: "Document", problem: "Problem") -> Judged[Found]:
        located = problem._replace(file=document.file, line=document.line)
        return Judged(Checked(document, None, None, None, (*document.problems, located), None))

    return run_batch(replays, judge=judge, show=lambda row: show(row.checked, row.found), crashed=crashed)
