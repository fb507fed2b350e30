"""The two ids of a puzzle: a short one that says how it was made, and a full one that holds the whole puzzle.

A full id is one token of letters, digits, ``-``, ``_`` and a dot, so that chats and shells leave it alone. It holds
the puzzle in normal form: head, story, start and goal, not the solution. A puzzle with cards that ship has a compact
form (``id_codec``), which is the same on every machine; any other is written in words. A checksum reveals a wrong
character. An id stays readable for ever: ``id_tables`` keeps what its digits mean, and what its cards said.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dtcli.formats.card_sets import DEFAULT_CARD_SET, bundled_cards
from dtcli.formats.json.text import compact, decode
from dtcli.formats.limits import LARGEST_IN_ID, MOST_GRADE, MOST_ID, MOST_NAME
from dtcli.formats.problems import Problem, quoted
from dtcli.formats.puzzle.id_codec import NotEncodable, read_puzzle, write_puzzle
from dtcli.formats.puzzle.id_tables import TABLES, IdTables
from dtcli.formats.puzzle.normal_form import normal_form
from dtcli.rules.cards import Adventure, Quest

if TYPE_CHECKING:
    from dtcli.formats.schema import PuzzleFile

VERSION = 1
PREFIX = f"dt{VERSION}."
_WORDS = 255
"""The first byte of an id in words; in a compact one it is the index of its tables."""
_CHECKSUM = 4
_FULL = re.compile(r"dt([0-9]{1,6})\.(.*)", re.DOTALL)
_NOT_IN_AN_ID = re.compile(r"[^A-Za-z0-9_-]")
_SHORT = re.compile(r"grade([0-9]{1,6})(?:v([0-9]{1,6}))?#(\S+)")
GENERATORS = (1, 2)
"""The generators of which short ids are understood; each makes the same puzzles for ever."""
NEWEST_GENERATOR = GENERATORS[-1]


class ShortId(NamedTuple):
    """How a puzzle is made: its grade, its random seed, and the generator, which the oldest ids do not name.

    >>> str(ShortId(3, "cellar")), str(ShortId(3, "cellar", 2))
    ('grade3#cellar', 'grade3v2#cellar')
    """

    grade: int
    seed: str
    generator: int = 1

    def __str__(self) -> str:
        version = "" if self.generator == 1 else f"v{self.generator}"
        return f"grade{self.grade}{version}#{self.seed}"


class IdTooLong(ValueError):  # noqa: N818  (it is an answer)
    """A puzzle that is too large for an id."""


def short_id(text: str) -> ShortId | Problem:
    """Return the short id that a text spells, or what is wrong with it.

    >>> short_id("grade3v2#cellar")
    ShortId(grade=3, seed='cellar', generator=2)
    >>> short_id("grade9#cellar").message
    "grade 9 in 'grade9#cellar', there are grades 1 to 5"
    """
    found = _SHORT.fullmatch(text.strip())
    if found is None or len(found[3]) > MOST_NAME or not found[3].isprintable():
        hint = f"write grade3v{NEWEST_GENERATOR}#seed; a seed has at most {MOST_NAME} characters and no spaces"
        return Problem("DT903", f"{quoted(text)} is not a puzzle id", "", hint)
    grade = int(found[1])
    if not 1 <= grade <= MOST_GRADE:
        return Problem("DT903", f"grade {grade} in {quoted(text)}, there are grades 1 to {MOST_GRADE}", "")
    generator = int(found[2] or 1)
    if generator not in GENERATORS:
        message = f"generator {generator} in {quoted(text)}, this dtcli has generators 1 to {NEWEST_GENERATOR}"
        return Problem("DT903", message, "", "update dtcli" if generator > NEWEST_GENERATOR else None)
    return ShortId(grade, found[3], generator)


def is_full_id(text: str) -> bool:
    """Return whether a text looks like a full id, whatever is wrong with it."""
    return _FULL.match(text.lstrip()[:MOST_NAME]) is not None


# writing


def full_id(data: "PuzzleFile") -> str:
    """Return the full id of a puzzle; raises ``IdTooLong`` if it would be longer than ``MOST_ID``."""
    normal = normal_form(data)
    text = _compact_id(normal) or _id_in_words(normal)
    if len(text) > MOST_ID:
        msg = f"the id would have {len(text):,} characters, at most {MOST_ID:,} are allowed"
        raise IdTooLong(msg)
    return text


def _compact_id(normal: Any) -> str | None:
    """Return the id in its compact form, by the oldest tables that can; None if no tables can."""
    card_set = normal.get("card_set", DEFAULT_CARD_SET)
    for form, tables in enumerate(TABLES):
        if tables.card_set == card_set:
            try:
                text = _sealed(form, write_puzzle(normal, tables))
            except NotEncodable:
                continue
            if puzzle_of_id(text) == normal:
                return text
    return None


def _id_in_words(normal: Any) -> str:
    """Return the id of a puzzle that has no compact form; another version of zlib may give other bytes."""
    written = compact(normal, tight=True).encode()
    if len(written) > LARGEST_IN_ID:
        msg = f"a puzzle with {len(written):,} bytes has no id, at most {LARGEST_IN_ID:,} are allowed"
        raise IdTooLong(msg)
    return _sealed(_WORDS, zlib.compress(written, 9))


def _sealed(form: int, content: bytes) -> str:
    body = bytes([form]) + content
    return PREFIX + urlsafe_b64encode(body + _checksum(body)).decode().rstrip("=")


def _checksum(body: bytes) -> bytes:
    start = TABLES[body[0]].checksum_start if body[0] < len(TABLES) else 0
    return zlib.crc32(body, start).to_bytes(_CHECKSUM, "big")


# reading


def puzzle_of_id(text: str) -> "PuzzleFile | Problem":
    """Return the puzzle of a full id, or what is wrong with the id.

    The puzzle of an id in words may be any JSON object: the caller checks its shape.
    """
    text = text.strip()
    if len(text) > MOST_ID:
        return _not_understood(f"an id has at most {MOST_ID:,} characters, this has {len(text):,}")
    found = _FULL.fullmatch(text)
    if found is None:
        return _not_understood(f"{quoted(text)} is not a puzzle id", f"a full id begins with {PREFIX}")
    if found[1] != str(VERSION):
        return _not_understood(f"an id of version {found[1]}, this dtcli reads version {VERSION}", "update dtcli")
    strange = _NOT_IN_AN_ID.search(found[2])
    if strange is not None:
        where = len(text) - len(found[2]) + strange.start() + 1
        return _not_understood(f"character {where} of the id is {quoted(strange[0])}, which no id contains")
    body = _unsealed(found[2])
    if isinstance(body, Problem):
        return body
    try:
        return _from_words(body[1:]) if body[0] == _WORDS else _from_compact(body[1:], TABLES[body[0]])
    except (NotEncodable, ValueError, RecursionError, zlib.error):
        return _not_understood("the checksum of the id is right, but its content is not a puzzle")


def _unsealed(text: str) -> bytes | Problem:
    wrong = "a character of the id is wrong or missing"
    try:
        sealed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return _not_understood(wrong)
    body, checksum = sealed[:-_CHECKSUM], sealed[-_CHECKSUM:]
    if not body or urlsafe_b64encode(sealed).decode().rstrip("=") != text or _checksum(body) != checksum:
        return _not_understood(wrong)
    if body[0] != _WORDS and body[0] >= len(TABLES):
        return _not_understood("the id uses cards that this dtcli does not know", "update dtcli")
    return body


def _not_understood(message: str, hint: str = "copy the whole id, from dt1. to its last character") -> Problem:
    return Problem("DT903", message, "", hint)


def _from_compact(content: bytes, tables: IdTables) -> "PuzzleFile | Problem":
    data = read_puzzle(content, tables)
    changed = _restore_changed_cards(data, tables)
    if changed:
        return _not_understood(f"{changed} has changed since this id was made", "ask for the puzzle as a file")
    return normal_form(cast("PuzzleFile", {**data, "card_set": tables.card_set}))


def _restore_changed_cards(data: dict[str, Any], tables: IdTables) -> str | None:
    """Write out the missions of a puzzle whose cards have changed since its tables were made, as they were then.

    Returns the name of an item or an adventure that has changed, which cannot be written out; None if there is none.
    """
    cards = bundled_cards(tables.card_set).cards
    copies = {str(info.kind): (info.cards, info.tokens) for info in cards.kinds.values()}
    for kind, then in tables.kinds.items():
        if copies.get(kind) != then:
            return kind
    for adventure in [data["adventure"], *(one.get("adventure") for one in _quests(data))]:
        if adventure is not None and _card_text(cards.adventures.get(adventure)) != tables.adventures[adventure]:
            return str(adventure)

    def restored(entry: Any) -> Any:
        if not isinstance(entry, dict) or "needs" in entry or "adventure" in entry:
            return entry
        said = tables.missions[entry["mission"]]
        if _card_text(cards.missions.get(entry["mission"])) == said:
            return entry
        needs, reward = said.split(" -> ")
        return {**entry, "needs": needs.split(" + "), "reward": reward}

    data["story"] = [restored(entry) for entry in data["story"]]
    if "last_failed" in data.get("start", {}):
        data["start"]["last_failed"] = restored(data["start"]["last_failed"])
    return None


def _quests(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in (*data["story"], data.get("start", {}).get("last_failed")) if isinstance(one, dict)]


def _card_text(card: Quest | None) -> str | None:
    """Return what a card says, as the tables write it."""
    if card is None:
        return None
    gives = card.effect.value if isinstance(card, Adventure) else str(card.reward)
    return f"{' + '.join(card.needs)} -> {gives}"


def _from_words(content: bytes) -> "PuzzleFile":
    decompressor = zlib.decompressobj()
    text = decompressor.decompress(content, LARGEST_IN_ID)
    if not decompressor.eof or decompressor.unused_data:
        msg = "too large, or cut off"
        raise NotEncodable(msg)
    data = decode(text.decode())
    if not isinstance(data, dict):
        msg = "not an object"
        raise NotEncodable(msg)
    return cast("PuzzleFile", data)
