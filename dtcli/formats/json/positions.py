"""Finds line and column of the values of a JSON text; used only when a problem is reported or a text is edited.

The text may stop being JSON after a key that is given twice; reading ends there. It uses no recursion, however deep the
text is nested, and stores only pointers as long as a file can have.
"""

import re
from bisect import bisect_left
from contextlib import suppress
from json.decoder import scanstring  # type: ignore[attr-defined]

from dtcli.formats.problems import pointer

DEEPEST = 8
"""Parts of the longest pointer to a key of a file; anything deeper belongs to a key of the user's own."""
MOST_REPEATED = 100

_SPACE = re.compile(r"[ \t\n\r]*")
LINE_END = re.compile(r"\r\n|\n|\r")
_PLAIN = re.compile(r"[-+.0-9a-zA-Z]+")


class _OpenContainer:
    """An object or a list that is not closed yet; ``key`` is the key or index of its next value."""

    def __init__(self, place: str, key: str | int) -> None:
        self.place = place
        self.key = key
        self.keys: set[str] = set()


class Positions:
    """The offset of every value of a JSON text by pointer; ``repeated`` lists keys given twice."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.offsets: dict[str, int] = {}
        self.repeated: list[tuple[str, str, int]] = []
        self._lines = [-1, *(found.start() for found in re.finditer("\n", text))]
        self._inside: list[_OpenContainer] = []
        with suppress(IndexError, ValueError):  # the text stops being JSON
            self._read()

    def line_and_column(self, place: str) -> tuple[int, int]:
        """Return where a value begins, counted from 1; for an unknown pointer, where its owner begins."""
        while place and place not in self.offsets:
            place = place.rpartition("/")[0]
        offset = self.offsets.get(place, 0)
        line = bisect_left(self._lines, offset)
        return line, offset - self._lines[line - 1]

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def _read(self) -> None:
        at = self._value(self._skip(0))
        while self._inside:
            here, at = self._inside[-1], self._skip(at)
            char = self.text[at]
            if char in "]}":
                self._inside.pop()
                at += 1
            elif char == ",":
                at += 1
                if isinstance(here.key, int):
                    here.key += 1
            elif isinstance(here.key, int):
                at = self._value(at)
            else:
                at = self._value(self._key(here, at))

    def _key(self, owner: _OpenContainer, at: int) -> int:
        self._expect('"', at)
        key, end = scanstring(self.text, at + 1)
        if key in owner.keys and len(self.repeated) < MOST_REPEATED:
            self.repeated.append((owner.place, key, at))
        owner.keys.add(key)
        owner.key = key
        colon = self._skip(end)
        self._expect(":", colon)
        return self._skip(colon + 1)

    def _expect(self, char: str, at: int) -> None:
        if self.text[at] != char:
            msg = f"expected {char} at {at}"
            raise ValueError(msg)

    def _value(self, at: int) -> int:
        """Store where a value begins; return where it ends, or for an object or list the offset after its bracket."""
        place = ""
        if self._inside:
            owner = self._inside[-1]
            place = owner.place + pointer(owner.key) if len(self._inside) <= DEEPEST else owner.place
        self.offsets.setdefault(place, at)
        first = self.text[at]
        if first in "{[":
            self._inside.append(_OpenContainer(place, "" if first == "{" else 0))
            return at + 1
        if first == '"':
            end: int = scanstring(self.text, at + 1)[1]
            return end
        plain = _PLAIN.match(self.text, at)
        if not plain:
            msg = f"expected a value at {at}"
            raise ValueError(msg)
        return plain.end()


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column of an offset, counted from 1; any kind of line end counts."""
    ends = [found.end() for found in LINE_END.finditer(text, 0, offset)]
    return len(ends) + 1, offset - (ends[-1] if ends else 0) + 1
