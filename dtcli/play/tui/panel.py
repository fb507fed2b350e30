"""The panel below the backpack: a question with numbered answers, or the heroes and what they can do."""

import textwrap
from typing import NamedTuple

from dtcli.play.tui.resolution_view import draw_idle, lines_for_each
from dtcli.render.card_face import Line
from dtcli.render.paint import Span, safe, shortened
from dtcli.render.torchlight import CHALK, FLAME, MORTAR_LINE, NIGHT

_NARROWEST = 24
_DIGITS = "1234567890"


class PanelView(NamedTuple):
    """What the panel shows."""

    title: str = ""

    question: str = ""
    options: tuple[str, ...] = ()
    pointed: int = 0
    heroes: tuple[tuple[str, str, str], ...] = ()


class Spot(NamedTuple):
    """Where an answer stands."""

    x: int
    y: int
    width: int
    number: int


def _question_lines(view: PanelView, width: int) -> list[str]:
    return textwrap.wrap(safe(view.question), width - 2)[:2]


def spots(view: PanelView, width: int, height: int) -> list[Spot]:
    """Return where the answers stand: in as many columns as needed, by pages if they do not fit."""
    above = 1 + len(_question_lines(view, width))
    rows = max(1, height - above)
    longest = max((len(option) for option in view.options), default=0) + 5
    columns = max(1, min(-(-len(view.options) // rows), width // max(min(longest, width), _NARROWEST)))
    each = width // columns
    page = rows * columns
    first = view.pointed // page * page
    shown = range(first, min(len(view.options), first + page))
    return [Spot((n - first) // rows * each, above + (n - first) % rows, each, n) for n in shown]


def draw_panel(view: PanelView, width: int, height: int) -> list[Line]:
    """Return the question and its answers, or the heroes."""
    title = f"── {view.title} "
    lines: list[Line] = [((f"{title:─<{width}}", MORTAR_LINE),)]
    if not view.options:
        return lines + draw_idle(view.heroes, width, height - 1)
    lines += [((f" {line}", f"bold {FLAME}"),) for line in _question_lines(view, width)]
    rows: dict[int, list[Span]] = {}
    for spot in spots(view, width, height):
        digit = _DIGITS[spot.number] if spot.number < len(_DIGITS) else " "
        text = shortened(safe(view.options[spot.number]), spot.width - 5)
        pointed = spot.number == view.pointed
        style = f"bold {NIGHT} on {FLAME}" if pointed else CHALK
        sign = "►" if pointed else " "
        rows.setdefault(spot.y, []).extend(
            [(f"{sign}{digit} ", f"bold {FLAME}"), (f" {text} ", style), " " * (spot.width - len(text) - 5)]
        )
    return lines + [tuple(rows[y]) for y in sorted(rows)]


def option_at(view: PanelView, at: tuple[int, int], size: tuple[int, int]) -> int | None:
    """Return which answer stands there."""
    x, y = at
    for spot in spots(view, *size):
        if spot.y == y and spot.x <= x < spot.x + spot.width:
            return spot.number
    return None


def hero_at(view: PanelView, y: int, height: int) -> int:
    """Return which hero stands there, from 1."""
    return (y - 1) // lines_for_each(len(view.heroes), height - 1) + 1 if y > 0 else 0
