"""``dtcli puzzle today``: the puzzle of the day."""

from typing import Annotated

import typer

from dtcli.commands import dates
from dtcli.commands.puzzle.daily import name_of_day
from dtcli.commands.puzzle.inputs import valid_puzzles
from dtcli.commands.puzzle.results import SolvedPuzzles
from dtcli.commands.puzzle.show import WithSolution, WithThemes, print_puzzle

EXAMPLE = "dtcli puzzle today --date 2026-11-20"


def run(
    *,
    date: Annotated[str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The puzzle of another day.")] = None,
    solution: WithSolution = False,
    themes: WithThemes = False,
) -> None:
    """Show the puzzle of the day, the same for everyone: easy on Mondays, and harder towards Sunday."""
    day = dates.today() if date is None else dates.day_named(date)
    solved = SolvedPuzzles()
    for checked in valid_puzzles([name_of_day(day)]):
        print_puzzle(checked, solution=solution, themes=themes, solved=checked in solved)
