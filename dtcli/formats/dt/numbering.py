"""Numbers reveals: story notation lists cards as they were played, but choices count them as they are revealed.

Nintrabash, Zigarat Ho and Arvedui Miriel change the cards to come. Hero lines with no card between them belong to one
gap, before the next listed card that is still to be revealed.
"""

from typing import Any

from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.heroes.nintrabash import without
from dtcli.rules.heroes.zigarat_ho import rearranged
from dtcli.rules.rulings import ARVEDUI_MIRIEL, NINTRABASH, ZIGARAT_HO


def sort_key(choice: Any) -> tuple[int, bool]:
    """Return the sort key of a choice: by reveal, with skills before the decisions at that reveal."""
    number = choice.get("before", choice.get("at", 0))
    return (number if isinstance(number, int) else 0, "before" not in choice)


class Reveals:
    """The indices of the listed cards in the order of their reveals; None is a mission that is revealed again.

    >>> reveals = Reveals(3)
    >>> reveals.follow({"before": 1, "hero": "nintrabash", "discard": [2]})
    >>> reveals.number_of(2), reveals.number_of(1), reveals.gap_above(1)
    (2, None, 2)
    """

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.order: list[int | None] = list(range(cards))
        self._numbers: dict[int, int] = {}
        self._gaps: list[int] = []

    def number_of(self, listed: int) -> int | None:
        """Return the number of the reveal of a listed card; None if a skill discards it."""
        self._count()
        return self._numbers.get(listed)

    def gap_above(self, listed: int) -> int:
        """Return the number of the reveal after a line with this many cards listed above it."""
        self._count()
        return self._gaps[listed]

    def card_below(self, number: int) -> int | None:
        """Return how many cards are listed above a line in the gap before this reveal; None if no line is."""
        if 1 <= number <= len(self.order) and (listed := self.order[number - 1]) is not None:
            return listed
        return self.cards if self.gap_above(self.cards) == number else None

    def follow(self, choice: Any) -> None:
        """Apply a skill to the order; ignore a skill that the rules would refuse."""
        acting, before = choice.get("as", choice.get("hero")), choice.get("before")
        if not isinstance(before, int) or not 1 <= before <= len(self.order):
            return
        start = before - 1
        coming = self.order[start:]
        seen = min(CARDS_SEEN, len(coming))
        places = choice.get("discard" if acting == NINTRABASH else "order")
        if acting == ARVEDUI_MIRIEL:
            self.order.append(None)
        elif acting == NINTRABASH and _are_places(places, seen):
            self.order[start:] = without(coming, places)
        elif acting == ZIGARAT_HO and _are_places(places, seen) and len(places) == seen:
            self.order[start:] = rearranged(coming, places)
        self._gaps = []

    def _count(self) -> None:
        if self._gaps:
            return
        self._numbers = {listed: number for number, listed in enumerate(self.order, 1) if listed is not None}
        after = max(self._numbers.values(), default=0) + 1
        self._gaps = [after] * (self.cards + 1)
        for listed in reversed(range(self.cards)):
            self._gaps[listed] = self._numbers.get(listed, self._gaps[listed + 1])


def _are_places(places: Any, most: int) -> bool:
    return (
        isinstance(places, list)
        and all(type(place) is int and 1 <= place <= most for place in places)
        and len(set(places)) == len(places)
    )
