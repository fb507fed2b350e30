"""The adventure phase: hands, draw deck, story and discard pile as a value (A2 to A6, V1).

There is no clock here; the caller decides when the phase ends. Players are numbered from 1.
"""

from collections.abc import Iterable
from typing import NamedTuple

from dtcli.english import agree, plural
from dtcli.rules.cards import Adventure, Card, Item, Mission
from dtcli.rules.decisions import IllegalChoice

FIVE_MINUTES = 300.0
"""The length of the phase in seconds (A6)."""


class Table(NamedTuple):
    """The cards on the table and in the hands. The next card of the draw deck comes first."""

    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    hand_size: int
    story: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()

    @property
    def next_is_mission(self) -> bool | None:
        """Whether the top card of the draw deck is a mission, as its back shows (A2); None if the deck is empty."""
        return not isinstance(self.deck[0], Item) if self.deck else None

    @property
    def last_laid(self) -> Card | None:
        """The card laid last, which stays visible on top of the story (A3); None before the first."""
        return self.story[-1] if self.story else None

    @property
    def is_exhausted(self) -> bool:
        """Whether the draw deck is empty, so that the players may end early (A6)."""
        return not self.deck


def why_not_play(table: Table, player: int, card: Card) -> str | None:
    """Return why this player cannot lay the card on the story, or None (A3, V1)."""
    reason = _why_not_in_hand(table, player, [card])
    if reason is not None:
        return reason
    if isinstance(card, Adventure):
        return why_no_reputation(table.story, card)
    return None


def why_no_reputation(below: Iterable[Card], adventure: Adventure) -> str | None:
    """Return why the adventure card cannot lie on these cards, or None (V1)."""
    missions = sum(isinstance(card, Mission) for card in below)
    if missions < adventure.scroll.reputation:
        needed = plural(adventure.scroll.reputation, "mission")
        there = f"{agree(missions, 'is', 'are')} {missions or 'none'}"
        return f"{adventure.title} needs {needed} below it, there {there}"
    return None


def play(table: Table, player: int, card: Card) -> Table:
    """Return the table after the player has laid the card on the story, for good (A3)."""
    _refuse(why_not_play(table, player, card))
    return table._replace(hands=_without(table, player, [card]), story=(*table.story, card))


def why_not_draw(table: Table, player: int) -> str | None:
    """Return why this player cannot draw a card, or None (A4)."""
    reason = _why_no_seat(table, player)
    if reason is not None:
        return reason
    if not table.deck:
        return "the draw deck is empty"
    if len(table.hands[player - 1]) >= table.hand_size:
        return f"the hand is full with {plural(table.hand_size, 'card')}"
    return None


def draw(table: Table, player: int) -> Table:
    """Return the table after the player has drawn one card (A4)."""
    _refuse(why_not_draw(table, player))
    hand = (*table.hands[player - 1], table.deck[0])
    return table._replace(hands=_with_hand(table, player, hand), deck=table.deck[1:])


def refill(table: Table, player: int) -> Table:
    """Return the table after the player has drawn up to the size of the hand (A4)."""
    while why_not_draw(table, player) is None:
        table = draw(table, player)
    return table


def why_not_discard(table: Table, player: int, cards: Iterable[Card]) -> str | None:
    """Return why this player cannot discard these cards, or None (A5)."""
    return _why_not_in_hand(table, player, list(cards))


def discard(table: Table, player: int, cards: Iterable[Card]) -> Table:
    """Return the table after the player has discarded these cards, without refilling the hand (A5)."""
    cards = list(cards)
    _refuse(why_not_discard(table, player, cards))
    return table._replace(hands=_without(table, player, cards), discarded=(*table.discarded, *cards))


def _refuse(reason: str | None) -> None:
    if reason is not None:
        raise IllegalChoice(reason)


def _why_no_seat(table: Table, player: int) -> str | None:
    if 1 <= player <= len(table.hands):
        return None
    return f"there is no player {player}, the game has {len(table.hands)}"


def _why_not_in_hand(table: Table, player: int, cards: list[Card]) -> str | None:
    reason = _why_no_seat(table, player)
    if reason is not None:
        return reason
    hand = list(table.hands[player - 1])
    for card in cards:
        if card not in hand:
            return f"{card} is not in the hand of player {player}"
        hand.remove(card)
    return None


def _without(table: Table, player: int, cards: list[Card]) -> tuple[tuple[Card, ...], ...]:
    hand = list(table.hands[player - 1])
    for card in cards:
        hand.remove(card)
    return _with_hand(table, player, tuple(hand))


def _with_hand(table: Table, player: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*table.hands[: player - 1], hand, *table.hands[player:])
