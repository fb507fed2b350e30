"""``dtcli puzzle today``: the puzzle of the day."""

from datetime import date as calendar_date
from datetime import datetime
from typing import Annotated

import typer

from dtcli.commands.output import fail
from dtcli.commands.puzzle.inputs import valid_puzzles
from dtcli.commands.puzzle.show import WithSolution, print_puzzle

EXAMPLE = "dtcli puzzle today --date 2026-01-16"
GRADES = (1, 2, 2, 3, 1, 2, 3)
"""The grade of the puzzle of the day, from Monday on."""


def run(
    *,
    date: Annotated[str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The puzzle of another day.")] = None,
    solution: WithSolution = False,
) -> None:
    """Show the puzzle of the day, the same for everyone: easy on Mondays, hard on Thursdays and Sundays."""
    for checked in valid_puzzles([id_of_the_day(date)]):
        print_puzzle(checked, solution=solution)


def id_of_the_day(date: str | None) -> str:
    """Return the short id of a day's puzzle, of today's for None; exit with an error if it is not a date."""
    if date is None:
        day = datetime.now().astimezone().date()
    else:
        try:
            day = calendar_date.fromisoformat(date)
        except ValueError:
            fail(f"'{date}' is not a date", "write it like 2026-01-16")
    return f"grade{GRADES[day.weekday()]}#{day.isoformat()}"
