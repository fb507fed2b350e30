"""``dtcli puzzle grade``: measure how hard puzzles are."""

from functools import partial
from typing import Annotated

import typer

from dtcli.commands.options import CardSet, Puzzles, PuzzlesAsJson
from dtcli.commands.output import result_printer
from dtcli.commands.puzzle.inputs import judge_puzzles, report_problems
from dtcli.exit_codes import ExitCode
from dtcli.render.puzzle.check import grade_line, print_grade
from solver.puzzles.examination import Examined, examine

EXAMPLE = "dtcli puzzle grade puzzles/first-steps"


def run(
    puzzles: Puzzles,
    *,
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution that was found.")] = False,
    as_json: PuzzlesAsJson = False,
    card_set: CardSet = None,
) -> None:
    """Measure how hard puzzles are: exact quantities, the grade that follows from them, and the themes."""
    shown = 0

    def print_text(examined: Examined) -> None:
        nonlocal shown
        if examined.checked.is_valid:
            if shown:
                typer.echo()
            shown += 1
            print_grade(examined, solution=solution)

    show = result_printer(as_json=as_json, text=print_text, json=grade_line)

    def show_row(examined: Examined) -> int:
        show(examined)
        if not examined.checked.is_valid:
            return report_problems(examined.problems)
        if examined.too_large:
            return ExitCode.LIMIT
        return ExitCode.NO if examined.report is None else ExitCode.OK

    judge = partial(examine, padding=False, proof=False)
    raise typer.Exit(judge_puzzles(puzzles, card_set, judge=judge, show=show_row))
