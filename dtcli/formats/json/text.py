"""Strict JSON: what is read can be written again, and what is written is safe to print."""

import json
import re
from math import inf
from typing import Any, NamedTuple

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_encode_tightly = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


def compact(value: object, *, tight: bool = False) -> str:
    r"""Return a value as JSON on one line, with unprintable characters escaped; ``tight`` without spaces.

    >>> print(compact({"title": "Zoë\x9b\u2028"}))
    {"title": "Zoë\u009b\u2028"}
    """
    text = _encode_tightly(value) if tight else _encode(value)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


class RepeatedKeyError(ValueError):
    """A key that an object has twice; one of the two values would be lost."""


def decode(text: str) -> Any:
    """Return the value of a JSON text, or raise ``ValueError`` or ``RecursionError``.

    Stricter than ``json.loads``: no repeated keys, no NaN or infinity, no half of a surrogate pair.
    """
    value = _decoder.decode(text)
    if "\\u" in text:
        try:
            _encode(value).encode()
        except UnicodeEncodeError:
            msg = "half a surrogate pair, as in \\ud800"
            raise ValueError(msg) from None
    return value


class Flaw(NamedTuple):
    """Why a text is not JSON, and at which offset."""

    reason: str
    offset: int


_VALUE_CUT_OFF = re.compile(r"-|t|tr|tru|f|fa|fal|fals|n|nu|nul|\.|[eE][+-]?")
_ESCAPE_CUT_OFF = re.compile(r"\\?(u[0-9a-fA-F]{0,4})?")


def flaw_of(text: str, error: json.JSONDecodeError) -> Flaw:
    """Return why the decoder refused a text; a text that was cut off is recognised as such.

    >>> text = '{"story": ["swo'
    >>> try:
    ...     decode(text)
    ... except json.JSONDecodeError as error:
    ...     print(flaw_of(text, error))
    Flaw(reason='the text ends too early', offset=15)
    """
    end = len(text.rstrip())
    cut_off = _ESCAPE_CUT_OFF if "escape" in error.msg else _VALUE_CUT_OFF
    if error.msg.startswith("Unterminated") or error.pos >= end or cut_off.fullmatch(text, error.pos, end):
        return Flaw("the text ends too early", end)
    if error.msg.startswith("Invalid control character") and text[error.pos] in "\r\n":
        return Flaw("a string is not closed on its line", error.pos)
    return Flaw(f"{error.msg[0].lower()}{error.msg[1:]}".removesuffix(" at"), error.pos)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RepeatedKeyError
    return found


def _refuse_constant(name: str) -> float:
    msg = f"{name} is not a JSON number"
    raise ValueError(msg)


def _finite(text: str) -> float:
    number = float(text)
    return _refuse_constant(text) if number in (inf, -inf) else number


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_finite)
