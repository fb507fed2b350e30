"""``dtcli rules``: every ruling, by number or by a question in words."""

import sys
from typing import Annotated

import typer

from dtcli.commands.options import EntriesAsJson
from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode
from dtcli.render.lookup import entries
from dtcli.render.lookup.markdown import rules_page

EXAMPLE = "dtcli rules R6"


def run(
    search: Annotated[
        list[str] | None, typer.Argument(metavar="WORD", help="Numbers of rulings, or a question in words.")
    ] = None,
    *,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print all rulings as the page docs/rules.md.")] = False,
    as_json: EntriesAsJson = False,
) -> None:
    """Print the rulings that decide a question, by number or by words, the best answer first."""
    if markdown:
        sys.stdout.write(rules_page())
        return
    found = entries.rulings(search or [])
    if not found:
        fail("no ruling matches", "`dtcli rules` lists them all", ExitCode.NO)
    entries.show(found, as_json=as_json)
