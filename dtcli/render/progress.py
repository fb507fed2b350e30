"""A line on the terminal that shows the progress of a search."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Self, TextIO

from dtcli.english import plural

if TYPE_CHECKING:
    from solver import Progress
    from solver.studies.analysis import AnalysisProgress


class ProgressLine:
    """A line on a terminal that shows progress and is cleared at the end."""

    def __init__(self, file: TextIO | None = None) -> None:
        self.file = file or sys.stderr
        self.shown = False

    @classmethod
    def on_terminal(cls) -> Self | None:
        """Return a line on standard error; None if that is not a terminal."""
        return cls() if sys.stderr is not None and sys.stderr.isatty() else None

    def searching(self, progress: "Progress") -> None:
        """Show the progress of the search for a line."""
        found = progress.found
        best = f"{plural(found.missions, 'mission')}{', broken' if found.broken else ''}"
        self.show(f"searching {progress.seconds:.0f} s: best so far {best}, at most {progress.bound}")

    def judging(self, judging: "AnalysisProgress") -> None:
        """Show the progress of an analysis."""
        self.show(f"judging {judging.seconds:.0f} s: step {judging.step} of {judging.steps}")

    def seeking(self, what: str) -> Callable[[float], None]:
        """Return a function that shows for how long something has been searched."""
        return lambda seconds: self.show(f"{what} {seconds:.0f} s")

    def show(self, text: str) -> None:
        """Show a line of text in place of the one before."""
        self.shown = True
        self.file.write(f"\r\x1b[2K{text} (Ctrl-C to stop)")
        self.file.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self.shown:
            self.file.write("\r\x1b[2K")
            self.file.flush()
            self.shown = False
