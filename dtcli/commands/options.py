"""Arguments and options that several commands share."""

from typing import Annotated

import typer

Files = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Replays, folders of replays, or - for standard input.")
]
ReplaysAsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per replay.")]
EntriesAsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per entry.")]
PuzzlesAsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per puzzle.")]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite files that exist.")]
CardSet = Annotated[
    str | None, typer.Option("--card-set", metavar="SET", help="Card set to use: house, rulebook or a TOML file.")
]
TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", metavar="SECONDS", min=0, help="Stop each search after this time.")
]
Plain = Annotated[
    bool, typer.Option("--plain", help="Play in plain text: for pipes, screen readers and simple terminals.")
]
Keys = Annotated[
    str | None,
    typer.Option(
        "--keys",
        metavar="LAYOUT",
        help="The letters of the fifteen places: qwerty, qwertz, azerty, or any fifteen letters. Remembered.",
    ),
]
Bell = Annotated[
    bool | None,
    typer.Option(
        "--bell/--no-bell",
        help="Ring the bell of the terminal in the last minute, or never. Remembered; default: ring.",
    ),
]
Puzzles = Annotated[
    list[str],
    typer.Argument(
        metavar="PUZZLE",
        help="Puzzles by title, pack, number in a pack such as first-steps/05, today, next, file, folder or id, or - "
        "for standard input.",
    ),
]
Words = Annotated[list[str] | None, typer.Argument(metavar="WORD", help="Words to look for.")]
