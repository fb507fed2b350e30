"""The puzzles of a batch as inputs that are not yet parsed: files, folders, full ids and short ids."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.file import PuzzleDocument, as_puzzle, read_id, shown_id, unreadable
from dtcli.formats.puzzle.ids import ShortId, is_full_id, short_id
from dtcli.formats.replay.reading import Document, parse_input
from dtcli.formats.sources.file_kinds import PUZZLES
from dtcli.formats.sources.raw_inputs import RawInput, Selection, raw_inputs

_ID = ".id"
"""The suffix of an input that is not the content of a file but the id of a puzzle."""


def puzzle_inputs(
    names: Iterable[str],
    stdin: BinaryIO | None = None,
    selection: Selection = Selection(PUZZLES),  # noqa: B008  (it cannot be changed)
    *,
    opened: Callable[[BinaryIO], object] | None = None,
) -> Iterator[RawInput]:
    """Yield the inputs of these files, folders, addresses and ids, in order."""
    for name in names:
        if (is_full_id(name) or _looks_like_short_id(name)) and not os.path.lexists(name):
            yield RawInput(shown_id(name), name.encode("utf-8", "surrogateescape"), _ID)
        else:
            yield from raw_inputs([name], stdin, selection, opened=opened)


def _looks_like_short_id(name: str) -> bool:
    return name.startswith("grade") and "#" in name


def short_id_of(raw: RawInput) -> ShortId | None:
    """Return the short id that an input consists of; None for files and other ids."""
    if raw.suffix != _ID or is_full_id(_text(raw)):
        return None
    found = short_id(_text(raw))
    return None if isinstance(found, Problem) else found


def parse_puzzle_input(raw: RawInput) -> PuzzleDocument:
    """Return the puzzle of one input; a short id is a document without a puzzle, which has yet to be generated."""
    if raw.suffix != _ID:
        return as_puzzle(parse_input(raw, PUZZLES))
    if is_full_id(_text(raw)):
        return read_id(_text(raw))
    found = short_id(_text(raw))
    if isinstance(found, Problem):
        return unreadable(raw.file, found)
    return PuzzleDocument(Document(raw.file, None), None)


def _text(raw: RawInput) -> str:
    return raw.content.decode("utf-8", "surrogateescape")
