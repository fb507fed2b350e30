"""The two ids of a puzzle: a short one that tells how it was made, and a full one that is the whole puzzle as text.

A full id is one token of letters, digits, ``-``, ``_`` and a dot, so that it survives chats and shells. It carries
head, story, start and goal, not the solution and not the user's own keys. The same puzzle gives the same id on every
machine, unless it has to be said in words (see ``_id_in_words``). A checksum over the id and the cards that it speaks
of tells when a character is wrong, or the cards are others.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dtcli.formats.card_sets import BUNDLED, DEFAULT_CARD_SET, bundled_cards
from dtcli.formats.json.text import compact, decode
from dtcli.formats.limits import MOST_GRADE, MOST_NAME
from dtcli.formats.problems import Problem, quoted
from dtcli.formats.puzzle.codec import Unsayable, fingerprint, read_puzzle, write_puzzle
from dtcli.formats.puzzle.essence import essence

if TYPE_CHECKING:
    from dtcli.formats.schema import PuzzleFile

VERSION = 1
PREFIX = f"dt{VERSION}."
MOST_ID = 10_000
"""Characters; an id of a puzzle that people solve has less than a hundred."""
LARGEST_PUZZLE = 100_000
"""Bytes that an id in words may unfold to."""
_WORDS = 255
"""The form of an id that says in words what the compact form cannot."""
_CHECKSUM = 4
_FULL = re.compile(r"dt([0-9]{1,6})\.(.*)", re.DOTALL)
_NOT_IN_AN_ID = re.compile(r"[^A-Za-z0-9_-]")
_SHORT = re.compile(r"grade([0-9]{1,6})#(\S+)")


class ShortId(NamedTuple):
    """How a puzzle is made: its grade, and the seed of everything that is left to chance.

    >>> str(ShortId(3, "2026-11-17"))
    'grade3#2026-11-17'
    """

    grade: int
    seed: str

    def __str__(self) -> str:
        return f"grade{self.grade}#{self.seed}"


class IdTooLong(ValueError):  # noqa: N818  (it is an answer)
    """A puzzle that is too large for an id."""


def short_id(text: str) -> ShortId | Problem:
    """Return the short id that a text spells, or what is wrong with it.

    >>> short_id("grade3#cellar").seed
    'cellar'
    >>> short_id("grade9#cellar").message
    "grade 9 in 'grade9#cellar', there are grades 1 to 5"
    """
    found = _SHORT.fullmatch(text.strip())
    if found is None or len(found[2]) > MOST_NAME or not found[2].isprintable():
        hint = f"write grade3#seed; a seed has at most {MOST_NAME} characters and no spaces"
        return Problem("DT903", f"{quoted(text)} is no id of a puzzle", "", hint)
    grade = int(found[1])
    if not 1 <= grade <= MOST_GRADE:
        return Problem("DT903", f"grade {grade} in {quoted(text)}, there are grades 1 to {MOST_GRADE}", "")
    return ShortId(grade, found[2])


def is_full_id(text: str) -> bool:
    """Return whether a text looks like a full id, whatever is wrong with it."""
    return _FULL.match(text.lstrip()[:MOST_NAME]) is not None


# writing


def full_id(data: "PuzzleFile") -> str:
    """Return the id that carries a puzzle; raises ``IdTooLong`` where that is more than anybody can paste."""
    carried = essence(data)
    text = _compact_id(carried) or _id_in_words(carried)
    if len(text) > MOST_ID:
        msg = f"the id would have {len(text):,} characters, at most {MOST_ID:,} are allowed"
        raise IdTooLong(msg)
    return text


def _compact_id(carried: Any) -> str | None:
    """Return the id in its compact form; None where that cannot say the same."""
    card_set = carried.get("card_set", DEFAULT_CARD_SET)
    if card_set not in BUNDLED:
        return None
    form = BUNDLED.index(card_set)
    try:
        text = _sealed(form, write_puzzle(carried, bundled_cards(card_set)))
    except Unsayable:
        return None
    return text if puzzle_of_id(text) == carried else None


def _id_in_words(carried: Any) -> str:
    """Return the id of a puzzle with cards of its own; another version of zlib may pack it in other bytes."""
    written = compact(carried, tight=True).encode()
    if len(written) > LARGEST_PUZZLE:
        msg = f"a puzzle with {len(written):,} bytes has no id, at most {LARGEST_PUZZLE:,} are allowed"
        raise IdTooLong(msg)
    return _sealed(_WORDS, zlib.compress(written, 9))


def _sealed(form: int, content: bytes) -> str:
    body = bytes([form]) + content
    return PREFIX + urlsafe_b64encode(body + _checksum(body)).decode().rstrip("=")


def _checksum(body: bytes) -> bytes:
    """Return what tells whether a body is as it was written; the cards that it speaks of are part of it."""
    cards = fingerprint(bundled_cards(BUNDLED[body[0]])) if body[0] < len(BUNDLED) else 0
    return zlib.crc32(body, cards).to_bytes(_CHECKSUM, "big")


# reading


def puzzle_of_id(text: str) -> "PuzzleFile | Problem":
    """Return the puzzle that a full id carries, or what is wrong with the id.

    In words it may be anything that is an object: its shape is for the caller to check.
    """
    text = text.strip()
    if len(text) > MOST_ID:
        return _not_understood(f"an id has at most {MOST_ID:,} characters, this has {len(text):,}")
    found = _FULL.fullmatch(text)
    if found is None:
        return _not_understood(f"{quoted(text)} is no id of a puzzle", f"a full id begins with {PREFIX}")
    if found[1] != str(VERSION):
        return _not_understood(f"an id of version {found[1]}, this dtcli knows version {VERSION}", "update dtcli")
    strange = _NOT_IN_AN_ID.search(found[2])
    if strange is not None:
        where = len(text) - len(found[2]) + strange.start() + 1
        return _not_understood(f"character {where} of the id is {quoted(strange[0])}, which no id has")
    body = _unsealed(found[2])
    if isinstance(body, Problem):
        return body
    try:
        return _from_words(body[1:]) if body[0] == _WORDS else _from_code(body)
    except (Unsayable, ValueError, RecursionError, zlib.error):
        return _not_understood("the id has a right checksum, and yet makes no sense")


def _unsealed(text: str) -> bytes | Problem:
    wrong = "a character of the id is wrong or missing, or it was made with other cards"
    try:
        sealed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return _not_understood(wrong)
    body, seal = sealed[:-_CHECKSUM], sealed[-_CHECKSUM:]
    if not body or urlsafe_b64encode(sealed).decode().rstrip("=") != text or _checksum(body) != seal:
        return _not_understood(wrong)
    if body[0] != _WORDS and body[0] >= len(BUNDLED):
        return _not_understood("the id speaks of cards that this dtcli does not know", "update dtcli")
    return body


def _not_understood(message: str, hint: str = "copy the whole id, from dt1. to its last character") -> Problem:
    return Problem("DT903", message, "", hint)


def _from_code(body: bytes) -> "PuzzleFile":
    card_set = BUNDLED[body[0]]
    data = read_puzzle(body[1:], bundled_cards(card_set))
    return essence(cast("PuzzleFile", {**data, "card_set": card_set}))


def _from_words(content: bytes) -> "PuzzleFile":
    unfolding = zlib.decompressobj()
    text = unfolding.decompress(content, LARGEST_PUZZLE)
    if not unfolding.eof or unfolding.unused_data:
        msg = "too large, or not whole"
        raise Unsayable(msg)
    data = decode(text.decode())
    if not isinstance(data, dict):
        msg = "not an object"
        raise Unsayable(msg)
    return cast("PuzzleFile", data)
