"""The grammar of story notation within a line: names, lists of items, missions written out, decisions, arguments.

Each function parses one piece of a line and raises ``NotationError`` with the column of what it does not understand.
Texts in the result are pieces, too, so that the caller knows their columns. A list ends one entry beyond its limit: the
schema check then reports that it is too long, and ``500 sword + 500 sword + …`` costs no time.
"""

import re
from collections.abc import Iterator, Sized
from itertools import islice
from typing import Any, Self

from dtcli.formats.json.text import RepeatedKeyError, decode
from dtcli.formats.limits import MOST_CARDS, MOST_NAMES
from dtcli.formats.problems import quoted
from dtcli.formats.suggest import did_you_mean

NOTHING = ("nothing", "none")
TIMES = "\u00d7"
COUNTED = re.compile(rf"([0-9]+)(?:\s*[xX{TIMES}])?\s+(\S.*)", re.DOTALL)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.?)*("?)', re.DOTALL)
_LONGEST_NUMBER = 6
_RULED = {"yes": True, "true": True, "no": False, "false": False, "none": None}
_VERBS = ("take", "decline", "fail", "discard", "waive", "tokens", "in full")
_MEANT = {
    word: f"did you mean {verb}?"
    for verb, words in {
        "take": ("accept", "yes"),
        "decline": ("refuse", "refused", "reject", "leave", "no"),
        "fail": ("lost", "failure", "missed"),
        "discard": ("drop", "dropped", "throw"),
    }.items()
    for word in words
}


_INFLECTED = {
    word: verb
    for verb, words in {
        "take": ("takes", "took", "taken"),
        "decline": ("declines", "declined"),
        "fail": ("fails", "failed"),
        "discard": ("discards", "discarded"),
        "waive": ("waives", "waived"),
    }.items()
    for word in words
}
"""Other forms of the verbs of decisions, which mean the same."""


class NotationError(Exception):
    """A line that is not understood; the column counts from 0."""

    def __init__(self, message: str, column: int = 0, hint: str | None = None, code: str = "DT107") -> None:
        super().__init__(message)
        self.column = column
        self.hint = hint
        self.code = code


class Piece(str):
    """A part of a line with the column in which it begins, counted from 0."""

    __slots__ = ("column",)
    column: int

    def __new__(cls, text: str, column: int = 0) -> Self:
        """Return the text as a piece that begins in this column."""
        piece = super().__new__(cls, text)
        piece.column = column
        return piece

    @property
    def end(self) -> int:
        """The column after the last character."""
        return self.column + len(self)

    def cut(self, start: int, end: int | None = None) -> "Piece":
        """Return a part of this piece."""
        return Piece(self[start:end], self.column + start)

    def trimmed(self) -> "Piece":
        """Return the piece without the space around it."""
        text = self.lstrip()
        return Piece(text.rstrip(), self.column + len(self) - len(text))

    def unquoted(self) -> str:
        """Return the piece with everything in double quotes replaced by filler; offsets stay the same."""
        return _QUOTED.sub(_blot, self) if '"' in self else self

    def halves(self, mark: str) -> "tuple[Piece, Piece | None]":
        """Return the parts before and after the first mark outside quotes; None for the second without a mark."""
        at = self.unquoted().find(mark)
        return (self, None) if at < 0 else (self.cut(0, at), self.cut(at + len(mark)))

    def parts(self, marks: str) -> "Iterator[Piece]":
        """Yield the parts between any of these marks outside quotes, trimmed; nothing for an empty piece."""
        if not self.strip():
            return
        start = 0
        for mark in re.finditer(f"[{re.escape(marks)}]", self.unquoted()):
            yield self.cut(start, mark.start()).trimmed()
            start = mark.end()
        yield self.cut(start).trimmed()


def _blot(found: re.Match[str]) -> str:
    """Return filler for a quoted text; a quotation mark that is not closed is an ordinary character."""
    return "_" * len(found[0]) if found[1] else found[0]


def split_comment(line: Piece) -> tuple[Piece, str | None]:
    """Return the line without its comment, and the comment: a # after a space, outside quotes."""
    plain = line.unquoted()
    at = plain.find("#")
    while at > 0 and not plain[at - 1].isspace():
        at = plain.find("#", at + 1)
    return (line, None) if at <= 0 else (Piece(line[:at].rstrip(), line.column), line[at + 1 :].strip())


def json_value(piece: Piece) -> Any:
    """Return the JSON value that the piece spells."""
    try:
        return decode(piece)
    except RepeatedKeyError:
        message = "a key is given twice"
        raise NotationError(message, piece.column, code="DT105") from None
    except (ValueError, RecursionError):
        msg = f"not a JSON value: {quoted(piece)}"
        raise NotationError(msg, piece.column) from None


def name(piece: Piece, what: str = "a name") -> Piece:
    """Return the name in a piece: as it stands, or as a JSON string."""
    piece = piece.trimmed()
    if not piece:
        msg = f"{what} is missing"
        raise NotationError(msg, piece.column)
    return Piece(json_value(piece), piece.column) if piece.startswith('"') else piece


def number(piece: Piece) -> float:
    """Return a number of seconds."""
    value = json_value(piece.trimmed())
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        msg = f"expected a number, found {quoted(piece.strip())}"
        raise NotationError(msg, piece.trimmed().column)
    return value


def whole_number(piece: Piece) -> int:
    """Return a number that counts something."""
    piece = piece.trimmed()
    if piece.isascii() and piece.isdigit() and len(piece) <= _LONGEST_NUMBER:  # longer ones are out of range
        return int(piece)
    msg = f"expected a number, found {quoted(piece)}"
    raise NotationError(msg, piece.column)


def counted(piece: Piece) -> tuple[int, Piece]:
    """Return the number and the item of ``2 sword``."""
    piece = piece.trimmed()
    found = COUNTED.fullmatch(piece)
    if not found:
        return 1, name(piece, "an item")
    n = int(found[1]) if len(found[1]) <= _LONGEST_NUMBER else MOST_CARDS + 1
    if not 1 <= n <= MOST_CARDS:
        msg = f"1 to {MOST_CARDS} of a card can be named at once, not {quoted(found[1])}"
        raise NotationError(msg, piece.column)
    return n, name(piece.cut(found.start(2)), "an item")


def item_list(piece: Piece, marks: str = "+") -> list[Piece]:
    """Return the items of ``2 sword + bow``, at most ``MOST_NAMES`` + 1; an empty list for ``nothing``."""
    if piece.strip().casefold() in NOTHING:
        return []
    items: list[Piece] = []
    for part in piece.parts(marks) if piece.strip() else [piece]:
        _add_copies(items, part, MOST_NAMES)
        if len(items) > MOST_NAMES:
            break
    return items


def _add_copies(cards: list[Any], piece: Piece, most: int) -> None:
    """Add the cards of ``2 sword`` to a list, up to ``most`` + 1 cards."""
    n, item = counted(piece)
    cards += [item] * min(n, most + 1 - len(cards))


def counts(piece: Piece) -> dict[Piece, int]:
    """Return how many there are of each item of ``1 sword + 0 cup``; an empty dictionary for ``nothing``."""
    found: dict[Piece, int] = {}
    for part in [] if piece.casefold() in NOTHING else piece.parts("+"):
        _refuse_more(found, part)
        count = COUNTED.fullmatch(part)
        if not count:
            msg = f"expected a number and an item, found {quoted(part)}"
            raise NotationError(msg, part.column, "write: 1 sword + 0 cup")
        item = name(part.cut(count.start(2)), "an item")
        if item in found:
            msg = f"{quoted(item)} is counted twice"
            raise NotationError(msg, item.column, code="DT105")
        found[item] = whole_number(part.cut(0, count.end(1)))
    return found


def _refuse_more(found: Sized, piece: Piece) -> None:
    """Raise ``NotationError`` if a piece is one too many; the schema check does not count unknown keys."""
    if len(found) >= MOST_NAMES:
        msg = f"too long, at most {MOST_NAMES} are allowed"
        raise NotationError(msg, piece.column, code="DT203")


def mission(piece: Piece) -> dict[str, Any]:
    """Return a mission by id or title, or written out as in ``Title: bow + 2 sword -> shield?``."""
    piece, reward = piece.halves("->")
    title, needs = piece.halves(":")
    entry: dict[str, Any] = {"mission": name(title, "the name of the mission")}
    if needs is not None:
        entry["needs"] = item_list(needs, "+,")
    if reward is not None:
        if not reward.strip():
            message = "a reward is missing after ->"
            raise NotationError(message, reward.column, "write - for no reward")
        entry["reward"] = name(reward)
    return entry


def adventure(piece: Piece) -> dict[str, Any]:
    """Return an adventure card by id or title."""
    return {"adventure": name(piece, "the name of the adventure")}


def card_list(piece: Piece) -> list[Any]:
    """Return the cards of a line, a hand or a deck, separated by commas, at most ``MOST_CARDS`` + 1."""
    cards: list[Any] = []
    for part in piece.parts(","):
        if not part and cards and part.column >= piece.trimmed().end:
            break  # a comma at the end
        if len(cards) > MOST_CARDS:
            break
        words = part.split(None, 1)
        word = words[0].casefold() if len(words) > 1 else ""
        if word == "mission":
            cards.append(mission(part.cut(len(word))))
        elif word == "adventure":
            cards.append(adventure(part.cut(len(word))))
        else:
            _add_copies(cards, part, MOST_CARDS)
    return cards


def skill_arguments(argument: str, piece: Piece) -> dict[str, Any]:
    """Return the arguments after a hero's name: places, a guess, or items removed and the item taken."""
    piece = piece.trimmed()
    if not piece:
        return {}
    if argument in ("discard", "order", "guess") and piece.casefold().startswith(f"{argument} "):
        piece = piece.cut(len(argument)).trimmed()
    if argument in ("discard", "order"):
        if piece.casefold() in NOTHING:
            return {argument: []}
        words = islice(re.finditer(r"[^\s,]+", piece), MOST_NAMES + 1)
        return {argument: [whole_number(piece.cut(word.start(), word.end())) for word in words]}
    if argument == "guess":
        return {"guess": name(piece)}
    removed, taken = piece.halves("->")
    found: dict[str, Any] = {"remove": item_list(removed, "+,")} if removed.strip() else {}
    if taken is not None:
        found["take"] = name(taken, "an item")
    return found


def decisions(piece: Piece) -> dict[str, Any]:
    """Return the decisions after the bar: ``take shield``, ``decline``, ``fail, discard gold`` and so on."""
    found: dict[str, Any] = {}
    failed = False
    for part in piece.parts(","):
        if part.casefold() in ("fail", "fails", "failed") and not failed:
            failed = True
            continue
        key, value = _decision(part)
        if key in found:
            msg = f"{quoted(part)} is a second value for '{key}'"
            raise NotationError(msg, part.column)
        found[key] = value
    if failed:
        found.setdefault("discard", [])
    if not found:
        message = "a decision is missing"
        raise NotationError(message, piece.column, f"decisions are {', '.join(_VERBS)}")
    return found


def _decision(part: Piece) -> tuple[str, Any]:
    words = part.split(None, 1)
    verb = words[0].casefold() if words else ""
    rest = part.cut(len(verb)).trimmed() if len(words) > 1 else Piece("", part.end)
    verb = _INFLECTED.get(verb, verb)
    if verb == "in" and rest.casefold().startswith("full"):
        verb, rest = "in_full", rest.cut(len("full")).trimmed()
    if verb == "decline" and not rest:
        return "take", None
    if verb == "take" and rest:
        return "take", None if rest.casefold() in NOTHING else name(rest)
    if verb in ("discard", "waive", "tokens", "in_full") and rest:
        return verb, item_list(rest)
    hint = _MEANT.get(verb.casefold()) or did_you_mean(verb, _VERBS) or f"decisions are {', '.join(_VERBS)}"
    msg = f"decision not understood: {quoted(part)}"
    raise NotationError(msg, part.column, hint)


def rulings(piece: Piece) -> dict[str, Any]:
    """Return rulings, as in ``spent_rewards = return, any_reward_optional = yes``."""
    found: dict[str, Any] = {}
    for part in piece.parts(","):
        _refuse_more(found, part)
        key, setting = part.halves("=")
        key = key.trimmed()
        if setting is None or not key:
            msg = f"ruling not understood: {quoted(part)}"
            raise NotationError(msg, part.column, "write: spent_rewards = return")
        if key in found:
            msg = f"ruling {quoted(key)} is given twice"
            raise NotationError(msg, part.column, code="DT105")
        setting = name(setting, "the setting")
        if setting.casefold() in _RULED:
            found[key] = _RULED[setting.casefold()]
        else:
            found[key] = whole_number(setting) if setting.isdigit() else setting
    return found
