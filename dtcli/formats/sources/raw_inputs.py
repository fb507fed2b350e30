"""Splits files, folders and streams into inputs: the bytes of one replay or puzzle each, not yet parsed.

Memory stays flat: a file is read line by line or whole up to a limit, and a folder is walked one level at a time.
Whatever cannot be read is an input of its own, with a problem.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import BinaryIO, NamedTuple

from dtcli.formats.bounded_reading import open_file
from dtcli.formats.limits import LARGEST_REPLAY, LONGEST_SKIPPED
from dtcli.formats.problems import Problem, quoted
from dtcli.formats.sources.compression import decompressed
from dtcli.formats.sources.file_kinds import JSON_LINES, REPLAYS, FileKind, find, plain_suffix, shipped_hint

STDIN = "-"
MOST_BLANK_LINES = 100


class RawInput(NamedTuple):
    """The bytes of one input and where they come from, or the problem that prevented reading them."""

    file: str
    content: bytes = b""
    suffix: str = ""
    """The suffix that decides how the content is parsed; empty if the content itself has to tell."""
    folder: str | None = None
    """The folder of the file, where it may name a card set."""
    line: int | None = None
    """The line of an NDJSON file."""
    problem: Problem | None = None
    offset: int | None = None
    """Where the content begins in its file; None for pipes, addresses and compressed files."""

    def located(self, problem: Problem) -> Problem:
        """Return a problem with the file and the line of this input."""
        return problem._replace(file=self.file, line=self.line)


class Selection(NamedTuple):
    """Which files to read: their kind, and the pattern that files of a folder must match, if there is one."""

    kind: FileKind = REPLAYS
    glob: str | None = None

    def takes(self, path: PurePath) -> bool:
        """Return whether a file below a folder is wanted; ``path`` is relative to the folder.

        A pattern with a slash is matched with the whole path, another one with the name alone.
        """
        if self.glob is None:
            return self.kind.has(path)
        return fnmatchcase(path.as_posix() if "/" in self.glob else path.name, self.glob)


def raw_inputs(
    names: Iterable[str],
    stdin: BinaryIO | None = None,
    selection: Selection = Selection(),  # noqa: B008  (it cannot be changed)
    *,
    opened: Callable[[BinaryIO], object] | None = None,
) -> Iterator[RawInput]:
    """Yield the inputs of these files, folders and addresses, in order; ``-`` is standard input.

    ``opened`` is called with every file that is opened, so that a progress line can ask how much of it was read.
    """
    for name in names:
        if name == STDIN and stdin is not None:
            yield from _file_inputs(lambda: nullcontext(stdin), "<stdin>", "", selection.kind, None)
            continue
        if name in (STDIN, ""):
            reason = "standard input is closed" if name else "the name is empty"
            yield RawInput(name, problem=Problem("DT101", f"cannot be read: {reason}", file=name))
            continue
        if "://" in name:
            from dtcli.formats.sources.remote import remote_files  # noqa: PLC0415  (fsspec, only for addresses)

            for remote in remote_files(name, selection):
                if isinstance(remote, Problem):
                    yield RawInput(name, problem=remote)
                else:
                    yield from _file_inputs(remote.open, remote.name, "", selection.kind, opened)
            continue
        path = find(name)
        if not os.path.isdir(path):  # noqa: PTH112  (unlike pathlib's it returns False without permission)
            yield from _path_inputs(path, name, selection.kind, opened)
            continue
        yield from _folder_inputs(path, name, selection, opened)


def _folder_inputs(
    folder: Path, name: str, selection: Selection, opened: Callable[[BinaryIO], object] | None
) -> Iterator[RawInput]:
    """Yield the inputs of the files below a folder in the order of their paths."""
    found = False
    for path, error in _walk(folder, folder, selection):
        found = True
        shown = str(Path(name) / path.relative_to(folder))
        if error is not None:
            yield _unreadable(error, shown)
        else:
            yield from _path_inputs(path, shown, selection.kind, opened)
    if not found:
        matching = f" matching {quoted(selection.glob)}" if selection.glob is not None else ""
        message = f"no {selection.kind.what}{matching} in folder {quoted(name)}"
        yield RawInput(name, problem=Problem("DT101", message, file=name))


def _walk(folder: Path, root: Path, selection: Selection) -> Iterator[tuple[Path, OSError | None]]:
    """Yield the wanted files below a folder, sorted, and with its error each folder that cannot be read."""
    try:
        with os.scandir(folder) as entries:
            listed = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    except OSError as error:
        yield folder, error
        return
    for name, is_folder in listed:
        path = folder / name
        if is_folder:
            yield from _walk(path, root, selection)
        elif selection.takes(path.relative_to(root)) and path.is_file():
            yield path, None


def _path_inputs(
    path: Path, name: str, kind: FileKind, opened: Callable[[BinaryIO], object] | None
) -> Iterator[RawInput]:
    def open_path() -> BinaryIO:
        return open_file(path, pipes=True)

    for one in _file_inputs(open_path, name, str(path.parent), kind, opened):
        hint = shipped_hint(name, kind) if one.problem is not None and one.problem.code == "DT101" else None
        yield one if hint is None or one.problem is None else one._replace(problem=one.problem._replace(hint=hint))


def _file_inputs(
    open_it: Callable[[], AbstractContextManager[BinaryIO]],
    name: str,
    folder: str,
    kind: FileKind,
    opened: Callable[[BinaryIO], object] | None,
) -> Iterator[RawInput]:
    """Yield the inputs of a file; if it cannot be opened or read to its end, an input with the reason."""
    try:
        with open_it() as stream:
            if opened is not None:
                opened(stream)
            yield from _stream_inputs(stream, name, folder, plain_suffix(name), kind)
    except (OSError, ValueError) as error:
        yield _unreadable(error, name)


def _unreadable(error: OSError | ValueError, name: str) -> RawInput:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return RawInput(name, problem=Problem("DT101", f"cannot be read: {reason}", file=name))


def _stream_inputs(stream: BinaryIO, file: str, folder: str, suffix: str, kind: FileKind) -> Iterator[RawInput]:
    """Yield the inputs of a stream: its lines if it is NDJSON, else the whole of it."""
    plain = decompressed(stream)
    offset = 0 if plain is stream and folder and stream.seekable() else None
    stream = plain
    if suffix in JSON_LINES:
        yield from _line_inputs(stream, file, folder, [], kind, offset)
        return
    first: list[bytes] = []
    if suffix not in (".dt", ".json"):
        suffix = ""
        first = _first_lines(stream)
        long_line = len(first[0]) > LARGEST_REPLAY and first[0].startswith(b"{")
        if long_line or any(_is_whole_object(line) for line in first):
            yield from _line_inputs(stream, file, folder, first, kind, offset)
            return
    head = b"".join(first)
    content = head + stream.read(max(0, LARGEST_REPLAY + 1 - len(head)))
    yield RawInput(file, content, suffix, folder, offset=offset)


def _first_lines(stream: BinaryIO) -> list[bytes]:
    """Return the lines up to the second one that is not blank: enough to tell a document from NDJSON."""
    lines: list[bytes] = []
    filled = 0
    while filled < 2 and len(lines) < MOST_BLANK_LINES:  # noqa: PLR2004
        line = stream.readline(LARGEST_REPLAY + 1)
        lines.append(line)
        if not line or len(line) > LARGEST_REPLAY or _is_whole_object(line):
            break
        filled += not line.isspace()
    return lines


def _is_whole_object(line: bytes) -> bool:
    """Return whether a line is a complete JSON object, as in NDJSON."""
    if not line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _line_inputs(
    stream: BinaryIO, file: str, folder: str, first: list[bytes], kind: FileKind, offset: int | None
) -> Iterator[RawInput]:
    number, found = 0, False
    while line := first.pop(0) if first else stream.readline(LARGEST_REPLAY + 1):
        number += 1
        found = found or not line.isspace()
        if len(line) > LARGEST_REPLAY:
            if not _skip_line(stream, line):
                message = f"a line of more than {LONGEST_SKIPPED:,} bytes, the rest of the file was not read"
                problem = Problem("DT103", message, file=file, line=number)
                yield RawInput(file, line=number, problem=problem)
                return
            yield RawInput(file, line=number, problem=too_large(file, kind, number))
            offset = None if offset is None else stream.tell()
            continue
        if not line.isspace():
            yield RawInput(file, line, ".ndjson", folder, number, None, offset)
        if offset is not None:
            offset += len(line)
    if not found:
        yield RawInput(file, problem=Problem("DT108", "the file is empty", file=file, line=1, column=1))


def _skip_line(stream: BinaryIO, line: bytes) -> bool:
    """Skip the rest of a too long line; return False if it is longer than ``LONGEST_SKIPPED``."""
    skipped = len(line)
    while line and not line.endswith(b"\n"):
        if skipped > LONGEST_SKIPPED:
            return False
        line = stream.readline(LARGEST_REPLAY)
        skipped += len(line)
    return True


def too_large(file: str, kind: FileKind, line: int | None = None) -> Problem:
    """Return the problem of an input with too many bytes."""
    return Problem("DT103", f"more than {LARGEST_REPLAY:,} bytes for one {kind.what}", file=file, line=line)
