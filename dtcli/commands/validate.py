"""``dtcli validate``: check replays against the rules."""

from typing import Annotated

import typer

from dtcli.commands.batch import judge_replays
from dtcli.commands.exit_codes import exit_code
from dtcli.commands.inputs import read_card_set, read_replays
from dtcli.commands.options import CardSet, Files, Force, ReplaysAsJson, TimeLimit
from dtcli.commands.output import fail, result_printer
from dtcli.commands.saving import new_file
from dtcli.formats.replay.check import Checked
from dtcli.render.problems import print_validation, validation_line

EXAMPLE = "dtcli validate replays/games"


def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    as_json: ReplaysAsJson = False,
    card_set: CardSet = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the replays with problems.")] = False,
    suggest: Annotated[
        bool, typer.Option("--suggest", help="For a record that cannot have happened, show the nearest that can.")
    ] = False,
    write: Annotated[
        str | None, typer.Option("--write", metavar="OUT", help="Save the first reading that --suggest finds.")
    ] = None,
    time_limit: TimeLimit = None,
    force: Force = False,
) -> None:
    """Check replays against the rules and report every problem with its place.

    Warnings name choices that were not recorded; they do not make a replay invalid.

    With --suggest an invalid record is compared with what can have happened: up to three readings with the fewest
    slips (a card typed as another, left out, doubled or swapped, a wrong decision), each with its diff and verdict.
    """
    if not suggest and (write is not None or time_limit is not None):
        fail("--write and --time-limit need --suggest")
    target = None if write is None else new_file(write, force=force)

    def print_text(checked: Checked) -> None:
        if checked.problems or not quiet:
            print_validation(checked)

    replays, names = read_replays(files, single_for=None if target is None else "--write"), read_card_set(card_set)
    if suggest:
        from dtcli.commands.suggesting import suggest_readings  # noqa: PLC0415  (loads the solver)

        raise typer.Exit(
            suggest_readings(
                replays, names, print_text=print_text, as_json=as_json, seconds=time_limit, target=target, force=force
            )
        )
    show = result_printer(as_json=as_json, text=print_text, json=validation_line)

    def show_row(checked: Checked, _found: None) -> int:
        show(checked)
        return exit_code(checked.problems)

    raise typer.Exit(judge_replays(replays, names, show=show_row))
