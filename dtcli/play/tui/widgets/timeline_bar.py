"""Draws the timeline of a replay as one line: the moments that are past, the missions, the two parts of the game."""

from typing import NamedTuple

from dtcli.render.colours import ASH, CHALK, EMBER, FLAME, MORTAR_LINE, MOSS, SAND
from dtcli.render.layout import Line
from dtcli.render.pictures.signs import COMPLETED, FAILED, LAID
from dtcli.render.terminal import Span

_MARK_STYLES = {LAID: SAND, COMPLETED: MOSS, FAILED: EMBER}
_PLAYING, _STILL = "►", "‖"


class TimelineView(NamedTuple):
    """Where the playback is."""

    at: int
    """The index of the moment that is shown."""
    last: int
    border: int | None
    """The index at which the resolution begins; None if there is only one part."""
    marks: tuple[tuple[int, str], ...]
    is_playing: bool = False


def draw_timeline(view: TimelineView, width: int, _height: int) -> list[Line]:
    """Return one line: whether it plays, the bar with the missions on it, and the number of the moment."""
    columns = bar_columns(view, width)
    head = _column(view, view.at, columns)
    cells: list[Span] = [("━", FLAME) if at < head else ("─", MORTAR_LINE) for at in range(columns)]
    for index, sign in view.marks:
        at = _column(view, index, columns)
        colour = _MARK_STYLES[sign]
        cells[at] = (sign, f"bold {colour}" if index <= view.at else f"dim {colour}")
    if view.border:
        cells[_column(view, view.border, columns)] = ("┃", f"bold {CHALK}")
    cells[head] = ("●", f"bold {CHALK}")
    state = (f" {_PLAYING if view.is_playing else _STILL} ", f"bold {FLAME}")
    return [(state, *cells, (f" {_count(view):>{_count_width(view)}} ", ASH))]


def bar_columns(view: TimelineView, width: int) -> int:
    """Return the columns of the bar itself."""
    return max(2, width - _count_width(view) - 5)


def moment_at(view: TimelineView, x: int, width: int) -> int | None:
    """Return the index of the moment at a column; None beside the bar."""
    columns = bar_columns(view, width)
    at = x - 3
    return round(at * view.last / (columns - 1)) if 0 <= at < columns else None


def _column(view: TimelineView, index: int, columns: int) -> int:
    return round(index * (columns - 1) / max(1, view.last))


def _count(view: TimelineView) -> str:
    return f"{view.at}/{view.last}"


def _count_width(view: TimelineView) -> int:
    return 2 * len(str(view.last)) + 1
