"""Draws the recorder: the backpack large enough for a whole table, the missions so far, and the line that is typed."""

from typing import NamedTuple

from dtcli.english import plural
from dtcli.play.tui.widgets.resolution import BackpackView
from dtcli.render.colours import ASH, BLOOD, CHALK, EMBER, FLAME, LEATHER, MORTAR_LINE, MOSS, NIGHT, SAND
from dtcli.render.layout import Line
from dtcli.render.pictures.backpack import SlotContent
from dtcli.render.pictures.terminal_items import ItemPicture, picture_of, sign_of
from dtcli.render.signs import COMPLETED, FAILED, TO_COMPLETE
from dtcli.render.terminal import Span, safe, shortened

ROWS_OF_SLOTS = 2
_LIGHT = ("╭", "─", "╮", "│", "╰", "╯")
_HEAVY = ("┏", "━", "┓", "┃", "┗", "┛")


class RecordHead(NamedTuple):
    """The missions of the game and how full the backpack is."""

    completed: int
    goal: int | None
    failed: int
    filled: int
    limit: int
    broken: bool


class InputLine(NamedTuple):
    """What is asked, what was typed so far, and what it can mean."""

    asks: str
    text: str = ""
    meanings: tuple[str, ...] = ()
    pointed: int | None = None
    """Which of the meanings was picked."""
    shortcuts: tuple[tuple[str, str], ...] = ()
    """Items and the letters that are enough for them, while nothing is typed."""


def strain(filled: int, limit: int, *, broken: bool = False) -> str:
    """Return how much room is left, in words.

    >>> strain(5, 8), strain(7, 8), strain(8, 8)
    ('3 slots free', 'ONE SLOT FREE', 'FULL')
    """
    free = limit - filled
    if broken or free < 0:
        return "BROKEN"
    return "FULL" if not free else "ONE SLOT FREE" if free == 1 else f"{free} slots free"


def _strain_style(filled: int, limit: int, *, broken: bool) -> str:
    if broken or filled > limit:
        return f"bold {NIGHT} on {BLOOD}"
    free = limit - filled
    return f"bold {BLOOD}" if not free else f"bold {EMBER}" if free == 1 else ASH


def draw_record_head(head: RecordHead, width: int, _height: int) -> list[Line]:
    """Return the missions completed and failed, and the room in the backpack."""
    if head.goal is None:
        boxes, done = COMPLETED * min(head.completed, 12), f" {plural(head.completed, 'mission')}"
    else:
        boxes = COMPLETED * head.completed + TO_COMPLETE * max(0, head.goal - head.completed)
        done = f" {head.completed} of {plural(head.goal, 'mission')}"
    left: list[Span] = [(f" {boxes}", f"bold {MOSS}"), (done, f"bold {CHALK}")]
    left.append((f"   {FAILED} {head.failed} failed", f"bold {EMBER}" if head.failed else ASH))
    room = strain(head.filled, head.limit, broken=head.broken)
    right: list[Span] = [(f"{head.filled} of {head.limit} slots ", CHALK)]
    right.append((f" {room} ", _strain_style(head.filled, head.limit, broken=head.broken)))
    taken = sum(len(span[0]) for span in (*left, *right))
    return [(*left, " " * max(1, width - taken), *right)]


def draw_large_backpack(view: BackpackView, width: int, height: int) -> list[Line]:
    """Return the slots in two rows; a full backpack has heavy edges, and a slot too many says OVER."""
    per_row = -(-len(view.cells) // ROWS_OF_SLOTS)
    tall = height // ROWS_OF_SLOTS
    each = width // per_row
    lines: list[Line] = []
    for first in range(0, len(view.cells), per_row):
        drawn = [_slot(cell, first + n, view, each, tall) for n, cell in enumerate(view.cells[first : first + per_row])]
        lines += [tuple(span for slot in drawn for span in slot[row]) for row in range(tall)]
    return lines


def _slot(cell: SlotContent, place: int, view: BackpackView, width: int, height: int) -> list[list[Span]]:
    is_over = place >= view.limit
    is_full = view.filled >= view.limit
    corner = _HEAVY if is_full else _LIGHT
    edge = f"bold {BLOOD}" if is_over else EMBER if is_full else MORTAR_LINE
    if cell.changed and cell.kind is not None and not is_over:
        edge = f"bold {FLAME}"
    room = width - 2
    head = " OVER " if is_over else ""
    inside = _filled_slot(cell, room, height - 2) if cell.kind is not None else _empty_slot(place, room, height - 2)
    top: list[Span] = [(f"{corner[0]}{head:{corner[1]}<{room}}{corner[2]}", edge)]
    low: list[Span] = [(f"{corner[4]}{corner[1] * room}{corner[5]}", edge)]
    return [top, *([(corner[3], edge), *line, (corner[3], edge)] for line in inside), low]


def _empty_slot(place: int, width: int, height: int) -> list[list[Span]]:
    middle = height // 2
    return [[(f"{place + 1 if n == middle else '':^{width}}", ASH)] for n in range(height)]


def _filled_slot(cell: SlotContent, width: int, height: int) -> list[list[Span]]:
    assert cell.kind is not None
    picture = picture_of(cell.kind)
    name = f"{picture.colour} on {LEATHER}"
    texts = [(safe(cell.kind), f"bold {name}"), (cell.pips, f"bold {CHALK} on {LEATHER}")]
    words = max(len(text) for text, _ in texts) + 1
    has_picture = width >= max(len(line) for line in picture.lines) + words
    left = width - words if has_picture else 1
    if not has_picture:
        texts[0] = (f"{sign_of(cell.kind)} {texts[0][0]}", texts[0][1])
    above = (height - 3) // 2
    rows: list[list[Span]] = []
    for n in range(height):
        at = n - above
        art = _art(picture, at, left) if has_picture else " " * left
        text, style = texts[at] if 0 <= at < len(texts) else ("", name)
        rows.append([(art, name), (f"{shortened(text, width - left):<{width - left}}", style)])
    return rows


def _art(picture: ItemPicture, line: int, width: int) -> str:
    return picture.lines[line].center(width) if 0 <= line < len(picture.lines) else " " * width


def draw_input(line: InputLine, width: int, _height: int) -> list[Line]:
    """Return what is asked and typed, and below it what the letters can mean, or the letters of the items."""
    asks = shortened(safe(line.asks), max(12, width // 2))
    shown = safe(line.text)[-(width - len(asks) - 6) :]
    typed: Line = ((f" {asks} ", f"bold {SAND}"), ("> ", f"bold {FLAME}"), (shown, f"bold {CHALK}"), ("▏", FLAME))
    return [typed, _meaning_line(line, width) if line.text else _shortcut_line(line, width)]


def _meaning_line(line: InputLine, width: int) -> Line:
    spans: list[Span] = ["   "]
    room = width - 3
    for n, meaning in enumerate(line.meanings):
        text = shortened(safe(meaning), 36)
        if len(text) + 3 > room:
            spans.append(("…", ASH))
            break
        is_picked = line.pointed == n
        style = f"bold {NIGHT} on {FLAME}" if is_picked else f"bold {FLAME}" if n == 0 else ASH
        spans += [(f"{'►' if is_picked else ' '}{text} ", style), " "]
        room -= len(text) + 3
    return tuple(spans)


def _shortcut_line(line: InputLine, width: int) -> Line:
    """Return the items with the letters that are enough for them in capitals."""
    spans: list[Span] = [" "]
    used = 1
    for name, letters in line.shortcuts:
        marked = _marked(name, letters)
        if used + len(marked) + 1 > width:
            break
        for char, is_key in marked:
            spans.append((char.upper() if is_key else char, f"bold {FLAME}" if is_key else ASH))
        spans.append(" ")
        used += len(marked) + 1
    return tuple(spans)


def _marked(name: str, letters: str) -> list[tuple[str, bool]]:
    """Return the characters of a name, and whether each is one of the letters in their order.

    Letters that the name does not have stand behind it.

    >>> ["".join(char.upper() if is_key else char for char, is_key in _marked("book", keys)) for keys in ("bk", "l")]
    ['BooK', 'book(L)']
    """
    left = list(letters)
    marked = []
    for char in name:
        is_key = bool(left) and char.casefold() == left[0]
        if is_key:
            left.pop(0)
        marked.append((char, is_key))
    if left:
        return [*((char, False) for char in f"{name}("), *((char, True) for char in letters), (")", False)]
    return marked
