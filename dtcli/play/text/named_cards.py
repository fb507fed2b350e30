"""Finds the cards that a player names: by numbers, by the names that replay files accept, or by how a name begins."""

import re
from collections.abc import Iterator, Sequence

from dtcli.english import agree, or_list, plural
from dtcli.formats.names import Names, folded
from dtcli.formats.problems import quoted
from dtcli.formats.suggest import did_you_mean
from dtcli.play.text.command_parsing import InvalidInput, numbers
from dtcli.render.terminal import safe
from dtcli.rules.cards import Adventure, Card, Item

_BETWEEN = ("and", "then")
_MOST_WORDS = 8
"""The longest name in words; a longer title is found by how it begins."""


class NamedCards:
    """The cards face up, by number and by name."""

    def __init__(self, places: Sequence[Card | None], names: Names) -> None:
        self._places = places
        self._names = names

    def places_of(self, text: str) -> list[int]:
        """Return the places of the named cards, from 0, in the order named; raises ``InvalidInput``.

        Of equal cards the one with the lowest number is meant, unless its number is named as well.
        """
        named = [one for part in re.split(r"[+,;&]", text) for one in self._named_in(part.split())]
        taken = [one for one in named if isinstance(one, int)]
        places = []
        for one in named:
            place = one if isinstance(one, int) else self._place_of(one, taken)
            if not isinstance(one, int):
                taken.append(place)
            places.append(place)
        return places

    def _named_in(self, words: list[str]) -> Iterator[int | Card]:
        """Yield the places and cards that words name; a number before an item counts copies, as in replay files."""
        while words:
            first, *rest = words
            if first.casefold() in _BETWEEN:
                words = rest
                continue
            if not first.isdecimal():
                card, used = self._card_at(words)
                yield card
                words = words[used:]
                continue
            number = numbers(first, len(self._places))[0]
            counts = rest and not rest[0].isdecimal() and rest[0].casefold() not in _BETWEEN
            counted = self._card_at(rest) if counts else None
            if counted is not None and isinstance(counted[0], Item):
                self._require_copies(counted[0], number)
                yield from [counted[0]] * number
                words = rest[counted[1] :]
            else:
                yield number - 1
                words = rest

    def _require_copies(self, item: Item, n: int) -> None:
        there = self._places.count(item)
        if n > there:
            msg = f"only {_lie(there, item)} face up; for card {n} and {_spoken(item)} type {n} and {_spoken(item)}"
            raise InvalidInput(msg)

    def _card_at(self, words: list[str]) -> tuple[Card, int]:
        """Return the card that the words begin with, and how many words name it; the longest name counts."""
        longest_first = range(min(len(words), _MOST_WORDS), 0, -1)
        for n in longest_first:
            name = " ".join(words[:n])
            named = self._named_exactly(name)
            there = [card for card in named if card in self._places]
            if named and not there:
                msg = f"no {_spoken(named[0])} lies face up"
                raise InvalidInput(msg)
            if there:
                return _only(there, name), n
        for n in longest_first:
            name = " ".join(words[:n])
            found = [
                card for card in self._face_up if any(one.startswith(folded(name)) for one in self._names_of(card))
            ]
            if found:
                return _only(found, name), n
        hint = did_you_mean(words[0], [name for card in self._face_up for name in self._names_of(card)])
        msg = f"{quoted(words[0])} is not a card that lies face up; {hint or 'type cards to list them'}"
        raise InvalidInput(msg)

    def _named_exactly(self, name: str) -> list[Card]:
        """Return the cards of the card set with this name, in whatever language."""
        if folded(name) == "adventure":
            return [card for card in self._face_up if isinstance(card, Adventure)]
        kind = self._names.kind(name)
        item = self._names.items[kind] if kind is not None else None
        return [card for card in (item, self._names.mission(name), self._names.adventure(name)) if card is not None]

    @property
    def _face_up(self) -> list[Card]:
        """The different cards face up, in the order in which they lie."""
        return [card for card in dict.fromkeys(self._places) if card is not None]

    def _names_of(self, card: Card) -> list[str]:
        if isinstance(card, Item):
            return [folded(name) for name in (card.kind, *self._names.cards.kinds[card.kind].aliases)]
        return [folded(name) for name in (card.id, card.title, *card.aliases)]

    def _place_of(self, card: Card, taken: list[int]) -> int:
        """Return the first place of a card that is not taken."""
        for place, there in enumerate(self._places):
            if there == card and place not in taken:
                return place
        msg = f"only {_lie(self._places.count(card), card)} face up"
        raise InvalidInput(msg)


def _only(cards: list[Card], name: str) -> Card:
    if len(cards) > 1:
        msg = f"{quoted(name)} can mean {or_list(map(_spoken, cards))}; type more of the name, or the number"
        raise InvalidInput(msg)
    return cards[0]


def _lie(n: int, card: Card) -> str:
    return f"{plural(n, _spoken(card), many=_spoken(card))} {agree(n, 'lies', 'lie')}"


def _spoken(card: Card) -> str:
    return safe(str(card))
