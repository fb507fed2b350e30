"""The kinds of files that dtcli reads, their suffixes, and the files that ship with it."""

import os
from pathlib import Path, PurePath
from typing import NamedTuple

from dtcli.formats.limits import MOST_NAME
from dtcli.formats.suggest import closest

JSON_LINES = (".ndjson", ".jsonl")
COMPRESSED = (".gz", ".zst")
"""Suffixes that are ignored when a name is looked at; whether a file is compressed is decided by its content."""


class FileKind(NamedTuple):
    """A kind of file: its name and its suffixes."""

    what: str
    suffixes: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The folder of the files that ship."""
        return f"{self.what}s"

    def has(self, path: PurePath) -> bool:
        """Return whether a path has a suffix of this kind."""
        return plain_suffix(path.name) in self.suffixes


REPLAYS = FileKind("replay", (".dt", ".json", *JSON_LINES))
PUZZLES = FileKind("puzzle", (".json", *JSON_LINES))
TIMERS = FileKind("timer", (".json",))


def plain_suffix(name: str) -> str:
    """Return the suffix of a file's name, without one that only says that it is compressed.

    >>> plain_suffix("club.ndjson.gz"), plain_suffix("club.dt"), plain_suffix("club")
    ('.ndjson', '.dt', '')
    """
    path = PurePath(name)
    return PurePath(path.stem).suffix if path.suffix in COMPRESSED else path.suffix


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


def shipped_hint(name: str, kind: FileKind) -> str | None:
    """Return a hint with the file that ships and has the closest name."""
    try:
        root = bundled(kind)
        shipped = {one.stem: one for one in root.rglob("*") if kind.has(one)}
    except OSError:
        return None  # no hint then
    if kind is PUZZLES:  # their titles are typed, too
        shipped |= {" ".join(stem.split("-")[1:]): path for stem, path in shipped.items() if stem[:1].isdigit()}
    stem = closest(Path(name).stem[:MOST_NAME], shipped)
    return None if stem is None else f"did you mean {kind.folder}/{shipped[stem].relative_to(root).as_posix()}?"
