"""``dtcli cards new``: write a commented card set to fill in."""

from typing import Annotated

import typer

from dtcli.commands.options import Force
from dtcli.commands.output import fail
from dtcli.commands.saving import new_file, save
from dtcli.formats.card_set_writer import card_set_fault, template

EXAMPLE = "dtcli cards new our-box.toml"


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The TOML file to write.")],
    *,
    force: Force = False,
) -> None:
    """Write a commented card set to fill in with the cards of your own box.

    It has an example of each kind of card: missions, an adventure with its scroll, and hero cards. It can be used as it
    is, with `--card-set FILE` or `cards: FILE` in a replay.
    """
    if not file.endswith(".toml"):
        fail(f"'{file}' does not end with .toml", "card sets are named by the .toml file they are in")
    save(new_file(file, force=force), template(), force=force, fault=card_set_fault)
