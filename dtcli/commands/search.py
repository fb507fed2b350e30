"""What the commands that search for a proof share: limits, progress, Ctrl-C, and a bug that is worth sending."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.signals import stop_search_on_interrupt

if TYPE_CHECKING:
    from dtcli.formats.replay.check import Checked
    from dtcli.render.progress import ProgressLine
    from solver import Disagreement

TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", metavar="SECONDS", min=0, help="Stop each search after so long.")
]


@contextmanager
def searching(checked: "Checked") -> "Iterator[ProgressLine | None]":
    """Search inside; on a terminal show progress, and let Ctrl-C end the search instead of the program.

    If solver and engine disagree, what is needed to look into it is saved, and the error says where.
    """
    from dtcli.render.progress import ProgressLine  # noqa: PLC0415
    from solver import Disagreement  # noqa: PLC0415

    line = ProgressLine.on_terminal()
    try:
        with stop_search_on_interrupt():
            yield line
    except Disagreement as bug:
        if path := _saved(checked, bug):
            bug.add_note(f"send {path} too")
        raise
    finally:
        if line is not None:
            line.clear()


def _saved(checked: "Checked", bug: "Disagreement") -> Path | None:
    """Save a disagreement between solver and engine under a free name; return None if that is not possible."""
    from dtcli.formats.json.text import compact  # noqa: PLC0415
    from dtcli.formats.writing import write_new  # noqa: PLC0415

    report = {"message": str(bug), "replay": checked.document.data, "plan": repr(bug.plan)}
    try:
        return write_new(Path("dtcli-disagreement.json"), compact(report) + "\n")
    except OSError:
        return None
