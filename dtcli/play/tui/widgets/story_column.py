"""Draws the open story of a puzzle as a column: what was revealed, the current card, and all cards to come in full."""

import textwrap
from enum import IntEnum
from typing import NamedTuple

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.tui.widgets.panel import MissionOutcome, outcome_of
from dtcli.render.colours import ASH, EMBER, FADED_INK, FLAME, INK, MORTAR_LINE, MOSS, PARCHMENT, VELLUM
from dtcli.render.events import EFFECTS, card_name
from dtcli.render.layout import Line
from dtcli.render.pictures.card_face import strip
from dtcli.render.pictures.need_list import need_rows
from dtcli.render.pictures.reward_line import reward_words
from dtcli.render.pictures.terminal_items import sign_of
from dtcli.render.terminal import Span, safe, shortened
from dtcli.rules.cards import Adventure, Card, Item, Quest
from dtcli.rules.items import named

_GUTTER = 5
"""The columns for the number and the mark."""


class _Detail(IntEnum):
    """How much each card shows."""

    SHORT = 0
    """A mission to come on as few lines as possible, a past one on one."""
    USUAL = 1
    """Also what a past mission gave, and the text of a mission where the column is wide."""
    FULL = 2
    """Each kind that a mission needs on a line of its own."""


_PARAGRAPH_WIDTH = 40
"""From this many columns on a mission shows its text, if there are lines enough."""
_Row = list[Span]
_ABOVE = 3
"""The current card is shown below one part in so many of the column."""


class ColumnCard(NamedTuple):
    """A card of the column, and how its mission ended."""

    card: Card
    outcome: MissionOutcome | None = None


class StoryColumn(NamedTuple):
    """The cards of a story in the order in which they are revealed."""

    cards: tuple[ColumnCard, ...]
    revealed: int
    current: int
    """The number of the card that asks or comes next; 0 when the story is over."""
    scrolled: int = 0
    """The lines by which the column is moved from where the current card is in view."""


def column_of(resolution: PlayedResolution, scrolled: int = 0) -> StoryColumn:
    """Return the story of a resolution that was played from its beginning."""
    state = resolution.state
    past = [ColumnCard(step.card, outcome_of(step)) for step in resolution.steps if step.card is not None]
    asks = not state.over and not resolution.in_gap
    current = 0 if state.over else len(past) if asks else len(past) + 1
    if asks and past:
        past[-1] = past[-1]._replace(outcome=None)
    return StoryColumn((*past, *map(ColumnCard, state.story)), len(past), current, scrolled)


def draw_story_column(view: StoryColumn, width: int, height: int) -> list[Line]:
    """Return the title, and as much of the story as there is room for, around the current card."""
    lines, _ = _lines(view, width, height - 1)
    first = _first(view, width, height)
    shown = lines[first : first + height - 1]
    below = len(lines) - first - len(shown)
    drawn = [_title(view, width, is_cut=first > 0), *shown]
    if below:
        drawn[-1] = ((" " * _GUTTER, ""), ("↓ PgDn shows more".ljust(width - _GUTTER)[: width - _GUTTER], ASH))
    return drawn


def furthest(view: StoryColumn, width: int, height: int, by: int) -> int:
    """Return how far the column is moved after it was moved by so many lines more: not beyond its ends."""
    start = _first(view._replace(scrolled=0), width, height)
    return max(0, min(_first(view, width, height) + by, _last_first(view, width, height))) - start


def _last_first(view: StoryColumn, width: int, height: int) -> int:
    lines, _ = _lines(view, width, height - 1)
    return max(0, len(lines) - (height - 1))


def _first(view: StoryColumn, width: int, height: int) -> int:
    """Return the first line that is shown."""
    _, starts = _lines(view, width, height - 1)
    number = view.current or len(view.cards)
    at = starts[number - 1] if view.cards else 0
    most = _last_first(view, width, height)
    anchored = max(0, min(at - height // _ABOVE, most))
    return max(0, min(anchored + view.scrolled, most))


def _title(view: StoryColumn, width: int, *, is_cut: bool) -> Line:
    where = f"card {view.current} of {len(view.cards)}" if view.current else "over"
    title = shortened(f" ↑ PgUp · {where} " if is_cut else f" the story: {where} ", width - 4)
    return (("──", MORTAR_LINE), (title, ASH), ("─" * (width - len(title) - 3), MORTAR_LINE))


def _lines(view: StoryColumn, width: int, height: int) -> tuple[list[Line], list[int]]:
    """Return all lines in the richest form that fits, and the line on which each card begins."""
    lines: list[Line] = []
    starts: list[int] = []
    for detail in reversed(_Detail):
        lines, starts = [], []
        for number in range(1, len(view.cards) + 1):
            starts.append(len(lines))
            lines += _card_lines(view, number, width, detail)
        if len(lines) <= height:
            break
    return lines, starts


def _card_lines(view: StoryColumn, number: int, width: int, detail: _Detail) -> list[Line]:
    """Return a card beside its number; the current one is marked along its whole height."""
    one, room = view.cards[number - 1], width - _GUTTER - 1
    is_current = number == view.current
    is_past = number <= view.revealed and not is_current
    body = _past(one, room, detail) if is_past else _in_full(one.card, room, detail)
    style = f"bold {FLAME}" if is_current else ASH
    first: list[Span] = [(f"{number:>3}", style), ("► " if is_current else "  ", style)]
    more: list[Span] = ["   ", ("┃ " if is_current else "  ", style)]
    return [(*(more if n else first), *row, " ") for n, row in enumerate(body)]


def _past(one: ColumnCard, room: int, detail: _Detail) -> list[_Row]:
    if isinstance(one.card, Item):
        return [[(f" {sign_of(one.card.kind)} {shortened(safe(one.card.kind), room - 3)}", ASH)]]
    if one.outcome is None:
        return [[(f" {shortened(card_name(one.card), room - 1)}", ASH)]]
    colour = EMBER if one.outcome.failed else MOSS
    name = shortened(card_name(one.card), room - 3)
    rows: list[_Row] = [[(f" {one.outcome.sign} ", f"bold {colour}"), (name, colour)]]
    if detail > _Detail.SHORT and one.outcome.after:
        rows += [[(f"   {line}", ASH)] for line in textwrap.wrap(safe(one.outcome.after), room - 3)]
    return rows


def _in_full(card: Card, room: int, detail: _Detail) -> list[_Row]:
    if isinstance(card, Item):
        return [[*strip(card, room)]]
    paper = VELLUM if isinstance(card, Adventure) else PARCHMENT
    ink = f"{INK} on {paper}"
    rows: list[_Row] = [[*strip(card, room)]]
    if detail is _Detail.FULL:
        needs = need_rows(card.listed, room - 1, len(card.listed), ink)
        rows += [[(" ", ink), *row] for row in needs]
        rows += _on_paper(_gives(card), room, ink)
    else:
        rows += _on_paper(f"{named(card.needs)} {_gives(card)}", room, ink)
    if detail > _Detail.SHORT and room >= _PARAGRAPH_WIDTH:
        rows += _on_paper("" if isinstance(card, Adventure) else card.text, room, f"italic {FADED_INK} on {paper}")
    return rows


def _on_paper(text: str, room: int, style: str) -> list[_Row]:
    return [[(f" {line:<{room - 1}}", style)] for line in textwrap.wrap(safe(text), room - 2)]


def _gives(card: Quest) -> str:
    """Return what a mission gives, or what an adventure asks for and does."""
    if isinstance(card, Adventure):
        return f"after {card.scroll.reputation} done: {EFFECTS[card.effect]}"
    return reward_words(card.reward, short=True)
