"""The command line as a whole."""

from typing import Annotated

import typer

from dtcli.commands import (
    advise,
    analyze,
    cards,
    convert,
    explain,
    heroes,
    history,
    play,
    problems,
    repair,
    replay,
    rules,
    scenarios,
    schema,
    score,
    solve,
    validate,
    verify,
)
from dtcli.commands.campaign import group as campaign
from dtcli.commands.puzzle import group as puzzle

EPILOG = "Example: [bold]dtcli replay replays/rulebook/example-of-play.dt[/bold]"

app = typer.Typer(
    name="dtcli",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOG,
)


def _print_version(value: bool) -> None:  # noqa: FBT001  (typer calls it)
    if value:
        from dtcli import __version__  # noqa: PLC0415

        typer.echo(f"dtcli {__version__}")
        raise typer.Exit


@app.callback()
def main(
    *,
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Play, replay, check and score games of Dungeon Time."""


COMMANDS = (
    play, validate, replay, score, solve, analyze, explain, repair, advise, verify, convert, history, cards, heroes,
    scenarios, rules, problems, schema,
)  # fmt: skip
for module in COMMANDS:
    app.command(module.__name__.rpartition(".")[2], epilog=f"Example: [bold]{module.EXAMPLE}[/bold]")(module.run)
app.add_typer(campaign.app, name="campaign", epilog=f"Example: [bold]{campaign.EXAMPLE}[/bold]")
app.add_typer(puzzle.app, name="puzzle", epilog=f"Example: [bold]{puzzle.EXAMPLE}[/bold]")
