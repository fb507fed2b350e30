"""What typed letters mean at the table: a card, a hero or a command, by the beginning of any of its names.

Items come first, so that one or two letters are enough for them. Names are those of the card set, English and Italian,
and the missions that the table has written out.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from dtcli.english import or_list
from dtcli.formats.names import Names, folded
from dtcli.formats.problems import quoted
from dtcli.formats.suggest import did_you_mean
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.rules.cards import Adventure, Card, Item, KindInfo, Mission
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId

COMMANDS = ("undo", "end", "on", "backpack", "heroes", "help", "quit", "back", "again", "rules")
"""Words that are commands wherever they are typed in full."""
SHORT_COMMANDS = {"u": "undo", "?": "help", "exit": "quit", "done": "end"}
MOST_COPIES = 20
MOST_NAMED = 5
"""How many meanings an ambiguous input lists."""
_COUNTED = re.compile(r"(\d{1,3})\s*[x\u00d7]?\s*(\D.*)", re.DOTALL)
_DECK_NUMBER = re.compile(r"([a-z]+)(\d{1,4})")
_PREFIXES = ("mission", "adventure", "hero")


class Nearness(IntEnum):
    """How a name matches typed letters, the best first."""

    WHOLE = 0
    ITEM = 1
    """The id of an item begins with the letters."""
    ITEM_ALIAS = 2
    BEGINNING = 3
    """A title or the name of a hero begins with the letters."""
    WORD = 4
    """A word of a title or of a hero's name begins with the letters."""
    LETTERS = 5
    """The letters occur in the id of an item in this order, the first one first."""


class Meaning(NamedTuple):
    """One thing that typed letters can mean."""

    nearness: Nearness
    name: str
    """The name that matches."""
    card: Card | None = None
    hero: HeroId | None = None
    copies: int = 1

    @property
    def what(self) -> Card | HeroId | None:
        """The card or hero."""
        return self.card if self.card is not None else self.hero

    @property
    def label(self) -> str:
        """The name, and what it stands for if the name does not say so."""
        if self.hero is not None:
            return HEROES[self.hero].name
        if isinstance(self.card, Item):
            known = self.card.kind if folded(self.name) == self.card.kind else f"{self.name} = {self.card.kind}"
            return known if self.copies == 1 else f"{self.copies} {known}"
        return str(self.card)


class AmbiguousInput(InvalidInput):
    """Letters that can mean several things."""


class CardNames:
    """Everything that can be typed, by name."""

    def __init__(
        self,
        names: Names,
        *,
        written_out: Iterable[Mission] = (),
        heroes: Sequence[HeroId] = tuple(HEROES),
        played: Adventure | None = None,
    ) -> None:
        self.names = names
        self._played = played
        """The adventure that is played, which can be typed as ``adventure``."""
        self._heroes = tuple(heroes)
        self._written_out: dict[str, Mission] = {}
        self._shortcuts: dict[Kind, str] | None = None
        for mission in written_out:
            self.remember(mission)

    def remember(self, mission: Mission) -> None:
        """Let a mission that was written out be typed by its title from now on."""
        self._written_out[folded(mission.title)] = mission
        self._shortcuts = None

    def knows(self, title: str) -> bool:
        """Return whether a mission of this title is known."""
        return folded(title) in self._written_out or self.names.mission(title) is not None

    @property
    def missions(self) -> Iterator[Mission]:
        """All missions: those of the card set, then those that were written out."""
        yield from self.names.cards.missions.values()
        yield from self._written_out.values()

    def meanings(self, text: str, *, gone: Iterable[Card] = ()) -> list[Meaning]:
        """Return what the typed letters can mean, the likeliest first; missions in ``gone`` are left out.

        Each card and hero is listed once, by the name that matches best.
        """
        letters, copies = _copies(folded(text))
        kind_only = copies > 1
        word, _, rest = letters.partition(" ")
        if word in _PREFIXES and rest and not kind_only:
            found = [one for one in self._meanings(rest) if _is_a(word, one)]
        else:
            found = [one._replace(copies=copies) for one in self._meanings(letters)
                     if not kind_only or isinstance(one.card, Item)]  # fmt: skip
        left_out = {card for card in gone if not isinstance(card, Item)}
        best: dict[Card | HeroId | None, Meaning] = {}
        for one in sorted(found, key=lambda one: one.nearness):
            if one.card not in left_out:
                best.setdefault(one.what, one)
        return list(best.values())

    def meaning(self, text: str, *, gone: Iterable[Card] = ()) -> Meaning:
        """Return the one thing that the typed letters mean; raises ``InvalidInput`` if there is none, or are several.

        Of several items whose own names begin alike the first of the card set is meant; ``s`` is a sword.
        """
        found = self.meanings(text, gone=gone)
        if not found:
            raise InvalidInput(self._unknown(text, gone))
        first = found[0]
        rivals = [one for one in found if one.nearness is first.nearness]
        if len(rivals) == 1 or first.nearness in (Nearness.WHOLE, Nearness.ITEM):
            return first
        labels = [one.label for one in rivals[:MOST_NAMED]] + (["others"] if len(rivals) > MOST_NAMED else [])
        msg = f"{quoted(text)} can be {or_list(labels)}; type more of it"
        raise AmbiguousInput(msg)

    def is_finished(self, text: str) -> bool:
        """Return whether a space after these letters ends a card: an item or an id, and no longer name goes on so."""
        try:
            letters, _ = _copies(folded(text))
            found = self.meaning(text)
        except InvalidInput:
            return False
        if any(name.startswith(f"{letters} ") for name in self._every_name()):
            return False
        return isinstance(found.card, Item) or (isinstance(found.card, Mission) and self._by_id(letters) is found.card)

    def shortcuts(self) -> dict[Kind, str]:
        """Return the shortest letters for each item; of equally short ones those of its own name."""
        if self._shortcuts is None:
            self._shortcuts = self._shortest_letters()
        return self._shortcuts

    def is_begun(self, letters: str) -> bool:
        """Return whether a name, an id or a word of the recorder begins with these letters."""
        if letters.isdigit() or any(one.nearness is not Nearness.LETTERS for one in self.meanings(letters)):
            return True
        words = (*COMMANDS, *_PREFIXES, *(folded(one) for one in self.names.cards.missions))
        return any(word.startswith(letters) for word in words)

    def is_id(self, letters: str) -> bool:
        """Return whether these letters are the id of a mission; zeros in front of its number may be left out."""
        return self._by_id(letters) is not None

    def is_whole_id(self, letters: str) -> bool:
        """Return whether these letters are the id of a mission, and no longer id or name begins with them."""
        mission = self._by_id(letters)
        if mission is None or any(name.startswith(letters) and name != letters for name in self._every_name()):
            return False
        longer = (self._by_id(f"{letters}{digit}") for digit in range(10))
        return not any(other is not None and len(letters) < len(other.id) for other in longer)

    def _shortest_letters(self) -> dict[Kind, str]:
        found: dict[Kind, str] = {}
        for info in self.names.cards.kinds.values():
            beginnings = [folded(name)[:n] for name in (info.kind, *info.aliases) for n in range(1, len(name) + 1)]
            pairs = [f"{info.kind[0]}{letter}".casefold() for letter in info.kind[1:]]
            tries = sorted([*beginnings, *pairs], key=len)
            found[info.kind] = next((one for one in tries if self._means(one, info.kind)), folded(info.kind))
        return found

    def _means(self, letters: str, kind: Kind) -> bool:
        try:
            card = self.meaning(letters).card
        except InvalidInput:
            return False
        return isinstance(card, Item) and card.kind == kind

    def _by_id(self, letters: str) -> Mission | None:
        """Return the mission of an id; zeros in front of its number may be left out."""
        exact = self.names.mission(letters)
        if exact is not None and folded(exact.id) == letters:
            return exact
        found = _DECK_NUMBER.fullmatch(letters)
        if found is None:
            return None
        deck, number = found[1], int(found[2])
        for mission in self.names.cards.missions.values():
            same = _DECK_NUMBER.fullmatch(folded(mission.id))
            if same is not None and same[1] == deck and int(same[2]) == number:
                return mission
        return None

    def _meanings(self, letters: str) -> Iterator[Meaning]:
        if not letters:
            return
        for info in self.names.cards.kinds.values():
            yield from _item_meanings(info, self.names.items[info.kind], letters)
        by_id = self._by_id(letters)
        if by_id is not None:
            yield Meaning(Nearness.WHOLE, by_id.id, by_id)
        for mission in self.missions:
            yield from _titled(mission, (mission.title, *mission.aliases), letters)
        for adventure in self.names.cards.adventures.values():
            also = ("adventure",) if adventure is self._played else ()
            yield from _titled(adventure, (adventure.title, adventure.id, *also, *adventure.aliases), letters)
        for hero in self._heroes:
            near = _hero_nearness(folded(HEROES[hero].name), letters)
            if near is not None:
                yield Meaning(near, HEROES[hero].name, hero=hero)

    def _every_name(self) -> Iterator[str]:
        yield from self.names.kinds
        yield from self.names.missions
        yield from self._written_out
        yield from self.names.adventures
        yield from (folded(HEROES[hero].name) for hero in self._heroes)

    def _unknown(self, text: str, gone: Iterable[Card]) -> str:
        played = next((one for one in self.meanings(text) if one.card is not None and one.card in set(gone)), None)
        if played is not None:
            return f"{played.card} was played before"
        spelled = [
            *self.names.cards.kinds,
            *(alias for info in self.names.cards.kinds.values() for alias in info.aliases),
            *(mission.title for mission in self.missions),
            *(mission.id for mission in self.names.cards.missions.values()),
            *(HEROES[hero].name for hero in self._heroes),
            *(HEROES[hero].name.split()[0] for hero in self._heroes),
            *(adventure.title for adventure in self.names.cards.adventures.values()),
            *COMMANDS,
        ]
        hint = did_you_mean(text.strip(), spelled) or "type the beginning of an item or mission; help lists all"
        return f"{quoted(text)} is not a card; {hint}"


def _copies(letters: str) -> tuple[str, int]:
    """Return the name and the number of copies of ``2 sword`` or ``2sword``; raises ``InvalidInput``."""
    found = _COUNTED.fullmatch(letters)
    if found is None:
        return letters, 1
    copies = int(found[1])
    if not 1 <= copies <= MOST_COPIES:
        msg = f"1 to {MOST_COPIES} cards can be typed at once, not {copies}"
        raise InvalidInput(msg)
    return found[2].strip(), copies


def _is_a(word: str, meaning: Meaning) -> bool:
    match word:
        case "hero":
            return meaning.hero is not None
        case "mission":
            return isinstance(meaning.card, Mission)
        case _:
            return isinstance(meaning.card, Adventure)


def _has_letters(name: str, letters: str) -> bool:
    """Return whether the letters occur in the name in this order, the first one at its beginning."""
    if name[:1] != letters[:1]:
        return False
    rest = iter(name)
    return all(letter in rest for letter in letters)


def _title_nearness(title: str, letters: str) -> Nearness | None:
    if title == letters:
        return Nearness.WHOLE
    if title.startswith(letters):
        return Nearness.BEGINNING
    words = title.replace("-", " ").split()
    return Nearness.WORD if any(" ".join(words[n:]).startswith(letters) for n in range(1, len(words))) else None


def _hero_nearness(name: str, letters: str) -> Nearness | None:
    """Return how a hero's name matches, with or without its apostrophe."""
    found = [_title_nearness(one, letters) for one in (name, name.replace("'", ""))]
    return min((one for one in found if one is not None), default=None)


def _item_meanings(info: KindInfo, item: Item, letters: str) -> Iterator[Meaning]:
    kind = folded(info.kind)
    if kind == letters:
        yield Meaning(Nearness.WHOLE, info.kind, item)
    elif kind.startswith(letters):
        yield Meaning(Nearness.ITEM, info.kind, item)
    elif _has_letters(kind, letters):
        yield Meaning(Nearness.LETTERS, info.kind, item)
    for alias in info.aliases:
        if folded(alias).startswith(letters):
            near = Nearness.WHOLE if folded(alias) == letters else Nearness.ITEM_ALIAS
            yield Meaning(near, alias, item)


def _titled(card: Card, titles: Iterable[str], letters: str) -> Iterator[Meaning]:
    for title in titles:
        near = _title_nearness(folded(title), letters)
        if near is not None:
            yield Meaning(near, title, card)
