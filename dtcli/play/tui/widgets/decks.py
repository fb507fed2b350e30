"""Draws the draw deck by the back of its next card, and the story by the card laid last (A2, A3)."""

from typing import NamedTuple

from dtcli.render.layout import Line
from dtcli.render.pictures.card_face import CardHighlight, back, face
from dtcli.rules.cards import Card

_LOW = 6
"""Below this many lines a card shows its name only."""
_LOW_DECK, _LOW_STORY = 11, 15
_WIDEST_DECK, _WIDEST_STORY = 24, 30
_BACKS = {None: "", True: "MISSION", False: "ITEM"}


class DecksView(NamedTuple):
    """The visible facts about the draw deck and the story."""

    next_is_mission: bool | None
    """None if the draw deck is empty."""
    left: int
    story: int
    top: Card | None = None
    """The card laid last (A3); None before the first, and while the cards are covered."""
    covered: bool = False
    end_keys: str = ""
    """The keys that end the five minutes, shown once the draw deck is empty."""


def decks_width(height: int, *, wide: bool) -> int:
    """Return the columns for both decks; ``wide`` if the terminal has room for a card of full width."""
    return _deck_width(height) + 1 + (_WIDEST_STORY if wide and height >= _LOW else _LOW_STORY)


def _deck_width(height: int) -> int:
    return min(_WIDEST_DECK, max(_LOW_DECK, 2 * height - 2))


def draw_decks(decks: DecksView, width: int, height: int) -> list[Line]:
    """Return the back of the next card beside the top of the story, each with the number of its cards."""
    deck = _draw_deck(decks, _deck_width(height), height)
    story = _story(decks, width - _deck_width(height) - 1, height)
    return [(*left, " ", *right) for left, right in zip(deck, story, strict=True)]


def _draw_deck(decks: DecksView, width: int, height: int) -> list[Line]:
    if decks.next_is_mission is None:
        return face(None, width, height, CardHighlight("empty", foot=decks.end_keys and f"{decks.end_keys} ends"))
    return back(_BACKS[decks.next_is_mission], width, height, foot=f"{decks.left} left")


def _story(decks: DecksView, width: int, height: int) -> list[Line]:
    label = f"story {decks.story}"
    if decks.covered and decks.story:
        return back("", width, height, head=label)
    return face(decks.top, width, height, CardHighlight(label))
