"""``dtcli puzzle show``: show puzzles."""

from typing import Annotated

import typer

from dtcli.commands.options import CardSet, Puzzles
from dtcli.commands.puzzle.inputs import judge_puzzles, report_problems
from dtcli.commands.puzzle.results import SolvedPuzzles
from dtcli.exit_codes import ExitCode
from dtcli.formats.puzzle.file import CheckedPuzzle
from dtcli.formats.puzzle.ids import full_id
from dtcli.play.puzzle.facts import day_of, grade_of, known_themes
from dtcli.render.colours import FAINT
from dtcli.render.layout import Lines
from dtcli.render.puzzle.page import facts_of, puzzle_page, solution_lines
from dtcli.render.puzzle.solution import explained_lines
from dtcli.render.terminal import Printer

EXAMPLE = "dtcli puzzle show puzzles/first-steps"

WithSolution = Annotated[bool, typer.Option("--solution", help="Show the solution, too.")]
WithThemes = Annotated[bool, typer.Option("--themes", help="Show the themes of puzzles that are not solved, too.")]


def run(
    puzzles: Puzzles, *, solution: WithSolution = False, themes: WithThemes = False, card_set: CardSet = None
) -> None:
    """Show puzzles as they lie on the table: the packed backpack, the heroes, the story, the task."""
    shown = 0
    solved = SolvedPuzzles()

    def show(checked: CheckedPuzzle) -> int:
        nonlocal shown
        if not checked.is_valid:
            return report_problems(checked.problems)
        if shown:
            typer.echo()
        shown += 1
        print_puzzle(checked, solution=solution, themes=themes, solved=checked in solved)
        return ExitCode.OK

    raise typer.Exit(judge_puzzles(puzzles, card_set, judge=lambda checked: checked, show=show))


def print_puzzle(checked: CheckedPuzzle, *, solution: bool, themes: bool = False, solved: bool = False) -> None:
    """Print a valid puzzle with its id; its themes only if it is solved, or on request, as its solution."""
    assert checked.game is not None
    assert checked.goal is not None
    assert checked.document.data is not None
    data, printer = checked.document.data, Printer()
    title = checked.title or checked.document.file
    facts = facts_of(
        grade_of(checked), known_themes(checked) if themes or solved else (), day=day_of(checked), solved=solved
    )
    for line in puzzle_page(checked.game, checked.goal, title=title, facts=facts, notes=data.get("notes", "")):
        printer.line(*line)
    if solution:
        printer.line()
        for line in found_solution(checked):
            printer.line(*line)
    printer.line()
    printer.line(("id: ", FAINT), full_id(data))


def found_solution(checked: CheckedPuzzle) -> Lines:
    """Return the recorded solution of a valid puzzle, or else the one that is found, with its decisive steps marked.

    A puzzle with too many lines has only what is recorded.
    """
    from solver.puzzles.all_lines import TooLarge, lines_of  # noqa: PLC0415  (only for solutions)
    from solver.puzzles.explained_solution import explain_solution  # noqa: PLC0415

    assert checked.game is not None
    assert checked.goal is not None
    try:
        lines = lines_of(checked.game, checked.goal)
        if not lines.is_open(lines.start):
            return iter([("The goal cannot be reached.",)])
        recorded = checked.solution
        choices = (
            (choice for way in lines.solution for choice in way.choices)
            if recorded is None
            else (step.choice for step in recorded.steps)
        )
        return explained_lines(explain_solution(lines, choices))
    except TooLarge:
        return solution_lines(checked)
