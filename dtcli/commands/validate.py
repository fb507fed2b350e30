"""``dtcli validate``: check replays against the rules."""

from typing import Annotated

import typer

from dtcli.commands.batch import judge_replays
from dtcli.commands.exit_codes import exit_code
from dtcli.commands.inputs import read_card_set, read_replays
from dtcli.commands.options import CardSet, Files, ReplaysAsJson
from dtcli.commands.output import result_printer
from dtcli.formats.replay.check import Checked
from dtcli.render.problems import print_validation, validation_line

EXAMPLE = "dtcli validate replays/games"


def run(
    files: Files,
    *,
    as_json: ReplaysAsJson = False,
    card_set: CardSet = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the replays with problems.")] = False,
) -> None:
    """Check replays against the rules and report every problem with its place.

    Warnings name choices that were not recorded; they do not make a replay invalid.
    """

    def print_text(checked: Checked) -> None:
        if checked.problems or not quiet:
            print_validation(checked)

    show = result_printer(as_json=as_json, text=print_text, json=validation_line)

    def show_row(checked: Checked, _found: None) -> int:
        show(checked)
        return exit_code(checked.problems)

    raise typer.Exit(judge_replays(read_replays(files), read_card_set(card_set), show=show_row))
