"""Lines of styled text. Colour only where somebody looks at a terminal; the words are the same everywhere.

Text from files never reaches the terminal raw: control characters are replaced, and nothing is read as markup.
"""

import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

Span = str | tuple[str, str]
"""A piece of a line: plain text, or text with a rich style."""

WIDTH = 80


def safe(text: str) -> str:
    """Return foreign text with everything that a terminal might obey made harmless."""
    return text if text.isprintable() else "".join(char if char.isprintable() else "\ufffd" for char in text)


def shortened(text: str, width: int) -> str:
    """Return text that fits, its end cut off with an ellipsis if need be."""
    return text if len(text) <= width else text[: width - 1] + "…"


class Printer:
    """Prints lines to a stream, in colour if it is a terminal that wants it."""

    def __init__(self, file: TextIO | None = None) -> None:
        self.file = file or sys.stdout
        self._console: Console | None = None
        if _wants_colour(self.file):
            from rich.console import Console as RichConsole  # noqa: PLC0415  (not needed in pipes)

            self._console = RichConsole(file=self.file, highlight=False, soft_wrap=True)

    def line(self, *spans: Span) -> None:
        """Print one line."""
        if self._console is None:
            self.file.write("".join(span if isinstance(span, str) else span[0] for span in spans).rstrip() + "\n")
            return
        from rich.text import Text  # noqa: PLC0415

        self._console.print(Text.assemble(*spans))


def _wants_colour(file: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return file.isatty() and os.environ.get("TERM") != "dumb"
