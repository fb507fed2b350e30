"""Many inputs, one after the other: an internal error is reported for its own input and does not end the run.

Judging an input and showing the verdict are separate steps, so that an input on which dtcli fails still gets its row:
with the problem ``DT001``, which says what to report. The exit code is then 70.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

import typer

from dtcli.batch.internal_errors import InternalErrors
from dtcli.batch.work.base import Found, JudgedReplay, Verdict, crashed_replay
from dtcli.exit_codes import ExitCode
from dtcli.formats.internal_errors import internal_problem
from dtcli.formats.names import Names
from dtcli.formats.problems import INTERNAL, Problem
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.reading import Document

Input = TypeVar("Input")


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
    errors = InternalErrors()
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
        if bugs := [problem for problem in verdict.problems if problem.code == INTERNAL]:
            errors.report(bugs)
    errors.print_total()
    return worst


def _judged(one: Input, judge: Callable[[Input], Verdict], crashed: Callable[[Input, Problem], Verdict]) -> Verdict:
    try:
        return judge(one)
    except typer.Exit:
        raise
    except Exception as error:  # noqa: BLE001  (one input must not end a batch)
        return crashed(one, internal_problem(error))


def without_internal_errors(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems without internal errors, which ``run_batch`` prints."""
    return [problem for problem in problems if problem.code != INTERNAL]


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

    return run_batch(replays, judge=judge, show=lambda row: show(row.checked, row.found), crashed=crashed_replay)
