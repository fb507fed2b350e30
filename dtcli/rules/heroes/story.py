"""Skills that change what is still to come: Nintrabash, Zigarat Ho, Arvedui Miriel."""

from collections.abc import Collection, Iterator, Sequence
from itertools import permutations, product
from typing import TypeVar

from dtcli.english import plural
from dtcli.rules.cards import Mission
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.heroes.hero import Hero
from dtcli.rules.items import Kind
from dtcli.rules.rulings import ARVEDUI_MIRIEL, NINTRABASH, ZIGARAT_HO
from dtcli.rules.state import What

CARDS_SEEN = 5
T = TypeVar("T")


def _seen(draft: Draft) -> int:
    return min(CARDS_SEEN, len(draft.story))


def without(cards: Sequence[T], places: Collection[int]) -> tuple[T, ...]:
    """Return the cards that are left when those at these places, counted from 1, are thrown away (H2)."""
    return tuple(card for place, card in enumerate(cards, 1) if place not in places)


def rearranged(cards: Sequence[T], order: Sequence[int]) -> tuple[T, ...]:
    """Return the cards with the first ones in this order: the place that each comes from (H6)."""
    return (*(cards[place - 1] for place in order), *cards[len(order) :])


def _throw_away(draft: Draft, use: UseSkill) -> None:
    places = set(use.discard or ())
    thrown = tuple(card for place, card in enumerate(draft.story, 1) if place in places)
    draft.story = without(draft.story, places)
    if draft.loud:
        draft.tell(What.CARDS_DISCARDED, cards=thrown)


def _why_not_throw(draft: Draft, use: UseSkill) -> str | None:
    places = use.discard or ()
    if len(set(places)) != len(places):
        return "a card can be discarded only once"
    for place in places:
        if not 1 <= place <= _seen(draft):
            return f"place {place} is not among the {plural(_seen(draft), 'card')} looked at"
    return None


def _every_throw(draft: Draft, use: UseSkill) -> Iterator[UseSkill]:
    """Offer every selection once, counting equal cards in a row as one and the same."""
    met = set()
    for chosen in product((False, True), repeat=_seen(draft)):
        kept = tuple(card for card, gone in zip(draft.story, chosen, strict=False) if not gone)
        if kept not in met:
            met.add(kept)
            yield use._replace(discard=tuple(place for place, gone in enumerate(chosen, 1) if gone))


THROWER = Hero(
    id=NINTRABASH,
    name="Nintrabash",
    ruling="H2",
    text="Look at the next 5 cards of the story and discard any of them; the rest keep their order.",
    argument="discard",
    act=_throw_away,
    why_not=_why_not_throw,
    arguments=_every_throw,
)


def _rearrange(draft: Draft, use: UseSkill) -> None:
    order = use.order or ()
    draft.story = rearranged(draft.story, order)
    if draft.loud:
        draft.tell(What.CARDS_REARRANGED, cards=draft.story[: len(order)])


def _why_not_rearrange(draft: Draft, use: UseSkill) -> str | None:
    order, seen = use.order or (), _seen(draft)
    if sorted(order) != list(range(1, seen + 1)):
        return f"the order must name each place from 1 to {seen} once"
    return None


def _every_order(draft: Draft, use: UseSkill) -> Iterator[UseSkill]:
    """Offer every order once, counting equal cards as one and the same."""
    met = set()
    for order in permutations(range(1, _seen(draft) + 1)):
        cards = tuple(draft.story[place - 1] for place in order)
        if cards not in met:
            met.add(cards)
            yield use._replace(order=order)


REARRANGER = Hero(
    id=ZIGARAT_HO,
    name="Zigarat Ho",
    ruling="H6",
    text="Put the next 5 cards of the story in any order.",
    argument="order",
    act=_rearrange,
    why_not=_why_not_rearrange,
    arguments=_every_order,
)


def _bring_back(draft: Draft, _use: UseSkill) -> None:
    quest = draft.last_failed
    assert quest is not None
    draft.story = (*draft.story, quest)
    draft.last_failed = None
    if draft.failed and isinstance(quest, Mission):  # X8; a failure from before the start was never counted
        draft.failed -= 1
    if draft.loud:
        draft.tell(What.MISSION_BROUGHT_BACK, quest)


def _why_not_bring_back(draft: Draft, _use: UseSkill) -> str | None:
    if draft.last_failed is None:
        return "no failed mission lies in the discard pile to be brought back"
    return None


SECOND_CHANCE = Hero(
    id=ARVEDUI_MIRIEL,
    name="Arvedui Miriel",
    ruling="H4",
    text="Remove 1 gold: the mission that failed last goes to the bottom of the story.",
    cost=(Kind("gold"),),
    act=_bring_back,
    why_not=_why_not_bring_back,
)
