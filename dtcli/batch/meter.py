"""The progress of a run on a terminal: how many inputs, how fast, how long it will take."""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from typing import BinaryIO

from dtcli.formats.sources.file_kinds import find
from dtcli.formats.sources.raw_inputs import STDIN, Selection
from dtcli.render.progress import ProgressLine

_FIRST_AFTER = 1.0
"""Seconds after which progress is shown for the first time."""
_EVERY = 0.2


class Meter:
    """Shows the progress of a run.

    The share that is done is measured in inputs if their number is known, else in bytes, which need no reading.
    """

    def __init__(
        self, names: Iterable[str], selection: Selection, line: ProgressLine, count: int | None = None
    ) -> None:
        self._line = line
        self._count = count
        self._begun = self._shown = time.monotonic()
        self._inputs = self._skipped = 0
        self._total: int | None = None
        self._read = 0
        self._open: BinaryIO | None = None
        Thread(target=self._add_up, args=(list(names), selection), daemon=True).start()

    def opened(self, stream: BinaryIO) -> None:
        """Remember the file that is being read."""
        self._read = self._bytes_read()
        self._open = stream

    def skipped(self, inputs: int) -> None:
        """Count inputs that an earlier run has judged."""
        self._inputs = self._skipped = inputs
        self._begun = time.monotonic()

    def count(self, inputs: int) -> None:
        """Count inputs that were judged, and show the progress a few times a second."""
        self._inputs += inputs
        now = time.monotonic()
        if now - self._begun >= _FIRST_AFTER and now - self._shown >= _EVERY:
            self._shown = now
            self._line.show(self._text(now - self._begun))

    def clear(self) -> None:
        """Remove the line, because something else is printed."""
        self._line.clear()

    def _text(self, seconds: float) -> str:
        rate = (self._inputs - self._skipped) / seconds
        text = f"{self._inputs:,} inputs, {_rate(rate)}"
        if self._count is not None:
            done = self._inputs - self._skipped
            left = seconds * (self._count - self._inputs) / done if done else 0.0
            return f"{text}, {self._inputs / self._count:.0%}, {_duration(left)} left"
        read = self._bytes_read()
        if not self._total or not read:
            return text
        share = min(1.0, read / self._total)
        left = seconds * (1 - share) / share
        return f"{text}, {share:.0%}, {_duration(left)} left"

    def _bytes_read(self) -> int:
        try:
            return self._read + (self._open.tell() if self._open is not None else 0)
        except (OSError, ValueError):  # a pipe, or a file that was closed meanwhile
            return self._read

    def _add_up(self, names: list[str], selection: Selection) -> None:
        """Add up the sizes of all files; nothing is known if one of them is a pipe or an address."""
        total = 0
        for name in names:
            if name == STDIN or "://" in name:
                return
            try:
                total += _size(find(name), selection.takes)
            except OSError:
                continue
        self._total = total


def _size(path: Path, takes: Callable[[Path], bool]) -> int:
    if not path.is_dir():
        return path.stat().st_size
    total = 0
    for folder, _, files in os.walk(path):
        for name in files:
            file = Path(folder, name)
            if takes(file.relative_to(path)):
                total += file.stat().st_size
    return total


def _rate(rate: float) -> str:
    return f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s"  # noqa: PLR2004


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
