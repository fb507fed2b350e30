"""The places of the cards in hands: a played card leaves its place empty, a drawn one takes the first empty place."""

from collections.abc import Iterable

from dtcli.rules.cards import Card
from dtcli.rules.table import Table

Places = tuple[Card | None, ...]
"""The cards of one hand by place; None for an empty place."""


def dealt_places(table: Table) -> tuple[Places, ...]:
    """Return the places of all hands, each as large as a full hand."""
    return tuple((*hand, *[None] * (table.hand_size - len(hand))) for hand in table.hands)


def without_cards(places: Places, cards: Iterable[Card]) -> Places:
    """Return the places after these cards have left; of equal cards the first one leaves."""
    left = list(places)
    for card in cards:
        left[left.index(card)] = None
    return tuple(left)


def with_card(places: Places, card: Card) -> Places:
    """Return the places after a card was drawn."""
    at = places.index(None)
    return (*places[:at], card, *places[at + 1 :])
