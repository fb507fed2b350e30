"""``dtcli cards``: the cards of a set."""

from typing import Annotated

import typer

from dtcli.commands.common import EntriesAsJson, Exit, card_set, fail

EXAMPLE = "dtcli cards --deck E torch"


def run(
    search: Annotated[
        list[str] | None, typer.Argument(metavar="WORD", help="Words to look for: ids, titles, items.")
    ] = None,
    *,
    name: Annotated[str, typer.Option("--set", metavar="SET", help="house, rulebook or a TOML file.")] = "house",
    deck: Annotated[str | None, typer.Option("--deck", help="Only missions of this deck.")] = None,
    kinds: Annotated[bool, typer.Option("--kinds", help="List the items and all their names.")] = False,
    as_json: EntriesAsJson = False,
) -> None:
    """List missions, adventures and items of a card set.

    The house set is original work; it is not the published one.
    """
    from dtcli.render.lookup import entries as catalogue  # noqa: PLC0415

    names = card_set(name)
    assert names is not None
    found = catalogue.cards(names.cards, search or [], deck=deck, kinds=kinds)
    if not found:
        fail("no card matches", f"`dtcli cards --set {name}` lists them all", Exit.NO)
    catalogue.show(found, as_json=as_json)
