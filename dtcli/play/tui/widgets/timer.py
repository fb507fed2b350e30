"""Draws the timer: digits as large as there is room for, an hourglass, the marks, and texts about the game."""

import textwrap
from typing import NamedTuple

from dtcli.english import plural
from dtcli.play.game.clock import Clock, clock_text
from dtcli.play.timer.setup import Paragraph
from dtcli.play.tui.widgets.clock import URGENCY_STYLES, Urgency, urgency_of
from dtcli.render.colours import ASH, CHALK, FLAME, SAND
from dtcli.render.layout import Line
from dtcli.render.pictures.big_letters import scale_for, scaled_letters, size_of
from dtcli.render.pictures.hourglass import SandLevel, draw_hourglass, hourglass_width
from dtcli.render.terminal import shortened

GAP = 2
"""Columns between the digits and the hourglass."""
SIDE = (30, 46)
"""The narrowest and the widest column of texts beside the digits."""
FEWEST_TEXT_LINES = 6
"""So many lines of text below the digits have priority over larger digits."""
GRAINS_PER_SECOND = 6


class FaceLayout(NamedTuple):
    """How the screen is divided: the scale of the digits, and where the texts are."""

    scale: int
    side: int
    """The width of the texts beside the digits; 0 if they are below."""
    below: int
    """The height of the texts below the digits; 0 if they are beside them."""


class FaceView(NamedTuple):
    """What is shown of the clock; it is repainted when this changes."""

    digits: str
    widest: str
    """The text with which the clock began, for which there must be room."""
    urgency: Urgency
    sand: SandLevel


def face_view(clock: Clock) -> FaceView:
    """Return the view of a clock."""
    urgency = urgency_of(clock)
    is_running = clock.is_started and not clock.is_paused and not clock.is_up
    grain = int(clock.elapsed * GRAINS_PER_SECOND) if is_running else None
    fallen = round(clock.elapsed / clock.seconds, 3)
    return FaceView(clock_text(clock.remaining), clock_text(clock.seconds), urgency, SandLevel(fallen, grain))


def layout_for(text: str, paragraphs: tuple[Paragraph, ...], width: int, height: int) -> FaceLayout:
    """Return the layout with the largest digits; among equals the one that shows all texts."""
    if not paragraphs:
        return FaceLayout(_largest(text, width, height), 0, 0)
    needed = len(text_lines(paragraphs, width - 2))
    lines = min(needed, FEWEST_TEXT_LINES)
    below = _largest(text, width, height - lines)
    side = max(SIDE[0], min(SIDE[1], width // 4))
    beside = _largest(text, width - side - GAP, height)
    if beside > below or (beside == below and len(text_lines(paragraphs, side)) <= height):
        return FaceLayout(beside, side, 0)
    return FaceLayout(below, 0, min(needed + 1, height - size_of(text, below)[1]))


def _largest(text: str, width: int, height: int) -> int:
    """Return the largest scale with which the digits and the hourglass fit beside each other."""
    scale = scale_for(text, width, height)
    while scale > 1 and face_width(text, scale) > width:
        scale -= 1
    return scale


def face_width(text: str, scale: int) -> int:
    """Return the columns of the digits and the hourglass."""
    across, down = size_of(text, scale)
    return across + GAP + hourglass_width(down)


def draw_face(view: FaceView, width: int, height: int) -> list[Line]:
    """Return the digits beside the hourglass, in the middle."""
    scale = min(_largest(view.widest, width, height), scale_for(view.digits, width, height))
    across, down = size_of(view.widest, scale)
    style = URGENCY_STYLES[view.urgency]
    digits = [row.center(across) for row in scaled_letters(view.digits, scale)]
    glass = draw_hourglass(view.sand, down)
    glass += [(" " * hourglass_width(down),)] * (down - len(glass))
    gap = " " * GAP
    pad = " " * max(0, (width - face_width(view.widest, scale)) // 2)
    lines: list[Line] = [(pad, (row, style), gap, *beside) for row, beside in zip(digits, glass, strict=True)]
    blank: Line = ()
    return [*[blank] * max(0, (height - down) // 2), *lines]


class MarksView(NamedTuple):
    """The missions that were marked: with how much time left, in the order in which they were laid."""

    left: tuple[str, ...]


def draw_marks(view: MarksView, width: int, _height: int) -> list[Line]:
    """Return one line: how many missions were laid, and with how much time left; the oldest are left out first."""
    if not view.left:
        return [((shortened(" ◇ no mission marked yet", width), ASH),)]
    count = f" ◆ {plural(len(view.left), 'mission')} laid"
    times = list(view.left)
    while times and len(count) + 8 + sum(len(time) + 2 for time in times) > width:
        del times[0]
    dots = "… " if len(times) < len(view.left) else ""
    return [((count, f"bold {SAND}"), (f", with {dots}{'  '.join(times)} left", CHALK))]


def text_lines(paragraphs: tuple[Paragraph, ...], width: int) -> list[Line]:
    """Return all paragraphs, wrapped."""
    lines: list[Line] = []
    for heading, text in paragraphs:
        first, *more = textwrap.wrap(f"{heading}: {text}", width) or [""]
        start = f"{heading}:" if first.startswith(f"{heading}:") else ""
        lines.append(((start, f"bold {FLAME}"), (first[len(start) :], CHALK)))
        lines += [((line, CHALK),) for line in more]
    return lines


def draw_texts(paragraphs: tuple[Paragraph, ...], width: int, height: int) -> list[Line]:
    """Return the paragraphs, with blank lines between them if there is room; if there is too little, some shortened."""
    room = width - 2
    each = [text_lines((paragraph,), room) for paragraph in paragraphs]
    lines = [line for one in each for line in one]
    if len(lines) + len(each) - 1 <= height and height > FEWEST_TEXT_LINES + 1:
        lines = [line for one in each for line in (*one, ())][:-1]
    if len(lines) > height:
        spare = height - len(paragraphs)
        lines = []
        for paragraph, wrapped in zip(paragraphs, each, strict=True):
            is_whole = len(wrapped) <= 1 + spare
            lines += wrapped if is_whole else [_short_line(paragraph, room)]
            spare -= len(wrapped) - 1 if is_whole else 0
    if len(lines) > height:
        lines = [*lines[: height - 1], ((f"and {len(lines) - height + 1} more: press ?", ASH),)]
    return [(" ", *line) for line in lines]


def _short_line(paragraph: Paragraph, width: int) -> Line:
    heading = f"{paragraph.heading}:"
    return ((heading, f"bold {FLAME}"), (shortened(f" {paragraph.text}", max(2, width - len(heading))), CHALK))
