"""``dtcli problems``: what the codes of problems mean."""

import sys
from typing import Annotated

import typer

from dtcli.commands.options import EntriesAsJson
from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode
from dtcli.render.lookup import entries
from dtcli.render.lookup.markdown import problems_page

EXAMPLE = "dtcli problems DT301"


def run(
    search: Annotated[list[str] | None, typer.Argument(metavar="WORD", help="Codes, or words to look for.")] = None,
    *,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print all codes as the page docs/problems.md.")] = False,
    as_json: EntriesAsJson = False,
) -> None:
    """Explain the codes of problems that validate and score report."""
    if markdown:
        sys.stdout.write(problems_page())
        return
    found = entries.problems(search or [])
    if not found:
        fail("no code matches", "`dtcli problems` lists them all", ExitCode.NO)
    entries.show(found, as_json=as_json)
