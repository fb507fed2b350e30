"""Where things stand in a JSON text: a second, slower pass, made only when something is wrong.

The text is known to be JSON, or to be JSON except for a repeated key.
"""

import re
from json.decoder import scanstring  # type: ignore[attr-defined]

from dtcli.files.problems import pointer

_SPACE = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r"[^,\]}\s]+")


class Positions:
    """The offset of every value of a JSON text by pointer; ``repeated`` lists keys given twice."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.offsets: dict[str, int] = {}
        self.repeated: list[tuple[str, str, int]] = []
        self._value(self._skip(0), ())

    def line_and_column(self, place: str) -> tuple[int, int]:
        """Return where a value begins, counted from 1; for a place that is not there, where its owner begins."""
        while place not in self.offsets:
            place = place.rpartition("/")[0]
        return line_and_column(self.text, self.offsets[place])

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def _value(self, at: int, path: tuple[str | int, ...]) -> int:
        self.offsets.setdefault(pointer(*path), at)
        first = self.text[at]
        if first == "{":
            return self._object(at, path)
        if first == "[":
            return self._array(at, path)
        if first == '"':
            end: int = scanstring(self.text, at + 1)[1]
            return end
        plain = _PLAIN.match(self.text, at)
        return plain.end() if plain else at + 1

    def _object(self, at: int, path: tuple[str | int, ...]) -> int:
        keys: set[str] = set()
        at = self._skip(at + 1)
        while self.text[at] != "}":
            start = at
            key, at = scanstring(self.text, at + 1)
            if key in keys:
                self.repeated.append((pointer(*path), key, start))
            keys.add(key)
            at = self._skip(self._skip(at) + 1)  # over the colon
            at = self._skip(self._value(at, (*path, key)))
            if self.text[at] == ",":
                at = self._skip(at + 1)
        return at + 1

    def _array(self, at: int, path: tuple[str | int, ...]) -> int:
        at = self._skip(at + 1)
        index = 0
        while self.text[at] != "]":
            at = self._skip(self._value(at, (*path, index)))
            index += 1
            if self.text[at] == ",":
                at = self._skip(at + 1)
        return at + 1


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column of an offset, counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
