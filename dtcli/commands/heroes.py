"""``dtcli heroes``: the heroes and their skills."""

from typing import Annotated

import typer

from dtcli.commands.common import EntriesAsJson, Exit, fail

EXAMPLE = "dtcli heroes torch"


def run(
    search: Annotated[list[str] | None, typer.Argument(metavar="WORD", help="Words to look for.")] = None,
    *,
    as_json: EntriesAsJson = False,
) -> None:
    """List the heroes: skill, ruling, how to write it down, and the editions they are in."""
    from dtcli.render.lookup import entries as catalogue  # noqa: PLC0415

    found = catalogue.heroes(search or [])
    if not found:
        fail("no hero matches", "`dtcli heroes` lists them all", Exit.NO)
    catalogue.show(found, as_json=as_json)
