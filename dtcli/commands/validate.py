"""``dtcli validate``: is this replay right, and if not, where."""

import sys
from typing import Annotated

import typer

from dtcli.commands.common import AsJson, CardSetPath, Exit, Files, card_set, documents, exit_code

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
    from dtcli.files.check import check  # noqa: PLC0415
    from dtcli.render import report  # noqa: PLC0415

    names = card_set(cards)
    worst = Exit.OK
    for document in documents(files):
        checked = check(document, cards=names)
        worst = max(worst, exit_code(checked.problems))
        if as_json:
            sys.stdout.write(report.validation_line(checked))
        elif checked.problems or not quiet:
            report.print_validation(checked)
    raise typer.Exit(worst)
