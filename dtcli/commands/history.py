"""``dtcli history``: how the games went."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.batch import judge_replays, without_bugs
from dtcli.commands.common import CardSetPath, card_set, documents, exit_code, say
from dtcli.commands.stored_games import home, recover_games

if TYPE_CHECKING:
    from dtcli.formats.problems import Problem
    from dtcli.formats.replay.check import Checked
    from dtcli.play.storage.history import PlayedGame

EXAMPLE = "dtcli history replays/games"


def run(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Replays or folders of replays; all saved games if none is named."),
    ] = None,
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON for scripts, one line per scenario, then the total.")
    ] = False,
    cards: CardSetPath = None,
) -> None:
    """Count saved games by scenario: won, best, average, streaks.

    Each game is judged again by the rules, in the order in which they were played. Interrupted games are counted
    apart. What cannot be read is reported and left out.
    """
    from dtcli.play.storage.history import played_game, tallies  # noqa: PLC0415
    from dtcli.render.problems import print_problems  # noqa: PLC0415

    names = card_set(cards)
    games: list[PlayedGame] = []
    problems: list[Problem] = []

    def count(checked: "Checked", game: "PlayedGame | None") -> int:
        if game is not None:
            games.append(game)
        problems.extend(problem for problem in checked.problems if problem.is_error)
        return exit_code(checked.problems)

    worst = judge_replays(documents(files or _saved()), names, find=played_game, show=count)
    print_problems(without_bugs(problems), file=sys.stderr)
    _show([tally.as_json() for tally in tallies(games)], as_json=as_json)
    raise typer.Exit(worst)


def _saved() -> list[str]:
    """Return the folder of saved games; games that were interrupted are brought there first."""
    recover_games()
    games = home().games
    if games.is_dir() and any(games.glob("*.json")):
        return [str(games)]
    say(f"no games in '{games}' yet")
    return []


def _show(records: "list[dict[str, object]]", *, as_json: bool) -> None:
    from dtcli.formats.json.text import compact  # noqa: PLC0415
    from dtcli.render.history import print_history  # noqa: PLC0415

    if as_json:
        sys.stdout.write("".join(f"{compact(record)}\n" for record in records))
    else:
        print_history(records)
