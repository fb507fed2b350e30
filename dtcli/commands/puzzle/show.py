"""``dtcli puzzle show`` and ``today``: a puzzle to look at, and the one that everybody has today."""

from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.common import CardSetPath, Exit, fail
from dtcli.commands.puzzle.inputs import Puzzles, complain, judge_puzzles, sound
from dtcli.render.colours import FAINT

if TYPE_CHECKING:
    from dtcli.formats.puzzle.file import CheckedPuzzle

EXAMPLE = "dtcli puzzle show puzzles/first-steps"
EXAMPLE_OF_TODAY = "dtcli puzzle today --date 2026-01-16"
GRADES = (1, 2, 2, 3, 1, 2, 3)
"""How hard the puzzle of the day is, from Monday on."""

WithSolution = Annotated[bool, typer.Option("--solution", help="Show the solution, too.")]


def run(puzzles: Puzzles, *, solution: WithSolution = False, cards: CardSetPath = None) -> None:
    """Show puzzles as they lie on the table: the packed backpack, the heroes, the story, the task."""
    shown = 0

    def print_one(checked: "CheckedPuzzle") -> int:
        nonlocal shown
        if not checked.is_valid:
            return complain(checked.problems)
        if shown:
            typer.echo()
        shown += 1
        show(checked, solution=solution)
        return Exit.OK

    raise typer.Exit(judge_puzzles(puzzles, cards, judge=lambda checked: checked, show=print_one))


def today(
    *,
    date: Annotated[str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The puzzle of another day.")] = None,
    solution: WithSolution = False,
) -> None:
    """Show the puzzle of the day, the same for everybody; easier on Mondays, harder towards Sunday."""
    for checked in sound([id_of_the_day(date)]):
        show(checked, solution=solution)


def id_of_the_day(date: str | None) -> str:
    """Return the short id of a day's puzzle."""
    from datetime import date as day  # noqa: PLC0415
    from datetime import datetime  # noqa: PLC0415

    if date is None:
        chosen = datetime.now().astimezone().date()
    else:
        try:
            chosen = day.fromisoformat(date)
        except ValueError:
            fail(f"'{date}' is no date", "write 2026-01-16")
    return f"grade{GRADES[chosen.weekday()]}#{chosen.isoformat()}"


def show(checked: "CheckedPuzzle", *, solution: bool) -> None:
    """Print a puzzle."""
    from dtcli.formats.puzzle.ids import full_id  # noqa: PLC0415
    from dtcli.render.puzzle.page import facts_of, puzzle_page, solution_lines  # noqa: PLC0415
    from dtcli.render.terminal import Printer  # noqa: PLC0415

    assert checked.game is not None
    assert checked.goal is not None
    assert checked.document.data is not None
    data, printer = checked.document.data, Printer()
    title = checked.title or checked.document.file
    for line in puzzle_page(checked.game, checked.goal, title=title, facts=facts_of(data), notes=data.get("notes", "")):
        printer.line(*line)
    if solution:
        printer.line()
        for line in solution_lines(checked):
            printer.line(*line)
    printer.line()
    printer.line(("id: ", FAINT), full_id(data))
