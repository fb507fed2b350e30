"""``dtcli puzzle share``: a text about a solved puzzle."""

from shlex import quote
from typing import Annotated

import typer

from dtcli.commands.output import fail
from dtcli.commands.puzzle.inputs import valid_puzzles
from dtcli.commands.puzzle.results import stored_results
from dtcli.exit_codes import ExitCode
from dtcli.formats.puzzle.identity import digest_of
from dtcli.formats.puzzle.results import PuzzleResult
from dtcli.play.puzzle.share import share_text
from dtcli.render.terminal import safe

EXAMPLE = "dtcli puzzle share today"


def run(
    puzzle: Annotated[
        str | None, typer.Argument(metavar="PUZZLE", help="The puzzle; default: the one that was solved last.")
    ] = None,
) -> None:
    """Print a text about a puzzle that you solved, which says nothing about its solution.

    It has the date, the grade, the attempts, the hints, the time and the id.
    """
    for line in share_text(_sessions(puzzle)):
        typer.echo(safe(line))


def _sessions(name: str | None) -> list[PuzzleResult]:
    """Return the sessions with a solved puzzle, or with the one that was solved last; exit if there is none."""
    every = stored_results().puzzles
    solved = [one.puzzle for one in every if one.solved]
    if name is None:
        if not solved:
            fail("no puzzle is solved yet", "`dtcli puzzle next` shows one", ExitCode.NO)
        wanted = solved[-1]
    else:
        wanted = next((digest_of(checked) for checked in valid_puzzles([name])), "")
        if wanted not in solved:
            fail("this puzzle is not solved yet", f"`dtcli puzzle play {quote(name)}` plays it", ExitCode.NO)
    return [one for one in every if one.puzzle == wanted]
