"""The compact form of a puzzle id: encodes a puzzle as one large number, and decodes it.

The number has mixed bases: each value is a digit whose base is the number of options there. One description
(``_PuzzleCode``) serves both directions: with a writer it encodes the values it is given, with a reader it ignores them
and returns what it decodes. Texts follow the number. Digits that are usually 0 come last, where they need no bytes.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from dtcli.formats.limits import MOST_CARDS, MOST_HEROES, MOST_NEEDS
from dtcli.formats.puzzle.id_tables import IdTables
from dtcli.rules.rulings import DEFAULT_EDITION

_DIGIT = 16
_MOST_DIGITS = 6
_LONG = 0xFF
"""The first byte where the size of the number needs two more bytes."""
_SUFFIXES = ("", "?")


class NotEncodable(Exception):  # noqa: N818  (it is an answer)
    """A puzzle that has no compact form, or bytes that are not one."""


class DigitStream(Protocol):
    """Writes digits and texts, or reads them and ignores the values given."""

    def digit(self, value: int, base: int) -> int:
        """Write this digit, or return the next one."""

    def text(self, value: str) -> str:
        """Write this text, or return the next one."""


class _DigitWriter:
    def __init__(self) -> None:
        self.digits: list[tuple[int, int]] = []
        self.texts: list[bytes] = []

    def digit(self, value: int, base: int) -> int:
        if not 0 <= value < base:
            msg = f"no digit for {value}"
            raise NotEncodable(msg)
        self.digits.append((value, base))
        return value

    def text(self, value: str) -> str:
        try:
            written = value.encode()
        except UnicodeEncodeError:
            msg = "half a surrogate pair"
            raise NotEncodable(msg) from None
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
            raise NotEncodable(msg)
        head = bytes([size]) if size < _LONG else bytes([_LONG]) + size.to_bytes(2, "big")
        return head + number.to_bytes(size, "big") + b"".join(self.texts)


class _DigitReader:
    def __init__(self, content: bytes) -> None:
        size, at = content[0] if content else 0, 1
        if size == _LONG:
            size, at = int.from_bytes(content[1:3], "big"), 3
        if len(content) < at + size:
            msg = "the number is cut off"
            raise NotEncodable(msg)
        self.number = int.from_bytes(content[at : at + size], "big")
        self.rest = content[at + size :]

    def digit(self, _value: int, base: int) -> int:
        self.number, value = divmod(self.number, base)
        return value

    def text(self, _value: str) -> str:
        size = _number(self, 0)
        if size > len(self.rest):
            msg = "a text is cut off"
            raise NotEncodable(msg)
        written, self.rest = self.rest[:size], self.rest[size:]
        return written.decode()  # raises ValueError if it is not UTF-8


def write_puzzle(data: Any, tables: IdTables) -> bytes:
    """Return the compact form of a puzzle in normal form; raises ``NotEncodable``."""
    stream = _DigitWriter()
    _PuzzleCode(stream, tables).puzzle(data)
    return stream.content()


def read_puzzle(content: bytes, tables: IdTables) -> dict[str, Any]:
    """Return the puzzle of a compact form; raises ``NotEncodable`` or ``ValueError``."""
    stream = _DigitReader(content)
    data = _PuzzleCode(stream, tables).puzzle({"story": [], "goal": {}})
    if stream.number or stream.rest:
        msg = "something is left over"
        raise NotEncodable(msg)
    return data


def _number(stream: DigitStream, value: int) -> int:
    """Write or read a number that is usually small: one digit below 16."""
    found, weight = 0, 1
    for _ in range(_MOST_DIGITS):
        part = stream.digit(value % _DIGIT + (_DIGIT if value >= _DIGIT else 0), 2 * _DIGIT)
        found += part % _DIGIT * weight
        if part < _DIGIT:
            return found
        value, weight = value // _DIGIT, weight * _DIGIT
    msg = "too large a number"
    raise NotEncodable(msg)


def _one_of(stream: DigitStream, options: Sequence[Any], value: Any) -> Any:
    places = [place for place, option in enumerate(options) if option == value and type(option) is type(value)]
    return options[stream.digit(places[0] if places else -1, len(options))]


class _PuzzleCode:
    """Encodes or decodes the parts of a puzzle, in a fixed order."""

    def __init__(self, stream: DigitStream, tables: IdTables) -> None:
        self.stream = stream
        self.tables = tables
        self.kinds = list(tables.kinds)
        quests = [{"mission": one} for one in tables.missions]
        quests += [{"adventure": one} for one in tables.adventures]
        self.quests: list[dict[str, Any]] = quests

    def puzzle(self, given: dict[str, Any]) -> dict[str, Any]:
        stream, tables, found = self.stream, self.tables, dict[str, Any]()
        cards = self._count(len(given["story"]), MOST_CARDS)
        found["story"] = [self._card(given["story"][at] if given["story"] else {}) for at in range(cards)]
        found["heroes"] = self._list(tables.heroes, given.get("heroes", []), MOST_HEROES)
        found["title"] = stream.text(given.get("title", ""))
        found["goal"] = self._goal(given["goal"])
        if self._flag("start" in given):
            found["start"] = self._start(given.get("start", {}), found["heroes"])
        found["edition"] = _one_of(stream, tables.editions, given.get("edition", DEFAULT_EDITION))
        found["extended"] = self._flag(given.get("extended", False))
        found["scenario"] = _one_of(stream, [None, *tables.scenarios], given.get("scenario"))
        found["adventure"] = _one_of(stream, [None, *tables.adventures], given.get("adventure"))
        found["notes"] = stream.text(given.get("notes", ""))
        found["rulings"] = self._rulings(given.get("rulings", {}))
        return found

    def _flag(self, value: object) -> bool:
        return bool(self.stream.digit(int(bool(value)), 2))

    def _count(self, value: int, most: int) -> int:
        """Write or read the length of a list."""
        found = _number(self.stream, value)
        if found > most:
            msg = "too many"
            raise NotEncodable(msg)
        return found

    def _list(self, options: Sequence[str], given: Sequence[str], most: int) -> list[str]:
        n = self._count(len(given), most)
        return [_one_of(self.stream, options, given[at] if given else None) for at in range(n)]

    def _card(self, given: Any) -> Any:
        """Write or read an item, a card of the tables, or a mission that is written out."""
        return self._named_or_written_out([*self.kinds, *self.quests], given)

    def _named_or_written_out(self, options: list[Any], given: Any) -> Any:
        place = options.index(given) if given in options else len(options)
        place = self.stream.digit(place, len(options) + 1)
        return options[place] if place < len(options) else self._written_out(given)

    def _written_out(self, given: Any) -> dict[str, Any]:
        if not isinstance(given, dict) or given.keys() - {"mission", "needs", "reward"}:
            msg = "not a mission that is written out"
            raise NotEncodable(msg)
        found: dict[str, Any] = {
            "mission": self.stream.text(given.get("mission", "")),
            "needs": self._list(self.kinds, given.get("needs", []), MOST_NEEDS),
        }
        reward = self._reward(given.get("reward", "-"))
        return found if reward == "-" else {**found, "reward": reward}

    def _reward(self, given: str) -> str:
        either = [f"{one}/{other}" for one in self.kinds for other in self.kinds if one != other]
        known = ["-", *(kind + end for kind in self.kinds for end in _SUFFIXES), "?", *either]
        return str(_one_of(self.stream, known, given))

    def _goal(self, given: dict[str, Any]) -> dict[str, Any]:
        found = {"kind": _one_of(self.stream, self.tables.goals, given.get("kind"))}
        numbers = {key: self._number_or_none(given.get(key)) for key in ("missions", "heroes")}
        found |= {key: n for key, n in numbers.items() if n is not None}
        if found["kind"] != "mission":
            return found
        names = ["", *self.tables.missions, *self.tables.adventures]
        wanted = given.get("mission", "")
        name = names[self.stream.digit(names.index(wanted) if wanted in names else 0, len(names))]
        return {**found, "mission": name or self.stream.text(wanted)}

    def _number_or_none(self, given: int | None) -> int | None:
        found = _number(self.stream, 0 if given is None else given + 1)
        return found - 1 if found else None

    def _start(self, given: dict[str, Any], heroes: list[str]) -> dict[str, Any]:
        stream, found = self.stream, dict[str, Any]()
        for part, key in enumerate(("cards", "tokens")):
            if self._flag(key in given):
                held: list[str] = given.get(key, [])
                self._refuse_unknown_items(held)
                counts = [stream.digit(held.count(kind), copies[part] + 1) for kind, copies in self._copies()]
                found[key] = [kind for kind, n in zip(self.kinds, counts, strict=True) for _ in range(n)]
        if self._flag("supply" in given):
            supply: dict[str, int] = given.get("supply", {})
            self._refuse_unknown_items(supply)
            left = {kind: stream.digit(supply.get(kind, -1) + 1, copies[1] + 2) for kind, copies in self._copies()}
            found["supply"] = {kind: n - 1 for kind, n in left.items() if n}
        if self._flag("heroes" in given):
            found["heroes"] = self._list(heroes, given.get("heroes", []), MOST_HEROES) if heroes else []
        if self._flag("last_failed" in given):
            found["last_failed"] = self._named_or_written_out(self.quests, given.get("last_failed", {}))
        found["guesses"] = self._list(self.kinds, given.get("guesses", []), len(self.kinds))
        found["waiver"] = _number(stream, given.get("waiver", 0))
        found |= {key: self._flag(given.get(key, False)) for key in ("extra_slot", "adventure_completed", "solved")}
        return found

    def _copies(self) -> list[tuple[str, tuple[int, int]]]:
        return list(self.tables.kinds.items())

    def _refuse_unknown_items(self, names: Sequence[str] | dict[str, int]) -> None:
        if set(names) - set(self.kinds):
            msg = "an item that is not in the tables"
            raise NotEncodable(msg)

    def _rulings(self, given: dict[str, Any]) -> dict[str, Any]:
        found = {}
        for key, options in self.tables.rulings.items():
            if self._flag(key in given):
                found[key] = _one_of(self.stream, options, given.get(key, options[0]))
        return found
