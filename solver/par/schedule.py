"""The deeds of a story: when each card is laid, and what is discarded while the next one has not come (Q2, Q3)."""

from collections.abc import Sequence
from typing import NamedTuple

from dtcli.rules.cards import Card
from solver.par.open_deal import OpenDeal
from solver.par.planned_line import PlacedCard


class Deed(NamedTuple):
    """A card that is laid on the story, or discarded."""

    card: Card
    laid: bool


def deeds_of(deal: OpenDeal, story: Sequence[PlacedCard]) -> list[Deed] | None:
    """Return the fewest deeds that lay these cards in this order; None if there is nothing to discard at some time.

    Each card is laid as soon as it can be. Until then, cards are discarded that the story does not need.
    """
    deck = [PlacedCard(card, place) for place, card in enumerate(deal.deck, 1)]
    hand = [PlacedCard(card, 0) for card in deal.hand]
    deeds: list[Deed] = []
    needed = [(one.card, one.place) for one in story]
    for index, wanted in enumerate(story):
        while True:
            now = next((one for one in hand if one.card == wanted.card and one.place == wanted.place), None)
            if now is not None:
                break
            left = needed[index:]
            spare = next((one for one in hand if not _is_needed(one, left, hand)), None)
            if spare is None or len(deeds) >= deal.size:
                return None
            hand.remove(spare)
            deeds.append(Deed(spare.card, laid=False))
            _draw(hand, deck)
        hand.remove(now)
        deeds.append(Deed(now.card, laid=True))
        _draw(hand, deck)
    return deeds


def _is_needed(one: PlacedCard, left: Sequence[tuple[Card, int]], hand: Sequence[PlacedCard]) -> bool:
    """Return whether the rest of the story needs this card of the hand."""
    wanted = sum((one.card, one.place) == other for other in left)
    return wanted > 0 and sum(other == one for other in hand) <= wanted


def _draw(hand: list[PlacedCard], deck: list[PlacedCard]) -> None:
    if deck:
        hand.append(deck.pop(0))
