"""``dtcli history``: statistics of the games that were played."""

import sys
from typing import Annotated, Any

import typer

from dtcli.commands import dates
from dtcli.commands.inputs import read_card_set, read_replays
from dtcli.commands.one_by_one import judge_replays, without_internal_errors
from dtcli.commands.options import CardSet
from dtcli.commands.output import fail, json_line, result_printer
from dtcli.commands.puzzle.results import stored_results
from dtcli.commands.stored_games import home, recover_games
from dtcli.exit_codes import exit_code
from dtcli.formats.problems import Problem
from dtcli.formats.replay.check import Checked
from dtcli.play.storage.history import PlayedGame, played_game, tallies
from dtcli.render.history import print_history
from dtcli.render.messages import print_message
from dtcli.render.problems import print_problems
from dtcli.render.puzzle.history import print_statistics

EXAMPLE = "dtcli history replays/games"


def run(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Replays or folders of replays; all saved games if none is named."),
    ] = None,
    *,
    puzzles: Annotated[
        bool, typer.Option("--puzzles", help="Puzzles instead: solved, attempts, times, rating, streak, best storms.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON for scripts, one line per scenario or puzzle, then the total.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not report the files that are left out.")] = False,
    card_set: CardSet = None,
) -> None:
    """Count saved games by scenario: won, best, average, streaks; or puzzles.

    Each game is judged again by the rules, in the order in which they were played. Interrupted games are counted
    separately. Files that cannot be read are reported and left out.
    """
    if puzzles:
        if files:
            fail("--puzzles is about the puzzles that you played, not about files", "leave out the files")
        _show_puzzles(as_json=as_json)
        return
    names = read_card_set(card_set)
    games: list[PlayedGame] = []
    problems: list[Problem] = []

    def count(checked: Checked, game: PlayedGame | None) -> int:
        if game is not None:
            games.append(game)
        problems.extend(problem for problem in checked.problems if problem.is_error)
        return exit_code(checked.problems)

    worst = judge_replays(read_replays(files or _saved_games()), names, find=played_game, show=count)
    if not quiet:
        print_problems(without_internal_errors(problems), file=sys.stderr)
    show = result_printer(as_json=as_json, text=print_history, json=_json_lines)
    show([tally.as_json() for tally in tallies(games)])
    raise typer.Exit(worst)


def _show_puzzles(*, as_json: bool) -> None:
    """Print the statistics of puzzles; damaged lines of their results are reported and left out."""
    from dtcli.play.puzzle.statistics import statistics  # noqa: PLC0415  (only for puzzles)

    found = stored_results()
    records = statistics(found, today=dates.today()).as_json()
    show = result_printer(as_json=as_json, text=print_statistics, json=_json_lines)
    show(records)
    if not found.puzzles and not found.storms:
        print_message("no puzzles played yet; `dtcli puzzle next` shows one")
    raise typer.Exit(exit_code(found.problems))


def _saved_games() -> list[str]:
    """Return the folder of saved games, after saving games that were interrupted; an empty list if there are none."""
    recover_games()
    games = home().games
    if games.is_dir() and any(file.suffix in (".json", ".dt") for file in games.iterdir()):
        return [str(games)]
    print_message(f"no games in '{games}' yet")
    return []


def _json_lines(records: list[dict[str, Any]]) -> str:
    return "".join(map(json_line, records))
