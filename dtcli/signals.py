"""Signals that end the program or a search: Ctrl-C (SIGINT), SIGTERM, and SIGHUP when the terminal is closed.

Ctrl-C ends the program with exit code 130, or stops a search, which then answers with the best line so far. The default
action of SIGTERM and SIGHUP ends the process at once, with the terminal left in its current mode and no game saved;
``on_ending_signals`` and ``raise_on_ending_signals`` replace it.

An exception from a signal handler is only safe where it reaches the code that expects it. A module that is being loaded
may turn it into an ``ImportError``, and a callback of the garbage collector discards it. So an interrupt while a module
is loaded ends the process at once, and one that was discarded is sent again.
"""

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

EXIT_INTERRUPTED = 130
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_IMPORTERS = ("importlib._bootstrap", "importlib._bootstrap_external")
_RESEND_AFTER = 0.02
"""Seconds until a discarded interrupt is sent again, when the callback that discarded it has returned."""


def exit_on_interrupt() -> None:
    """Let Ctrl-C end the program with exit code 130, from now on."""
    signal.signal(signal.SIGINT, _exit_interrupted)
    sys.unraisablehook = _resend_discarded


def _exit_interrupted(_number: int, frame: FrameType | None) -> NoReturn:
    """Raise ``SystemExit``; end the process at once if a module is being loaded."""
    _end_if_importing(frame)
    sys.exit(EXIT_INTERRUPTED)


@contextmanager
def stop_search_on_interrupt() -> Iterator[None]:
    """Let Ctrl-C raise ``KeyboardInterrupt`` while the block runs, then restore the handler."""
    before = signal.signal(signal.SIGINT, _stop_search)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def raise_on_ending_signals() -> Iterator[None]:
    """Let Ctrl-C, SIGTERM and SIGHUP raise ``KeyboardInterrupt`` while the block runs, then restore the handlers."""

    def interrupt() -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with on_ending_signals(interrupt):
            yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def on_ending_signals(act: Callable[[], None], *more: signal.Signals) -> Iterator[None]:
    """Call ``act`` when SIGTERM or SIGHUP arrives while the block runs, then restore the handlers.

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


def _stop_search(_number: int, frame: FrameType | None) -> NoReturn:
    """Raise ``KeyboardInterrupt``, which a search expects; end the process at once if a module is being loaded."""
    _end_if_importing(frame)
    raise KeyboardInterrupt


def _end_if_importing(frame: FrameType | None) -> None:
    """End the process with exit code 130 if the interrupted code is part of an import."""
    while frame is not None:
        if frame.f_globals.get("__name__") in _IMPORTERS:
            with suppress(Exception):
                sys.stdout.flush()
            os._exit(EXIT_INTERRUPTED)
        frame = frame.f_back


def _resend_discarded(unraisable: "UnraisableHookArgs") -> None:
    """Send an interrupt again that a callback has discarded; report other exceptions as usual."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt | SystemExit):
        sys.__unraisablehook__(unraisable)
        return

    again = threading.Timer(_RESEND_AFTER, _interrupt_main)
    again.daemon = True
    again.start()


def _interrupt_main() -> None:
    """Interrupt the main thread, on POSIX also where it waits in a system call."""
    main = threading.main_thread().ident
    if main is not None and hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()
