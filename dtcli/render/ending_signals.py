"""Signals that end the program: SIGTERM, and SIGHUP when the terminal is closed.

Their default action ends the process at once, with the terminal in whatever mode it is and no game saved.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def on_ending_signals(act: Callable[[], None], *more: signal.Signals) -> Iterator[None]:
    """Call ``act`` when one of these signals arrives while the block runs, then restore the handlers.

    ``more`` are signals to treat alike. A signal that is ignored, as after ``nohup``, stays ignored. The handlers are
    also restored when the first signal arrives, so that a second one ends a program that does not respond.
    """
    before = {number: signal.getsignal(number) for number in (*ENDING, *more)}
    before = {number: handler for number, handler in before.items() if handler is not signal.SIG_IGN}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def arrived(_number: int, _frame: FrameType | None) -> None:
        restore()
        act()

    for number in before:
        signal.signal(number, arrived)
    try:
        yield
    finally:
        restore()
