"""Finds the line of a value in a TOML text; used only when a problem is reported.

It reads files with one key per line. For a value that it cannot find, it gives the line of the nearest enclosing one.
"""

import re

_TABLE = re.compile(r"\s*\[(\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"?|'[^'\n]*+'?)"""
_TOKEN = re.compile(
    rf"""\#[^\n]*+                                   # a comment
    | \"\"\"(?:[^\\"]|\\.|"(?!""))*+(?:\"\"\")?  # a text of several lines; without an end it takes the rest
    | '''(?:[^']|'(?!''))*+(?:''')?
    | (?P<key>{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+)  # a key, or a value that looks like one
    """,
    re.VERBOSE | re.DOTALL,
)
_DOT = re.compile(rf"[ \t]*\.[ \t]*(?={_PART})|{_PART}")


class TomlLines:
    r"""The lines of a TOML text by JSON pointer.

    >>> TomlLines('id = "x"\n[[kinds]]\nid = "sword"\n[[kinds]]\nid = "bow"').line_of("/kinds/1/id")
    5
    """

    def __init__(self, text: str) -> None:
        self._lines = _lines(text)

    def line_of(self, place: str) -> int:
        """Return the line, counted from 1, on which a value begins, or the nearest enclosing value."""
        while place and place not in self._lines:
            place = place.rpartition("/")[0]
        return self._lines.get(place, 1)


def _lines(text: str) -> dict[str, int]:
    lines = {"": 1}
    counts: dict[str, int] = {}
    here = ""
    for number, line in enumerate(text.splitlines(), 1):
        if table := _TABLE.match(line):
            name = table.group(2)
            if table.group(1):
                counts[name] = counts.get(name, -1) + 1
                here = f"/{name}/{counts[name]}"
            else:
                owner, _, inner = name.partition(".")
                here = f"/{owner}/{counts[owner]}/{inner}" if owner in counts else f"/{name.replace('.', '/')}"
            lines.setdefault(here, number)
        elif key := _KEY.match(line):
            lines.setdefault(f"{here}/{key.group(1)}", number)
    return lines


def long_key(text: str, most: int) -> int | None:
    r"""Return the offset of the first dotted key with more parts than this, or None if there is none.

    The text need not be TOML. ``tomllib`` takes time quadratic in the parts of a key, so such a text is not parsed.

    >>> long_key("a.b = 1\nx = {c.d.e = 2}", 2), long_key("a.b = 'c.d.e'  # f.g.h", 2)
    (13, None)
    """
    for found in _TOKEN.finditer(text):
        key = found["key"]
        if key and key.count(".") >= most:
            parts = sum(not one[0].strip(" \t").startswith(".") for one in _DOT.finditer(key))
            if parts > most:
                return found.start()
    return None
