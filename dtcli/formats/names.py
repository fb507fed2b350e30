"""Finds items, missions, adventures and heroes by name: id, title or alias, in any case."""

import re
from typing import Any

from dtcli.formats.problems import Problem, printable, quoted
from dtcli.formats.suggest import closest, did_you_mean, is_too_long_to_compare
from dtcli.rules.cards import NO_REWARD, Adventure, Card, CardSet, Item, Mission, Reward, RewardRule
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId

_TYPOGRAPHIC_APOSTROPHE = "\u2019"


def folded(name: str) -> str:
    """Return the form in which names are compared: case folded, single spaces, straight apostrophes."""
    return " ".join(name.casefold().replace(_TYPOGRAPHIC_APOSTROPHE, "'").split())


_NOTATION_HINTS = (
    (r"\d+[.)]\s*\D.*", "lines are not numbered; for several cards write: 2 sword"),
    (r"(\D+?)\s*[x\u00d7*]\s*\d+", "write the number first: 2 sword"),
    (r".*[,;&].*|.*\band\b.*", "between cards write a comma, between items of a mission +"),
    (r".*(?:[=-]?>|<).*", "before the reward write ->"),
    (r".*\bor\b.*", "between two rewards write /"),
    (r".*[()].*", "a reward that may be declined is written shield?"),
)
_KEYWORDS = ("mission", "adventure", "hero")
_CHOICE = re.compile(r"(take|takes|took|decline|declines|declined|fail|fails|failed)\b.*", re.IGNORECASE)
_BEFORE_CHOICE = " -=:;+>("
"""What stands between a mission and its choice where the bar is not known."""


def notation_hint(name: str) -> str | None:
    """Return what to write instead if an unknown item is a mistake in the notation, or None.

    >>> notation_hint("mision E07")
    'did you mean mission?'
    >>> notation_hint("sword x2")
    'write the number first: 2 sword'
    """
    first, _, rest = name.partition(" ")
    if rest and hero_named(first):
        return f"write: hero {HEROES[hero_named(first) or HeroId('')].name}"
    for pattern, hint in _NOTATION_HINTS:
        if re.fullmatch(pattern, name, re.IGNORECASE):
            return hint
    return did_you_mean(first, _KEYWORDS) if rest else None


_MOST_WORDS = 20
"""How many words of a line are looked at for a mission."""
_NO_REWARD = ("-", "none", "nothing", "no reward")
_ANY_REWARD = ("?", "any")
"""The spellings of the two rewards without an item, the canonical one first."""


def _padded_id(name: str) -> str:
    """Return an id as the card sets that ship spell it: E01 for ``e1``."""
    return re.sub(r"(?<=\D)(\d)$", r"0\1", name).upper()


class Names:
    """The cards of a card set by all their names."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        self.kinds: dict[str, Kind] = {}
        self.items: dict[str, Item] = {}
        self.missions: dict[str, Mission] = {}
        self.adventures: dict[str, Adventure] = {}
        self.written: dict[tuple[str, tuple[str, ...], str], Mission] = {}
        """Cache of missions that replays have written out, by their spelling."""
        for info in self.cards.kinds.values():
            for name in (info.kind, *info.aliases):
                self.kinds.setdefault(folded(name), info.kind)
            self.items[info.kind] = Item(info.kind)
        for mission in self.cards.missions.values():
            for name in (mission.id, mission.title, *mission.aliases):
                self.missions.setdefault(folded(name), mission)
            self.missions.setdefault(mission.id, mission)  # so that the usual spelling needs no folding
        for adventure in self.cards.adventures.values():
            for name in (adventure.id, adventure.title, *adventure.aliases):
                self.adventures.setdefault(folded(name), adventure)

    def __reduce__(self) -> tuple[Any, ...]:
        return Names, (self.cards,)

    def kind(self, name: str) -> Kind | None:
        """Return the item kind of this name."""
        return self.kinds.get(name) or self.kinds.get(folded(name))

    def mission(self, name: str) -> Mission | None:
        """Return the mission of this id or title."""
        return self.missions.get(name) or self.missions.get(folded(name))

    def adventure(self, name: str) -> Adventure | None:
        """Return the adventure of this id or title."""
        return self.adventures.get(folded(name))

    def card(self, name: str) -> Card | None:
        """Return the card of a name that says no more: an item, otherwise a mission, otherwise an adventure."""
        kind = self.kind(name)
        return self.items[kind] if kind else self.mission(name) or self.adventure(name)

    def unknown_card(self, name: str, pointer: str, after: int = 0) -> Problem:
        """Return the problem for a line that is no card and no hero, with the closest name of either as hint.

        The hint says what it names, unless that is an item.
        """
        if choice := self.choice_hint(name):
            return Problem("DT204", f"unknown card {quoted(name)}", pointer, choice)
        what = self._what_is_named()
        padded = _padded_id(name)
        close = padded if padded in self.cards.missions else None
        if close is None and not is_too_long_to_compare(name, what, after):
            close = closest(name, what)
        if close is not None and what[close] != "item":
            hint = f"did you mean the {what[close]} {quoted(close)}?"
            return Problem("DT204", f"unknown card {quoted(name)}", pointer, hint)
        typed = notation_hint(name) or (None if close is None else f"did you mean {printable(close)}?")
        if typed is not None:
            return Problem("DT204", f"unknown item {quoted(name)}", pointer, typed)
        hint = f"items are {', '.join(self.cards.kinds)}; `dtcli cards` lists the missions"
        return Problem("DT204", f"unknown card {quoted(name)}", pointer, hint)

    def choice_hint(self, name: str) -> str | None:
        """Return how to write a line that has a choice right after the name of a mission, or None if it has none."""
        words = name.split()
        for n in range(min(len(words), _MOST_WORDS) - 1, 0, -1):
            front = " ".join(words[:n]).rstrip(_BEFORE_CHOICE)
            if self.mission(front) is None:
                continue
            choice = " ".join(words[n:]).strip(_BEFORE_CHOICE + ")")
            if self.kind(choice):
                choice = f"take {choice}"
            return f"write: mission {printable(front)} | {printable(choice)}" if _CHOICE.fullmatch(choice) else None
        return None

    def _what_is_named(self) -> dict[str, str]:
        """Return what each name is that can stand on a line: an item, a mission, an adventure or a hero."""
        what = dict.fromkeys(self.kinds, "item")
        for mission in self.cards.missions.values():
            what |= dict.fromkeys((mission.id, mission.title, *mission.aliases), "mission")
        for adventure in self.cards.adventures.values():
            what |= dict.fromkeys((adventure.title, *adventure.aliases), "adventure")
        for hero in HEROES.values():
            for name in (hero.name, hero.name.split()[0]):
                what.setdefault(name, "hero")
        return what

    def unknown_kind(self, name: str, pointer: str, after: int = 0) -> Problem:
        """Return the problem for an unknown item, with the closest name as hint; ``after`` as in ``did_you_mean``."""
        hint = (
            notation_hint(name) or did_you_mean(name, self.kinds, after) or f"items are {', '.join(self.cards.kinds)}"
        )
        return Problem("DT204", f"unknown item {quoted(name)}", pointer, hint)

    def unknown_mission(self, name: str, pointer: str, after: int = 0) -> Problem:
        """Return the problem for an unknown mission."""
        printed = [name for one in self.cards.missions.values() for name in (one.id, one.title, *one.aliases)]
        padded = _padded_id(name)
        close = f"did you mean {padded}?" if padded in self.cards.missions else did_you_mean(name, printed, after)
        hint = self.choice_hint(name) or close or "name an id or title of the card set, or write out its needs"
        return Problem("DT205", f"unknown mission {quoted(name)} in card set {quoted(self.cards.id)}", pointer, hint)

    def unknown_adventure(self, name: str, pointer: str, after: int = 0) -> Problem:
        """Return the problem for an unknown adventure."""
        printed = [name for one in self.cards.adventures.values() for name in (one.title, *one.aliases)]
        hint = did_you_mean(name, printed, after) or "`dtcli cards` lists the adventures"
        return Problem("DT206", f"unknown adventure {quoted(name)} in card set {quoted(self.cards.id)}", pointer, hint)

    def reward(self, text: str, pointer: str, problems: list[Problem], after: int = 0) -> Reward:
        """Return the reward that a text names; adds what is wrong with it to ``problems``."""
        text = text.strip()
        word = "" if text in self.kinds else text.casefold()  # a card set may have an item named "any"
        if word in _NO_REWARD:
            return NO_REWARD
        if word in _ANY_REWARD:
            return Reward(RewardRule.ANY)
        parts = text.removesuffix("?").split("/") if not text.endswith("?") or "/" not in text else []
        if len(parts) not in (1, 2):
            problems.append(
                Problem(
                    "DT211",
                    f"reward {quoted(text)} not understood",
                    pointer,
                    "write shield, shield?, sword/shield, ? or -",
                )
            )
            return NO_REWARD
        kinds = []
        for part in parts:
            kind = self.kind(part.strip())
            if kind is None:
                problems.append(self.unknown_kind(part.strip(), pointer, after + len(problems)))
                return NO_REWARD
            kinds.append(kind)
        if len(kinds) == 2 and kinds[0] == kinds[1]:  # noqa: PLR2004
            problems.append(Problem("DT211", f"reward {quoted(text)} names the same item twice", pointer))
        rule = RewardRule.EITHER if len(kinds) > 1 else RewardRule.MAY if text.endswith("?") else RewardRule.MUST
        return Reward(rule, tuple(kinds))


_HEROES = {folded(name): hero.id for hero in HEROES.values() for name in (hero.id, hero.name)}
_HEROES |= {folded(hero.name.split()[0]): hero.id for hero in HEROES.values()}  # first names: no two heroes share one
_HEROES |= {name.replace("'", ""): hero for name, hero in _HEROES.items()}


def hero_named(name: str) -> HeroId | None:
    """Return the hero with this id, name or first name."""
    return _HEROES.get(name) or _HEROES.get(folded(name))


def unknown_hero(name: str, pointer: str, after: int = 0) -> Problem:
    """Return the problem for an unknown hero."""
    known = [spelled for hero in HEROES.values() for spelled in (hero.name, hero.name.split()[0])]
    hint = did_you_mean(name, known, after) or "`dtcli heroes` lists the heroes"
    return Problem("DT207", f"unknown hero {quoted(name)}", pointer, hint)
