"""``dtcli campaign new``: begin a campaign."""

from pathlib import Path
from typing import Annotated

import typer

from dtcli.commands.campaign.saves import campaign_saves
from dtcli.commands.inputs import read_card_set, recordable_path
from dtcli.commands.options import CardSet
from dtcli.commands.output import fail
from dtcli.commands.stored_games import home
from dtcli.formats.card_sets import scenarios
from dtcli.formats.house_printings import CURRENT_PRINTING, printing_to_write
from dtcli.play.game.setup import Setup
from dtcli.play.storage import campaign
from dtcli.play.storage.campaign_store import CampaignExistsError
from dtcli.play.storage.folders import local_time
from dtcli.render.campaign import print_campaigns
from dtcli.rules.legality import MOST_PLAYERS
from dtcli.rules.rulings import DEFAULT_EDITION, EDITIONS
from dtcli.rules.scenarios import ScenarioKind

EXAMPLE = "dtcli campaign new Sundays --no-heroes"


def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the campaign.")] = campaign.DEFAULT_NAME,
    *,
    heroes: Annotated[bool, typer.Option("--heroes/--no-heroes", help="Choose a hero before each game.")] = True,
    players: Annotated[
        int | None,
        typer.Option("--players", metavar="N", min=1, max=MOST_PLAYERS, help="How many play; one if not given."),
    ] = None,
    edition: Annotated[
        str, typer.Option("--edition", metavar="EDITION", help="en-2017, it-2018 or demo-2016.")
    ] = DEFAULT_EDITION,
    card_set: CardSet = None,
) -> None:
    """Begin a campaign at level 1.

    `dtcli campaign play` plays the games of one player. `dtcli campaign record` counts games of a real table.
    """
    if reason := campaign.why_invalid_name(name):
        fail(reason)
    if edition not in EDITIONS:
        fail(f"there is no edition '{edition}'", f"editions are {', '.join(EDITIONS)}")
    at = local_time().isoformat(timespec="seconds")
    cards = _recorded_card_set(card_set)
    save = campaign.new_campaign(name, at=at, edition=edition, card_set=cards, heroes=heroes, players=players)
    home().create()
    try:
        with campaign_saves() as saves:
            saves.create(save)
    except CampaignExistsError:
        fail(f"campaign '{name}' exists", "`dtcli campaign reset` begins it again, and keeps the old save")
    print_campaigns([save])


def _recorded_card_set(name: str | None) -> str:
    """Return the card set as the save names it; exit with an error if it is too small for a level."""
    names = read_card_set(name)
    if name is None or names is None:
        return CURRENT_PRINTING
    for scenario in scenarios().values():
        if scenario.kind is not ScenarioKind.ONE_SHOT:
            try:
                Setup(names, scenario, "").table()
            except ValueError as error:
                fail(str(error), "a campaign needs the missions of all its levels")
    return recordable_path(str(Path(name).absolute())) if name.endswith(".toml") else printing_to_write(name)
