"""An hourglass made of characters, whose sand runs from the upper half into the lower one."""

from functools import lru_cache
from typing import NamedTuple

from dtcli.render.colours import ASH, ITEM_EDGE, SAND
from dtcli.render.layout import Line

SMALLEST = 7
"""The lowest height; heights are odd: two caps, two halves, and the neck."""
_SAND, _AIR = "▓", " "
_GRAINS = ":·:∙"
_CAP = "━"


class SandLevel(NamedTuple):
    """How far the sand has run; it changes a few times per second at most."""

    fallen: float
    """The part of the sand that is in the lower half, from 0 to 1."""
    grain: int | None = None
    """The position of the falling grains; None if no sand is falling."""


def hourglass_width(height: int) -> int:
    """Return the width of an hourglass of this height.

    >>> hourglass_width(13), hourglass_width(12)
    (13, 11)
    """
    return 2 * _half(height) + 3


def _half(height: int) -> int:
    """Return the lines of one half of the glass."""
    return (max(height, SMALLEST) - 3) // 2


def draw_hourglass(level: SandLevel, height: int, *, sand: str = SAND) -> list[Line]:
    """Return an hourglass in lines of equal width; with an even height it has one line less."""
    half, width = _half(height), hourglass_width(height)
    upper, lower = _fill_order(half)
    gone = round(level.fallen * len(upper))
    held, fallen = frozenset(upper[gone:]), frozenset(lower[:gone])
    falls = level.grain is not None and level.fallen < 1
    cap: Line = ((_CAP * width, ITEM_EDGE),)
    above = [_row("╲╱", half - row - 1, {x: _SAND for at, x in held if at == row}, width, sand) for row in range(half)]
    below = []
    for row in range(half):
        inside = {x: _SAND for at, x in fallen if at == row}
        if falls:
            inside.setdefault(0, _GRAINS[(row - (level.grain or 0)) % len(_GRAINS)])
        below.append(_row("╱╲", row, inside, width, sand))
    side = " " * (half + 1)
    neck: Line = (side, (_GRAINS[-(level.grain or 0) % len(_GRAINS)] if falls else _AIR, sand), side)
    return [cap, *above, neck, *below, cap]


def _row(sides: str, reach: int, inside: dict[int, str], width: int, sand: str) -> Line:
    """Return one line: glass on both sides, and what is ``inside`` by its distance from the middle."""
    pad = " " * ((width - 2 * reach - 3) // 2)
    middle = "".join(inside.get(x, _AIR) for x in range(-reach, reach + 1))
    return (pad, (sides[0], ASH), (middle, sand), (sides[1], ASH), pad)


@lru_cache(maxsize=8)
def _fill_order(half: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the cells of both halves as (row, distance from the middle): as they empty, and as they fill.

    The upper half sinks in the middle first; the lower half grows as a heap.
    """
    upper = [(row, x) for row in range(half) for x in range(-(half - row - 1), half - row)]
    lower = [(row, x) for row in range(half) for x in range(-row, row + 1)]
    upper.sort(key=lambda cell: (2 * cell[0] + abs(cell[1]), cell[1] < 0))
    lower.sort(key=lambda cell: (2 * (half - cell[0]) + abs(cell[1]), cell[1] < 0))
    return upper, lower
