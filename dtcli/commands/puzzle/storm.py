"""``dtcli puzzle storm``: as many puzzles as possible in three minutes."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Annotated

import typer

from dtcli.commands import dates
from dtcli.commands.play_options import new_seed
from dtcli.commands.puzzle.inputs import valid_puzzles
from dtcli.commands.puzzle.results import results_store
from dtcli.commands.terminals import exit_if_interrupted
from dtcli.english import plural
from dtcli.formats.puzzle.daily import daily_grade, daily_ids
from dtcli.formats.puzzle.packs import packs
from dtcli.play.puzzle.facts import grade_of, playable
from dtcli.play.puzzle.statistics import best_storms
from dtcli.play.puzzle.storm import SECONDS, CountedLines, StormGame, StormPuzzle, in_storm_order
from dtcli.play.text.console import StyledConsole
from dtcli.play.text.edited_lines import player_lines
from dtcli.render.messages import print_message
from dtcli.render.puzzle.history import storm_lines
from dtcli.render.terminal import Printer
from dtcli.signals import raise_on_ending_signals

EXAMPLE = "dtcli puzzle storm --best"


def run(
    *,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="WORD", help="The same puzzles in the same order; default: random.")
    ] = None,
    best: Annotated[bool, typer.Option("--best", help="Print the list of your best runs instead.")] = False,
) -> None:
    """Solve as many puzzles as you can in three minutes; three mistakes end it.

    Puzzles of the collection and of past days, four of each grade, and then the hardest first. The first choice after
    which the goal is out of reach is a mistake. The clock stops while dtcli thinks. Your best runs are kept.
    """
    store = results_store()
    if not best:
        lines = CountedLines(player_lines(), seconds=SECONDS)
        puzzles = _puzzles(Random(f"storm {new_seed() if seed is None else seed}"))  # noqa: S311
        game = StormGame(puzzles, StyledConsole(lines, Printer()), lines, store)
        with exit_if_interrupted(), raise_on_ending_signals():
            game.play()
        made = f"{plural(game.result.solved, 'puzzle')} solved, {plural(game.result.mistakes, 'mistake')}"
        typer.echo(f"{made}, combo {game.result.combo}.")
        if game.failed is not None:
            print_message(f"warning: the run is not kept: {game.failed}")
    runs = () if store is None else store.read().storms
    printer = Printer()
    for line in storm_lines([one._asdict() for one in best_storms(runs)], len(runs)):
        printer.line(*line)


def _puzzles(chance: Random) -> Iterator[StormPuzzle]:
    """Yield the puzzles of a storm in their order; each is checked when it comes."""
    grades = [(one.file, one.data["difficulty"]["grade"]) for pack in packs() for one in pack.puzzles() if one.data]
    until = dates.today() - timedelta(1)
    grades += [(puzzle_id, daily_grade(day)) for day, puzzle_id in daily_ids().items() if day <= until]
    for name in in_storm_order(grades, chance):
        for checked in valid_puzzles([name]):
            yield StormPuzzle(playable(checked, name), grade_of(checked) or 0)
