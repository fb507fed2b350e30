"""Locks on files: one process at a time, and free again when it dies, however it dies.

The system keeps the lock, not the file: a lock file that is left behind locks nothing.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

PATIENCE = 10.0
"""Seconds after which somebody else has a lock for too long."""
_EVERY = 0.01


class LockedError(Exception):
    """Another process has had the lock all the time."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"'{path}' is in use by another dtcli")
        self.path = path


if sys.platform == "win32":
    import msvcrt

    _BEHIND = 1 << 30
    """A locked byte cannot be read there, so take one that lies behind the end of every file."""

    def take(file: IO[bytes]) -> bool:
        """Lock an open file; return whether it was free. Closing the file frees it."""
        os.lseek(file.fileno(), _BEHIND, os.SEEK_SET)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file.fileno(), 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def take(file: IO[bytes]) -> bool:
        """Lock an open file; return whether it was free. Closing the file frees it."""
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def is_at(file: IO[bytes], path: Path) -> bool:
    """Return whether an open file is still the one of that name: it may have been removed before it was locked."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


@contextmanager
def try_lock(path: Path) -> Iterator[bool]:
    """Lock a file, which is made if need be, as long as the block runs; say whether it was free."""
    with path.open("ab", buffering=0) as file:
        yield take(file)


@contextmanager
def lock(path: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Lock a file, which is made if need be, as long as the block runs; raises ``LockedError`` after some seconds."""
    until = time.monotonic() + patience
    with path.open("ab", buffering=0) as file:
        while not take(file):
            if time.monotonic() >= until:
                raise LockedError(path)
            time.sleep(_EVERY)
        yield


def remove(file: IO[bytes], path: Path) -> None:
    """Remove a file while it is locked, so that nobody's new file of the same name goes with it."""
    if sys.platform == "win32":  # an open file cannot be removed there, and one that somebody else has opened neither
        file.close()
        with suppress(OSError):
            path.unlink()
    else:
        path.unlink(missing_ok=True)
        file.close()
