"""``dtcli campaign reset``: begin a campaign again."""

import sys
from typing import Annotated

import typer

from dtcli.commands.campaign.saves import campaign_saves
from dtcli.commands.output import fail
from dtcli.english import plural
from dtcli.exit_codes import ExitCode
from dtcli.render.campaign import print_campaigns
from dtcli.render.messages import print_message

EXAMPLE = "dtcli campaign reset Sundays --yes"


def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The campaign.")],
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Begin a campaign again at level 1; the old save is kept."""
    with campaign_saves() as saves:
        save = saves.load(name)
        if not yes:
            if not sys.stdin.isatty():
                fail("the confirmation needs a terminal", "use --yes to begin again without it")
            if not typer.confirm(f"Begin '{save['name']}' again, after {plural(len(save['games']), 'game')}?"):
                raise typer.Exit(ExitCode.NO)
        save, old = saves.reset(name)
    print_message(f"the old save is kept as {old}")
    print_campaigns([save])
