"""The result that a table claims, in the words that people type: ``9 missions, won``, ``lost with 8/10``."""

import re
from typing import Any

from dtcli.english import plural
from dtcli.formats.dt.grammar import NotationError, Piece, whole_number
from dtcli.formats.problems import quoted

_SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: n for n, word in enumerate(_SPELLED)}
_CLAIMS = {
    **dict.fromkeys(("broken", "broke", "breaks", "tore", "torn", "burst", "ripped", "exploded"), ("broken", True)),
    **dict.fromkeys(("unbroken", "intact", "whole", "held"), ("broken", False)),
    **dict.fromkeys(("won", "win", "victory"), ("won", True)),
    **dict.fromkeys(("lost", "lose", "loss", "defeat"), ("won", False)),
}
_NOT = ("not", "didn't", "wasn't", "isn't")
_MISSIONS = ("mission", "missions")
_FAILED = ("fail", "failed", "missed")
_FILLERS = ("and", "but", "with", "we", "the", "our", "a", "backpack", "bag", "did", "was", "is", "has", "have",
            "after", "completed", "complete", "done", "solved", *_MISSIONS)  # fmt: skip
"""Words that claim nothing."""
_WORD = re.compile(r"[^\s.,;!()/]+|/")
_EXAMPLE = "9 missions, won"


def result_text(value: Any) -> str:
    """Return a claimed result; ``none`` for no claim."""
    if value is None:
        return "none"
    parts = []
    if "missions" in value:
        parts.append(plural(value["missions"], "mission"))
    if "broken" in value:
        parts.append("broken" if value["broken"] else "not broken")
    if "won" in value:
        parts.append("won" if value["won"] else "lost")
    return ", ".join(parts)


def result(piece: Piece) -> dict[str, Any]:
    """Return a claimed result: ``9 missions, not broken, won``, or in other words and another order.

    A number after ``of`` or a slash says how many there were, which is not part of the claim.

    >>> result(Piece("we lost with 8/10, the backpack tore"))
    {'won': False, 'missions': 8, 'broken': True}
    """
    found: dict[str, Any] = {}
    for part in piece.parts(","):
        words = [part.cut(*word.span()) for word in _WORD.finditer(part)]
        if not words:
            raise _not_understood(Piece("", part.column), found)
        while words:
            said, key, value = _claim(words, found)
            if key is None:
                continue
            if key in found:
                msg = f"{quoted(said)} is a second value for '{key}'"
                raise NotationError(msg, said.column, code="DT105")
            found[key] = value
    if not found and piece.strip():
        raise _not_understood(piece.trimmed(), found)
    return found


def _claim(words: list[Piece], found: dict[str, Any]) -> tuple[Piece, str | None, Any]:
    """Remove the next claim from the words; return its first word, its key and its value, None for no claim."""
    first = words.pop(0)
    word = _spelled(first)
    if word.isdigit() or word in _NUMBERS:
        return first, "missions", _missions(first, words, found)
    if word in _NOT:
        while words and _spelled(words[0]) in _FILLERS:
            words.pop(0)
        if words and _spelled(words[0]) in _CLAIMS:
            key, value = _CLAIMS[_spelled(words.pop(0))]
            return first, key, not value
    if word == "no" and words and _spelled(words[0]) in _MISSIONS:
        return first, "missions", 0
    if word in _CLAIMS:
        return first, *_CLAIMS[word]
    if word in _FILLERS:
        return first, None, None
    raise _not_understood(first, found)


def _missions(first: Piece, words: list[Piece], found: dict[str, Any]) -> int:
    """Return how many missions are claimed; remove what follows the number: ``of 10``, ``missions``."""
    number = _number(first)
    if words and _spelled(words[0]) == "out":
        words.pop(0)
    if words and _spelled(words[0]) in ("/", "of"):
        words.pop(0)
        while words and _spelled(words[0]) in ("the", "our"):
            words.pop(0)
        if not words:
            raise _not_understood(first, found)
        _number(words.pop(0))
    while words and _spelled(words[0]) in _MISSIONS:
        words.pop(0)
    if words and _spelled(words[0]) in _FAILED:
        msg = f"failed missions are not part of a result: {quoted(first)}"
        raise NotationError(msg, first.column, _hint(found))
    return number


def _number(word: Piece) -> int:
    spelled = _spelled(word)
    return _NUMBERS[spelled] if spelled in _NUMBERS else whole_number(word)


def _spelled(word: Piece) -> str:
    return word.casefold().replace("\u2019", "'")


def _not_understood(word: Piece, found: dict[str, Any]) -> NotationError:
    return NotationError(f"result not understood: {quoted(word)}", word.column, _hint(found))


def _hint(found: dict[str, Any]) -> str:
    """Return what to write: the claims that were understood, or an example."""
    return f"write: {result_text(found) or _EXAMPLE}"
