"""The puzzles that a command was given: files, folders, full ids, short ids."""

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from dtcli.commands.common import Exit, card_set, exit_code, fail

if TYPE_CHECKING:
    from dtcli.files.problems import Problem
    from dtcli.files.puzzles import CheckedPuzzle, PuzzleDocument

Puzzles = Annotated[
    list[str], typer.Argument(metavar="PUZZLE", help="Puzzles by file, folder or id, or - for standard input.")
]
OnePuzzle = Annotated[str, typer.Argument(metavar="PUZZLE", help="A puzzle by file or id, or - for standard input.")]


def puzzles(names: list[str], cards: str | None = None) -> "Iterator[CheckedPuzzle]":
    """Read and look up the puzzles that a command was given; a short id is made anew."""
    from dtcli.files.puzzles import check_puzzle  # noqa: PLC0415

    chosen = card_set(cards)
    for name in names:
        for document in _documents(name):
            yield check_puzzle(document, chosen)


def _documents(name: str) -> "Iterator[PuzzleDocument]":
    from dtcli.files.puzzles import read_puzzles  # noqa: PLC0415

    if name.startswith("grade") and "#" in name:
        yield made_by_id(name)
    else:
        yield from read_puzzles([name], sys.stdin.buffer if sys.stdin is not None else None)


def made_by_id(name: str) -> "PuzzleDocument":
    """Make the puzzle of a short id; it is the same wherever it is made."""
    from dtcli.files.json_text import compact  # noqa: PLC0415
    from dtcli.files.problems import Problem  # noqa: PLC0415
    from dtcli.files.puzzle_ids import short_id  # noqa: PLC0415
    from dtcli.files.puzzles import parse_puzzle  # noqa: PLC0415

    found = short_id(name)
    if isinstance(found, Problem):
        refuse([found._replace(file=name)])
    from dtcli.render.progress import ProgressLine  # noqa: PLC0415
    from solver.puzzles.batch import Order, deliver  # noqa: PLC0415
    from solver.puzzles.candidates import Wishes  # noqa: PLC0415

    line, begun = ProgressLine.on_terminal(), time.monotonic()
    show = (lambda _seconds: None) if line is None else line.seeking(f"making {found}")
    try:
        order = Order(Wishes(grade=found.grade), str(found))
        delivery = deliver(order, watch=lambda _refusal: show(time.monotonic() - begun))
    finally:
        if line is not None:
            line.clear()
    if delivery.puzzle is None:
        fail(f"no puzzle was found for {name}", "try another seed", Exit.LIMIT)
    return parse_puzzle(compact(delivery.puzzle), file=name)


def sound(names: list[str], cards: str | None = None) -> "Iterator[CheckedPuzzle]":
    """Return the puzzles, or end with what is wrong with the first that cannot be read."""
    for checked in puzzles(names, cards):
        if not checked.is_valid:
            refuse(checked.problems)
        yield checked


def refuse(problems: "tuple[Problem, ...] | list[Problem]") -> NoReturn:
    """End with these problems."""
    from dtcli.render.report import print_problems  # noqa: PLC0415

    print_problems(problems, file=sys.stderr)
    raise typer.Exit(exit_code(problems))
