"""Keeps the results of puzzles on disk: one line for each change, appended under a lock and synced.

A session has a line for each change, and its last line counts. Damaged lines are moved to a file of their own and
reported; the other lines stay.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from dtcli.formats.bounded_reading import open_file
from dtcli.formats.locks import lock
from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.results import PuzzleResult, Result, StormResult, read_result, result_line
from dtcli.formats.writing import write_new, write_whole
from dtcli.play.storage.folders import Folders

DAMAGED = "DT804"
LARGEST_RESULTS = 100_000_000
"""Bytes; a line takes four hundred."""


class StoredResults(NamedTuple):
    """Everything that was kept, the oldest first, and what was damaged."""

    puzzles: tuple[PuzzleResult, ...] = ()
    """The last line of each session."""
    storms: tuple[StormResult, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def solved(self) -> frozenset[str]:
        """The digests of the puzzles that were solved."""
        return frozenset(one.puzzle for one in self.puzzles if one.solved)


class ResultsStore:
    """The file of puzzle results of one home folder."""

    def __init__(self, folders: Folders) -> None:
        self.path = folders.puzzles / "results.ndjson"

    def append(self, result: Result) -> None:
        """Append a line and sync it; raises ``OSError`` or ``LockedError``.

        The rest of a line that a kill cut off gets a line of its own. What cannot be written whole is taken back.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with lock(self._lock), self.path.open("a+b", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            start = b""
            if size:
                file.seek(size - 1)
                start = b"" if file.read(1) == b"\n" else b"\n"
            rest = memoryview(start + result_line(result).encode() + b"\n")
            try:
                while rest:
                    rest = rest[file.write(rest) or 0 :]
                os.fsync(file.fileno())
            except OSError:
                file.truncate(size)
                raise

    def read(self) -> StoredResults:
        """Return what was kept; damaged lines are moved to another file, and their problem is part of the answer."""
        try:
            lines = self._lines()
            if any(read_result(line) is None for line in lines):
                with lock(self._lock):
                    return _stored(*self._without_damaged())
        except FileNotFoundError:
            return StoredResults()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return StoredResults(problems=(Problem("DT101", f"cannot be read: {reason}", file=str(self.path)),))
        return _stored(lines, ())

    @property
    def _lock(self) -> Path:
        return self.path.with_suffix(".lock")

    def _lines(self) -> list[str]:
        with open_file(self.path) as file:
            content = file.read(LARGEST_RESULTS + 1)
        if len(content) > LARGEST_RESULTS:
            msg = f"more than {LARGEST_RESULTS:,} bytes"
            raise ValueError(msg)
        return [line for line in content.decode("utf-8", "replace").split("\n") if line]

    def _without_damaged(self) -> tuple[list[str], tuple[Problem, ...]]:
        """Move the damaged lines to another file while the file is locked; return the others, and the problem."""
        lines = self._lines()
        damaged = [line for line in lines if read_result(line) is None]
        if not damaged:  # another process has moved them
            return lines, ()
        kept = [line for line in lines if read_result(line) is not None]
        aside = write_new(self.path.with_name("results.damaged.ndjson"), "".join(f"{line}\n" for line in damaged))
        write_whole(self.path, "".join(f"{line}\n" for line in kept))
        was = "1 line was damaged and" if len(damaged) == 1 else f"{len(damaged)} lines were damaged and"
        hint = f"{was} moved to {aside.name}; the other {len(kept)} are kept"
        number = lines.index(damaged[0]) + 1
        return kept, (Problem(DAMAGED, "the line cannot be read", hint=hint, file=str(self.path), line=number),)


def _stored(lines: Iterable[str], problems: tuple[Problem, ...]) -> StoredResults:
    sessions: dict[str, PuzzleResult] = {}
    storms: dict[str, StormResult] = {}
    for line in lines:
        result = read_result(line)
        if isinstance(result, PuzzleResult):
            sessions[f"{result.session} {result.puzzle}"] = result
        elif isinstance(result, StormResult):
            storms[result.session] = result
    return StoredResults(tuple(sessions.values()), tuple(storms.values()), problems)
