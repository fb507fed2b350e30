"""Changes to documents that keep most of their structure, so that they get past the first check of a reader.

All chance comes from a ``random.Random``: a seed gives the same change again, and hypothesis can shrink it.
"""

import json
import tomllib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Mutate = Callable[[bytes, Random], bytes]

NAMES = (
    "sword", "Spada", "bow", "torch", "potion", "E01", "E07", "M03", "Wolves at the Gate", "the-apprentices-book",
    "tonk-redbeer", "nintrabash", "zigarat-ho", "arvedui-miriel", "ros-thanir", "tragurk", "garynor-the-belly",
    "zaria-tearleaf", "level-1", "training-grounds", "house", "rulebook", "en-2017", "demo-2016", "swrod", "nothing",
)  # fmt: skip
TEXTS = (
    "", " ", "?", "-", "/", "sword?", "sword/bow", "a\x00b", "\x1b[31mred", "\u202e", "\u2028", "\x9b", "\ud800",
    "\ufeff", "\U0001f5e1", "a\nb", "a\rb", "x" * 101, "~0~1/", "_own", "2026-11-18", "__class__", "%s{0}", "#", '"',
    "ẞß", "İ", "\u0663",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 5, 6, 13, 20, 21, 50, 201, 501, 1001, 10**6, 10**18, 10**18 + 1, 10**30, -(10**30), 0.5, 1e308)
KEYS = (
    "format", "story", "choices", "heroes", "start", "play", "result", "rulings", "goal", "at", "before", "hero", "as",
    "take", "discard", "order", "remove", "guess", "waive", "in_full", "tokens", "mission", "needs", "reward",
    "adventure", "scenario", "players", "extended", "_own", "_comments", "title", "notes", "cards", "supply", "kind",
    "missions", "events", "hands", "deck", "pauses", "seed", "ended", "t", "player", "draw", "seconds", "solution",
)  # fmt: skip
LONGEST = 1_200_000
"""Bytes; a little more than any reader takes."""
_LARGE = 3_000
"""One change in this many makes a document very large."""
_LARGEST = 20_000
"""Characters that one other change may add."""
_MOST_PLACES = 3_000
"""The most places of a document that is changed again; a few changes to a larger one would make it too large."""


_TIMES = (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 5, 5, 5, 21, 51, 210, 501)
"""How often an entry of a list is repeated: sometimes beyond the limits of a file."""


def value(chance: Random) -> Any:
    """Return a small value that may or may not be allowed in a document."""
    kind = chance.randrange(10)
    if kind < 4:
        return chance.choice(NAMES)
    if kind < 6:
        return chance.choice(NUMBERS)
    if kind == 6:
        return chance.choice(TEXTS)
    if kind == 7:
        return chance.choice((None, True, False, [], {}))
    if kind == 8:
        return [value(chance) for _ in range(chance.randrange(4))]
    return {key(chance): value(chance) for _ in range(chance.randrange(3))}


def key(chance: Random) -> str:
    """Return a key that some document has, or a key that none has."""
    return chance.choice(KEYS if chance.randrange(8) else NAMES + TEXTS)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Return every place in a document, as what contains it and its key there."""
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        owner = waiting.pop()
        inside = owner.items() if isinstance(owner, dict) else enumerate(owner) if isinstance(owner, list) else ()
        for where, one in inside:
            found.append((owner, where))
            if isinstance(one, (dict, list)):
                waiting.append(one)
    return found


def edit(data: Any, chance: Random, times: int | None = None) -> None:
    """Change a document of objects and lists in some places."""
    for _ in range(times or chance.choice((1, 1, 1, 2, 3, 5))):
        there = places(data)
        if not there or len(there) > _MOST_PLACES:
            return
        _EDITS[chance.randrange(len(_EDITS))](there, chance)


def _set(there: list[Any], chance: Random) -> None:
    owner, where = chance.choice(there)
    owner[where] = value(chance)


def _remove(there: list[Any], chance: Random) -> None:
    owner, where = chance.choice(there)
    del owner[where]


def _add(there: list[Any], chance: Random) -> None:
    owner, where = chance.choice(there)
    if isinstance(owner, list):
        owner.insert(where, value(chance))
    else:
        owner[key(chance)] = value(chance)


def _repeat(there: list[Any], chance: Random) -> None:
    lists = [(owner, where) for owner, where in there if isinstance(owner, list)]
    if lists:
        owner, where = chance.choice(lists)
        text = json.dumps(owner[where])
        times = min(chance.choice(_TIMES), _LARGEST // len(text))
        owner[where:where] = [json.loads(text) for _ in range(times)]


def _copy(there: list[Any], chance: Random) -> None:
    (owner, where), (other, elsewhere) = chance.choice(there), chance.choice(there)
    owner[where] = json.loads(json.dumps(other[elsewhere]))


def _nudge(there: list[Any], chance: Random) -> None:
    numbers = [(owner, where) for owner, where in there if type(owner[where]) in (int, float)]
    if numbers:
        owner, where = chance.choice(numbers)
        owner[where] += chance.choice((-1, 1, 1, 2, 0.5, 100))


def _scribble(there: list[Any], chance: Random) -> None:
    owner, where = chance.choice(there)
    if isinstance(owner[where], str):
        text = owner[where]
        at = chance.randrange(len(text) + 1)
        owner[where] = text[:at] + chance.choice(TEXTS + NAMES) + text[at + chance.randrange(3) :]


def _nest(there: list[Any], chance: Random) -> None:
    owner, where = chance.choice(there)
    for _ in range(chance.choice((1, 1, 2, 60))):
        owner[where] = [owner[where]] if chance.randrange(2) else {key(chance): owner[where]}


def _rename(there: list[Any], chance: Random) -> None:
    owner, where = chance.choice(there)
    if isinstance(owner, dict):
        owner[key(chance)] = owner.pop(where)


_EDITS = (_set, _set, _set, _remove, _add, _add, _repeat, _copy, _copy, _nudge, _nudge, _scribble, _nest, _rename)


# texts and bytes


def noise(content: bytes, chance: Random, words: tuple[str, ...] = NAMES + TEXTS) -> bytes:
    """Change bytes anywhere: cut, delete, repeat, insert a word."""
    changed = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(changed) + 1)
        match chance.randrange(6):
            case 0:
                del changed[at:]
            case 1:
                del changed[at : at + chance.randrange(1, 12)]
            case 2:
                changed[at:at] = chance.choice(words).encode("utf-8", "replace")
            case 3:
                changed[at:at] = changed[at : at + chance.randrange(1, 40)]
            case 4:
                changed[at : at + 1] = bytes([chance.randrange(256)])
            case _:
                changed[at : at + 1] = chance.choice(b'{}[]":,\\ \n\t#|+->?0129.=').to_bytes()
    return bytes(changed)


def lines(content: bytes, chance: Random, words: tuple[str, ...]) -> bytes:
    """Change a text by lines and words."""
    text = content.split(b"\n")
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        at = chance.randrange(len(text))
        match chance.randrange(6):
            case 0:
                del text[at]
            case 1:
                text.insert(at, chance.choice(text) if text else b"")
            case 2:
                other = chance.randrange(len(text))
                text[at], text[other] = text[other], text[at]
            case 3:
                text.insert(at, " ".join(chance.choice(words) for _ in range(chance.randrange(1, 7))).encode())
            case _:
                parts = text[at].split(b" ")
                where = chance.randrange(len(parts))
                parts[where : where + chance.randrange(2)] = [chance.choice(words).encode("utf-8", "replace")]
                text[at] = b" ".join(parts)
        text = text or [b""]
    return b"\n".join(text)


def sometimes_large(content: bytes, chance: Random) -> bytes:
    """Return the content, sometimes with a part of it repeated up to the limit of a reader."""
    if not content or chance.randrange(_LARGE):
        return content
    start = chance.randrange(len(content))
    part = content[start : start + chance.choice((1, 2, 5, 20, 80))]
    times = chance.choice((1_000, 50_000, LONGEST)) // len(part)
    return content[:start] + part * times + content[start:]


def json_text(data: Any, chance: Random) -> bytes:
    """Return a document as JSON, sometimes spread over lines, or with escapes."""
    style = chance.randrange(8)
    text = json.dumps(data, ensure_ascii=style != 1, indent=1 if style == 2 else None)
    return text.encode("utf-8", "surrogatepass")


def parsed(content: bytes) -> Any:
    """Return the JSON document of some bytes; None if there is none."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def json_document(content: bytes, chance: Random) -> bytes:
    """Change a JSON document, mostly in its structure."""
    data = parsed(content)
    if not isinstance(data, (dict, list)) or not chance.randrange(12):
        return sometimes_large(noise(content, chance), chance)
    edit(data, chance)
    return sometimes_large(json_text(data, chance), chance)


def json_lines(content: bytes, chance: Random) -> bytes:
    """Change a file with one JSON document on each line."""
    found = content.split(b"\n")
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(found))
        match chance.randrange(10):
            case 0:
                del found[at]
            case 1:
                found.insert(at, chance.choice(found) if found else b"")
            case 2:
                found.insert(at, chance.choice((b"", b" ", b"{}", b"[]", b"\xff", b"\xef\xbb\xbf", b"\r")))
            case 3:
                found[at] += b"\r"
            case _:
                found[at] = json_document(found[at], chance)
        found = found or [b""]
    return b"\n".join(found)


# TOML

TOML_WORDS = (
    "=", "[", "]", "[[", "]]", "{", "}", ",", ".", '"', "'", '"""', "'''", "#", "true", "1", "1.5", "-1", "1979-05-27",
    "inf", "nan", "0x1F", "[[missions]]", "[[kinds]]", "[[adventures]]", "[adventures.scroll]", "[[scenarios]]",
    "needs = []", 'needs = ["bow"]', 'id = "E01"', 'title = "T"', "missions = 1", 'reward = "bow?"', "a.b.c = 1",
    'a."b".c = 1', "x = {a = 1, b.c = 2}", "cards = 21", "tokens = -1", "\\", "\\u0000", "\x00", "\u2028", "é",
)  # fmt: skip


def toml_document(content: bytes, chance: Random) -> bytes:
    """Change a TOML file: by its structure, by lines, or by bytes."""
    how = chance.randrange(8)
    if how == 0:
        return sometimes_large(noise(content, chance, TOML_WORDS), chance)
    if how < 4:
        return sometimes_large(lines(content, chance, TOML_WORDS), chance)
    try:
        data = tomllib.loads(content.decode())
    except (ValueError, RecursionError):
        return lines(content, chance, TOML_WORDS)
    data = json.loads(json.dumps(data, default=str))
    edit(data, chance)
    return sometimes_large(to_toml(data).encode("utf-8", "replace"), chance)


def to_toml(data: dict[str, Any]) -> str:
    """Return a document as TOML: plain keys, then a table for each entry of a list of objects."""
    plain, tables = [], []
    for name, one in data.items():
        if isinstance(one, list) and one and all(isinstance(entry, dict) for entry in one):
            for entry in one:
                tables += [f"[[{_toml(name)}]]", *(f"{_toml(inner)} = {_toml(said)}" for inner, said in entry.items())]
        else:
            plain.append(f"{_toml(name)} = {_toml(one)}")
    return "\n".join([*plain, *tables, ""])


def _toml(one: Any) -> str:
    if isinstance(one, dict):
        return "{" + ", ".join(f"{_toml(key)} = {_toml(inner)}" for key, inner in one.items()) + "}"
    if isinstance(one, list):
        return "[" + ", ".join(map(_toml, one)) + "]"
    return json.dumps("null" if one is None else one, ensure_ascii=False)


def vary(mutates: tuple[Mutate, ...]) -> Mutate:
    """Return a mutator that applies one of these at random."""
    return lambda content, chance: chance.choice(mutates)(content, chance)


def stream(seeds: list[bytes], mutate: Mutate, chance: Random) -> Iterator[bytes]:
    """Yield changed seeds without end."""
    while True:
        yield mutate(chance.choice(seeds), chance)
