"""``dtcli validate``: is this replay right, and if not, where."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.batch import judge_replays
from dtcli.commands.common import AsJson, CardSetPath, Files, card_set, documents, exit_code

if TYPE_CHECKING:
    from dtcli.formats.replay.check import Checked

EXAMPLE = "dtcli validate replays/games"


def run(
    files: Files,
    *,
    as_json: AsJson = False,
    cards: CardSetPath = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the replays with problems.")] = False,
) -> None:
    """Check replays against the rules and report every problem with its place.

    Warnings tell of choices that were not recorded; they do not make a replay invalid.
    """
    from dtcli.render import problems as report  # noqa: PLC0415

    def show(checked: "Checked", _found: None) -> int:
        if as_json:
            sys.stdout.write(report.validation_line(checked))
        elif checked.problems or not quiet:
            report.print_validation(checked)
        return exit_code(checked.problems)

    raise typer.Exit(judge_replays(documents(files), card_set(cards), show=show))
