"""Draws the story open, card by card: what was revealed, the card that is open, and what is still to come."""

from typing import NamedTuple

from dtcli.render.colours import ASH, CHALK, EMBER, FLAME, MORTAR_LINE, MOSS, PARCHMENT
from dtcli.render.layout import Line
from dtcli.render.pictures.card_face import strip
from dtcli.render.pictures.signs import COMPLETED, FAILED
from dtcli.render.pictures.terminal_items import picture_of, sign_of
from dtcli.render.terminal import Span, safe, shortened
from dtcli.rules.cards import Adventure, Card, Item

_MARGIN = 7
"""Columns for the number and the sign."""
_SIGN_STYLES = {COMPLETED: MOSS, FAILED: EMBER}


class StoryRow(NamedTuple):
    """One card of the story: how its mission ended, and which player laid it."""

    card: Card
    sign: str = ""
    player: int = 0
    """The player who laid the card; 0 where that is not shown."""


class StoryView(NamedTuple):
    """The cards from the first one on, and how many of them are laid or revealed: the last of these is marked."""

    rows: tuple[StoryRow, ...]
    current: int
    title: str = ""


def draw_story(view: StoryView, width: int, height: int) -> list[Line]:
    """Return the title and as many cards as there is room for, around the marked one."""
    title = shortened(f" {view.title} ", width - 2)
    rest = "─" * (width - 2 - len(title))
    lines: list[Line] = [(("─", MORTAR_LINE), (title, ASH), (rest, MORTAR_LINE))]
    first = first_row(view, height)
    for number, row in enumerate(view.rows[first : first + height - 1], first + 1):
        lines.append(_row(row, number, view.current, width - 1))
    return lines


def first_row(view: StoryView, height: int) -> int:
    """Return the index of the first card that is shown: the marked one is in the middle, if there are more."""
    room = height - 1
    return max(0, min(view.current - 1 - room // 2, len(view.rows) - room))


def row_at(view: StoryView, y: int, height: int) -> int | None:
    """Return the number of the card on a line, from 1; None if there is none."""
    number = first_row(view, height) + y
    return number if y > 0 and number <= len(view.rows) else None


def _row(row: StoryRow, number: int, current: int, width: int) -> Line:
    who: list[Span] = [(f"P{row.player} ", f"bold {FLAME}" if number == current else ASH)] if row.player else []
    room = width - _MARGIN - 3 * len(who)
    sign = (f"{row.sign or ' '} ", f"bold {_SIGN_STYLES.get(row.sign, ASH)}")
    if number == current:
        return (("►", f"bold {FLAME}"), (f"{number:>3} ", f"bold {CHALK}"), sign, *who, *strip(row.card, room))
    return ((f"{number:>4} ", ASH), sign, *who, *_name(row, room, is_past=number < current))


def _name(row: StoryRow, room: int, *, is_past: bool) -> list[Span]:
    card = row.card
    if isinstance(card, Item):
        colour = ASH if is_past else picture_of(card.kind).colour
        return [(f" {sign_of(card.kind)} ", colour), (shortened(safe(card.kind), room - 3), ASH if is_past else CHALK)]
    title = safe(card.title if isinstance(card, Adventure) else str(card))
    style = _SIGN_STYLES.get(row.sign, ASH) if is_past else f"bold {PARCHMENT}"
    return [(f" {shortened(title, room - 1)}", style)]
