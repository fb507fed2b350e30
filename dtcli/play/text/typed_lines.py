"""Lines that somebody types, or that a pipe brings.

They are read in a thread, so that the sand can be watched meanwhile. Bytes come straight from the descriptor: a thread
that waits inside Python's buffered input would keep the program from ending.
"""

import os
import sys
from collections.abc import Iterator
from queue import Empty, Queue
from threading import Thread
from typing import Protocol, TextIO

LONGEST_WAIT = 0.2
"""Seconds; Windows notices Ctrl-C only between two waits."""
LONGEST_LINE = 1000
MOST_WAITING = 100
"""So many lines are read ahead; more wait in the pipe."""
CHUNK = 4096


class EndOfInput(Exception):  # noqa: N818  (it is what it says, and not always an error)
    """No more lines will come."""


class Lines(Protocol):
    """Where the player's lines come from."""

    def next(self, timeout: float | None) -> str | None:
        """Return the next line; None if there was none within the time-out, or sooner, to look at the sand again.

        Raises ``EndOfInput`` when no more will come.
        """


class TypedLines:
    """The lines of a terminal or a pipe."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdin if stream is None else stream
        self._waiting: Queue[str | None] = Queue(MOST_WAITING)
        self._ended = False
        Thread(target=self._read, name="lines", daemon=True).start()

    def next(self, timeout: float | None) -> str | None:
        """Return the next line, or None to look at the sand again."""
        if self._ended:
            raise EndOfInput
        try:
            line = self._waiting.get(timeout=LONGEST_WAIT if timeout is None else min(timeout, LONGEST_WAIT))
        except Empty:
            return None
        if line is None:
            self._ended = True
            raise EndOfInput
        return line

    def _read(self) -> None:
        try:
            for line in _lines_of(self._stream):
                self._waiting.put(line)
        except (OSError, ValueError):  # closed while it was read
            return
        finally:
            self._waiting.put(None)


def _lines_of(stream: TextIO | None) -> Iterator[str]:
    if stream is None:  # closed by the caller
        return
    try:
        descriptor = stream.fileno()
    except OSError:  # not a file of the system
        yield from (line.strip() for line in stream)
        return
    rest = b""
    while chunk := os.read(descriptor, CHUNK):
        *whole, rest = (rest + chunk).split(b"\n")
        if len(rest) > LONGEST_LINE:
            whole, rest = [*whole, rest], b""
        for line in whole:
            yield _text(line, stream.encoding)
    if rest:
        yield _text(rest, stream.encoding)


def _text(line: bytes, encoding: str) -> str:
    return line[:LONGEST_LINE].decode(encoding, "replace").strip()
