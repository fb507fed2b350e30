"""A canvas of styled characters, for pictures whose parts overlap."""

from collections.abc import Iterable
from itertools import groupby

from dtcli.render.layout import Line


class Canvas:
    """Characters with styles in columns and lines; what is put on it later covers what is there."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._rows = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text; what lies outside the canvas is dropped."""
        if not 0 <= y < self.height:
            return
        row = self._rows[y]
        for at, char in enumerate(text, x):
            if 0 <= at < self.width:
                row[at] = (char, style)

    def put_row(self, x: int, y: int, row: Iterable[tuple[str, str]]) -> None:
        """Write texts with their styles one after the other."""
        for text, style in row:
            self.put(x, y, text, style)
            x += len(text)

    def lines(self) -> list[Line]:
        """Return the lines, each as wide as the canvas."""
        return [
            tuple(("".join(char for char, _ in run), style) for style, run in groupby(row, key=lambda cell: cell[1]))
            for row in self._rows
        ]
