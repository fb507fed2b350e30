"""``dtcli puzzle themes``: what puzzles can be about."""

import typer

from dtcli.commands.options import EntriesAsJson
from dtcli.commands.output import json_line, result_printer
from solver.puzzles.themes import THEMES

EXAMPLE = "dtcli puzzle themes --json"


def run(*, as_json: EntriesAsJson = False) -> None:
    """List the themes: what a solution can need."""
    show = result_printer(
        as_json=as_json,
        text=lambda theme: typer.echo(f"{theme.name:<18}{theme.about}"),
        json=lambda theme: json_line({"theme": theme.name, "about": theme.about}),
    )
    for theme in THEMES.values():
        show(theme)
