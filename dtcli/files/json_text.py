"""JSON on one line that is safe to show: no sign in it can steer a terminal or break the line."""

import json

_encode = json.JSONEncoder(ensure_ascii=False).encode


def compact(value: object) -> str:
    r"""Return a value as JSON on one line, signs that cannot be printed as escapes.

    >>> print(compact({"title": "Zoë\x9b\u2028"}))
    {"title": "Zoë\u009b\u2028"}
    """
    text = _encode(value)
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)
