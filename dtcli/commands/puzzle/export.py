"""``dtcli puzzle export``: puzzles on paper, as a page to print or as pictures."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from dtcli.commands.options import CardSet, Force, Puzzles
from dtcli.commands.output import fail
from dtcli.commands.puzzle.inputs import judge_puzzles, report_problems
from dtcli.commands.saving import new_file, output_path, refuse_existing, save
from dtcli.exit_codes import ExitCode
from dtcli.formats.puzzle.file import CheckedPuzzle
from dtcli.formats.puzzle.packs import slug
from dtcli.render.puzzle.html_sheet import sheet_html, sheet_puzzle
from dtcli.render.puzzle.paper import TITLE, Paper
from dtcli.render.puzzle.sheet_content import SheetPuzzle
from dtcli.render.puzzle.svg_sheet import puzzle_svg, solution_svg

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
            "--solutions/--no-solutions",
            help="Add the solutions: to a page (the default), or as pictures of their own.",
        ),
    ] = None,
    paper: Annotated[
        Paper | None, typer.Option("--paper", case_sensitive=False, help="Paper size; default: the printer's.")
    ] = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="The title of the page.")] = TITLE,
    force: Force = False,
    card_set: CardSet = None,
) -> None:
    """Make a sheet of puzzles to print, with the solutions on a page of their own.

    A page holds any number of puzzles in the order in which they are named, a picture holds one. Pictures in a folder
    are named after their puzzles. Without --output the page goes to standard output. If one puzzle is not valid,
    nothing is written.
    """
    target = None if output in (None, STDOUT) else _target(str(output), force=force)
    sheet = _sheet(puzzles, card_set)
    if target is None or target.suffix.lower() == ".html":
        page = sheet_html(sheet, solutions=solutions is not False, title=title, paper=paper)
        if target is None:
            sys.stdout.write(page)
        else:
            save(target, page, force=force)
    else:
        _save_pictures(sheet, target, solutions=solutions is True, force=force)
    raise typer.Exit(ExitCode.OK)


def _target(output: str, *, force: bool) -> Path:
    """Return the path to write to: a page, a picture, or a folder, which need not exist."""
    path = output_path(output)
    if output.endswith(("/", "\\")) or path.is_dir():
        if path.exists() and not path.is_dir():
            fail(f"'{path}' is not a folder")
        return path
    if path.suffix.lower() not in (".html", ".svg"):
        fail(f"'{path.name[:40]}' is neither a page nor a picture", "end it in .html or .svg, or in / for a folder")
    return new_file(output, force=force)


def _sheet(puzzles: list[str], card_set: str | None) -> list[SheetPuzzle]:
    """Return the named puzzles; exit with all their problems if one is not valid."""
    sheet: list[SheetPuzzle] = []

    def add(checked: CheckedPuzzle) -> int:
        if checked.is_valid:
            sheet.append(sheet_puzzle(checked))
        return report_problems(checked.problems)

    worst = judge_puzzles(puzzles, card_set, judge=lambda checked: checked, show=add)
    if worst != ExitCode.OK:
        raise typer.Exit(worst)
    if not sheet:
        fail("the named files contain no puzzle", code=ExitCode.NO)
    return sheet


def _save_pictures(sheet: list[SheetPuzzle], target: Path, *, solutions: bool, force: bool) -> None:
    """Save one picture for each puzzle, and on request one of each solution beside it."""
    paths = [target]
    if target.suffix.lower() != ".svg" or target.is_dir():
        digits = max(2, len(str(len(sheet))))
        paths = [target / f"{n:0{digits}}-{slug(puzzle.title) or 'puzzle'}.svg" for n, puzzle in enumerate(sheet, 1)]
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
        refuse_existing(path, force=force)
    for path, text in texts.items():
        path.parent.mkdir(exist_ok=True)
        save(path, text, force=force)
