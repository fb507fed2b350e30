"""The puzzles that a command was given: files, folders, full ids, short ids."""

import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from dtcli.commands.batch import Verdict, run_batch, without_bugs
from dtcli.commands.common import Exit, card_set, exit_code, fail

if TYPE_CHECKING:
    from dtcli.formats.problems import Problem
    from dtcli.formats.puzzle.file import CheckedPuzzle, PuzzleDocument

Puzzles = Annotated[
    list[str], typer.Argument(metavar="PUZZLE", help="Puzzles by file, folder or id, or - for standard input.")
]
OnePuzzle = Annotated[str, typer.Argument(metavar="PUZZLE", help="A puzzle by file or id, or - for standard input.")]


def judge_puzzles(
    names: list[str],
    cards: str | None,
    *,
    judge: "Callable[[CheckedPuzzle], Verdict]",
    show: "Callable[[Verdict], int]",
) -> int:
    """Read, look up, judge and show the puzzles that a command was given, and return the worst exit code.

    A short id is made anew. A puzzle for which dtcli fails is judged as one that cannot be read.
    """
    from dtcli.formats.puzzle.file import CheckedPuzzle, check_puzzle  # noqa: PLC0415

    chosen = card_set(cards)

    def crashed(document: "PuzzleDocument", problem: "Problem") -> "Verdict":
        located = problem._replace(file=document.file, line=document.read.line)
        return judge(CheckedPuzzle(document, None, None, (*document.problems, located)))

    return run_batch(
        chain.from_iterable(map(_documents, names)),
        judge=lambda document: judge(check_puzzle(document, chosen)),
        show=show,
        crashed=crashed,
    )


def _documents(name: str) -> "Iterator[PuzzleDocument]":
    from dtcli.formats.puzzle.file import read_puzzles  # noqa: PLC0415

    if name.startswith("grade") and "#" in name:
        yield _made_without_fail(name)
    else:
        yield from read_puzzles([name], sys.stdin.buffer if sys.stdin is not None else None)


def _made_without_fail(name: str) -> "PuzzleDocument":
    """Make the puzzle of a short id; an internal error becomes its problem."""
    from dtcli.formats.internal_errors import internal_problem  # noqa: PLC0415
    from dtcli.formats.puzzle.file import unreadable  # noqa: PLC0415

    try:
        return made_by_id(name)
    except typer.Exit:
        raise
    except Exception as error:  # noqa: BLE001  (one input must not end a batch)
        return unreadable(name, internal_problem(error))


def made_by_id(name: str) -> "PuzzleDocument":
    """Make the puzzle of a short id, the same wherever it is made; an id that is not understood is its problem."""
    from dtcli.formats.problems import Problem  # noqa: PLC0415
    from dtcli.formats.puzzle.file import puzzle_document, unreadable  # noqa: PLC0415
    from dtcli.formats.puzzle.ids import short_id  # noqa: PLC0415

    found = short_id(name)
    if isinstance(found, Problem):
        return unreadable(name, found)
    from dtcli.render.progress import ProgressLine  # noqa: PLC0415
    from solver.puzzles.batch import PuzzleRequest, fulfil  # noqa: PLC0415
    from solver.puzzles.candidates import Wishes  # noqa: PLC0415

    line, begun = ProgressLine.on_terminal(), time.monotonic()
    show = (lambda _seconds: None) if line is None else line.seeking(f"making {found}")
    try:
        order = PuzzleRequest(Wishes(grade=found.grade), str(found))
        delivery = fulfil(order, watch=lambda _refusal: show(time.monotonic() - begun))
    finally:
        if line is not None:
            line.clear()
    if delivery.puzzle is None:
        fail(f"no puzzle was found for {name}", "try another seed", Exit.LIMIT)
    return puzzle_document(delivery.puzzle, file=name)


def sound(names: list[str], cards: str | None = None) -> "Iterator[CheckedPuzzle]":
    """Yield the puzzles; exit with what is wrong with the first that is not valid."""
    from dtcli.formats.puzzle.file import check_puzzle  # noqa: PLC0415

    chosen = card_set(cards)
    for document in chain.from_iterable(map(_documents, names)):
        checked = check_puzzle(document, chosen)
        if not checked.is_valid:
            refuse(checked.problems)
        yield checked


def complain(problems: "tuple[Problem, ...]") -> Exit:
    """Print what is wrong with one of several puzzles on standard error, and return the exit code for it."""
    from dtcli.render.problems import print_problems  # noqa: PLC0415

    print_problems(without_bugs(problems), file=sys.stderr)
    return exit_code(problems)


def refuse(problems: "tuple[Problem, ...] | list[Problem]") -> NoReturn:
    """End with these problems."""
    from dtcli.render.problems import print_problems  # noqa: PLC0415

    print_problems(problems, file=sys.stderr)
    raise typer.Exit(exit_code(problems))
