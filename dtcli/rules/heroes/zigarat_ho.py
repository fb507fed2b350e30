"""Zigarat Ho rearranges the next cards (H6)."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import TypeVar

from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.heroes.next_cards import cards_seen
from dtcli.rules.rulings import ZIGARAT_HO
from dtcli.rules.state import EventKind

T = TypeVar("T")


def rearranged(cards: Sequence[T], order: Sequence[int]) -> tuple[T, ...]:
    """Return the cards with the first ones in this order: the place, counted from 1, that each comes from."""
    return (*(cards[place - 1] for place in order), *cards[len(order) :])


def _rearrange(draft: Draft, use: UseSkill) -> None:
    order = use.order or ()
    draft.story = rearranged(draft.story, order)
    if draft.record_events:
        draft.add_event(EventKind.CARDS_REARRANGED, cards=draft.story[: len(order)])


def _why_not_rearrange(draft: Draft, use: UseSkill) -> str | None:
    order, seen = use.order or (), cards_seen(draft)
    if sorted(order) != list(range(1, seen + 1)):
        return f"the order must name each place from 1 to {seen} once"
    return None


def _every_order(draft: Draft, use: UseSkill) -> Iterator[UseSkill]:
    """Return a use for every order; orders that differ only in equal cards are offered once."""
    met = set()
    for order in permutations(range(1, cards_seen(draft) + 1)):
        cards = tuple(draft.story[place - 1] for place in order)
        if cards not in met:
            met.add(cards)
            yield use._replace(order=order)


HERO = Hero(
    id=ZIGARAT_HO,
    name="Zigarat Ho",
    ruling="H6",
    text="Put the next 5 cards of the story in any order.",
    argument="order",
    act=_rearrange,
    why_not=_why_not_rearrange,
    arguments=_every_order,
)
