"""``dtcli puzzle check`` and ``grade``: is it a puzzle, and how hard is it."""

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dtcli.commands.common import CardSetPath, Exit, documents, exit_code, fail
from dtcli.commands.puzzle.inputs import Puzzles, complain, judge_puzzles, refuse, sound
from dtcli.commands.search import TimeLimit

if TYPE_CHECKING:
    from dtcli.formats.puzzle.file import CheckedPuzzle
    from solver.puzzles.examination import Examined

EXAMPLE = "dtcli puzzle check puzzles/first-steps"
EXAMPLE_OF_GRADE = "dtcli puzzle grade puzzles/first-steps"

PuzzlesAsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per puzzle.")]


def run(
    puzzles_given: Puzzles,
    *,
    answer: Annotated[
        str | None, typer.Option("--answer", metavar="REPLAY", help="Ask only whether this replay reaches the goal.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Do not look for cards that can be left out.")] = False,
    time_limit: TimeLimit = None,
    as_json: PuzzlesAsJson = False,
    cards: CardSetPath = None,
) -> None:
    """Prove puzzles again: solvable, one answer, needs thought, no card too many, and as hard as they say.

    Every line is walked, and the solver confirms each way that loses. With --answer any line that reaches the goal is
    accepted.
    """
    if answer is not None:
        _check_answer(puzzles_given, answer, cards)
    from solver import Limits  # noqa: PLC0415
    from solver.puzzles.examination import examine  # noqa: PLC0415

    limits = Limits() if time_limit is None else Limits.within(time_limit)

    def show(examined: "Examined") -> int:
        _print(examined, as_json=as_json)
        return _verdict(examined)

    judge = partial(examine, padding=not quick, limits=limits)
    raise typer.Exit(judge_puzzles(puzzles_given, cards, judge=judge, show=show))


def _verdict(examined: "Examined") -> int:
    if examined.too_large or (examined.is_sound and examined.proof is not None and not _is_proved(examined)):
        return Exit.LIMIT
    return exit_code(examined.problems)


def _is_proved(examined: "Examined") -> bool:
    assert examined.proof is not None
    return examined.proof.proved or not examined.proof.searches


def _print(examined: "Examined", *, as_json: bool) -> None:
    from dtcli.render.puzzle.check import check_line, print_check  # noqa: PLC0415

    if as_json:
        sys.stdout.write(check_line(examined))
    else:
        print_check(examined)


def _check_answer(names: list[str], answer: str, cards: str | None) -> None:
    """Say whether a replay reaches the goal of a puzzle, and end."""
    from dtcli.formats.replay.check import check  # noqa: PLC0415

    chosen = list(sound(names, cards))
    if len(chosen) != 1:
        fail("an answer belongs to one puzzle", "name one puzzle")
    (puzzle,) = chosen
    document = next(documents([answer]))
    if document.data is None:
        refuse(check(document).problems)
    data: Any = document.data
    if (reached := _reached(puzzle, data, answer)) is None:
        fail(f"{answer} has another story than the puzzle", code=Exit.NO)
    typer.echo("the answer reaches the goal" if reached else "the answer does not reach the goal")
    raise typer.Exit(Exit.OK if reached else Exit.NO)


def _reached(puzzle: "CheckedPuzzle", replay: Any, name: str) -> bool | None:
    """Return whether the choices of a replay reach the goal; None if it is about another story."""
    from dtcli.formats.json.text import compact  # noqa: PLC0415
    from dtcli.formats.puzzle.file import as_replay  # noqa: PLC0415
    from dtcli.formats.replay.check import check  # noqa: PLC0415
    from dtcli.formats.replay.reading import parse  # noqa: PLC0415
    from dtcli.formats.replay.resolver import resolve  # noqa: PLC0415
    from solver.puzzles.all_lines import lines_of  # noqa: PLC0415

    assert puzzle.document.data is not None
    assert puzzle.game is not None
    assert puzzle.goal is not None
    theirs = resolve(replay, None, puzzle.names).game
    if theirs is None or theirs.story != puzzle.game.story:
        return None
    answered = as_replay(puzzle.document.data, replay.get("choices", ()))
    checked = check(parse(compact(answered), file=name, suffix=".json"), cards=puzzle.names, frames=True)
    if not checked.is_valid or checked.run is None:
        refuse(checked.problems)
    goal = lines_of(puzzle.game, puzzle.goal).goal
    completed = any(goal.completes(frame.events) for frame in checked.run.frames)
    return checked.run.open is None and goal.is_reached(checked.run.final, completed=completed)


def grade(
    puzzles_given: Puzzles,
    *,
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution that was found.")] = False,
    as_json: PuzzlesAsJson = False,
    cards: CardSetPath = None,
) -> None:
    """Measure how hard puzzles are: the exact quantities, the grade that follows from them, and the themes."""
    from dtcli.render.puzzle.check import grade_line, print_grade  # noqa: PLC0415
    from solver.puzzles.examination import examine  # noqa: PLC0415

    shown = 0

    def show(examined: "Examined") -> int:
        nonlocal shown
        if as_json:
            sys.stdout.write(grade_line(examined))
        if not examined.checked.is_valid:
            return complain(examined.problems)
        if not as_json:
            if shown:
                typer.echo()
            shown += 1
            print_grade(examined, solution=solution)
        if examined.too_large:
            return Exit.LIMIT
        return Exit.NO if examined.report is None else Exit.OK

    judge = partial(examine, padding=False, proof=False)
    raise typer.Exit(judge_puzzles(puzzles_given, cards, judge=judge, show=show))
