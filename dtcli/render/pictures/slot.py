"""The inside of a slot of the backpack, in any size from one line: the picture, the name and up to three copies.

An item card is marked ``■`` and a reward token ``○``, also where each copy has a frame.
"""

from dtcli.render.colours import ASH, CHALK, LEATHER
from dtcli.render.pictures.backpack import SlotContent
from dtcli.render.pictures.large_items import LARGE_HEIGHT, LARGE_WIDTH, SMALL_HEIGHT, SMALL_WIDTH, picture_lines
from dtcli.render.pictures.signs import CARD, TOKEN
from dtcli.render.pictures.terminal_items import picture_of, sign_of
from dtcli.render.terminal import safe, shortened
from dtcli.rules.backpack import COPIES_PER_SLOT
from dtcli.rules.items import Kind

Row = list[tuple[str, str]]
"""Texts with their styles."""

_SIGN_COPY, _PICTURE_COPY = (5, 3), (SMALL_WIDTH + 2, SMALL_HEIGHT + 2)
"""The columns and lines of a copy that shows its sign, and of one that shows its small picture."""
_CARD_EDGE, _TOKEN_EDGE = f"┌─┐│└┘{CARD}", f"╭─╮│╰╯{TOKEN}"
"""The frame of a copy: upper corners, lines, lower corners, and the sign on its upper edge."""

_BESIDE = 7
"""The columns for words beside a small picture."""
_DETAILS = (
    (COPIES_PER_SLOT * _PICTURE_COPY[0], LARGE_HEIGHT + 1 + _PICTURE_COPY[1]),
    (LARGE_WIDTH, LARGE_HEIGHT + 1 + _SIGN_COPY[1]),
    (LARGE_WIDTH, LARGE_HEIGHT + 2),
    (COPIES_PER_SLOT * _SIGN_COPY[0], SMALL_HEIGHT + 1 + _SIGN_COPY[1]),
    (SMALL_WIDTH, SMALL_HEIGHT + 2),
    (SMALL_WIDTH, SMALL_HEIGHT + 1),
    (SMALL_WIDTH + _BESIDE, SMALL_HEIGHT),
    (2 * COPIES_PER_SLOT + 2, 2),
)
"""The columns and lines from which a slot shows more, the most first."""
_COPY_SIZES = {8: _PICTURE_COPY, 7: _SIGN_COPY, 5: _SIGN_COPY}
"""How large the copies are, by what ``detail_of`` returns; elsewhere they are signs."""
_ONE_LINE_BELOW, _WORDS_BESIDE = 3, 2
"""What ``detail_of`` returns for a slot with room for one line below the small picture, and for words beside it."""


def detail_of(width: int, height: int) -> int:
    """Return how much a slot of this size shows: 0 for a single line, more for larger pictures.

    >>> [detail_of(*size) for size in ((8, 1), (8, 2), (11, 5), (20, 11), (40, 14))]
    [0, 1, 4, 7, 8]
    """
    enough = (n for n, (least, lines) in enumerate(_DETAILS) if width >= least and height >= lines)
    return len(_DETAILS) - next(enough, len(_DETAILS))


def slot_rows(cell: SlotContent, width: int, height: int) -> list[Row]:
    """Return the inside of a filled slot, each row exactly as wide as the slot."""
    assert cell.kind is not None
    if height == 1:
        return [_one_line(cell, cell.kind, width)]
    if detail_of(width, height) == _ONE_LINE_BELOW and (art := _art(cell.kind, width, SMALL_HEIGHT)):
        return [*art, _one_line(cell, cell.kind, width)]
    if detail_of(width, height) == _WORDS_BESIDE and (art := _art(cell.kind, SMALL_WIDTH, SMALL_HEIGHT)):
        return _beside(cell, cell.kind, art, width)
    copies = _copies(cell, cell.kind, width, height)
    art = _art(cell.kind, width, height - 1 - len(copies))
    rows = [*art, _name(cell.kind, width), *copies]
    spare = height - len(rows)
    blank: Row = [(" " * width, f"on {LEATHER}")]
    above = (spare + 1) // 2 if art else spare // 2
    rows = [blank] * above + rows
    return rows + [blank] * (height - len(rows))


def empty_rows(place: int, width: int, height: int) -> list[Row]:
    """Return the inside of an empty slot: its number."""
    middle = (height - 1) // 2
    return [[(f"{place + 1 if n == middle else '':^{width}}", ASH)] for n in range(height)]


def _art(kind: Kind, width: int, height: int) -> list[Row]:
    style = f"{picture_of(kind).colour} on {LEATHER}"
    return [[(line, style)] for line in picture_lines(kind, width, height)]


def _name(kind: Kind, width: int) -> Row:
    sign = f"{sign_of(kind)} " if width > len(kind) + 1 else sign_of(kind)
    name = shortened(safe(kind), width - len(sign))
    left = (width - len(sign) - len(name)) // 2
    return [
        (" " * left + sign, f"bold {picture_of(kind).colour} on {LEATHER}"),
        (f"{name:<{width - left - len(sign)}}", f"bold {CHALK} on {LEATHER}"),
    ]


def _one_line(cell: SlotContent, kind: Kind, width: int) -> Row:
    room = width - len(cell.pips) - 1
    name = shortened(f"{sign_of(kind)}{safe(kind)}", room)
    return [
        (f"{name:<{room}} ", f"bold {picture_of(kind).colour} on {LEATHER}"),
        (cell.pips, f"bold {CHALK} on {LEATHER}"),
    ]


def _beside(cell: SlotContent, kind: Kind, art: list[Row], width: int) -> list[Row]:
    """Return the name and the copies on the right of the picture."""
    room = width - SMALL_WIDTH - 1
    style = f"bold {CHALK} on {LEATHER}"
    words = (shortened(safe(kind), room), cell.pips, "")
    return [[*row, (f" {text:<{room}}", style)] for row, text in zip(art, words, strict=True)]


def _copies(cell: SlotContent, kind: Kind, width: int, height: int) -> list[Row]:
    """Return the copies held, and a dot for each that the slot has room for."""
    if (size := _COPY_SIZES.get(detail_of(width, height))) is not None:
        return _framed_copies(cell, kind, width, size)
    ground = f"on {LEATHER}"
    gap = " " if width >= 2 * COPIES_PER_SLOT else ""
    held = gap.join([CARD] * cell.cards + [TOKEN] * cell.tokens)
    free = "".join(f"{gap}·" for _ in range(COPIES_PER_SLOT - cell.cards - cell.tokens))
    left = (width - len(held) - len(free)) // 2
    right = width - left - len(held) - len(free)
    return [[(" " * left + held, f"bold {CHALK} {ground}"), (free + " " * right, f"{ASH} {ground}")]]


def _framed_copies(cell: SlotContent, kind: Kind, width: int, size: tuple[int, int]) -> list[Row]:
    across, tall = size
    ground = f"on {LEATHER}"
    inside = picture_lines(kind, across - 2, tall - 2) or _sign_lines(kind, across - 2, tall - 2)
    gap = min(2, (width - COPIES_PER_SLOT * across) // (COPIES_PER_SLOT - 1))
    edges = [_CARD_EDGE] * cell.cards + [_TOKEN_EDGE] * cell.tokens
    copies = [_copy(edge, inside, picture_of(kind).colour) for edge in edges]
    nothing = [[("·" if n == tall // 2 else "").center(across)] for n in range(tall)]
    copies += [[[(text[0], f"{ASH} {ground}")] for text in nothing] for _ in range(COPIES_PER_SLOT - len(copies))]
    left = (width - COPIES_PER_SLOT * across - (COPIES_PER_SLOT - 1) * gap) // 2
    rows: list[Row] = []
    for n in range(tall):
        row: Row = [(" " * left, ground)]
        for copy in copies:
            row += [*copy[n], (" " * gap, ground)]
        row[-1] = (" " * (width - sum(len(span[0]) for span in row[:-1])), ground)
        rows.append(row)
    return rows


def _copy(edge: str, inside: tuple[str, ...], colour: str) -> list[Row]:
    upper_left, across, upper_right, upright, lower_left, lower_right, sign = tuple(edge)
    frame, art = f"{CHALK} on {LEATHER}", f"bold {colour} on {LEATHER}"
    wide = len(inside[0])
    return [
        [(f"{upper_left}{sign:{across}^{wide}}{upper_right}", frame)],
        *([(upright, frame), (line, art), (upright, frame)] for line in inside),
        [(f"{lower_left}{across * wide}{lower_right}", frame)],
    ]


def _sign_lines(kind: Kind, width: int, height: int) -> tuple[str, ...]:
    middle = height // 2
    return tuple((sign_of(kind) if n == middle else "").center(width) for n in range(height))
