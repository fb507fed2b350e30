"""Reads lines from a terminal or a pipe in a thread, so that the clock can be checked while waiting.

Bytes are read from the descriptor: a thread blocked inside Python's buffered input would keep the program from exiting.
"""

import os
import sys
from collections.abc import Iterator
from queue import Empty, Queue
from threading import Thread
from typing import Protocol, TextIO

LONGEST_WAIT = 0.2
"""Seconds; Windows handles Ctrl-C only between two waits."""
LONGEST_LINE = 1000
MOST_WAITING = 100
"""The most lines that are read ahead; more stay in the pipe."""
CHUNK = 4096


class EndOfInput(Exception):  # noqa: N818  (not always an error)
    """There are no more lines."""


class LineSource(Protocol):
    """A source of the player's lines."""

    def next(self, timeout: float | None) -> str | None:
        """Return the next line; None if there was none within the time-out.

        May return None earlier, so that the caller checks the clock. Raises ``EndOfInput``.
        """


class TypedLines:
    """The lines of a terminal or a pipe."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdin if stream is None else stream
        self._waiting: Queue[str | None] = Queue(MOST_WAITING)
        self._ended = False
        Thread(target=self._read, name="lines", daemon=True).start()

    def next(self, timeout: float | None) -> str | None:
        """Return the next line, or None after a short wait; raises ``EndOfInput``."""
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
    except OSError:  # not backed by a file descriptor
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
