"""A search at which someone may look: progress on a terminal, Ctrl-C, and a report if solver and engine disagree."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked
from dtcli.formats.writing import write_new
from dtcli.render.progress import ProgressLine
from dtcli.signals import stop_search_on_interrupt
from solver import Disagreement


@contextmanager
def searching(checked: Checked, *, attended: bool = True) -> Iterator[ProgressLine | None]:
    """Yield a progress line if there is a terminal; inside the block Ctrl-C stops the search, not the program.

    A search that is not ``attended`` shows nothing and leaves signals alone. If solver and engine disagree, a report
    is saved, and the error names it.
    """
    try:
        if not attended:
            yield None
            return
        line = ProgressLine.on_terminal()
        try:
            with stop_search_on_interrupt():
                yield line
        finally:
            if line is not None:
                line.clear()
    except Disagreement as bug:
        if path := _save_report(checked, bug):
            bug.add_note(f"send {path} too")
        raise


def _save_report(checked: Checked, bug: Disagreement) -> Path | None:
    """Save a disagreement between solver and engine under a free name; return None if that is not possible."""
    report = {"message": str(bug), "replay": checked.document.data, "plan": repr(bug.plan)}
    try:
        return write_new(Path("dtcli-disagreement.json"), compact(report) + "\n")
    except OSError:
        return None
