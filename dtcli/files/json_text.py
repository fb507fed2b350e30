"""JSON, strictly: what is read can be written again, and what is written is safe to show."""

import json
from math import inf
from typing import Any

_encode = json.JSONEncoder(ensure_ascii=False).encode
_encode_tightly = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def compact(value: object, *, tight: bool = False) -> str:
    r"""Return a value as JSON on one line, signs that cannot be printed as escapes; ``tight`` without spaces.

    >>> print(compact({"title": "Zoë\x9b\u2028"}))
    {"title": "Zoë\u009b\u2028"}
    """
    text = _encode_tightly(value) if tight else _encode(value)
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)


class RepeatedKeyError(ValueError):
    """A key that an object has twice: one of the two would be lost."""


def decode(text: str) -> Any:
    """Return the value of a JSON text, or raise ``ValueError`` or ``RecursionError``.

    Stricter than ``json.loads``: no repeated keys, no NaN or infinity, no half of a surrogate pair.
    """
    value = _decoder.decode(text)
    if "\\u" in text:
        try:
            _encode(value).encode()
        except UnicodeEncodeError:
            msg = "half a character, as in \\ud800"
            raise ValueError(msg) from None
    return value


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
