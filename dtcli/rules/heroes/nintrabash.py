"""Nintrabash discards any of the next cards (H2)."""

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import TypeVar

from dtcli.english import plural
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.heroes.next_cards import cards_seen
from dtcli.rules.rulings import NINTRABASH
from dtcli.rules.state import EventKind

T = TypeVar("T")


def without(cards: Sequence[T], places: Collection[int]) -> tuple[T, ...]:
    """Return the cards that are left when those at these places, counted from 1, are discarded."""
    return tuple(card for place, card in enumerate(cards, 1) if place not in places)


def _discard(draft: Draft, use: UseSkill) -> None:
    places = set(use.discard or ())
    discarded = tuple(card for place, card in enumerate(draft.story, 1) if place in places)
    draft.story = without(draft.story, places)
    if draft.record_events:
        draft.add_event(EventKind.CARDS_DISCARDED, cards=discarded)


def _why_not_discard(draft: Draft, use: UseSkill) -> str | None:
    places = use.discard or ()
    if len(set(places)) != len(places):
        return "a card can be discarded only once"
    for place in places:
        if not 1 <= place <= cards_seen(draft):
            return f"place {place} is not among the {plural(cards_seen(draft), 'card')} looked at"
    return None


def _every_discard(draft: Draft, use: UseSkill) -> Iterator[UseSkill]:
    """Return a use for every selection; selections that leave the same cards are offered once."""
    met = set()
    for chosen in product((False, True), repeat=cards_seen(draft)):
        left = tuple(card for card, discarded in zip(draft.story, chosen, strict=False) if not discarded)
        if left not in met:
            met.add(left)
            yield use._replace(discard=tuple(place for place, discarded in enumerate(chosen, 1) if discarded))


HERO = Hero(
    id=NINTRABASH,
    name="Nintrabash",
    ruling="H2",
    text="Look at the next 5 cards of the story and discard any of them; the rest keep their order.",
    argument="discard",
    act=_discard,
    why_not=_why_not_discard,
    arguments=_every_discard,
)
