"""What Ctrl-C does: end the program with exit code 130, or stop a search so that it answers with the best so far.

An exception from a signal handler is only safe where it reaches the code that expects it. A module that is being loaded
may turn it into an ``ImportError``, and a callback of the garbage collector discards it. So an interrupt while a module
is loaded ends the process at once, and one that was discarded is sent again.
"""

import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

EXIT_INTERRUPTED = 130
_IMPORTERS = ("importlib._bootstrap", "importlib._bootstrap_external")
_RESEND_AFTER = 0.02
"""Seconds until a discarded interrupt is sent again, when the callback that discarded it has returned."""


def listen() -> None:
    """Let Ctrl-C end the program with exit code 130."""
    signal.signal(signal.SIGINT, exit_interrupted)
    sys.unraisablehook = _resend_discarded


def exit_interrupted(_number: int, frame: FrameType | None) -> NoReturn:
    """Raise ``SystemExit``; end the process at once if a module is being loaded."""
    _end_if_importing(frame)
    sys.exit(EXIT_INTERRUPTED)


def stop_search(_number: int, frame: FrameType | None) -> NoReturn:
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
    import threading  # noqa: PLC0415

    again = threading.Timer(_RESEND_AFTER, _interrupt_main)
    again.daemon = True
    again.start()


def _interrupt_main() -> None:
    """Interrupt the main thread, on POSIX also where it waits in a system call."""
    import _thread  # noqa: PLC0415
    import threading  # noqa: PLC0415

    main = threading.main_thread().ident
    if main is not None and hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()
