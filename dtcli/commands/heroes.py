"""``dtcli heroes``: list the heroes."""

from dtcli.commands.exit_codes import ExitCode
from dtcli.commands.options import EntriesAsJson, Words
from dtcli.commands.output import fail
from dtcli.render.lookup import entries as catalogue

EXAMPLE = "dtcli heroes torch"


def run(search: Words = None, *, as_json: EntriesAsJson = False) -> None:
    """List the heroes: skill, ruling, how to write it down, and the editions they are in."""
    found = catalogue.heroes(search or [])
    if not found:
        fail("no hero matches", "`dtcli heroes` lists them all", ExitCode.NO)
    catalogue.show(found, as_json=as_json)
