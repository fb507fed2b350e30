"""Writes files: whole or not at all, and only what dtcli can read again."""

import errno
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from io import BytesIO
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, TextIO, cast

from dtcli.formats.limits import MOST_PATH
from dtcli.formats.replay.reading import read

if TYPE_CHECKING:
    from dtcli.formats.puzzle.file import PuzzleDocument
    from dtcli.formats.replay.reading import Document

PREFIX, SUFFIX = ".dtcli-", ".tmp"
"""How the names of temporary files begin and end."""
STALE = 15 * 60
"""Seconds after which a temporary file was left behind by a killed process."""


def write_whole(path: Path, text: str, *, replace: bool = True) -> None:
    """Write a file completely or not at all; see ``whole_file``."""
    with whole_file(path, replace=replace) as file:
        file.write(text)


class UnreadableError(Exception):
    """A text was not written because it could not be read again; the message says why."""


Fault = Callable[[bytes], str | None]
"""Returns why dtcli could not read these bytes as a file of some kind, or None if it can."""


def write_readable(path: Path, text: str, fault: Fault | None = None, *, replace: bool = True) -> None:
    """Write a file whole and read it back, so that dtcli can use it after success.

    Raises ``UnreadableError`` and writes nothing if ``fault`` returns a reason; ``OSError`` if the disk returns other
    bytes.
    """
    content = text.encode("utf-8", "surrogatepass")
    reason = fault(content) if fault is not None else None
    if reason is not None:
        raise UnreadableError(reason)
    write_whole(path, text, replace=replace)
    if path.read_bytes() != content:
        raise OSError(errno.EIO, "it does not contain what was written", str(path))


def write_new(path: Path, text: str) -> Path:
    """Write a file under the first free name, as in ``game.json``, ``game-2.json``, and return its path."""
    for n in count(1):
        free = path if n == 1 else path.with_stem(f"{path.stem}-{n}")
        try:
            write_whole(free, text, replace=False)
        except FileExistsError:
            continue
        return free
    raise AssertionError


@contextmanager
def whole_file(path: Path, *, replace: bool = True) -> Iterator[TextIO]:
    """Yield a file to write to; it gets its name at the end, or is removed if anything is raised before.

    An existing file is replaced, through links; with ``replace=False`` it raises ``FileExistsError`` instead, even if
    the file appears at the last moment. Every ``OSError`` has the path.
    """
    if replace:
        path = _followed(path)
    try:
        _remove_stale(path.parent)
        with _temporary(path, replace=replace) as file:
            yield file
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _followed(path: Path) -> Path:
    """Return the path with all links followed; raises ``OSError`` for a loop, which ``Path.resolve`` does not."""
    found = Path(os.path.realpath(path))
    if found.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return found


@contextmanager
def _temporary(path: Path, *, replace: bool) -> Iterator[TextIO]:
    """Yield a temporary file beside the path; it is renamed to the path when everything has been written."""
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=PREFIX, suffix=SUFFIX, delete=False
    ) as file:
        temporary = Path(file.name)
        try:
            yield cast("TextIO", file)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            _unlink(temporary)
            raise
    try:
        temporary.chmod(path.stat().st_mode & 0o777 if replace and path.exists() else 0o666 & ~_umask())
        if replace:
            temporary.replace(path)
        else:
            _rename_to_new(temporary, path)
    except BaseException:
        _unlink(temporary)
        raise
    _sync_folder(path.parent)


def _rename_to_new(temporary: Path, path: Path) -> None:
    """Give a temporary file a name that must be free; raises ``FileExistsError`` if it is not."""
    if os.name == "nt":
        temporary.rename(path)  # refuses to replace there
        return
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # no hard links on this file system: reserve the name, then replace the reservation
        path.touch(exist_ok=False)
        temporary.replace(path)
    else:
        _unlink(temporary)


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that the new name is on disk; systems that cannot do this are ignored."""
    if os.name == "nt":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@lru_cache(maxsize=1000)
def _remove_stale(folder: Path) -> None:
    """Remove temporary files that killed processes left in a folder; done once per folder and process."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            is_ours = entry.name.startswith(PREFIX) and entry.name.endswith(SUFFIX)
            if is_ours and time.time() - entry.stat(follow_symlinks=False).st_mtime > STALE:
                _unlink(Path(entry.path))


def _unlink(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# what could not be read again


def replay_fault(content: bytes) -> str | None:
    """Return why a replay, or a line of NDJSON, could not be read; None if it can."""
    return _fault(read(["-"], BytesIO(content)))


def puzzle_fault(content: bytes) -> str | None:
    """Return why a puzzle, or a line of NDJSON, could not be read; None if it can."""
    from dtcli.formats.puzzle.file import read_puzzles  # noqa: PLC0415  (pydantic, which replays do without)

    return _fault(read_puzzles(["-"], BytesIO(content)))


def _fault(documents: "Iterable[Document | PuzzleDocument]") -> str | None:
    return next((one.problems[0].message for one in documents if one.data is None), None)


def path_fault(path: str) -> str | None:
    """Return why a file could not name this path, for example the path of a card set; None if it can."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return "it is not UTF-8 text"
    return f"it has {len(path)} characters, and {MOST_PATH} are possible" if len(path) > MOST_PATH else None
