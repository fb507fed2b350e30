"""A replay one card at a time on a terminal: space goes on, b goes back, q quits.

Keys are read by hand because ``typer.getchar`` discards what is typed between two calls, while a page is drawn.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from typing import NoReturn

from dtcli.formats.replay.check import Checked
from dtcli.render.colours import STATUS_BAR
from dtcli.render.layout import Line
from dtcli.render.replay import page as replay_view
from dtcli.render.terminal import Printer, page_width
from dtcli.signals import EXIT_INTERRUPTED, on_ending_signals

_NEXT = (" ", "\r", "\n", "n", "j", "\x1b[C", "\x1b[B")
_BACK = ("b", "p", "k", "\x7f", "\x1b[D", "\x1b[A")
_QUIT = ("q", "\x03", "\x04", "\x1b", "")
_ARROW_TAKES = 0.05
"""Seconds to wait for the rest of an arrow key after its escape character."""
_FIRST, _LAST = ("g", "0"), ("G", "$")


def page_through(checked: Checked, *, brief: bool) -> bool:
    """Show a replay step by step; return False if the reader quits before the end."""
    printer = Printer()
    at, width, pages = 0, 0, list[list[Line]]()
    with _single_keys() as next_key:
        while True:
            if width != page_width():  # the terminal may be resized between two keys
                width = page_width()
                pages = _pages(checked, brief=brief, width=width)
            _show(printer, pages[0], pages[at] if at else [], at, len(pages))
            key = next_key()
            if key in _QUIT:
                return False
            if key in _NEXT and at == len(pages) - 1:
                return True
            if key in _NEXT:
                at += 1
            elif key in _BACK:
                at = max(0, at - 1)
            elif key in _FIRST:
                at = 0
            elif key in _LAST:
                at = len(pages) - 1


def _pages(checked: Checked, *, brief: bool, width: int) -> list[list[Line]]:
    """Return the lines of each page: the head, then one page for each step; the last one has the verdict."""
    pages = [list(replay_view.head(checked, width))]
    pages += [list(lines) for lines in replay_view.blocks(checked, brief=brief, width=width)]
    pages[-1] += replay_view.tail(checked, width)
    return pages


def _show(printer: Printer, head: list[Line], page: list[Line], at: int, pages: int) -> None:
    sys.stdout.write("\x1b[H\x1b[2J")
    for line in (*head, *page):
        printer.line(*line)
    last = at == pages - 1
    printer.line(
        (f"{at}/{pages - 1}   {'q ends' if last else 'space next'}   b back   g first   G last   q quit", STATUS_BAR)
    )
    sys.stdout.flush()


@contextmanager
def _single_keys() -> Iterator[Callable[[], str]]:
    """Yield a function that waits for one key and returns it.

    The terminal is restored at the end, also when a signal ends the program.
    """
    if sys.platform == "win32":
        yield _windows_key
        return
    import termios  # noqa: PLC0415  (not on Windows)
    import tty  # noqa: PLC0415  (not on Windows)

    descriptor = sys.stdin.fileno()

    def next_key() -> str:
        key = os.read(descriptor, 1)
        if key == b"\x1b" and select([descriptor], [], [], _ARROW_TAKES)[0]:
            key += os.read(descriptor, 2)
        return key.decode(errors="replace")

    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        with on_ending_signals(_interrupted):
            yield next_key
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _interrupted() -> NoReturn:
    sys.exit(EXIT_INTERRUPTED)


def _windows_key() -> str:
    import msvcrt  # noqa: PLC0415  (only on Windows)

    char: str = msvcrt.getwch()  # type: ignore[attr-defined]
    arrows = {"M": "\x1b[C", "K": "\x1b[D", "P": "\x1b[B", "H": "\x1b[A"}
    return arrows.get(msvcrt.getwch(), " ") if char == "\xe0" else char  # type: ignore[attr-defined]
