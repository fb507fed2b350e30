"""Changes to sealed content, which is sealed again so that the reader gets past the seal."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from random import Random
from typing import Any

from dtcli.formats.puzzle.file import parse_puzzle
from dtcli.formats.puzzle.id_tables import TABLES
from dtcli.formats.puzzle.ids import PREFIX, IdTooLong, full_id, puzzle_of_id
from dtcli.formats.replay.digest import digest
from dtcli.formats.replay.reading import parse
from solver.studies.certificate import _text
from tests.fuzz import mutation

WORDS = 255


def sealed_id(body: bytes) -> bytes:
    """Return the id with this body, and the checksum that belongs to it."""
    start = TABLES[body[0]].checksum_start if body and body[0] < len(TABLES) else 0
    checksum = zlib.crc32(body, start).to_bytes(4, "big")
    return PREFIX.encode() + urlsafe_b64encode(body + checksum).rstrip(b"=")


def puzzle_id(content: bytes, chance: Random) -> bytes:
    """Change a puzzle id: the puzzle in it, the bytes of its code, or its characters."""
    text = content.decode("utf-8", "replace")
    how = chance.randrange(10)
    if how == 0:
        return mutation.noise(content, chance)
    if how < 5:
        body = bytearray(_body(text) or b"\x00\x00")
        for _ in range(chance.choice((1, 1, 2, 4))):
            at = chance.randrange(len(body) + 1)
            match chance.randrange(4):
                case 0:
                    body[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 9)))
                case 1:
                    del body[at : at + chance.randrange(1, 4)]
                case _:
                    body[at : at + 1] = bytes([chance.randrange(256)])
        body[:1] = bytes([chance.choice((0, 0, 0, 1, WORDS, chance.randrange(256)))])
        return sealed_id(bytes(body))
    puzzle: Any = puzzle_of_id(text)
    if not isinstance(puzzle, dict):
        return mutation.noise(content, chance)
    puzzle = json.loads(json.dumps(puzzle))
    mutation.edit(puzzle, chance)
    written = mutation.json_text(puzzle, chance)
    document = parse_puzzle(written)
    if document.data is not None and chance.randrange(2):
        try:
            return full_id(document.data).encode()
        except IdTooLong:
            pass
    return sealed_id(bytes([WORDS]) + zlib.compress(written))


def _body(text: str) -> bytes | None:
    try:
        return urlsafe_b64decode(text.removeprefix(PREFIX) + "===")[:-4] or None
    except ValueError:
        return None


def certificate(content: bytes, chance: Random) -> bytes:
    """Change a certificate: what it says with a new seal, or its bytes."""
    data = mutation.parsed(content)
    if not isinstance(data, dict) or not chance.randrange(12):
        return mutation.sometimes_large(mutation.noise(content, chance), chance)
    aim = chance.choice((None, "replay", "replay", "choices", "outcome", "terms", "rules"))
    mutation.edit(data.get(aim, data) if aim else data, chance)
    return sealed_certificate(data, game=bool(chance.randrange(4)))


def sealed_certificate(data: dict[str, Any], *, game: bool = True) -> bytes:
    """Return the text of a certificate with the digests and the seal of its content."""
    content = {key: one for key, one in data.items() if key != "seal"}
    if "digest" in content:
        content["digest"] = digest(content.get("replay"))
    if game and "game" in content:
        _adapt_game(content)
    try:
        return _text({**content, "seal": digest(content)}).encode()
    except (UnicodeEncodeError, TypeError):  # half a character, or choices that are no list
        return json.dumps(data).encode()


def _adapt_game(content: dict[str, Any]) -> None:
    """Give a certificate the digest of the game in its replay, if the replay can be read."""
    from dtcli.formats.replay.check import check
    from dtcli.formats.replay.digest import game_digest, rules_of

    resolved = check(parse(json.dumps(content.get("replay")), suffix=".json")).resolved
    if resolved is not None and resolved.game is not None:
        content["game"], content["rules"] = game_digest(resolved.game), rules_of(resolved.game)
