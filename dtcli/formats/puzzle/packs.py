"""The puzzles that ship, in packs, and the names by which the command line finds them."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dtcli.formats.puzzle.file import PuzzleDocument, read_puzzles
from dtcli.formats.sources.file_kinds import PUZZLES, bundled

CONTENTS = "packs.toml"
_LONGEST_SLUG = 60


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

    def files(self) -> dict[str, str]:
        """Return the paths of its puzzles, as the command line writes them, by their numbers."""
        names = sorted(path.name for path in (bundled(PUZZLES) / self.id).glob("*.json"))
        return {name.partition("-")[0]: f"{self.name}/{name}" for name in names}


@cache
def packs() -> tuple[Pack, ...]:
    """Return the packs that ship, in order."""
    with (bundled(PUZZLES) / CONTENTS).open("rb") as file:
        data = tomllib.load(file)
    return tuple(Pack(entry["id"], entry["title"], entry["about"]) for entry in data["packs"])


def slug(title: str) -> str:
    """Return a title as a part of a file name; empty if it has neither letters nor digits.

    >>> slug("The Dwarf's Arithmetic"), slug("Which/Door:is  It?")
    ('the-dwarfs-arithmetic', 'whichdooris-it')
    """
    kept = "".join(sign for sign in title[: 10 * _LONGEST_SLUG].lower() if sign.isalnum() or sign in " -")
    return "-".join(kept.replace("-", " ").split())[:_LONGEST_SLUG].rstrip("-")


def bundled_name(name: str) -> str | None:
    """Return the path, as the command line writes it, of the bundled puzzle or pack that a name means; None if none.

    A name is a pack, a puzzle's title, or its number in a pack: ``first-steps``, ``Creaking Leather``,
    ``first-steps/12``.
    """
    wanted = name.strip().removeprefix(f"{PUZZLES.folder}/").removesuffix(".json")
    pack_id, _, rest = wanted.partition("/")
    pack = next((one for one in packs() if pack_id.casefold() == one.id), None)
    if pack is None:
        files = {} if "/" in wanted else _files_by_title()
        return files.get(slug(wanted))
    if not rest:
        return pack.name
    return next(
        (path for number, path in pack.files().items() if rest in (Path(path).stem, number, _short(number))), None
    )


def _short(number: str) -> str:
    return number.lstrip("0")


@cache
def _files_by_title() -> dict[str, str]:
    return {Path(path).stem.partition("-")[2]: path for pack in packs() for path in pack.files().values()}


def short_name(file: str) -> str:
    """Return the shortest name of a bundled puzzle; any other file keeps its own.

    >>> short_name("puzzles/first-steps/12-creaking-leather.json"), short_name("mine/my-puzzle.json")
    ('first-steps/12', 'mine/my-puzzle.json')
    """
    pack_id, _, name = file.removeprefix(f"{PUZZLES.folder}/").partition("/")
    number = name.partition("-")[0]
    short = f"{pack_id}/{number}"
    return short if bundled_name(short) == file else file
