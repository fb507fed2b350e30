"""``dtcli puzzle export``: puzzles on paper, as a page to be printed or as pictures."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.common import (
    CardSetPath,
    Exit,
    Force,
    fail,
    new_file,
    output_path,
    save,
    why_not_save,
)
from dtcli.commands.puzzle.inputs import Puzzles, complain, judge_puzzles
from dtcli.render.puzzle.paper import TITLE, Paper

if TYPE_CHECKING:
    from dtcli.formats.puzzle.file import CheckedPuzzle
    from dtcli.render.puzzle.sheet_content import SheetPuzzle

STDOUT = "-"
EXAMPLE = "dtcli puzzle export puzzles/first-steps --output puzzles.html"


def run(  # noqa: PLR0913  (one for each option)
    puzzles: Puzzles,
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="A page (.html), a picture (.svg), or a folder for pictures (ends in /).",
        ),
    ] = None,
    solutions: Annotated[
        bool | None,
        typer.Option(
            "--solutions/--no-solutions", help="Add the solutions: to a page (as usual), or as pictures of their own."
        ),
    ] = None,
    paper: Annotated[
        Paper | None, typer.Option("--paper", case_sensitive=False, help="Size of the paper, not the printer's choice.")
    ] = None,
    title: Annotated[str, typer.Option("--title", help="What stands at the top of the page.")] = TITLE,
    force: Force = False,
    cards: CardSetPath = None,
) -> None:
    """Make a sheet of puzzles to be printed, the solutions on a page of their own.

    A page holds any number of puzzles in the order in which they are named, a picture holds one. Without --output the
    page goes to standard output. If one of the puzzles is not valid, nothing is written.
    """
    target = None if output in (None, STDOUT) else _target(str(output), force=force)
    sheet = _sheet(puzzles, cards)
    if target is None or target.suffix.lower() == ".html":
        from dtcli.render.puzzle.html_sheet import sheet_html  # noqa: PLC0415

        page = sheet_html(sheet, solutions=solutions is not False, title=title, paper=paper)
        if target is None:
            sys.stdout.write(page)
        else:
            save(target, page, force=force)
    else:
        _draw(sheet, target, solutions=solutions is True, force=force)
    raise typer.Exit(Exit.OK)


def _target(output: str, *, force: bool) -> Path:
    """Return where to write: a page, a picture, or a folder, which may be a new one."""
    path = output_path(output)
    if output.endswith(("/", "\\")) or path.is_dir():
        if path.exists() and not path.is_dir():
            fail(f"'{path}' is not a folder")
        return path
    if path.suffix.lower() not in (".html", ".svg"):
        fail(f"'{path.name[:40]}' is neither a page nor a picture", "end it in .html or .svg, or in / for a folder")
    return new_file(output, force=force)


def _sheet(puzzles: list[str], cards: str | None) -> "list[SheetPuzzle]":
    """Return what was named, or end with everything that is wrong with it."""
    from dtcli.render.puzzle.html_sheet import sheet_puzzle  # noqa: PLC0415

    sheet: list[SheetPuzzle] = []

    def add(checked: "CheckedPuzzle") -> int:
        if checked.is_valid:
            sheet.append(sheet_puzzle(checked))
        return complain(checked.problems)

    worst = judge_puzzles(puzzles, cards, judge=lambda checked: checked, show=add)
    if worst != Exit.OK:
        raise typer.Exit(worst)
    if not sheet:
        fail("there is no puzzle in what was named", code=Exit.NO)
    return sheet


def _draw(sheet: "list[SheetPuzzle]", target: Path, *, solutions: bool, force: bool) -> None:
    """Write one picture for each puzzle, and beside it one of its solution where that is asked for."""
    from dtcli.render.puzzle.svg_sheet import puzzle_svg, solution_svg  # noqa: PLC0415

    paths = [target]
    if target.suffix.lower() != ".svg" or target.is_dir():
        digits = max(2, len(str(len(sheet))))
        paths = [target / f"puzzle-{n:0{digits}}.svg" for n in range(1, len(sheet) + 1)]
    elif len(sheet) > 1:
        fail(
            f"{len(sheet)} puzzles do not fit into one picture",
            "name a folder (a new one ends with /), or a page (.html)",
        )
    texts: dict[Path, str] = {}
    for path, puzzle in zip(paths, sheet, strict=True):
        texts[path] = puzzle_svg(puzzle)
        if solutions:
            texts[path.with_name(f"{path.stem}-solution.svg")] = solution_svg(puzzle)
    for path in texts:
        why_not_save(path, force=force)
    for path, text in texts.items():
        path.parent.mkdir(exist_ok=True)
        save(path, text, force=force)
