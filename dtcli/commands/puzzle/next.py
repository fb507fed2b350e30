"""``dtcli puzzle next``: the next unsolved puzzle of a pack."""

from typing import Annotated

import typer

from dtcli.commands.puzzle.inputs import valid_puzzles
from dtcli.commands.puzzle.names import next_unsolved, pack_named
from dtcli.commands.puzzle.show import WithSolution, WithThemes, print_puzzle
from dtcli.formats.puzzle.packs import packs, short_name

EXAMPLE = "dtcli puzzle next gifts"


def run(
    pack: Annotated[
        str | None, typer.Argument(metavar="PACK", help="The pack; default: the first that is not solved.")
    ] = None,
    *,
    solution: WithSolution = False,
    themes: WithThemes = False,
) -> None:
    """Show the next puzzle of a pack that you have not solved.

    `dtcli puzzle play next` and `dtcli puzzle play PACK/next` play it.
    """
    name = next_unsolved(packs() if pack is None else (pack_named(pack),))
    for checked in valid_puzzles([name]):
        print_puzzle(checked, solution=solution, themes=themes)
    typer.echo(f"play it: dtcli puzzle play {short_name(name)}")
