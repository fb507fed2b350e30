"""Where the rows of a run go: standard output, or a file that appears whole at the end."""

import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from dtcli.batch.errors import BatchError
from dtcli.batch.fields import Field
from dtcli.batch.parquet import ParquetWriter
from dtcli.formats.writing import whole_file

_FLUSH_EVERY = 0.5
"""Seconds after which rows are visible at the other end of a pipe, at the latest with the next row."""


class Output(ABC):
    """Takes rows."""

    @abstractmethod
    def write(self, text: str) -> None:
        """Write rows."""


class StreamOutput(Output):
    """Rows written to a text stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._flushed = time.monotonic()

    def write(self, text: str) -> None:
        """Write rows; now and then they are flushed."""
        if text:
            self._stream.write(text)
        now = time.monotonic()
        if now - self._flushed > _FLUSH_EVERY:
            self._stream.flush()
            self._flushed = now


class ParquetOutput(Output):
    """Rows, made as lines of JSON, written as Parquet."""

    def __init__(self, writer: ParquetWriter, file: TextIO) -> None:
        self._writer = writer
        self._file = file

    def write(self, text: str) -> None:
        """Add rows; the time of the file is renewed, so that it is not taken for one left behind."""
        self._writer.add(text.splitlines())
        os.utime(self._file.name)


class NoOutput(Output):
    """Discards rows, where only the summary is wanted."""

    def write(self, text: str) -> None:
        """Do nothing."""


@contextmanager
def file_output(path: Path, columns: tuple[Field, ...] | None, *, force: bool) -> Iterator[Output]:
    """Yield an output to a file that gets its name at the end; with ``columns`` a Parquet file."""
    if path.exists() and not force:
        raise already_exists(path)
    with whole_file(path, replace=force) as file:
        if columns is None:
            yield StreamOutput(file)
        else:
            with ParquetWriter(file.buffer, columns) as writer:
                yield ParquetOutput(writer, file)


def standard_output() -> Output:
    """Return the output to standard output."""
    return StreamOutput(sys.stdout)


def already_exists(path: Path) -> BatchError:
    """Return the error that a file would be overwritten."""
    return BatchError(f"'{path}' exists", "--force overwrites it")
