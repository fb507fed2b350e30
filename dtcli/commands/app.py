"""The command line: all commands in their groups."""

from typing import Annotated

import typer

from dtcli import __version__
from dtcli.commands.lazy import CommandEntry, command_group

PLAY, CHECK, LEARN, PUZZLES, LOOK_UP = "Play", "Check", "Learn", "Puzzles", "Look up"

COMMANDS = (
    CommandEntry(
        "play",
        "dtcli.commands.play",
        "Play Dungeon Time alone, in real time: five minutes to lay a story, then see how it ends.",
        PLAY,
    ),
    CommandEntry(
        "table",
        "dtcli.commands.table",
        "Record a game at a real table: type each card when it is revealed, and decide what the rules leave open.",
        PLAY,
    ),
    CommandEntry(
        "timer",
        "dtcli.commands.timer",
        "Time the five minutes at a real table: large digits, sand, a bell, and a key that marks each mission laid.",
        PLAY,
    ),
    CommandEntry(
        "campaign",
        "dtcli.commands.campaign.group",
        "Play level after level: begin a campaign, see where it stands, play on or record games, begin again.",
        PLAY,
    ),
    CommandEntry(
        "history",
        "dtcli.commands.history",
        "Count saved games by scenario: won, best, average, streaks; or puzzles.",
        PLAY,
    ),
    CommandEntry(
        "validate",
        "dtcli.commands.validate",
        "Check replays against the rules and report every problem with its place.",
        CHECK,
    ),
    CommandEntry(
        "replay",
        "dtcli.commands.replay",
        "Replay a resolution card by card: what happened, the slots as they fill, missions done, the supply.",
        CHECK,
    ),
    CommandEntry(
        "score",
        "dtcli.commands.score",
        "Score replays: missions, goal, won or lost, and whether the claim agrees.",
        CHECK,
    ),
    CommandEntry(
        "digest",
        "dtcli.commands.digest",
        "Print a digest of each game: the same game has the same digest, however it is spelled.",
        CHECK,
    ),
    CommandEntry(
        "verify",
        "dtcli.commands.verify",
        "Check certificates: replay the line by the rules, and with --prove search again for a better one.",
        CHECK,
    ),
    CommandEntry(
        "convert",
        "dtcli.commands.convert",
        "Convert replays between story notation (.dt), JSON and NDJSON without loss.",
        CHECK,
    ),
    CommandEntry(
        "solve",
        "dtcli.commands.solve",
        "Find the best choices for a story, and prove that none are better.",
        LEARN,
    ),
    CommandEntry(
        "analyze",
        "dtcli.commands.analyze",
        "Show what each decision of a recorded game was worth.",
        LEARN,
    ),
    CommandEntry(
        "compare",
        "dtcli.commands.compare",
        "Compare two plays of one deal or puzzle side by side.",
        LEARN,
    ),
    CommandEntry(
        "explain",
        "dtcli.commands.explain",
        "Explain why a number of missions cannot be reached with a story.",
        LEARN,
    ),
    CommandEntry(
        "repair",
        "dtcli.commands.repair",
        "Find the fewest changed decisions that win a recorded game.",
        LEARN,
    ),
    CommandEntry(
        "advise",
        "dtcli.commands.advise",
        "Say what is best before a reveal, and what each other option would cost.",
        LEARN,
    ),
    CommandEntry(
        "par",
        "dtcli.commands.par",
        "Find the fewest deeds with which a deal can be won, all cards known, and prove that fewer are not enough.",
        LEARN,
    ),
    CommandEntry(
        "lab",
        "dtcli.commands.lab.group",
        "Experiments over many deals: how many can be won, in how few deeds, and how bots fare.",
        LEARN,
    ),
    CommandEntry(
        "puzzle",
        "dtcli.commands.puzzle.group",
        "Make puzzles, prove them, grade them, solve them, print them.",
        PUZZLES,
    ),
    CommandEntry(
        "cards",
        "dtcli.commands.cards.group",
        "List the cards of a set, or make a card set of your own. Without a command: list.",
        LOOK_UP,
    ),
    CommandEntry(
        "heroes",
        "dtcli.commands.heroes",
        "List the heroes: skill, ruling, how to write it down, and the editions they are in.",
        LOOK_UP,
    ),
    CommandEntry(
        "scenarios",
        "dtcli.commands.scenarios",
        "List the scenarios: missions, goal, and what may be played after winning and losing.",
        LOOK_UP,
    ),
    CommandEntry(
        "rules",
        "dtcli.commands.rules",
        "Print the rulings that decide a question, by number or by words, the best answer first.",
        LOOK_UP,
    ),
    CommandEntry(
        "problems",
        "dtcli.commands.problems",
        "Explain the codes of problems that validate and score report.",
        LOOK_UP,
    ),
    CommandEntry(
        "schema",
        "dtcli.commands.schema",
        "Print the JSON Schema of a file, or the grammar of story notation.",
        LOOK_UP,
    ),
)


def _print_version(value: bool) -> None:  # noqa: FBT001  (typer calls it)
    if value:
        typer.echo(f"dtcli {__version__}")
        raise typer.Exit


def main(
    *,
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Play, replay, check and score games of Dungeon Time."""


app = command_group(
    "dtcli",
    COMMANDS,
    help="Play, replay, check and score games of Dungeon Time.",
    example="dtcli replay replays/rulebook/example-of-play.dt",
    completion=True,
    callback=main,
)
