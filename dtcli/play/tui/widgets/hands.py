"""Draws the hands of one to five players: as cards where there is room, otherwise as lines with the missions below."""

import textwrap
from typing import NamedTuple

from dtcli.play.game.places import Places
from dtcli.render.colours import ASH, FLAME, MORTAR_LINE, PARCHMENT
from dtcli.render.events import card_line
from dtcli.render.layout import Line
from dtcli.render.pictures.card_face import CardHighlight, face, strip
from dtcli.render.terminal import Span
from dtcli.rules.cards import Card, Item

_SMALLEST, _LARGEST = (16, 6), (36, 15)
"""The smallest and the largest card that is drawn with its picture."""
_NARROWEST = 15
"""The columns of a card that is a line of text."""
_LABEL = 4


class HandsView(NamedTuple):
    """The cards of all hands by place, the player who acted, and the place of a card that was just drawn."""

    hands: tuple[Places, ...]
    acting: int = 0
    """The number of the player who acted, from 1; 0 for none."""
    fresh: int | None = None


def draw_hands(view: HandsView, width: int, height: int) -> list[Line]:
    """Return the hands one below the other, with the largest cards for which there is room."""
    label = _LABEL if len(view.hands) > 1 else 1
    columns, tall = _card_grid(view, width - label, height)
    each = (width - label) // columns
    lines: list[Line] = []
    for player, hand in enumerate(view.hands, 1):
        rows = _rows(view, player, hand, (columns, each, tall))
        is_acting = player == view.acting
        name = f"{'►' if is_acting else ' '}P{player}" if len(view.hands) > 1 else ""
        for number, row in enumerate(rows):
            named = name if number == (tall - 1) // 2 else ""
            lines.append(((f"{named:<{label}}", f"bold {FLAME}" if is_acting else ASH), *row))
    if tall > 1:
        return lines
    if height - len(lines) > len(view.hands):
        lines = _spread(lines, len(view.hands))
    return [*lines, *_quest_lines(view, label, width, height - len(lines))]


def _spread(lines: list[Line], hands: int) -> list[Line]:
    """Return the lines with a blank line after each hand."""
    each = len(lines) // hands
    spread: list[Line] = []
    for first in range(0, len(lines), each):
        spread += [*lines[first : first + each], ()]
    return spread


def _quest_lines(view: HandsView, label: int, width: int, height: int) -> list[Line]:
    """Return what the missions in the hands need and give, as many as there is room for."""
    lines: list[Line] = []
    quests = [card for hand in view.hands for card in hand if card is not None and not isinstance(card, Item)]
    for card in quests:
        wrapped = textwrap.wrap(card_line(card), width - label - 4, subsequent_indent="  ")
        if len(lines) + len(wrapped) > height:
            break
        lines += [(" " * (label + 2), (line, PARCHMENT if n == 0 else ASH)) for n, line in enumerate(wrapped)]
    return lines


def _card_grid(view: HandsView, width: int, height: int) -> tuple[int, int]:
    """Return how many cards are beside each other, and their height; 1 for lines of text."""
    size = len(view.hands[0])
    best = (max(1, min(size, width // _NARROWEST)), 1)
    for columns in range(min(size, width // _SMALLEST[0]), 0, -1):
        rows = -(-size // columns) * len(view.hands)
        tall = min(height // rows, _LARGEST[1])
        if tall >= _SMALLEST[1] and tall > best[1]:
            best = columns, tall
    return best


def _rows(view: HandsView, player: int, hand: Places, grid: tuple[int, int, int]) -> list[list[Span]]:
    """Return the lines of one hand."""
    columns, each, tall = grid
    found: list[list[Span]] = []
    for first in range(0, len(hand), columns):
        cards = []
        for place in range(first, min(first + columns, len(hand))):
            is_fresh = player == view.acting and place == view.fresh
            cards.append(_card(hand[place], min(each, _LARGEST[0]), tall, is_fresh=is_fresh))
        found += [[span for card in cards for span in card[row]] for row in range(tall)]
    return found


def _card(card: Card | None, width: int, height: int, *, is_fresh: bool) -> list[Line]:
    if height > 1:
        return face(card, width, height, CardHighlight(fresh=is_fresh))
    if card is None:
        return [((" ·".ljust(width), MORTAR_LINE),)]
    return [(("+" if is_fresh else " ", f"bold {FLAME}"), *strip(card, width - 2), " ")]
