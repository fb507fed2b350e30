"""Draws the clock: digits, a bar, and words that change as the time runs out."""

import math
from enum import StrEnum
from typing import NamedTuple

from dtcli.play.game.clock import Clock, clock_text
from dtcli.render.colours import ASH, BLOOD, CHALK, EMBER, MORTAR_LINE, NIGHT, SAND, SHADOW
from dtcli.render.layout import Line
from dtcli.render.pictures.big_letters import scale_for, scaled_letters, size_of
from dtcli.render.terminal import shortened

_LARGEST_DIGITS = 4
"""Columns of one pixel of the digits."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Urgency(StrEnum):
    """How little time is left, as the words beside the bar."""

    NOT_STARTED = "the sand is ready"
    PAUSED = "PAUSED"
    NONE = "the sand is running"
    MINUTE = "! LAST MINUTE"
    HALF_MINUTE = "!! LAST 30 SECONDS"
    TEN = "!!! LAST 10 SECONDS"
    TIME_UP = "TIME IS UP"


URGENCY_STYLES = {
    Urgency.NOT_STARTED: SAND,
    Urgency.PAUSED: ASH,
    Urgency.NONE: SAND,
    Urgency.MINUTE: f"bold {EMBER}",
    Urgency.HALF_MINUTE: f"bold {BLOOD}",
    Urgency.TEN: f"bold {CHALK}",
    Urgency.TIME_UP: f"bold {BLOOD}",
}
WORDS = max(len(urgency) for urgency in Urgency)


class ClockView(NamedTuple):
    """What is shown of the clock. It changes a few times per second, and only then is it repainted."""

    digits: str
    urgency: Urgency
    label: str = ""
    eighths: int = 0
    """The filled part of the bar, in eighths of a column."""


def urgency_of(clock: Clock) -> Urgency:
    """Return how little time is left."""
    if clock.is_up:
        return Urgency.TIME_UP
    if clock.is_paused:
        return Urgency.PAUSED
    if not clock.is_started:
        return Urgency.NOT_STARTED
    for limit, urgency in ((10, Urgency.TEN), (30, Urgency.HALF_MINUTE), (60, Urgency.MINUTE)):
        if clock.remaining <= limit:
            return urgency
    return Urgency.NONE


def clock_view(clock: Clock, label: str, width: int) -> ClockView:
    """Return the view of a clock beside a label, for a line of this width."""
    columns = bar_room(label, width)
    eighths = math.ceil(clock.remaining / clock.seconds * columns * 8)
    return ClockView(clock_text(clock.remaining), urgency_of(clock), label, eighths)


def bar_room(label: str, width: int) -> int:
    """Return the width of the bar in columns."""
    return max(8, width - len(label) - WORDS - 6)


def digits_width(seconds: float, height: int) -> int:
    """Return the columns for the digits of a clock of this length, with a margin, at this height."""
    return size_of(clock_text(seconds), _digit_scale(height))[0] + 2


def draw_digits(view: ClockView, _width: int, height: int) -> list[Line]:
    """Return the time left in big digits."""
    style = URGENCY_STYLES[view.urgency]
    return [((f" {row} ", style),) for row in scaled_letters(view.digits, _digit_scale(height))]


def _digit_scale(height: int) -> int:
    return scale_for("0", 3 * _LARGEST_DIGITS, height)


def draw_bar(view: ClockView, width: int, _height: int) -> list[Line]:
    """Return one line: the label, the bar, and the words for the urgency."""
    columns = bar_room(view.label, width)
    full, rest = divmod(min(view.eighths, columns * 8), 8)
    grain = "█" * full + (_EIGHTHS[rest] if rest else "")
    style = URGENCY_STYLES[view.urgency]
    bright = view.urgency in (Urgency.TEN, Urgency.HALF_MINUTE)
    words = (f" {view.urgency} ", f"bold {NIGHT} on {BLOOD}" if bright else style)
    label = shortened(view.label, width - columns - 4)
    return [
        (
            (f" {label} ", f"bold {CHALK}"), ("▕", MORTAR_LINE),
            (f"{grain:<{columns}}", f"{style.removeprefix('bold ')} on {SHADOW}"), ("▏", MORTAR_LINE), words,
        )
    ]  # fmt: skip
