"""Reads replays from files, folders and standard input, in JSON, NDJSON or story notation; also puzzle files.

Any bytes give a document with its problems; bad content never raises.
"""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from dtcli.formats.card_sets import find_cards
from dtcli.formats.dt.parser import loads
from dtcli.formats.internal_errors import internal_problem
from dtcli.formats.json.positions import Positions, line_and_column
from dtcli.formats.json.text import RepeatedKeyError, decode, flaw_of
from dtcli.formats.limits import LARGEST_REPLAY
from dtcli.formats.problems import Problem, listed, printable, quoted
from dtcli.formats.schema_fast_check import is_plain_replay
from dtcli.formats.sources.file_kinds import REPLAYS, FileKind
from dtcli.formats.sources.raw_inputs import RawInput, Selection, raw_inputs, too_large

if TYPE_CHECKING:
    from dtcli.formats.schema import ReplayFile

BYTE_ORDER_MARK = BOM_UTF8.decode()

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


def read(paths: Iterable[str], stdin: BinaryIO | None = None, kind: FileKind = REPLAYS) -> Iterator[Document]:
    """Read every replay of these files and folders, in order; ``-`` is standard input."""
    return (parse_input(raw, kind) for raw in raw_inputs(paths, stdin, Selection(kind)))


def parse_input(raw: RawInput, kind: FileKind = REPLAYS) -> Document:
    """Return the document of one input; an internal error becomes its problem."""
    if raw.problem is not None:
        return Document(raw.file, None, (raw.problem,), line=raw.line)
    folder = None if raw.folder is None else Path(raw.folder)
    try:
        if raw.line is not None:
            return parse_line(raw.content, file=raw.file, number=raw.line, folder=folder, kind=kind)
        document = parse(raw.content, file=raw.file, suffix=raw.suffix, kind=kind, folder=folder)
        return document._replace(folder=folder)
    except Exception as error:  # noqa: BLE001  (the next documents are still to be read)
        return Document(raw.file, None, (raw.located(internal_problem(error)),), line=raw.line)


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
        return Document(file, None, (too_large(file, kind),))
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
