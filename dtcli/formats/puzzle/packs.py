"""The puzzles that ship, in packs."""

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from dtcli.formats.puzzle.file import PuzzleDocument, read_puzzles
from dtcli.formats.sources.file_kinds import PUZZLES, bundled

CONTENTS = "packs.toml"


class Pack(NamedTuple):
    """A pack of puzzles."""

    id: str
    title: str
    about: str

    @property
    def name(self) -> str:
        """How the pack is named on the command line."""
        return f"{PUZZLES.folder}/{self.id}"

    def puzzles(self) -> Iterator[PuzzleDocument]:
        """Return its puzzles, in order."""
        return read_puzzles([self.name])


@cache
def packs() -> tuple[Pack, ...]:
    """Return the packs that ship, in order."""
    with (bundled(PUZZLES) / CONTENTS).open("rb") as file:
        data = tomllib.load(file)
    return tuple(Pack(entry["id"], entry["title"], entry["about"]) for entry in data["packs"])
