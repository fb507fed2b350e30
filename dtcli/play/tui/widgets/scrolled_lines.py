"""Lines of which only a part is shown, and the spinner that is shown while they are computed."""

from typing import NamedTuple

from dtcli.render.layout import Line

SPINNER = "|/-\\"
TICKS_PER_STEP = 3
"""Ticks between two positions of the spinner."""


class ScrolledLines(NamedTuple):
    """Lines, and the number of those above the first one that is shown."""

    lines: tuple[Line, ...]
    first: int = 0


def draw_scrolled(scrolled: ScrolledLines, _width: int, height: int) -> list[Line]:
    """Return the lines that fit."""
    return list(scrolled.lines[scrolled.first : scrolled.first + height])
