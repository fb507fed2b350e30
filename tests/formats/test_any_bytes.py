"""Any bytes in a file give problems with a place, never an exception."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.formats.dt.writer import to_notation
from dtcli.formats.json.writer import to_json
from dtcli.formats.problems import CODES
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse, parse_line

SETTINGS = settings(derandomize=True, deadline=None, max_examples=300)

STORY = """\
title: Friday night # one
scenario: training-grounds
players: 3
heroes: Tonk Redbeer, Zaria Tearleaf, Alan Ironstar
rulings: spent_rewards = return
result: 2 missions, won
_mine: {"a": [1, 2.5, null]}
/story/4/_seen: true

potion
2 sword            # a comment
bow
mission Wolves at the Gate: bow + 2 sword -> shield?      | take shield
torch
hero Ro's Thanir as Nintrabash: 1 3
mission "E07"                                             | fail, discard torch, tokens torch
before 5: hero Garynor the Belly: map + cup -> bow        | tokens map
at 7: waive gold, in full gold
choice {"before": 3, "hero": "zigarat-ho", "order": [2, 1]}
adventure The Apprentice's Book

play:
seed: 7
seconds: 300
hand 1: 2 sword, bow, mission E07
deck: 3 cup, mission "A, B": cup -> ?
0.5s player 1 plays sword
1s draws cup
2s discards bow, cup
"""
DATA = {
    "format": "dungeon-time/replay/1",
    "title": "t",
    "rulings": {"thanir": "copies", "default_goal": None},
    "heroes": ["nintrabash", "zigarat-ho", "arvedui-miriel", "ros-thanir"],
    "story": ["potion", "sword", {"mission": "E07"}, {"mission": "W", "needs": ["bow"], "reward": "?"}, "gold", "cup"],
    "choices": [
        {"before": 1, "hero": "nintrabash", "discard": [1]},
        {"before": 2, "hero": "zigarat-ho", "order": [1, 2, 3, 4]},
        {"at": 3, "discard": []},
        {"at": 4, "take": "bow", "_own": 1},
    ],
    "result": {"missions": 0, "broken": False},
    "play": {"hands": [["sword"]], "deck": ["bow"], "events": [{"t": 0, "play": "sword"}]},
}


def judge(content, suffix):
    """Read and check bytes, and check every problem that is found."""
    document = parse(content, file="f", suffix=suffix)
    checked = check(document)
    lines = re.split(r"\r\n|\n|\r", content.decode("utf-8-sig", "replace"))
    for problem in checked.problems:
        assert problem.code in CODES
        assert problem.file == "f"
        assert problem.message
        assert problem.message.isprintable(), problem
        assert problem.hint is None or problem.hint.isprintable(), problem
        assert not problem.message.endswith(".")
        json.dumps(problem.as_json()).encode()
        problem.message.encode()
        if suffix == ".dt" and problem.code != "DT103":
            assert problem.line is not None, problem
            assert problem.column is not None, problem
        if problem.line is not None and suffix == ".dt":
            assert 1 <= problem.line <= len(lines), problem
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, (problem, lines[problem.line - 1])
    if document.data is not None:
        again = parse(to_notation(document.data).encode(), suffix=".dt")
        assert again.problems == ()
        assert parse(to_json(document.data).encode(), suffix=".json").data == document.data
    return checked


suffixes = st.sampled_from([".dt", ".json", ""])


@SETTINGS
@given(st.binary(max_size=200), suffixes)
def test_bytes(content, suffix):
    judge(content, suffix)


@SETTINGS
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200), suffixes)
def test_texts(text, suffix):
    judge(text.encode(), suffix)


words = st.sampled_from(
    [
        "mission", "hero", "at", "before", "choice", "adventure", "title:", "play:", "hand 1:", "deck:", "seconds:",
        "seed:", "5", "0", "-1", "99999999999999999999", "1e999", ":", "|", "->", "+", ",", "#", '"', "\\", "{",
        "}", "[", "]", "_x:", "/story/0/_x:", "/choices/-1/_y:", "nintrabash", "Zigarat Ho", "as", "sword", "E07",
        "take", "decline", "fail", "discard", "tokens", "waive", "in full", "\n", "\n", "\r\n", "\r", "\t", " ",
        "\x00", "\x0b", "\x85", "\u2028", "\ufeff", "player 1 plays", "1.5s", "event", "null", "none", "=", "?",
        "true", "rulings:", "result:", "heroes:", "won", "format:",
        '{"before": 1, "hero": "nintrabash", "discard": 5}', '{"before": "x", "hero": []}', '{"at": null}', "[]",
        '{"before": -3, "hero": "zigarat-ho", "order": ["a", 1]}', '"\\ud800"', "\u0663", "\u00b2",
    ]
)  # fmt: skip


@SETTINGS
@given(st.lists(words, max_size=30), st.booleans())
def test_words_of_the_notation_in_any_order(chosen, spaced):
    judge((" " if spaced else "").join(chosen).encode(), ".dt")


def _mutated(draw, content):
    content = bytearray(content)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(content) - 1)) if content else 0
        match draw(st.sampled_from(["cut", "drop", "put", "twice"])):
            case "cut":
                del content[at:]
            case "drop":
                del content[at : at + draw(st.integers(1, 12))]
            case "put":
                content[at:at] = draw(words).encode("utf-8", "replace")
            case "twice":
                content[at:at] = content[at : at + draw(st.integers(1, 40))]
    return bytes(content)


@SETTINGS
@given(st.data())
def test_damaged_notation(data):
    judge(_mutated(data.draw, STORY.encode()), ".dt")


@SETTINGS
@given(st.data())
def test_damaged_json(data):
    judge(_mutated(data.draw, json.dumps(DATA).encode()), ".json")


atoms = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5)
values = st.recursive(
    atoms, lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=4), one, max_size=3), max_leaves=8
)


def _places(value, path=()):
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield from _places(one, (*path, key))


@SETTINGS
@given(st.sampled_from([path for path in _places(DATA) if path]), values, st.sampled_from(["set", "add", "drop"]))
def test_any_value_anywhere(path, value, how):
    data = json.loads(json.dumps(DATA))
    owner = data
    for part in path[:-1]:
        owner = owner[part]
    if how == "drop":
        del owner[path[-1]]
    elif how == "set" or isinstance(owner, list):
        owner[path[-1]] = value
    else:
        owner[f"{path[-1]}s"] = value
    judge(json.dumps(data).encode(), ".json")


HEAD = '{"format": "dungeon-time/replay/1", '
NASTY = {
    "binary": (b"\x89PNG\r\n\x1a\n\x00\xff\xfe", ""),
    "nul": (b"title: a\x00b\n\x00\nsword\n", ".dt"),
    "byte order mark": (b"\xef\xbb\xbftitle: x\r\nswrod\r\n", ".dt"),
    "deep lists": (b"[" * 100_000, ".json"),
    "deep closed lists": (b"[" * 900 + b"]" * 900, ".json"),
    "deep objects": (b'{"a":' * 50_000, ".json"),
    "deep own value": ((HEAD + '"story": [], "_x": ' + "[" * 500 + "]" * 500 + "}").encode(), ".json"),
    "deep wrong value": ((HEAD + '"story": [], "title": ' + "[" * 500 + "]" * 500 + "}").encode(), ".json"),
    "deep switch": ((HEAD + '"story": [], "rulings": {"thanir": ' + "[" * 500 + "]" * 500 + "}}").encode(), ".json"),
    "deep and repeated": ((HEAD + '"a": 1, "a": ' + "[" * 900 + "]" * 900 + "}").encode(), ".json"),
    "deep own key": (b"_x: " + b"[" * 100_000, ".dt"),
    "deep choice": (b'choice {"a": ' + b"[" * 900 + b"]" * 900 + b"}", ".dt"),
    "huge number": ((HEAD + '"story": [], "goal": ' + "9" * 5000 + "}").encode(), ".json"),
    "big number": ((HEAD + '"story": [], "goal": ' + "9" * 4000 + "}").encode(), ".json"),
    "infinite number": ((HEAD + '"story": [], "_x": 1e999}').encode(), ".json"),
    "not a number": ((HEAD + '"story": [], "_x": NaN}').encode(), ".json"),
    "huge count": (b"9" * 5000 + b" sword\n99999 sword\n0 sword", ".dt"),
    "huge goal": (b"goal: " + b"9" * 5000, ".dt"),
    "huge event": (
        b"play:\n" + b"9" * 5000 + b"s player " + b"9" * 5000 + b" plays sword\nseed: " + b"9" * 5000,
        ".dt",
    ),
    "lone surrogate": ((HEAD + r'"story": ["\ud800"], "title": "\udfff", "_\ud800": "\ud800"}').encode(), ".json"),
    "lone surrogate of one's own": ((HEAD + r'"story": [], "_x": "\ud800"}').encode(), ".json"),
    "lone surrogate in notation": (rb'title: "\ud800"', ".dt"),
    "lone surrogate in a choice": (rb'choice {"\ud800": 1}', ".dt"),
    "long line": (b"sword " * 150_000, ".dt"),
    "spaces": (b"a" + b" " * 900_000 + b"b", ".dt"),
    "quotes": (b'"\\' * 400_000, ".dt"),
    "long key": (b"a" * 900_000 + b": x", ".dt"),
    "many cards": (b"500 sword\n" * 50_000, ".dt"),
    "many heroes": (b"hero Nintrabash: 1\nsword\n" * 30_000, ".dt"),
    "many numbered heroes": (b"before 1: hero Zigarat Ho: 2 1\n" * 30_000, ".dt"),
    "many unknown headers": (b"titel: x\n" * 100_000, ".dt"),
    "many own keys": (b"".join(b"_%d: 1\n" % n for n in range(40_000)), ".dt"),
    "many events": (b"play:\n" + b"1s draws cup\n" * 70_000, ".dt"),
    "too large": (b"#" * 1_000_001, ".dt"),
    "list": (b"[]", ".json"),
    "number": (b"5", ".json"),
    "spaces only": (b" \n\t ", ".json"),
    "nothing": (b"", ".dt"),
    "mac line ends": (b"title: x\rswrod\rsword", ".dt"),
}


NASTY["title that cannot be printed, laid twice"] = (b"mission a\x1b[31m: bow\n" * 2, ".dt")

FINE = {"many own keys"}


@pytest.mark.parametrize("name", NASTY)
def test_nasty_files(name):
    content, suffix = NASTY[name]
    assert bool(judge(content, suffix).problems) == (name not in FINE)


@SETTINGS
@given(st.binary(max_size=120))
def test_lines_of_ndjson(content):
    document = parse_line(content, file="f", number=7)
    for problem in check(document).problems:
        assert problem.line == 7
        assert problem.code in CODES
