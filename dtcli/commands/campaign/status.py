"""``dtcli campaign status``: where campaigns stand."""

import sys
from typing import Annotated

import typer

from dtcli.commands.campaign.saves import campaign_saves
from dtcli.commands.output import json_line, result_printer
from dtcli.commands.stored_games import home, recover_games
from dtcli.exit_codes import exit_code
from dtcli.formats.schema import CampaignFile
from dtcli.play.storage.records import campaign_stars
from dtcli.render.campaign import print_campaigns
from dtcli.render.problems import print_problems

EXAMPLE = "dtcli campaign status --json"


def run(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The campaign; all of them if none is named.")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per campaign.")] = False,
) -> None:
    """Show the levels of a campaign: which are won, which can be played next, and the last games."""
    recover_games()
    with campaign_saves() as saves:
        found, problems = ([saves.load(name)], []) if name is not None else saves.all()

        def print_text(found: list[CampaignFile]) -> None:
            if found:
                print_campaigns(found, lambda save: campaign_stars(save, home()))
            elif not problems:
                typer.echo("no campaign yet: `dtcli campaign new` begins one")

        def json_lines(found: list[CampaignFile]) -> str:
            return "".join(json_line({"file": str(saves.path_of(save["name"])), **save}) for save in found)

        result_printer(as_json=as_json, text=print_text, json=json_lines)(found)
    print_problems(problems, file=sys.stderr)
    raise typer.Exit(exit_code(problems))
