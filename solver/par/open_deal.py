"""A deal with all cards known, and what a line of play must reach (Q1 to Q6 in docs/par.md)."""

from collections.abc import Iterable
from typing import NamedTuple, Self

from dtcli.rules.cards import Adventure, Card, Item, Mission, Quest
from dtcli.rules.items import Kind
from dtcli.rules.state import Game
from dtcli.rules.table import Table


class PlacedQuest(NamedTuple):
    """A mission or adventure card of the deal; ``place`` is its place in the draw deck, 0 in a hand."""

    card: Quest
    place: int


class OpenDeal(NamedTuple):
    """The cards of all hands together, the draw deck with its next card first, and the game that they are dealt for.

    ``game`` has an empty story. After every deed the next card of the deck comes to a hand, so the card at place p of
    the deck can be used after p deeds.
    """

    game: Game
    hand: tuple[Card, ...]
    deck: tuple[Card, ...]

    @classmethod
    def of(cls, table: Table, game: Game) -> Self:
        """Return the deal on a table before the five minutes; the story of the game does not matter."""
        hands = tuple(card for hand in table.hands for card in hand)
        return cls(game.with_changes(story=()), hands, table.deck)

    @property
    def size(self) -> int:
        """How many cards there are; no line of play has more deeds."""
        return len(self.hand) + len(self.deck)

    @property
    def quests(self) -> tuple[PlacedQuest, ...]:
        """The missions and adventures, in the order in which they can be used."""
        return tuple(PlacedQuest(card, place) for card, place in self._placed() if not isinstance(card, Item))

    @property
    def missions(self) -> int:
        """How many missions there are."""
        return sum(isinstance(card, Mission) for card, _ in self._placed())

    @property
    def adventure(self) -> Adventure | None:
        """The adventure card, if there is one."""
        return next((card for card, _ in self._placed() if isinstance(card, Adventure)), None)

    def item_places(self, kind: Kind) -> tuple[int, ...]:
        """Return the places of the item cards of a kind, in the order in which they can be used."""
        return tuple(place for card, place in self._placed() if isinstance(card, Item) and card.kind == kind)

    def _placed(self) -> Iterable[tuple[Card, int]]:
        yield from ((card, 0) for card in self.hand)
        yield from ((card, place) for place, card in enumerate(self.deck, 1))


class Aim(NamedTuple):
    """What a line of play must reach, with a whole backpack."""

    missions: int
    """At least so many completed missions."""
    win: bool = False
    """Also the victory conditions of the adventure, if the game has one (R9)."""
