"""``dtcli schema``: the shape of each file, for programs."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

EXAMPLE = "dtcli schema replay"


class What(StrEnum):
    """The files that have a schema, and the grammar of story notation."""

    REPLAY = "replay"
    PUZZLE = "puzzle"
    CARDS = "cards"
    SCENARIOS = "scenarios"
    CERTIFICATE = "certificate"
    CAMPAIGN = "campaign"
    NOTATION = "notation"


def run(
    what: Annotated[
        What,
        typer.Argument(metavar="WHAT", help="replay, puzzle, cards, scenarios, certificate, campaign or notation."),
    ] = What.REPLAY,
) -> None:
    """Print the JSON Schema of a file, or the grammar of story notation."""
    if what is What.NOTATION:
        from dtcli.formats.card_sets import DATA  # noqa: PLC0415

        sys.stdout.write((DATA / "notation.ebnf").read_text(encoding="utf-8"))
        return
    import json  # noqa: PLC0415

    from dtcli.formats.schema import json_schema  # noqa: PLC0415

    sys.stdout.write(json.dumps(json_schema(what.value), indent=2) + "\n")
