"""Draws the lines of the recorder: the missions and the room in the backpack, and what is typed."""

from typing import NamedTuple

from dtcli.english import plural
from dtcli.render.colours import ASH, BLOOD, CHALK, EMBER, FLAME, MOSS, NIGHT, SAND
from dtcli.render.layout import Line
from dtcli.render.pictures.drawn_backpack import strain
from dtcli.render.pictures.signs import COMPLETED, FAILED, TO_COMPLETE
from dtcli.render.terminal import Span, safe, shortened


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
