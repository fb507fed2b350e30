"""``dtcli heroes``: list the heroes."""

from dtcli.commands.inputs import read_card_set
from dtcli.commands.options import CardSet, EntriesAsJson, Words
from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode
from dtcli.render.lookup import entries

EXAMPLE = "dtcli heroes torch"


def run(search: Words = None, *, card_set: CardSet = None, as_json: EntriesAsJson = False) -> None:
    """List the heroes: skill, ruling, how to write it down, and the editions they are in.

    With a card set that describes hero cards, its texts are shown.
    """
    names = read_card_set(card_set)
    found = entries.heroes(search or [], names.cards.hero_texts if names else {})
    if not found:
        fail("no hero matches", "`dtcli heroes` lists them all", ExitCode.NO)
    entries.show(found, as_json=as_json)
