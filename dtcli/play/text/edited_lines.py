"""Reads lines from a terminal with the editing keys and the history of readline, where Python has it.

It reads in the main thread, so it is for dialogues that print nothing while a line is typed.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from dtcli.play.text.typed_lines import LONGEST_LINE, EndOfInput, LineSource, TypedLines


def player_lines() -> LineSource:
    """Return the lines of the player: edited on a terminal that can move the cursor, plain everywhere else."""
    streams = (sys.stdin, sys.stdout)
    on_terminal = all(stream is not None and stream.isatty() for stream in streams)
    if on_terminal and os.environ.get("TERM") != "dumb" and _has_readline():
        return EditedLines()
    return TypedLines()


def _has_readline() -> bool:
    try:
        import readline  # noqa: PLC0415  (loading it lets input() edit lines; Windows does not have it)
    except ImportError:
        return False
    readline.clear_history()
    return True


class _Waited(Exception):  # noqa: N818  (not an error)
    """The wait for a line is over."""


class EditedLines:
    """The lines of a terminal; the arrow keys move in a line and bring back earlier ones."""

    def next(self, timeout: float | None) -> str | None:
        """Return the next line, or None after the time-out, with which an unfinished line is lost.

        Raises ``EndOfInput``.
        """
        try:
            with _alarm(timeout):
                return input()[:LONGEST_LINE].strip()
        except _Waited:
            return None
        except UnicodeDecodeError:
            return "\ufffd"
        except (EOFError, OSError, ValueError):  # closed while it was read
            raise EndOfInput from None


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise ``_Waited`` in the block after so many seconds, where the system can."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise _Waited

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
