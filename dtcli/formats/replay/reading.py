"""Reads replays from files, folders and standard input, in JSON, NDJSON or story notation; also puzzle files.

Any bytes give a document with its problems; bad content never raises.
"""

import json
import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from dtcli.formats.bounded_reading import open_file
from dtcli.formats.card_sets import find_cards
from dtcli.formats.dt.parser import loads
from dtcli.formats.internal_errors import internal_problem
from dtcli.formats.json.positions import Positions, line_and_column
from dtcli.formats.json.text import RepeatedKeyError, decode, flaw_of
from dtcli.formats.limits import LARGEST_REPLAY, LONGEST_SKIPPED, MOST_NAME
from dtcli.formats.problems import Problem, listed, printable, quoted
from dtcli.formats.schema_fast_check import is_plain_replay
from dtcli.formats.suggest import closest

if TYPE_CHECKING:
    from dtcli.formats.schema import ReplayFile

JSON_LINES = (".ndjson", ".jsonl")
STDIN = "-"
BYTE_ORDER_MARK = BOM_UTF8.decode()
MOST_BLANK_LINES = 100

Locator = Callable[[str], tuple[int, int] | None]
"""Returns line and column of a pointer."""


def _nowhere(_pointer: str) -> tuple[int, int] | None:
    return None


class Document(NamedTuple):
    """One replay as it was read; ``data`` is None if it does not fit the schema."""

    file: str
    data: "ReplayFile | None"
    problems: tuple[Problem, ...] = ()
    line: int | None = None
    """The line of an NDJSON file."""
    folder: Path | None = None
    place: Locator = _nowhere
    valid_part: "ReplayFile | None" = None
    """The valid part of a replay with problems; None stands for cards and choices that are not valid."""
    text: str | None = None
    """The text as it was read, with byte order mark and line ends; of an NDJSON file the one line."""

    def located(self, problem: Problem) -> Problem:
        """Return the problem with file, line and column filled in, and a message that can be printed.

        Messages of the rules contain titles of the file unescaped.
        """
        if problem.file is not None:
            return problem
        line, column = problem.line, problem.column
        if line is None and problem.pointer is not None:
            line, column = self.place(problem.pointer) or (None, None)
        if self.line is not None:
            line = self.line
        return problem._replace(message=printable(problem.message), file=self.file, line=line, column=column)


class FileKind(NamedTuple):
    """A kind of file: its name and its suffixes."""

    what: str
    suffixes: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The folder of the files that ship."""
        return f"{self.what}s"

    def has(self, path: Path) -> bool:
        """Return whether a path has a suffix of this kind."""
        return path.suffix in self.suffixes


REPLAYS = FileKind("replay", (".dt", ".json", *JSON_LINES))
PUZZLES = FileKind("puzzle", (".json", *JSON_LINES))
TIMERS = FileKind("timer", (".json",))


def bundled(kind: FileKind = REPLAYS) -> Path:
    """Return the folder of the files that ship: beside the package in a checkout, inside it if installed."""
    package = Path(__file__).resolve().parents[2]
    checkout = package.parent / kind.folder
    return checkout if checkout.is_dir() else package / kind.folder


def find(name: str) -> Path:
    """Return the path of a name; ``replays/…`` and ``puzzles/…`` that do not exist here may be files that ship."""
    path = Path(name)
    for kind in (REPLAYS, PUZZLES):
        if path.parts[:1] == (kind.folder,) and not os.path.lexists(path):
            shipped = bundled(kind).joinpath(*path.parts[1:])
            return shipped if os.path.lexists(shipped) else path
    return path


def read(paths: Iterable[str], stdin: BinaryIO | None = None, kind: FileKind = REPLAYS) -> Iterator[Document]:
    """Read every replay of these files and folders, in order; ``-`` is standard input."""
    for name in paths:
        if name == STDIN and stdin is not None:
            yield from _read_stream(stdin, "<stdin>", Path(), "", kind)
            continue
        if name in (STDIN, ""):
            reason = "standard input is closed" if name else "the name is empty"
            yield Document(name, None, (Problem("DT101", f"cannot be read: {reason}", file=name),))
            continue
        path = find(name)
        if not os.path.isdir(path):  # noqa: PTH112  (unlike pathlib's it returns False without permission)
            yield from _read_file(path, name, kind)
            continue
        yield from _read_folder(path, name, kind)


def _read_folder(folder: Path, name: str, kind: FileKind) -> Iterator[Document]:
    """Read the files below a folder in the order of their paths; report subfolders that cannot be read."""
    refused: dict[Path, OSError] = {}

    def refuse(error: OSError) -> None:
        refused[Path(error.filename)] = error

    found = [Path(owner, one) for owner, _, files in os.walk(folder, onerror=refuse) for one in files]
    found = [path for path in found if kind.has(path) and path.is_file()]
    if not found and not refused:
        yield Document(name, None, (Problem("DT101", f"no {kind.what} in folder {quoted(name)}", file=name),))
    for path in sorted([*found, *refused]):
        shown = str(Path(name) / path.relative_to(folder))
        if path in refused:
            yield _unreadable(refused[path], shown)
        else:
            yield from _read_file(path, shown, kind)


def _read_file(path: Path, name: str, kind: FileKind) -> Iterator[Document]:
    try:
        with open_file(path, pipes=True) as stream:
            yield from _read_stream(stream, name, path.parent, path.suffix, kind)
    except (OSError, ValueError) as error:
        yield _unreadable(error, name, _shipped_hint(name, kind))


def _unreadable(error: OSError | ValueError, name: str, hint: str | None = None) -> Document:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Document(name, None, (Problem("DT101", f"cannot be read: {reason}", hint=hint, file=name),))


def _shipped_hint(name: str, kind: FileKind) -> str | None:
    """Return a hint with the file that ships and has the closest name."""
    try:
        root = bundled(kind)
        shipped = {one.stem: one for one in root.rglob("*") if kind.has(one)}
    except OSError:
        return None  # no hint then
    stem = closest(Path(name).stem[:MOST_NAME], shipped)
    return None if stem is None else f"did you mean {kind.folder}/{shipped[stem].relative_to(root).as_posix()}?"


def _read_stream(stream: BinaryIO, file: str, folder: Path, suffix: str, kind: FileKind) -> Iterator[Document]:
    if suffix in JSON_LINES:
        yield from _read_lines(stream, file, folder, [], kind)
        return
    first: list[bytes] = []
    if suffix not in (".dt", ".json"):
        first = _first_lines(stream)
        long_line = len(first[0]) > LARGEST_REPLAY and first[0].startswith(b"{")
        if long_line or any(_is_whole_object(line) for line in first):
            yield from _read_lines(stream, file, folder, first, kind)
            return
    head = b"".join(first)
    content = head + stream.read(max(0, LARGEST_REPLAY + 1 - len(head)))
    document = _without_fail(partial(parse, content, file=file, suffix=suffix, kind=kind, folder=folder), file)
    yield document._replace(folder=folder)


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


def _read_lines(stream: BinaryIO, file: str, folder: Path, first: list[bytes], kind: FileKind) -> Iterator[Document]:
    number, found = 0, False
    while line := first.pop(0) if first else stream.readline(LARGEST_REPLAY + 1):
        number += 1
        found = found or not line.isspace()
        if len(line) > LARGEST_REPLAY:
            if not _skip_line(stream, line):
                message = f"a line of more than {LONGEST_SKIPPED:,} bytes, the rest of the file was not read"
                yield Document(file, None, (Problem("DT103", message, file=file, line=number),), line=number)
                return
            yield _too_large(file, kind, number)
        elif not line.isspace():
            read_it = partial(parse_line, line, file=file, number=number, folder=folder, kind=kind)
            yield _without_fail(read_it, file, number)
    if not found:
        yield Document(file, None, (Problem("DT108", "the file is empty", file=file, line=1, column=1),))


def _without_fail(read_it: Callable[[], Document], file: str, number: int | None = None) -> Document:
    """Return what ``read_it`` returns; an internal error becomes a problem of this document."""
    try:
        return read_it()
    except Exception as error:  # noqa: BLE001  (the next documents are still to be read)
        return Document(file, None, (internal_problem(error, file=file, line=number),), line=number)


def _skip_line(stream: BinaryIO, line: bytes) -> bool:
    """Skip the rest of a too long line; return False if it is longer than ``LONGEST_SKIPPED``."""
    skipped = len(line)
    while line and not line.endswith(b"\n"):
        if skipped > LONGEST_SKIPPED:
            return False
        line = stream.readline(LARGEST_REPLAY)
        skipped += len(line)
    return True


def _too_large(file: str, kind: FileKind, number: int | None = None) -> Document:
    problem = Problem("DT103", f"more than {LARGEST_REPLAY:,} bytes for one {kind.what}", file=file, line=number)
    return Document(file, None, (problem,), line=number)


def parse_line(
    line: bytes, *, file: str, number: int, folder: Path | None = None, kind: FileKind = REPLAYS
) -> Document:
    """Return the replay of one NDJSON line."""
    document = _parse_json(line, file, kind, number, folder)
    if document.problems:
        problems = tuple(problem._replace(line=number, file=file) for problem in document.problems)
        return document._replace(problems=problems, line=number, folder=folder)
    return document


def load(path: str | Path) -> Document:
    """Return the first replay of a file."""
    return next(read([str(path)]))


def parse(
    content: bytes | str,
    *,
    file: str = "<text>",
    suffix: str = "",
    kind: FileKind = REPLAYS,
    folder: Path | None = None,
) -> Document:
    """Return the replay of a whole file; without a known suffix, the first character tells JSON from notation.

    ``folder`` is where story notation finds a card set of the user's own; the document does not keep it.
    """
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    if len(content) > LARGEST_REPLAY:
        return _too_large(file, kind)
    if suffix not in (".dt", ".json"):
        suffix = ".json" if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[") else ".dt"
    if suffix == ".json" or not kind.has(Path(f"x{suffix}")):
        return _parse_json(content, file, kind)
    return _parse_notation(content, file, folder)


def _text(content: bytes, file: str) -> str | Document:
    content = content.removeprefix(BOM_UTF8)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8", "replace")
        line, column = line_and_column(before, len(before))
        message = f"not UTF-8 text: byte 0x{content[error.start]:02x}"
        return Document(file, None, (Problem("DT102", message, file=file, line=line, column=column),))
    if not text or text.isspace():
        return Document(file, None, (Problem("DT108", "the file is empty", file=file, line=1, column=1),))
    return text


def _as_read(content: bytes, text: str) -> str:
    """Return the text with its byte order mark, if it had one."""
    return BYTE_ORDER_MARK + text if content.startswith(BOM_UTF8) else text


def _parse_json(
    content: bytes, file: str, kind: FileKind, number: int | None = None, folder: Path | None = None
) -> Document:
    text = _text(content, file)
    if isinstance(text, Document):
        return text
    try:
        data = decode(text)
    except RepeatedKeyError:
        return _repeated_keys(text, file)
    except json.JSONDecodeError as error:
        flaw = flaw_of(text, error)
        line, column = line_and_column(text, flaw.offset)
        problem = Problem("DT104", f"not JSON: {flaw.reason}", file=file, line=line, column=column)
        return Document(file, None, (problem,))
    except RecursionError:
        return Document(file, None, (Problem("DT104", "not JSON: nested too deeply", file=file),))
    except ValueError as error:
        return Document(file, None, (Problem("DT104", f"not JSON: {error}", file=file),))
    if kind is REPLAYS and is_plain_replay(data):
        return Document(file, data, (), number, folder, _json_places(text), None, _as_read(content, text))
    from dtcli.formats.schema_check import shape_problems, valid_part_of  # noqa: PLC0415  (pydantic, which most replays do without)

    problems = shape_problems(kind.what, data)
    if not problems:
        return Document(file, data, (), number, folder, _json_places(text), None, _as_read(content, text))
    valid_part = valid_part_of(kind.what, data, problems)
    document = Document(file, None, place=_json_places(text), valid_part=valid_part, text=_as_read(content, text))
    return document._replace(problems=tuple(document.located(problem) for problem in listed(problems)))


def _json_places(text: str) -> Locator:
    """Return a locator that reads the text on first use."""
    known: list[Positions] = []

    def place(pointer: str) -> tuple[int, int] | None:
        try:
            if not known:
                known.append(Positions(text))
            return known[0].line_and_column(pointer)
        except RecursionError:
            return None

    return place


def _repeated_keys(text: str, file: str) -> Document:
    problems = []
    for owner, key, offset in Positions(text).repeated:
        line, column = line_and_column(text, offset)
        message = f"key {quoted(key)} is given twice"
        problems.append(Problem("DT105", message, owner, file=file, line=line, column=column))
    return Document(file, None, tuple(problems))


def _parse_notation(content: bytes, file: str, folder: Path | None) -> Document:
    text = _text(content, file)
    if isinstance(text, Document):
        return text
    notation = loads(text, lambda name: find_cards(name, folder).names)
    problems = list(notation.problems)
    document = Document(file, None, place=notation.place, text=_as_read(content, text))
    if not problems and is_plain_replay(notation.data):
        return document._replace(data=notation.data)
    from dtcli.formats.schema_check import shape_problems, valid_part_of  # noqa: PLC0415  (pydantic, as above)

    shape = shape_problems("replay", notation.data)
    problems += [one for one in shape if one.code != "DT202" or not notation.problems]
    if problems:
        valid_part = valid_part_of("replay", notation.data, shape)
        return document._replace(
            problems=tuple(document.located(one) for one in listed(problems)), valid_part=valid_part
        )
    return document._replace(data=notation.data)
