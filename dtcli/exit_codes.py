"""The exit codes of dtcli."""

from collections.abc import Iterable
from enum import IntEnum

from dtcli.formats.problems import INTERNAL, NO_PUZZLE_FOUND, PROCESS_ENDED, UNREADABLE, Problem
from dtcli.signals import EXIT_INTERRUPTED


class ExitCode(IntEnum):
    """The exit codes that docs/cli.md documents."""

    OK = 0
    NO = 1
    """The verdict is no: an invalid replay, a claim that does not agree, nothing found."""
    USAGE = 2
    UNREADABLE = 3
    """A file cannot be read or written."""
    LIMIT = 4
    """A limit was reached before there was a proof."""
    BUG = 70
    INTERRUPTED = EXIT_INTERRUPTED


def exit_code(problems: Iterable[Problem]) -> ExitCode:
    """Return the exit code for a file with these problems."""
    problems = tuple(problems)
    if any(problem.code in (INTERNAL, PROCESS_ENDED) for problem in problems):
        return ExitCode.BUG
    if any(problem.code in UNREADABLE for problem in problems):
        return ExitCode.UNREADABLE
    if any(problem.code == NO_PUZZLE_FOUND for problem in problems):
        return ExitCode.LIMIT
    return ExitCode.NO if any(problem.is_error for problem in problems) else ExitCode.OK
