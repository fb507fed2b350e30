"""``dtcli scenarios``: list the scenarios."""

from dtcli.commands.options import EntriesAsJson, Words
from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode
from dtcli.render.lookup import entries

EXAMPLE = "dtcli scenarios level"


def run(search: Words = None, *, as_json: EntriesAsJson = False) -> None:
    """List the scenarios: missions, goal, and what may be played after winning and losing."""
    found = entries.scenarios(search or [])
    if not found:
        fail("no scenario matches", "`dtcli scenarios` lists them all", ExitCode.NO)
    entries.show(found, as_json=as_json)
