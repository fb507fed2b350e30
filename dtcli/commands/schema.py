"""``dtcli schema``: the shape of each file, for programs."""

import json
import sys
from enum import StrEnum
from typing import Annotated

import typer

from dtcli.formats.card_sets import DATA
from dtcli.formats.schema import json_schema

EXAMPLE = "dtcli schema replay"


class SchemaName(StrEnum):
    """The files that have a schema, and the grammar of story notation."""

    REPLAY = "replay"
    PUZZLE = "puzzle"
    CARDS = "cards"
    SCENARIOS = "scenarios"
    CERTIFICATE = "certificate"
    CAMPAIGN = "campaign"
    TIMER = "timer"
    NOTATION = "notation"


def run(
    name: Annotated[
        SchemaName,
        typer.Argument(
            metavar="NAME", help="replay, puzzle, cards, scenarios, certificate, campaign, timer or notation."
        ),
    ] = SchemaName.REPLAY,
) -> None:
    """Print the JSON Schema of a file, or the grammar of story notation."""
    if name is SchemaName.NOTATION:
        sys.stdout.write((DATA / "notation.ebnf").read_text(encoding="utf-8"))
    else:
        sys.stdout.write(json.dumps(json_schema(name.value), indent=2) + "\n")
