"""How the sand looks: digits, a bar, and words that change as it gets short."""

import math
from enum import StrEnum
from typing import NamedTuple

from dtcli.play.game.clock import Sand
from dtcli.render.colours import ASH, BLOOD, CHALK, EMBER, MORTAR_LINE, NIGHT, SAND, SHADOW
from dtcli.render.pictures.big_letters import large_letters, small_letters
from dtcli.render.pictures.card_face import Line
from dtcli.render.terminal import shortened

_LARGE = 5
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Haste(StrEnum):
    """How short the time is, in the words that stand beside the bar."""

    NOT_TURNED = "the sand waits"
    PAUSED = "PAUSED"
    NONE = "the sand is running"
    MINUTE = "! LAST MINUTE"
    HALF_MINUTE = "!! LAST 30 SECONDS"
    TEN = "!!! LAST 10 SECONDS"
    THROUGH = "THE SAND IS THROUGH"


_STYLES = {
    Haste.NOT_TURNED: SAND,
    Haste.PAUSED: ASH,
    Haste.NONE: SAND,
    Haste.MINUTE: f"bold {EMBER}",
    Haste.HALF_MINUTE: f"bold {BLOOD}",
    Haste.TEN: f"bold {CHALK}",
    Haste.THROUGH: f"bold {BLOOD}",
}
WORDS = max(len(haste) for haste in Haste)


class SandView(NamedTuple):
    """What is to be seen of the sand: it changes a few times in a second, and only then is it painted."""

    digits: str
    haste: Haste
    label: str = ""
    eighths: int = 0
    """How much of the bar is full, in eighths of a column."""


def clock_of(left: float) -> str:
    """Return the time that is left; it is zero only when the sand is through.

    >>> clock_of(300), clock_of(61.2), clock_of(0.01), clock_of(0)
    ('5:00', '1:02', '0:01', '0:00')
    """
    seconds = math.ceil(left)
    return f"{seconds // 60}:{seconds % 60:02}"


def haste_of(sand: Sand) -> Haste:
    """Return how short the time is."""
    if sand.is_through:
        return Haste.THROUGH
    if sand.is_paused:
        return Haste.PAUSED
    if not sand.is_turned:
        return Haste.NOT_TURNED
    for limit, haste in ((10, Haste.TEN), (30, Haste.HALF_MINUTE), (60, Haste.MINUTE)):
        if sand.left <= limit:
            return haste
    return Haste.NONE


def sand_view(sand: Sand, label: str, width: int) -> SandView:
    """Return what is to be seen now beside a label, in so many columns."""
    columns = bar_room(label, width)
    return SandView(clock_of(sand.left), haste_of(sand), label, math.ceil(sand.left / sand.seconds * columns * 8))


def bar_room(label: str, width: int) -> int:
    """Return how many columns the bar has."""
    return max(8, width - len(label) - WORDS - 6)


def draw_digits(view: SandView, _width: int, height: int) -> list[Line]:
    """Return the time in big digits."""
    letters = large_letters if height >= _LARGE else small_letters
    style = _STYLES[view.haste]
    return [((f" {row} ", style),) for row in letters(view.digits)]


def draw_bar(view: SandView, width: int, _height: int) -> list[Line]:
    """Return one line: what is played, the bar, and words."""
    columns = bar_room(view.label, width)
    full, rest = divmod(min(view.eighths, columns * 8), 8)
    grain = "█" * full + (_EIGHTHS[rest] if rest else "")
    style = _STYLES[view.haste]
    bright = view.haste in (Haste.TEN, Haste.HALF_MINUTE)
    words = (f" {view.haste} ", f"bold {NIGHT} on {BLOOD}" if bright else style)
    label = shortened(view.label, width - columns - 4)
    return [
        (
            (f" {label} ", f"bold {CHALK}"), ("▕", MORTAR_LINE),
            (f"{grain:<{columns}}", f"{style.removeprefix('bold ')} on {SHADOW}"), ("▏", MORTAR_LINE), words,
        )
    ]  # fmt: skip
