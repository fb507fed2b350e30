"""File locks: held by one process at a time, and released when it ends, even by a kill.

The operating system holds the lock, so a lock file that is left behind locks nothing.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

TIMEOUT = 10.0
"""Seconds to wait for a lock."""
_RETRY_INTERVAL = 0.01


class LockedError(Exception):
    """Another process holds the lock."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"'{path}' is in use by another dtcli")
        self.path = path


if sys.platform == "win32":
    import msvcrt

    _BEYOND_END = 1 << 30
    """Windows forbids reading a locked byte, so lock one beyond the end of every file."""

    def acquire(file: IO[bytes]) -> bool:
        """Lock an open file; return whether it was free. Closing the file releases the lock."""
        os.lseek(file.fileno(), _BEYOND_END, os.SEEK_SET)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file.fileno(), 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def acquire(file: IO[bytes]) -> bool:
        """Lock an open file; return whether it was free. Closing the file releases the lock."""
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def is_same_file(file: IO[bytes], path: Path) -> bool:
    """Return whether an open file is still the file at that path; it may have been removed before it was locked."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


@contextmanager
def try_lock(path: Path) -> Iterator[bool]:
    """Lock a file, created if necessary, for the duration of the block; yield whether it was free."""
    with path.open("ab", buffering=0) as file:
        yield acquire(file)


@contextmanager
def lock(path: Path, *, timeout: float = TIMEOUT) -> Iterator[None]:
    """Lock a file, created if necessary, for the duration of the block; raises ``LockedError`` after the time-out."""
    until = time.monotonic() + timeout
    with path.open("ab", buffering=0) as file:
        while not acquire(file):
            if time.monotonic() >= until:
                raise LockedError(path)
            time.sleep(_RETRY_INTERVAL)
        yield


def remove(file: IO[bytes], path: Path) -> None:
    """Remove a file while it is locked, so that a new file of the same name is not removed instead."""
    if sys.platform == "win32":  # a file that is open, here or elsewhere, cannot be removed
        file.close()
        with suppress(OSError):
            path.unlink()
    else:
        path.unlink(missing_ok=True)
        file.close()
