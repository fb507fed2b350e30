"""``dtcli problems``: what a code means."""

import sys
from typing import Annotated

import typer

from dtcli.commands.common import EntriesAsJson, Exit, fail

EXAMPLE = "dtcli problems DT301"


def run(
    search: Annotated[list[str] | None, typer.Argument(metavar="WORD", help="Codes, or words to look for.")] = None,
    *,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print all codes as the page docs/problems.md.")] = False,
    as_json: EntriesAsJson = False,
) -> None:
    """Explain the codes of problems that validate and score report."""
    from dtcli.render.lookup import entries as catalogue  # noqa: PLC0415
    from dtcli.render.lookup import markdown as pages  # noqa: PLC0415

    if markdown:
        sys.stdout.write(pages.problems_page())
        return
    found = catalogue.problems(search or [])
    if not found:
        fail("no code matches", "`dtcli problems` lists them all", Exit.NO)
    catalogue.show(found, as_json=as_json)
