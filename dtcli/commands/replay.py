"""``dtcli replay``: watch a story unfold, card by card."""

import sys
from typing import Annotated

import typer

from dtcli.commands.common import AsJson, CardSetPath, Exit, Files, card_set, documents, exit_code, fail

EXAMPLE = "dtcli replay replays/games/friday-night.dt --step"


def run(
    files: Files,
    *,
    step: Annotated[bool, typer.Option("--step", help="Show one card at a time: space, b and q.")] = False,
    brief: Annotated[bool, typer.Option("--brief", help="Show missions and skills only.")] = False,
    as_json: AsJson = False,
    cards: CardSetPath = None,
) -> None:
    """Replay a resolution card by card: what happened, the slots as they fill, missions done, the supply."""
    from dtcli.files.check import check  # noqa: PLC0415

    names = card_set(cards)
    if step and not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail("--step needs a terminal", "leave it out to print all cards")
    worst = Exit.OK
    for n, document in enumerate(documents(files)):
        checked = check(document, cards=names, frames=True)
        worst = max(worst, exit_code(checked.problems))
        if as_json:
            from dtcli.render.records import replay_line  # noqa: PLC0415

            sys.stdout.write(replay_line(checked))
        elif step:
            from dtcli.render.pager import page_through  # noqa: PLC0415

            if not page_through(checked, brief=brief):
                break
        else:
            from dtcli.render.replay_view import print_replay  # noqa: PLC0415

            if n:
                typer.echo()
            print_replay(checked, brief=brief)
    raise typer.Exit(worst)
