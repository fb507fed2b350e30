"""A puzzle as one number: each thing that it says is a digit, in a base that fits what could be said there.

One description serves both ways (``_Code``): the writer takes the digits of what is said, the reader gives them back.
Texts lie behind the number. What has no digit is ``Unsayable``. Digits that are usually 0 come last, where they take no
room.
"""

import zlib
from collections.abc import Sequence
from typing import Any, Protocol

from dtcli.formats.card_sets import scenarios
from dtcli.formats.limits import MOST_CARDS, MOST_HEROES, MOST_NEEDS
from dtcli.formats.names import Names
from dtcli.rules.goals import GoalKind
from dtcli.rules.rulings import EDITIONS, TEN_HEROES, Borrowing, HeroChoice, SpentRewards

_MORE = 16
_LONGEST_NUMBER = 6
_SWITCHES: dict[str, Sequence[Any]] = {
    "any_reward_optional": (False, True),
    "thanir": tuple(map(str, Borrowing)),
    "spent_rewards": tuple(map(str, SpentRewards)),
    "heroes_in_box": (8, 10),
    "hero_choice": tuple(map(str, HeroChoice)),
    "default_goal": (None, *range(MOST_CARDS + 1)),
}
_SUFFIXES = ("", "?")


class Unsayable(Exception):  # noqa: N818  (it is an answer)
    """Something that has no digit, or a number that is no puzzle."""


class Pen(Protocol):
    """Writes or reads digits and texts."""

    def digit(self, value: int, base: int) -> int:
        """Write a digit, or read one whatever the value."""

    def text(self, value: str) -> str:
        """Write a text, or read one whatever the value."""


class _Writer:
    def __init__(self) -> None:
        self.digits: list[tuple[int, int]] = []
        self.texts: list[bytes] = []

    def digit(self, value: int, base: int) -> int:
        if not 0 <= value < base:
            msg = f"no digit for {value}"
            raise Unsayable(msg)
        self.digits.append((value, base))
        return value

    def text(self, value: str) -> str:
        try:
            written = value.encode()
        except UnicodeEncodeError:
            msg = "half a character"
            raise Unsayable(msg) from None
        _number(self, len(written))
        self.texts.append(written)
        return value

    def content(self) -> bytes:
        number = 0
        for value, base in reversed(self.digits):
            number = number * base + value
        size = -(-number.bit_length() // 8)
        if size >= 1 << 16:
            msg = "too large"
            raise Unsayable(msg)
        head = bytes([size]) if size < 0xFF else b"\xff" + size.to_bytes(2, "big")  # noqa: PLR2004  (the first byte)
        return head + number.to_bytes(size, "big") + b"".join(self.texts)


class _Reader:
    def __init__(self, content: bytes) -> None:
        size, at = content[0] if content else 0, 1
        if size == 0xFF:  # noqa: PLR2004
            size, at = int.from_bytes(content[1:3], "big"), 3
        if len(content) < at + size:
            msg = "the number is cut off"
            raise Unsayable(msg)
        self.number = int.from_bytes(content[at : at + size], "big")
        self.rest = content[at + size :]

    def digit(self, _value: int, base: int) -> int:
        self.number, value = divmod(self.number, base)
        return value

    def text(self, _value: str) -> str:
        size = _number(self, 0)
        if size > len(self.rest):
            msg = "a text is cut off"
            raise Unsayable(msg)
        written, self.rest = self.rest[:size], self.rest[size:]
        return written.decode()  # a ValueError tells that it is no text


def write_puzzle(carried: Any, names: Names) -> bytes:
    """Return the code of a puzzle's essence; raises ``Unsayable``."""
    pen = _Writer()
    _Code(pen, names).puzzle(carried)
    return pen.content()


def read_puzzle(content: bytes, names: Names) -> dict[str, Any]:
    """Return the puzzle of a code; raises ``Unsayable`` or ``ValueError``."""
    pen = _Reader(content)
    data = _Code(pen, names).puzzle({"story": [], "goal": {}})
    if pen.number or pen.rest:
        msg = "something is left over"
        raise Unsayable(msg)
    return data


def fingerprint(names: Names) -> int:
    """Return a number that tells one card set from another, as far as a code depends on it."""
    cards = names.cards
    said = [
        *((info.kind, info.cards, info.tokens) for info in cards.kinds.values()),
        *((one.id, one.needs, str(one.reward)) for one in cards.missions.values()),
        *((one.id, one.needs, one.effect.value) for one in cards.adventures.values()),
        *scenarios(),
        *TEN_HEROES,
        *EDITIONS,
    ]
    return zlib.crc32(repr(said).encode())


def _number(pen: Pen, value: int) -> int:
    """Write or read a number that is usually small."""
    found, weight = 0, 1
    for _ in range(_LONGEST_NUMBER):
        part = pen.digit(value % _MORE + (_MORE if value >= _MORE else 0), 2 * _MORE)
        found += part % _MORE * weight
        if part < _MORE:
            return found
        value, weight = value // _MORE, weight * _MORE
    msg = "too large a number"
    raise Unsayable(msg)


def _one_of(pen: Pen, options: Sequence[Any], value: Any) -> Any:
    places = [place for place, option in enumerate(options) if option == value and type(option) is type(value)]
    return options[pen.digit(places[0] if places else -1, len(options))]


class _Code:
    """What a puzzle says, part by part."""

    def __init__(self, pen: Pen, names: Names) -> None:
        self.pen = pen
        self.kinds = [str(kind) for kind in names.cards.kinds]
        self.copies = [(info.cards, info.tokens) for info in names.cards.kinds.values()]
        quests = [{"mission": one} for one in names.cards.missions]
        quests += [{"adventure": one} for one in names.cards.adventures]
        self.quests: list[dict[str, Any]] = quests
        self.adventures = list(names.cards.adventures)

    def puzzle(self, said: dict[str, Any]) -> dict[str, Any]:
        pen, found = self.pen, dict[str, Any]()
        cards = self._many(len(said["story"]), MOST_CARDS)
        found["story"] = [self._card(said["story"][at] if said["story"] else {}) for at in range(cards)]
        found["heroes"] = self._list(list(map(str, TEN_HEROES)), said.get("heroes", []), MOST_HEROES)
        found["title"] = pen.text(said.get("title", ""))
        found["goal"] = self._goal(said["goal"])
        if self._is("start" in said):
            found["start"] = self._start(said.get("start", {}), found["heroes"])
        found["edition"] = _one_of(pen, list(EDITIONS), said.get("edition", next(iter(EDITIONS))))
        found["extended"] = self._is(said.get("extended", False))
        found["scenario"] = _one_of(pen, [None, *scenarios()], said.get("scenario"))
        found["adventure"] = _one_of(pen, [None, *self.adventures], said.get("adventure"))
        found["notes"] = pen.text(said.get("notes", ""))
        found["rulings"] = self._rulings(said.get("rulings", {}))
        return found

    def _is(self, value: object) -> bool:
        return bool(self.pen.digit(int(bool(value)), 2))

    def _many(self, value: int, most: int) -> int:
        """Write or read how many there are of something."""
        found = _number(self.pen, value)
        if found > most:
            msg = "too many"
            raise Unsayable(msg)
        return found

    def _list(self, options: list[str], said: Sequence[str], most: int) -> list[str]:
        n = self._many(len(said), most)
        return [_one_of(self.pen, options, said[at] if said else None) for at in range(n)]

    def _card(self, said: Any) -> Any:
        """Write or read an item, a card of the set, or a mission that is written out."""
        return self._choice([*self.kinds, *self.quests], said)

    def _choice(self, options: list[Any], said: Any) -> Any:
        place = options.index(said) if said in options else len(options)
        place = self.pen.digit(place, len(options) + 1)
        return options[place] if place < len(options) else self._written_out(said)

    def _written_out(self, said: Any) -> dict[str, Any]:
        if not isinstance(said, dict) or said.keys() - {"mission", "needs", "reward"}:
            msg = "no mission that is written out"
            raise Unsayable(msg)
        found: dict[str, Any] = {
            "mission": self.pen.text(said.get("mission", "")),
            "needs": self._list(self.kinds, said.get("needs", []), MOST_NEEDS),
        }
        reward = self._reward(said.get("reward", "-"))
        return found if reward == "-" else {**found, "reward": reward}

    def _reward(self, said: str) -> str:
        either = [f"{one}/{other}" for one in self.kinds for other in self.kinds if one != other]
        known = ["-", *(kind + end for kind in self.kinds for end in _SUFFIXES), "?", *either]
        return str(_one_of(self.pen, known, said))

    def _goal(self, said: dict[str, Any]) -> dict[str, Any]:
        found = {"kind": _one_of(self.pen, list(map(str, GoalKind)), said.get("kind"))}
        numbers = {key: self._number_or_none(said.get(key)) for key in ("missions", "heroes")}
        found |= {key: n for key, n in numbers.items() if n is not None}
        if found["kind"] != GoalKind.MISSION:
            return found
        called = ["", *(one.get("mission") or one["adventure"] for one in self.quests)]
        wanted = said.get("mission", "")
        name = called[self.pen.digit(called.index(wanted) if wanted in called else 0, len(called))]
        return {**found, "mission": name or self.pen.text(wanted)}

    def _number_or_none(self, said: int | None) -> int | None:
        found = _number(self.pen, 0 if said is None else said + 1)
        return found - 1 if found else None

    def _start(self, said: dict[str, Any], heroes: list[str]) -> dict[str, Any]:
        pen, found = self.pen, dict[str, Any]()
        for part, key in enumerate(("cards", "tokens")):
            if self._is(key in said):
                held: list[str] = said.get(key, [])
                if set(held) - set(self.kinds):
                    msg = "an item that is not in the card set"
                    raise Unsayable(msg)
                counts = [pen.digit(held.count(kind), most[part] + 1) for kind, most in self._kinds()]
                found[key] = [kind for kind, n in zip(self.kinds, counts, strict=True) for _ in range(n)]
        if self._is("supply" in said):
            supply: dict[str, int] = said.get("supply", {})
            if supply.keys() - set(self.kinds):
                msg = "an item that is not in the card set"
                raise Unsayable(msg)
            left = {kind: pen.digit(supply.get(kind, -1) + 1, most[1] + 2) for kind, most in self._kinds()}
            found["supply"] = {kind: n - 1 for kind, n in left.items() if n}
        if self._is("heroes" in said):
            found["heroes"] = self._list(heroes, said.get("heroes", []), MOST_HEROES) if heroes else []
        if self._is("last_failed" in said):
            found["last_failed"] = self._choice(self.quests, said.get("last_failed", {}))
        found["guesses"] = self._list(self.kinds, said.get("guesses", []), len(self.kinds))
        found["waiver"] = _number(pen, said.get("waiver", 0))
        found |= {key: self._is(said.get(key, False)) for key in ("extra_slot", "adventure_completed", "solved")}
        return found

    def _kinds(self) -> list[tuple[str, tuple[int, int]]]:
        return list(zip(self.kinds, self.copies, strict=True))

    def _rulings(self, said: dict[str, Any]) -> dict[str, Any]:
        found = {}
        for key, options in _SWITCHES.items():
            if self._is(key in said):
                found[key] = _one_of(self.pen, options, said.get(key, options[0]))
        return found
