"""The puzzles named on the command line, read one after the other."""

import sys
from collections.abc import Callable, Iterator
from itertools import chain

import typer

from dtcli.batch.work.base import Verdict
from dtcli.commands.inputs import fail_with, read_card_set
from dtcli.commands.one_by_one import run_batch, without_internal_errors
from dtcli.commands.puzzle.names import readable_name
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.internal_errors import internal_problem
from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.file import CheckedPuzzle, PuzzleDocument, check_puzzle, read_puzzles, unreadable
from dtcli.formats.puzzle.ids import short_id
from dtcli.render.problems import print_problems


def judge_puzzles(
    names: list[str],
    card_set: str | None,
    *,
    judge: Callable[[CheckedPuzzle], Verdict],
    show: Callable[[Verdict], int],
) -> int:
    """Read, check, judge and show the named puzzles, and return the worst exit code.

    The puzzle of a short id is generated. A puzzle for which dtcli fails is judged as one that cannot be read.
    """
    cards = read_card_set(card_set)

    def crashed(document: PuzzleDocument, problem: Problem) -> Verdict:
        located = problem._replace(file=document.file, line=document.read.line)
        return judge(CheckedPuzzle(document, None, None, (*document.problems, located)))

    return run_batch(
        chain.from_iterable(map(_documents, names)),
        judge=lambda document: judge(check_puzzle(document, cards)),
        show=show,
        crashed=crashed,
    )


def valid_puzzles(names: list[str], card_set: str | None = None) -> Iterator[CheckedPuzzle]:
    """Yield the named puzzles; exit with the problems of the first that is not valid."""
    cards = read_card_set(card_set)
    for document in chain.from_iterable(map(_documents, names)):
        checked = check_puzzle(document, cards)
        if not checked.is_valid:
            fail_with(checked.problems)
        yield checked


def _documents(typed: str) -> Iterator[PuzzleDocument]:
    name = readable_name(typed)
    if name.startswith("grade") and "#" in name:
        yield _generated_or_unreadable(name)
    else:
        yield from read_puzzles([name], sys.stdin.buffer if sys.stdin is not None else None)


def _generated_or_unreadable(name: str) -> PuzzleDocument:
    """Return the puzzle of a short id; an internal error becomes its problem."""
    try:
        return generated_puzzle(name)
    except typer.Exit:
        raise
    except Exception as error:  # noqa: BLE001  (one input must not end a batch)
        return unreadable(name, internal_problem(error))


def generated_puzzle(name: str) -> PuzzleDocument:
    """Return the puzzle of a short id; an id that is not understood is its problem."""
    found = short_id(name)
    if isinstance(found, Problem):
        return unreadable(name, found)
    from dtcli.commands.puzzle.generation import generate  # noqa: PLC0415  (OR-Tools, which files and full ids need not)

    return generate(found, name)


def report_problems(problems: tuple[Problem, ...]) -> ExitCode:
    """Print the problems of one of several puzzles on standard error, and return their exit code."""
    print_problems(without_internal_errors(problems), file=sys.stderr)
    return exit_code(problems)
