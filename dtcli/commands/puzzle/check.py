"""``dtcli puzzle check``: prove puzzles again, or check an answer to one."""

from typing import Annotated, Any

import typer

from dtcli.batch.work.puzzles import PuzzleWork
from dtcli.commands.batch.options import BatchOptions, with_batch_options
from dtcli.commands.batch.running import run_work
from dtcli.commands.inputs import fail_with, read_card_set, read_replays
from dtcli.commands.options import CardSet, Force, Puzzles, PuzzlesAsJson, TimeLimit
from dtcli.commands.output import fail
from dtcli.commands.puzzle.inputs import valid_puzzles
from dtcli.commands.puzzle.names import readable_names
from dtcli.commands.search import search_limits
from dtcli.exit_codes import ExitCode
from dtcli.formats.json.text import compact
from dtcli.formats.puzzle.file import CheckedPuzzle, as_replay
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.formats.replay.resolver import resolve
from solver import Limits
from solver.puzzles.all_lines import lines_of

EXAMPLE = "dtcli puzzle check puzzles/first-steps"


@with_batch_options
def run(  # noqa: PLR0913  (one for each option)
    puzzles: Puzzles,
    *,
    answer: Annotated[
        str | None, typer.Option("--answer", metavar="REPLAY", help="Only check whether this replay reaches the goal.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Do not look for cards that can be left out.")] = False,
    time_limit: TimeLimit = None,
    as_json: PuzzlesAsJson = False,
    card_set: CardSet = None,
    force: Force = False,
    batch: BatchOptions,
) -> None:
    """Prove puzzles again: solvable, one answer, needs thought, no card too many, and the stated difficulty.

    Every line is played, and the solver confirms each choice that loses. With --answer any line that reaches the goal
    is accepted.
    """
    if answer is not None:
        _check_answer(puzzles, answer, card_set)
    work = PuzzleWork(read_card_set(card_set), not quick, search_limits(time_limit, Limits()))
    run_work(work, readable_names(puzzles), batch, as_json=as_json, card_set=card_set, force=force)


def _check_answer(names: list[str], answer: str, card_set: str | None) -> None:
    """Print whether a replay reaches the goal of a puzzle, and exit."""
    puzzles = list(valid_puzzles(names, card_set))
    if len(puzzles) != 1:
        fail("--answer is for one puzzle", "name one puzzle")
    (puzzle,) = puzzles
    document = next(read_replays([answer]))
    if document.data is None:
        fail_with(check(document).problems)
    data: Any = document.data
    if (reached := _reaches_goal(puzzle, data, answer)) is None:
        fail(f"{answer} has another story than the puzzle", code=ExitCode.NO)
    typer.echo("the answer reaches the goal" if reached else "the answer does not reach the goal")
    raise typer.Exit(ExitCode.OK if reached else ExitCode.NO)


def _reaches_goal(puzzle: CheckedPuzzle, replay: Any, name: str) -> bool | None:
    """Return whether the choices of a replay reach the goal; None if it is about another story."""
    assert puzzle.document.data is not None
    assert puzzle.game is not None
    assert puzzle.goal is not None
    game = resolve(replay, None, puzzle.names).game
    if game is None or game.story != puzzle.game.story:
        return None
    answered = as_replay(puzzle.document.data, replay.get("choices", ()))
    checked = check(parse(compact(answered), file=name, suffix=".json"), cards=puzzle.names, frames=True)
    if not checked.is_valid or checked.run is None:
        fail_with(checked.problems)
    goal = lines_of(puzzle.game, puzzle.goal).goal
    completed = any(goal.completes(frame.events) for frame in checked.run.frames)
    return checked.run.open is None and goal.is_reached(checked.run.final, completed=completed)
