"""The needs of a mission as rows of a card: each kind with its sign as a stamp in its colour, then its name."""

from collections.abc import Sequence

from dtcli.render.colours import LEATHER
from dtcli.render.pictures.terminal_items import picture_of
from dtcli.render.terminal import safe, shortened
from dtcli.rules.items import Kind, Pile

_SHORTEST_NAME = 3
Row = list[tuple[str, str]]
"""A row of a card: texts, each with its style."""


def need_rows(needs: Pile, width: int, height: int, style: str) -> list[Row]:
    """Return the needs in rows of this width: one kind in each row, or several if there is little room."""
    spelt = _spelt(needs, width, style)
    if len(spelt) <= height and all(row_length(row) <= width for row in spelt):
        return [_filled(row, width, style) for row in spelt]
    longest = max(len(kind) for kind in needs)
    for letters in range(longest, _SHORTEST_NAME - 1, -1):
        packed = _packed([_stamped(kind, n, safe(kind)[:letters], style) for kind, n in needs.items()], width, style)
        if len(packed) <= height:
            break
    return [_filled(row, width, style) for row in packed[:height]]


def stamp(kind: Kind, text: str) -> tuple[str, str]:
    """Return the sign of a kind, with what stands around it, as it is printed on parchment.

    >>> stamp(Kind("sword"), " † ")
    (' † ', 'bold #ffffff on #2b2119')
    """
    return text, f"bold {picture_of(kind).colour} on {LEATHER}"


def _spelt(needs: Pile, width: int, style: str) -> list[Row]:
    """Return a row for each kind: its sign for every copy, how many, and its name; without margins if it is narrow."""
    most = max((n for _, n in needs.items()), default=1)
    rows: list[Row] = []
    for margin in (" ", ""):
        rows = [
            [stamp(kind, f"{margin}{picture_of(kind).sign * n:<{most}}{margin}"),
             (f" {f'{n} ' if n > 1 else ''}{safe(kind)}", style)]
            for kind, n in needs.items()
        ]  # fmt: skip
        if all(row_length(row) <= width for row in rows):
            break
    return rows


def _stamped(kind: Kind, n: int, name: str, style: str) -> Row:
    return [stamp(kind, picture_of(kind).sign * n), (name, style)]


def _packed(words: list[Row], width: int, style: str) -> list[Row]:
    """Return words packed into rows by first fit, the longest first."""
    rows: list[Row] = []
    for word in sorted(words, key=row_length, reverse=True):
        for number, row in enumerate(rows):
            if row_length(row) + 1 + row_length(word) <= width:
                rows[number] = [*row, (" ", style), *word]
                break
        else:
            rows.append(word)
    return rows


def row_length(row: Sequence[tuple[str, str]]) -> int:
    """Return the columns that a row takes."""
    return sum(len(text) for text, _ in row)


def _filled(row: Row, width: int, style: str) -> Row:
    """Return a row cut or filled to exactly this width."""
    filled: Row = []
    room = width
    for text, its_style in row:
        shown = shortened(text, room) if room else ""
        filled.append((shown, its_style))
        room -= len(shown)
    return [*filled, (" " * room, style)]
