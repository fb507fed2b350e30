"""``dtcli cards``: list the cards of a set."""

from typing import Annotated

import typer

from dtcli.commands.inputs import card_set_or_default
from dtcli.commands.options import EntriesAsJson
from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode
from dtcli.formats.card_sets import DEFAULT_CARD_SET
from dtcli.render.lookup import entries

EXAMPLE = "dtcli cards list --deck E torch"


def run(
    search: Annotated[
        list[str] | None, typer.Argument(metavar="WORD", help="Words to look for: ids, titles, items.")
    ] = None,
    *,
    card_set: Annotated[
        str, typer.Option("--card-set", metavar="SET", help="house, rulebook or a TOML file.")
    ] = DEFAULT_CARD_SET,
    deck: Annotated[str | None, typer.Option("--deck", metavar="DECK", help="Only missions of this deck.")] = None,
    kinds: Annotated[bool, typer.Option("--kinds", help="List the items and all their names.")] = False,
    as_json: EntriesAsJson = False,
) -> None:
    """List missions, adventures and items of a card set.

    The house set is original work; it is not the published one.
    """
    names = card_set_or_default(card_set)
    found = entries.cards(names.cards, search or [], deck=deck, kinds=kinds)
    if not found:
        fail("no card matches", f"`dtcli cards --card-set {card_set}` lists them all", ExitCode.NO)
    entries.show(found, as_json=as_json)
