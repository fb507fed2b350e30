"""What the commands that search for a proof share: limits, progress, Ctrl-C, and a bug that is worth sending."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from dtcli.commands.common import say

if TYPE_CHECKING:
    from dtcli.files.check import Checked
    from dtcli.render.progress import ProgressLine

EXIT_INTERRUPTED = 130
EXIT_BUG = 70

TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", metavar="SECONDS", min=0, help="Stop each search after so long.")
]


@contextmanager
def searching(checked: "Checked") -> "Iterator[ProgressLine | None]":
    """Search inside; on a terminal tell how it goes, and let Ctrl-C end the search instead of the program."""
    from dtcli.render.progress import ProgressLine  # noqa: PLC0415
    from solver import Disagreement  # noqa: PLC0415

    line = ProgressLine() if sys.stderr is not None and sys.stderr.isatty() else None
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield line
    except Disagreement as bug:
        _report(checked, bug)
    finally:
        signal.signal(signal.SIGINT, before)
        if line is not None:
            line.clear()


def _report(checked: "Checked", bug: Exception) -> NoReturn:
    """Save what is needed to look into a disagreement between solver and engine, and end as a bug does."""
    from dtcli.files.json_text import compact  # noqa: PLC0415
    from dtcli.files.writing import write_new  # noqa: PLC0415

    report = {"message": str(bug), "replay": checked.document.data, "plan": repr(getattr(bug, "plan", None))}
    try:
        path = write_new(Path("dtcli-disagreement.json"), compact(report) + "\n")
    except OSError as error:
        say(f"'{error.filename}' cannot be written: {error.strerror}")
        path = Path(checked.document.file)
    say(f"error: solver and engine disagree about {checked.document.file}: {bug}")
    say("")
    say(f"hint: this is a bug in dtcli; please report it and send {path}")
    raise typer.Exit(EXIT_BUG)
