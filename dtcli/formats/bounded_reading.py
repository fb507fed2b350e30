"""Opens and reads files with a limit of bytes; refuses devices, sockets and, unless allowed, pipes.

A path may come from an untrusted file, so opening it never blocks, and the type is checked on the open file, not on the
path.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


class NotAFileError(OSError):
    """A device, a socket or a pipe where a file was expected."""

    def __init__(self, path: Path) -> None:
        super().__init__(None, "not a regular file", str(path))


class TooLargeError(ValueError):
    """A file with more bytes than allowed."""

    def __init__(self, most: int) -> None:
        super().__init__(f"more than {most:,} bytes")


def open_file(path: Path, *, pipes: bool = False) -> BinaryIO:
    """Open a regular file, and with ``pipes`` also a named pipe, for reading.

    Raises ``NotAFileError`` for anything else that can be opened, ``OSError`` and ``ValueError`` as ``open`` does.
    Without ``pipes``, opening never waits for another process.
    """
    waiting = _is_pipe(path, path.stat(), pipes=pipes)  # some devices do things when they are opened
    file = open(path, "rb", opener=None if waiting else _open_at_once)  # noqa: SIM115  (pathlib has no opener)
    try:
        _is_pipe(path, os.fstat(file.fileno()), pipes=waiting)
    except NotAFileError:
        file.close()
        raise
    return file


def _is_pipe(path: Path, found: os.stat_result, *, pipes: bool) -> bool:
    """Return whether this is a pipe; raises ``NotAFileError`` unless it is a regular file or an allowed pipe."""
    if pipes and stat.S_ISFIFO(found.st_mode):
        return True
    if stat.S_ISREG(found.st_mode) or _is_null(found):
        return False
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise NotAFileError(path)


def _is_null(found: os.stat_result) -> bool:
    """Return whether this is the null device, which is read like an empty file."""
    return stat.S_ISCHR(found.st_mode) and found.st_rdev == os.stat(os.devnull).st_rdev  # noqa: PTH116


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_bounded(path: Path, most: int) -> bytes:
    """Return the content of a regular file; raises ``TooLargeError`` where it has more than ``most`` bytes.

    Also raises what ``open_file`` raises. The size that the system reports is not trusted: it may be 0, or change.
    """
    with open_file(path) as file:
        return read_at_most(file, most)


def read_at_most(file: BinaryIO, most: int) -> bytes:
    """Return the rest of an open file; raises ``TooLargeError`` where that is more than ``most`` bytes."""
    content = file.read(most + 1)
    if len(content) > most:
        raise TooLargeError(most)
    return content
