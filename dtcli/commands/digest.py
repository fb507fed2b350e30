"""``dtcli digest``: a fingerprint of each game, the same however it is spelled."""

import sys

import typer

from dtcli.commands.inputs import read_card_set, read_replays
from dtcli.commands.one_by_one import judge_replays, without_internal_errors
from dtcli.commands.options import CardSet, Files, ReplaysAsJson
from dtcli.commands.output import json_line
from dtcli.exit_codes import exit_code
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.digest import game_digest, record_digest
from dtcli.render.problems import print_problems
from dtcli.render.terminal import safe

EXAMPLE = "dtcli digest replays/games"


def run(files: Files, *, as_json: ReplaysAsJson = False, card_set: CardSet = None) -> None:
    """Print a digest of each game: the same game has the same digest, however it is spelled.

    Aliases, formatting, the order of keys, titles and notes make no difference. JSON has two digests: of the game with
    its recorded choices, which --dedupe compares, and of the story alone.
    """

    def show(checked: Checked, _found: None) -> int:
        resolved = checked.resolved
        game = None if resolved is None else resolved.game
        record = {
            "file": checked.document.file,
            "line": checked.document.line,
            "digest": None if game is None or resolved is None else record_digest(game, resolved.notes),
            "story_digest": None if game is None else game_digest(game),
        }
        if as_json:
            sys.stdout.write(json_line({**record, "problems": [problem.as_json() for problem in checked.problems]}))
        elif game is None:
            print_problems(without_internal_errors(checked.problems), file=sys.stderr)
        else:
            place = checked.document.file + (f":{checked.document.line}" if checked.document.line else "")
            sys.stdout.write(f"{record['digest']}  {safe(place)}\n")
        return 0 if game is not None else exit_code(checked.problems)

    raise typer.Exit(judge_replays(read_replays(files), read_card_set(card_set), show=show))
