"""``dtcli scenarios``: what can be played, and what comes next."""

from typing import Annotated

import typer

from dtcli.commands.common import EntriesAsJson, Exit, fail

EXAMPLE = "dtcli scenarios level"


def run(
    search: Annotated[list[str] | None, typer.Argument(metavar="WORD", help="Words to look for.")] = None,
    *,
    as_json: EntriesAsJson = False,
) -> None:
    """List the scenarios: missions, goal, and what may be played after winning and losing."""
    from dtcli.render.lookup import entries as catalogue  # noqa: PLC0415

    found = catalogue.scenarios(search or [])
    if not found:
        fail("no scenario matches", "`dtcli scenarios` lists them all", Exit.NO)
    catalogue.show(found, as_json=as_json)
