"""``dtcli score``: missions, goal, and whether the game was won."""

from typing import Annotated

import typer

from dtcli.commands.batch import judge_replays
from dtcli.commands.exit_codes import ExitCode, exit_code
from dtcli.commands.inputs import read_card_set, read_replays
from dtcli.commands.options import CardSet, Files, ReplaysAsJson, TimeLimit
from dtcli.commands.output import fail, result_printer
from dtcli.formats.replay.check import Checked
from dtcli.render.replay.json_record import score_line
from dtcli.render.score_table import ScoreTable

EXAMPLE = "dtcli score replays/games --json"


def run(
    files: Files,
    *,
    as_json: ReplaysAsJson = False,
    bounds: Annotated[
        bool, typer.Option("--bounds", help="Also give the lowest and highest outcome that forgotten choices allow.")
    ] = False,
    time_limit: TimeLimit = None,
    card_set: CardSet = None,
) -> None:
    """Score replays: missions, goal, won or lost, and whether the claim agrees.

    Takes any number of files, folders and NDJSON streams, and prints as it reads. Choices that were not recorded are
    assumed to be: decline, discard nothing, cards leave before tokens.
    """
    if time_limit is not None and not bounds:
        fail("--time-limit is for --bounds, scoring alone needs no search")
    names, replays = read_card_set(card_set), read_replays(files)
    if bounds:
        from dtcli.commands.score_bounds import score_with_bounds  # noqa: PLC0415  (pydantic, which score starts without)

        raise typer.Exit(score_with_bounds(replays, names, as_json=as_json, seconds=time_limit))
    table = ScoreTable()
    show = result_printer(as_json=as_json, text=table.add, json=score_line)

    def show_row(checked: Checked, _found: None) -> int:
        show(checked)
        return exit_code(checked.problems) if checked.problems else ExitCode.OK

    worst = judge_replays(replays, names, show=show_row)
    if not as_json:
        table.finish()
    raise typer.Exit(worst)
