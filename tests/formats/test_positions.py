"""The place of a problem: line and column in both spellings, line numbers of NDJSON, pointers."""

import io
import json

import pytest

from dtcli.formats.json.positions import DEEPEST, MOST_REPEATED, Positions
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse, read

JSON = """\
{
  "format": "dungeon-time/replay/1",
  "players": 2, "heroes": ["tonk-redbeer",
             "nobody"],
  "story": [
    "potion", "swrod",
    {"mission": "W", "needs": ["bow", "boow"],
     "reward": "shield/"}
  ],
  "choices": [{"at": 3, "take": "bwo"}]
}
"""
TEXT = """\
players: 2
heroes: Tonk Redbeer,   nobody

potion
  swrod
mission W: bow + boow -> shield/  | take bwo
"""


def places(text, suffix):
    problems = check(parse(text.encode(), file="f", suffix=suffix)).problems
    return {problem.pointer: (problem.line, problem.column) for problem in problems}


def test_places_in_json():
    assert places(JSON, ".json") == {
        "/heroes/1": (4, 14),
        "/story/1": (6, 15),
        "/story/2/needs/1": (7, 39),
        "/story/2/reward": (8, 16),
        "/choices/0/take": (10, 33),
    }


def test_places_in_notation():
    assert places(TEXT, ".dt") == {
        "/heroes/1": (2, 25),
        "/story/1": (5, 3),
        "/story/2/needs/1": (6, 18),
        "/story/2/reward": (6, 26),
        "/choices/0/take": (6, 42),
    }


def test_a_byte_order_mark_moves_nothing():
    marked = "\ufeff" + TEXT
    assert places(marked, ".dt") == places(TEXT, ".dt")
    assert places("\ufeff" + JSON, ".json") == places(JSON, ".json")


def test_windows_line_ends_move_nothing():
    assert places(TEXT.replace("\n", "\r\n"), ".dt") == places(TEXT, ".dt")
    assert places(JSON.replace("\n", "\r\n"), ".json") == places(JSON, ".json")


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ('{\n "a": }', "DT104", 2, 7),
        ('{"format": "dungeon-time/replay/1",\n "story": [],\n "goal": 1,\n "goal": 2}', "DT105", 4, 2),
        ('{"format": "x"}', "DT106", 1, 12),
        ('{"story": []}', "DT106", 1, 1),
        ("[]", "DT106", 1, 1),
        ('{"format": "dungeon-time/replay/1"}', "DT202", 1, 1),
        ('{"format": "dungeon-time/replay/1", "story": [],\n"titel": 1}', "DT201", 2, 10),
        ('{"format": "dungeon-time/replay/1", "story": [], "result": {"mission": 1}}', "DT201", 1, 72),
        ('{"format": "dungeon-time/replay/1", "story": [{"mission": "E07", "need": []}]}', "DT201", 1, 74),
        ('{"format": "dungeon-time/replay/1", "story": [], "players": "two"}', "DT203", 1, 61),
        ('{"format": "dungeon-time/replay/1", "story": [], "date": "today"}', "DT203", 1, 58),
        ('{"format": "dungeon-time/replay/1", "story": [7]}', "DT203", 1, 47),
    ],
)
def test_shape_problems_of_json_have_a_place(text, code, line, column):
    (problem,) = parse(text.encode(), file="f", suffix=".json").problems
    assert (problem.code, problem.line, problem.column, problem.file) == (code, line, column, "f")


def test_not_utf8_is_placed_by_characters():
    for end in ("\n", "\r\n", "\r"):
        (problem,) = parse(f"{end}title: \u00e4\u00f6".encode() + b"\xff\n", suffix=".dt").problems
        assert (problem.code, problem.line, problem.column) == ("DT102", 2, 10)


def test_each_replay_of_a_file_of_lines_has_its_line_number(tmp_path):
    good = json.dumps({"format": "dungeon-time/replay/1", "story": ["sword"]})
    lines = [good, "", good.replace("sword", "swrod"), "{", good.replace("story", "stori"), good]
    path = tmp_path / "many.ndjson"
    path.write_text("\n".join(lines), encoding="utf-8")
    documents = list(read([str(path)], None))
    assert [document.line for document in documents] == [1, 3, 4, 5, 6]
    found = [(one.code, one.line) for document in documents for one in check(document).problems]
    assert found == [("DT204", 3), ("DT104", 4), ("DT202", 5), ("DT201", 5)]


def test_lines_from_standard_input():
    good = json.dumps({"format": "dungeon-time/replay/1", "story": ["sword"]})
    stream = io.BytesIO(f"{good}\n{good.replace('sword', 'swrod')}\n".encode())
    documents = list(read(["-"], stream))
    found = [(one.code, one.file, one.line) for document in documents for one in check(document).problems]
    assert found == [("DT204", "<stdin>", 2)]


def test_positions_find_every_value_or_its_owner():
    text = '{"a": [1,\n {"b/c": "x\\"y", "d": {}}], "e": -1.5e3}'
    known = Positions(text)
    assert known.line_and_column("") == (1, 1)
    assert known.line_and_column("/a/0") == (1, 8)
    assert known.line_and_column("/a/1/b~1c") == (2, 10)
    assert known.line_and_column("/a/1/d") == (2, 23)
    assert known.line_and_column("/e") == (2, 34)
    assert known.line_and_column("/a/1/nothing/here") == (2, 2)


def test_positions_find_every_repeated_key():
    known = Positions('{"a": 1, "b": {"a": 1, "c": [{"x": 1, "x": 2}], "a": 3}, "a": 4}')
    assert [(owner, key) for owner, key, _ in known.repeated] == [("/b/c/0", "x"), ("/b", "a"), ("", "a")]


@pytest.mark.parametrize(
    "rest", ["", ",", "]", ', "x"', ', "x": ', ', "x": "', ', "x": [1, }', ", 5: 1}", ', "x": @}', " 7"]
)
def test_a_key_given_twice_in_a_text_that_then_stops_being_json(rest):
    text = '{"a": {"b": 1, "b": 2}' + rest
    assert [(owner, key) for owner, key, _ in Positions(text).repeated] == [("/a", "b")]
    (problem,) = parse(text.encode(), suffix=".json").problems
    assert (problem.code, problem.line, problem.column) == ("DT105", 1, 16)


def test_positions_of_deep_and_large_texts_stay_small():
    deep = "[" * 5000 + "]" * 5000
    assert len(Positions(deep).offsets) == DEEPEST + 1
    assert len(Positions("{" + ",".join(['"a": 1'] * 5000) + "}").repeated) == MOST_REPEATED
