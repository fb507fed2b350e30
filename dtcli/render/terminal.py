"""Output to a terminal: styled lines, and control characters replaced.

There is colour only on a terminal; the words are the same everywhere. Text from files never reaches a terminal raw:
control characters are replaced, and markup is not interpreted. ``Printer`` does this for the lines of a report,
``guard_terminals`` for everything else that is written to standard output and standard error.
"""

import os
import re
import sys
from io import TextIOWrapper
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

Span = str | tuple[str, str]
"""A piece of a line: plain text, or text with a rich style."""

WIDTH = 80
"""The columns of a page in a pipe or a file."""
_NARROWEST, _WIDEST = 60, 120


def safe(text: str) -> str:
    """Return text from outside with every control character replaced."""
    return text if text.isprintable() else "".join(char if char.isprintable() else "\ufffd" for char in text)


_OURS = re.compile(r"(\x1b\[[0-9;]*m|\x1b\[H\x1b\[2J|\r\x1b\[2K|[\n\t]|\r(?=\n))")
"""Control sequences that dtcli, Rich and Typer write: colours, clearing a page or line, line ends, tabs."""


def harmless(text: str) -> str:
    r"""Return text with every control character replaced, except in the sequences that dtcli itself writes.

    >>> harmless("\x1b[1mbold\x1b[0m\n") == "\x1b[1mbold\x1b[0m\n"
    True
    >>> harmless("\x1b]0;title\x07\x9b2J") == "\ufffd]0;title\ufffd\ufffd2J"
    True
    """
    if text.isprintable():
        return text
    return "".join(part if n % 2 else safe(part) for n, part in enumerate(_OURS.split(text)))


class GuardedTerminal(TextIOWrapper):
    """A text stream to a terminal that replaces harmful control characters."""

    def write(self, text: str, /) -> int:
        """Write text; return its length."""
        super().write(harmless(text))
        return len(text)


_unguarded: list[TextIO] = []
"""The replaced streams, kept alive: they share a buffer with their guards, which closes with the first of them."""


def guard_terminals() -> None:
    """Replace standard output and standard error with guarded streams if they are terminals."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper) and stream.isatty():
            stream.flush()
            guarded = GuardedTerminal(stream.buffer, stream.encoding, "replace", line_buffering=True)
            _unguarded.extend((stream, guarded))
            setattr(sys, name, guarded)


def shortened(text: str, width: int) -> str:
    """Return text cut to a width, with an ellipsis at the end if it was cut."""
    return text if len(text) <= width else text[: width - 1] + "…"


def safe_span(span: Span) -> Span:
    """Return a span with its control characters replaced."""
    return safe(span) if isinstance(span, str) else (safe(span[0]), span[1])


def page_width(file: TextIO | None = None) -> int:
    """Return the columns to use: those of the terminal from 60 to 120, otherwise ``WIDTH``."""
    if not (file or sys.stdout).isatty():
        return WIDTH
    return min(_WIDEST, max(_NARROWEST, get_terminal_size((WIDTH, 24)).columns))


class Printer:
    """Prints lines to a stream, in colour if it is a terminal that supports it."""

    def __init__(self, file: TextIO | None = None) -> None:
        self.file = file or sys.stdout
        self._console: Console | None = None
        if _wants_colour(self.file):
            from rich.console import Console as RichConsole  # noqa: PLC0415  (not needed in pipes)

            self._console = RichConsole(file=self.file, highlight=False, soft_wrap=True)

    def line(self, *spans: Span) -> None:
        """Print one line."""
        harmless_spans = [safe_span(span) for span in spans]
        if self._console is None:
            self.file.write(
                "".join(span if isinstance(span, str) else span[0] for span in harmless_spans).rstrip() + "\n"
            )
            return
        from rich.text import Text  # noqa: PLC0415  (as above)

        self._console.print(Text.assemble(*harmless_spans))


def _wants_colour(file: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return file.isatty() and os.environ.get("TERM") != "dumb"
