"""Editing the text of a replay: only what changed is touched, the new text is right, and the patch leads to it."""

import json
import os
import re
from collections import Counter
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.dt.numbering import sort_key
from dtcli.formats.dt.writer import to_notation
from dtcli.formats.json.writer import to_json, to_json_line
from dtcli.formats.replay import editing
from dtcli.formats.replay.canonical import canonical
from dtcli.formats.replay.editing import edited_text
from dtcli.formats.replay.patch import unified_patch
from dtcli.formats.replay.reading import load, parse, read
from dtcli.formats.sources.file_kinds import bundled
from tests.formats.test_round_trip import SETTINGS, documents
from tests.formats.test_round_trip import lines as odd_lines

HOUSE = bundled_cards("house")
ROUNDS = int(os.environ.get("DTCLI_EXAMPLES", "60")) // 5
SHIPPED = sorted(one for one in bundled().rglob("*") if one.suffix in (".dt", ".json"))
IDS = [one.stem for one in SHIPPED]


# a strict reader of patches


def lines_of(text):
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def applied(text, patch):
    """Return the patched text; whatever does not fit to the letter is an error."""
    before, rows, result, at = lines_of(text), lines_of(patch), [], 0
    assert rows[0].startswith("--- ")
    assert rows[1].startswith("+++ ")
    rows = rows[2:]
    while rows:
        found = re.fullmatch(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n", rows.pop(0))
        old_start, old_count, new_start, new_count = (1 if one is None else int(one) for one in found.groups())
        start = old_start - (old_count > 0)
        assert start >= at
        result += before[at:start]
        at = start
        assert len(result) == new_start - (new_count > 0)
        while old_count or new_count:
            row = rows.pop(0)
            sign, line = row[0], row[1:]
            if rows and rows[0].startswith("\\"):
                assert rows.pop(0) == "\\ No newline at end of file\n"
                line = line[:-1]
            if sign in " -":
                assert before[at] == line
                at, old_count = at + 1, old_count - 1
            if sign in " +":
                result.append(line)
                new_count -= 1
            assert sign in " -+"
            assert min(old_count, new_count) >= 0
    return "".join(result + before[at:])


def touched(patch):
    """Return how many lines a patch removes and adds."""
    return sum(row[0] in "-+" for row in lines_of(patch)[2:])


def meaning(data):
    """Return the document in canonical spelling without its comments, and the comments."""
    data = canonical(data, HOUSE)
    return data, data.pop("_comments", [])


def words(comments):
    """Return the texts of comments, without their places."""
    return sorted(one[1] for one in comments) if comments and all(len(one) == 2 for one in comments) else comments


def checked(document, new):
    """Return the edited text and its patch, after checking what holds for any change."""
    text = edited_text(document, new, HOUSE)
    patch = unified_patch(document, text)
    assert (patch == "") == (text == document.text)
    if patch:
        assert applied(document.text, patch) == text
    suffix = ".json" if document.line or document.text.lstrip("\ufeff \r\n\t").startswith("{") else ".dt"
    again = parse(text.encode(), file=document.file, suffix=suffix)
    assert again.problems == ()
    (is_, comments), (should, said) = meaning(again.data), meaning(new)
    assert is_ == should
    if canonical(document.data, HOUSE)["story"] == should["story"]:
        assert comments == said
    else:
        assert comments == said or words(comments) == words(said)
    assert text.startswith("\ufeff") == document.text.startswith("\ufeff")
    if not re.search(r"[\r\n]\s*[\r\n]", document.text):  # an empty line that becomes the last one has no line end
        assert text.endswith(("\n", "\r")) == document.text.endswith(("\n", "\r"))
    return text, patch


@pytest.fixture
def no_rewriting(monkeypatch):
    """Fail if the text is written anew: it must be edited in place."""

    def refuse(*_):
        pytest.fail("written anew")

    monkeypatch.setattr(editing, "_rewritten", refuse)


def change(text, edit, *, suffix=".dt"):
    """Return the text after an edit of its data."""
    document = parse(text.encode(), file=f"game{suffix}", suffix=suffix)
    assert document.problems == ()
    new = deepcopy(document.data)
    edit(new)
    return checked(document, new)[0]


def with_choices(*choices):
    def edit(data):
        data["choices"] = list(choices)

    return edit


def at(number, **what):
    return {"at": number, **what}


def acts(number, hero, **what):
    return {"before": number, "hero": hero, **what}


# the text of a document


@pytest.mark.parametrize("suffix", [".dt", ".json", ".ndjson"])
@pytest.mark.parametrize("story", ["sword", "", "7", "no item"])
def test_a_document_keeps_the_text_it_was_read_from(suffix, story, tmp_path):
    entry = {"format": "dungeon-time/replay/1", "story": [story], "_mine": "ä"}
    text = f'mission "{story}"\r\n\r\n# ä' if suffix == ".dt" else json.dumps(entry, ensure_ascii=False)
    path = tmp_path / f"x{suffix}"
    for content in (text, f"{text}\r\n", f"\ufeff{text}\n"):
        path.write_bytes(content.encode())
        assert [document.text for document in read([str(path)])] == [content]
        assert parse(content, suffix=suffix).text == content


# story notation, by hand

STORY = """\
title: By hand
heroes: Nintrabash, Tonk Redbeer
result: 2 missions, won   # so they say

# before anything
potion
3 sword                  # all three at once
  mission Rats With Demands | take bow        # wanted
torch

# a word in between
hero Tonk Redbeer        # strong
map
mission E07     | fail, discard map
2x spada
cup
"""
SWORDS = "3 sword                  # all three at once"
RATS = "  mission Rats With Demands | take bow        # wanted\n"
SAID = (
    at(5, take="bow"),
    acts(7, "tonk-redbeer"),
    at(8, discard=["map"]),
)


def replaced(*pairs, text=STORY):
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_the_example_has_what_the_tests_below_need():
    assert parse(STORY, suffix=".dt").data["choices"] == list(SAID)


BY_HAND = {
    "nothing": (SAID, []),
    "the same in another spelling": (
        (at(5, take="Arco"), acts(7, "Tonk Redbeer"), at(8, discard=["mappa"])),
        [],
    ),
    "another decision": (
        (at(5, take=None), *SAID[1:]),
        [("| take bow        # wanted", "| decline         # wanted")],
    ),
    "a decision too long for its comment": (
        (at(5, take="bow", tokens=["sword", "sword"]), *SAID[1:]),
        [("| take bow        # wanted", "| take bow, tokens 2 sword  # wanted")],
    ),
    "no decision": (SAID[1:], [(RATS, RATS.replace("| take bow", "          "))]),
    "no decision and no comment": (SAID[:2], [("mission E07     | fail, discard map", "mission E07")]),
    "a decision in the column of the others": (
        (*SAID, at(9, take=None)),
        [("2x spada", "spada                       | decline\nspada")],
    ),
    "a decision beside the last of several": (
        (*SAID, at(10, take=None)),
        [("2x spada", "2x spada                    | decline")],
    ),
    "a decision beside one of three": (
        (at(3, take=None), *SAID),
        [(SWORDS, "2 sword                     | decline  # all three at once\nsword")],
    ),
    "another hero": (
        (SAID[0], acts(7, "alan-ironstar"), SAID[2]),
        [("hero Tonk Redbeer        # strong", "# strong\nhero Alan Ironstar")],
    ),
    "another argument": (
        (SAID[0], acts(7, "tonk-redbeer", tokens=["gold"]), SAID[2]),
        [("hero Tonk Redbeer        # strong", "hero Tonk Redbeer  | tokens gold  # strong")],
    ),
    "no hero": ((SAID[0], SAID[2]), [("hero Tonk Redbeer        # strong", "# strong")]),
    "a hero elsewhere": (
        (SAID[0], SAID[2], acts(9, "tonk-redbeer")),
        [("hero Tonk Redbeer        # strong", "# strong"), ("2x spada", "hero Tonk Redbeer\n2x spada")],
    ),
    "one more hero": (
        (SAID[0], acts(7, "alan-ironstar"), *SAID[1:]),
        [("hero Tonk", "hero Alan Ironstar\nhero Tonk")],
    ),
    "a hero at the end": ((*SAID, acts(12, "alan-ironstar")), [("cup\n", "cup\nhero Alan Ironstar\n")]),
    "a hero between cards of one line": (
        (acts(4, "alan-ironstar"), *SAID),
        [(SWORDS, SWORDS.replace("3", "2") + "\nhero Alan Ironstar\nsword")],
    ),
    "a hero between two": ((*SAID, acts(10, "alan-ironstar")), [("2x spada", "spada\nhero Alan Ironstar\nspada")]),
    "a card is thrown away, and all numbers behind it change": (
        (acts(2, "nintrabash", discard=[2]), at(4, take="bow"), acts(6, "tonk-redbeer"), at(7, discard=["map"])),
        [("3 sword", "hero Nintrabash: 2\n3 sword")],
    ),
    "cards in another order": (
        (
            acts(5, "zigarat-ho", order=[2, 1, 4, 3, 5]), at(6, take="bow"), at(7, discard=["map"]),
            acts(8, "tonk-redbeer"),
        ),
        [("  mission Rats", "  hero Zigarat Ho: 2 1 4 3 5\n  mission Rats")],
    ),
    "what no line of its own can say": ((*SAID, at(99, take=None)), [("cup\n", "cup\nat 99: decline\n")]),
}  # fmt: skip


@pytest.mark.usefixtures("no_rewriting")
@pytest.mark.parametrize("name", BY_HAND)
def test_choices_by_hand(name):
    choices, pairs = BY_HAND[name]
    expected = replaced(*pairs)
    ends = {"\n": expected, "\r\n": expected.replace("\n", "\r\n"), "\r": expected.replace("\n", "\r")}
    for end, text in ends.items():
        assert change(STORY.replace("\n", end), with_choices(*choices)) == text
        assert change("\ufeff" + STORY.replace("\n", end), with_choices(*choices)) == "\ufeff" + text
        bare = STORY.replace("\n", end).removesuffix(end)
        assert change(bare, with_choices(*choices)) == text.removesuffix(end)


def moving(source, target, *, result=None, choices=None):
    def edit(data):
        data["story"].insert(target, data["story"].pop(source))
        if choices is not None:
            data["choices"] = list(choices)
        if result is not None:
            data["result"] = result

    return edit


@pytest.mark.usefixtures("no_rewriting")
@pytest.mark.parametrize(
    ("edit", "pairs"),
    [
        pytest.param(
            moving(4, 8, choices=(acts(6, "tonk-redbeer"), at(7, discard=["map"]), at(9, take="bow"))),
            [(RATS, ""), ("2x spada\n", "spada\n" + RATS + "spada\n")],
            id="down, with its decision and its comment",
        ),
        pytest.param(
            moving(4, 0, choices=(at(1, take="bow"), *SAID[1:])),
            [(RATS, ""), ("potion\n", RATS + "potion\n")],
            id="up to the top",
        ),
        pytest.param(
            moving(4, 7, choices=(acts(6, "tonk-redbeer"), at(7, discard=["map"]), at(8, take="bow"))),
            [(RATS, ""), ("discard map\n", "discard map\n" + RATS)],
            id="behind the next mission",
        ),
        pytest.param(
            moving(1, 5),
            [
                (SWORDS, SWORDS.replace("3", "2")),
                (RATS, RATS.replace("| take bow", "          ")),
                ("torch\n", "torch                       | take bow\nsword\n"),
            ],
            id="one of several, the numbers as they were",
        ),
        pytest.param(
            moving(10, 0, choices=(at(6, take="bow"), acts(8, "tonk-redbeer"), at(9, discard=["map"]))),
            [("2x spada\ncup\n", "2x spada\n"), ("potion\n", "cup\npotion\n")],
            id="the last",
        ),
    ],
)  # fmt: skip
def test_cards_that_move(edit, pairs):
    expected = STORY
    for pair in pairs:
        expected = replaced(pair, text=expected)
    assert change(STORY, edit) == expected
    assert change(STORY.replace("\n", "\r\n"), edit) == expected.replace("\n", "\r\n")
    assert change(STORY[:-1], edit) == expected[:-1]


@pytest.mark.usefixtures("no_rewriting")
def test_cards_that_come_and_go():
    def edit(data):
        data["story"][0] = {"mission": "W", "needs": ["bow", "bow"]}
        del data["story"][2:4]
        data["choices"] = [at(1, take=None)]

    text = "  potion  # here\n  3 sword   # three\nmission E01     | fail  # gone\nmap\n"
    expected = "  mission W: 2 bow  | decline\n  # here\n  sword     # three\nmission E01             # gone\nmap\n"
    assert change(text, edit) == expected


@pytest.mark.usefixtures("no_rewriting")
def test_heroes_in_another_spelling_are_the_same_heroes():
    text = 'map\nhero nintrabash: 1\ncup\nmission E01  | take bow\nhero "tonk"\nsword\n'
    before = acts(2, "Nintrabash", discard=[1]), at(2, take=None), acts(3, "Tonk Redbeer")
    assert change(text, with_choices(*before)) == text.replace("take bow", "decline")
    thrown = acts(1, "Ros Thanir", **{"as": "Nintrabash"}, discard=[2])
    assert change(text, with_choices(thrown, at(2, take="Arco"))) == replaced(
        ("map\nhero nintrabash: 1", "hero Ro's Thanir as Nintrabash: 2\nmap"), ('hero "tonk"\n', ""), text=text
    )


def claiming(claim):
    def edit(data):
        data.pop("result", None)
        if claim != "":
            data["result"] = claim

    return edit


WON = {"missions": 1, "broken": False, "won": True}


@pytest.mark.usefixtures("no_rewriting")
@pytest.mark.parametrize(
    ("text", "claim", "expected"),
    [
        ("result: 2 missions\nsword\n", WON, "result: 1 mission, not broken, won\nsword\n"),
        ("  Result :2 missions  # said\nsword\n", None, "  Result : none       # said\nsword\n"),
        ("result:\nsword\n", {"won": False}, "result: lost\nsword\n"),
        ("result: won\nsword\n", {}, "result:\nsword\n"),
        ("title: x # y\n\nsword\n", {"missions": 0}, "title: x # y\nresult: 0 missions\n\nsword\n"),
        ("sword\n", {"won": True}, "result: won\n\nsword\n"),
        ("\r\nsword", {"won": True}, "result: won\r\n\r\nsword"),
        ("sword\n\nresult: won # they say", {"won": False}, "sword\n\nresult: lost  # they say"),
        ("title: x\nresult: won\nsword\n", "", "title: x\nsword\n"),
        ("title: x\nplay: none\n", {"won": True}, "title: x\nresult: won\nplay: none\n"),
        ("result: won  # x\nsword\n", "", "# x\nsword\n"),
    ],
)
def test_the_claim_of_a_text(text, claim, expected):
    assert change(text, claiming(claim)) == expected


NUMBERED = """\
gold
mission E01
torch
before 4: hero Tonk Redbeer  # later
cup
at 2: take bow   # beside it, in a way
sword
choice {"at": 4, "take": null}
"""


@pytest.mark.usefixtures("no_rewriting")
@pytest.mark.parametrize(
    ("choices", "pairs"),
    [
        ((at(2, take="bow"), at(4, take=None)), [("before 4: hero Tonk Redbeer  # later", "# later")]),
        ((at(2, take="bow"), acts(4, "tonk-redbeer")), [('choice {"at": 4, "take": null}\n', "")]),
        (
            (acts(1, "alan-ironstar"), at(2, take="bow"), acts(4, "tonk-redbeer"), at(4, take=None)),
            [("gold\n", "hero Alan Ironstar\ngold\n")],
        ),
        (
            (at(2, take="bow"), acts(4, "tonk-redbeer"), at(4, take=None), at(9, take="cup")),
            [("null}\n", "null}\nat 9: take cup\n")],
        ),
        (
            (at(2, take="bow"), acts(4, "tonk-redbeer"), at(9, take="cup")),
            [('choice {"at": 4, "take": null}', "at 9: take cup")],
        ),
    ],
)  # fmt: skip
def test_lines_that_name_their_reveal(choices, pairs):
    assert change(NUMBERED, with_choices(*choices)) == replaced(*pairs, text=NUMBERED)


@pytest.mark.usefixtures("no_rewriting")
def test_a_mission_that_comes_back_is_decided_on_a_numbered_line():
    text = "gold\nmission E01  | fail\nhero Arvedui Miriel\ncup\ntorch\nat 5: decline\n"
    failed, back = at(2, discard=[]), acts(3, "arvedui-miriel")
    assert change(text, with_choices(failed, back, at(5, take="bow"))) == text.replace("decline", "take bow")
    thrown = acts(3, "nintrabash", discard=[1])
    assert change(text, with_choices(failed, thrown, back, at(4, take=None))) == replaced(
        ("hero Arv", "hero Nintrabash: 1\nhero Arv"), ("at 5", "at 4"), text=text
    )


@pytest.mark.usefixtures("no_rewriting")
def test_hero_lines_around_a_discarded_card_stay():
    text = "map\nhero Nintrabash: 1\ncup\nhero Tonk Redbeer\nsword\nmission E01  | take bow\n"
    before = acts(2, "nintrabash", discard=[1]), acts(2, "tonk-redbeer")
    assert change(text, with_choices(*before, at(3, take=None))) == text.replace("take bow", "decline")


@pytest.mark.usefixtures("no_rewriting")
def test_heroes_of_one_gap_that_change_their_order():
    text = "hero Nintrabash: 2\nmap\nhero Alan Ironstar\ncup\nhero Tonk Redbeer\nsword\n"
    thrown = acts(1, "nintrabash", discard=[2])
    assert change(text, with_choices(thrown, acts(2, "tonk-redbeer"), acts(2, "alan-ironstar"))) == replaced(
        ("hero Alan Ironstar\n", ""), ("sword", "hero Alan Ironstar\nsword"), text=text
    )


@pytest.mark.usefixtures("no_rewriting")
def test_hero_lines_move_and_their_card_stays():
    text = "torch\nhero Alan Ironstar\nhero Tonk Redbeer\n# about the map\nmap\ncup\n"
    expected = "torch\n# about the map\nmap\nhero Alan Ironstar\nhero Tonk Redbeer\ncup\n"
    assert change(text, with_choices(acts(3, "alan-ironstar"), acts(3, "tonk-redbeer"))) == expected


@pytest.mark.usefixtures("no_rewriting")
def test_every_line_keeps_its_own_end():
    text = "title: x\r\n\rtorch\nmission E01\rmap\n\r\ncup"
    expected = "title: x\r\n\rtorch\nmission E01  | decline\rmap\n\r\nhero Alan Ironstar\r\ncup"
    assert change(text, with_choices(at(2, take=None), acts(4, "alan-ironstar"))) == expected


def test_own_keys_move_with_their_owner():
    text = "/choices/0/_sure: false\n\ntorch\nmission E01 | take bow\ncup\n"

    def edit(data):
        data["choices"].insert(0, acts(1, "tonk-redbeer"))

    expected = "/choices/1/_sure: false\n\nhero Tonk Redbeer\ntorch\nmission E01  | take bow\ncup\n"
    assert change(text, edit) == expected
    assert change(text.replace("\n", "\r\n")[:-2], edit) == expected.replace("\n", "\r\n")[:-2]


# JSON, by hand


def data_of(**more):
    return {
        "format": "dungeon-time/replay/1",
        "_mine": {"a": [1.50, "ä"]},
        "story": ["potion", {"mission": "E01"}, "cup", {"_b": 1, "mission": "W", "needs": ["bow"], "reward": "?"}],
        "choices": [at(2, take="bow"), {"take": "gold", "at": 4, "_why": "so"}, acts(3, "tonk-redbeer")],
        "result": {"missions": 1, "broken": False},
        **more,
    }


LAYOUTS = {
    "canonical": to_json,
    "one line": to_json_line,
    "tight": lambda data: json.dumps(data, separators=(",", ":"), ensure_ascii=False),
    "four": lambda data: json.dumps(data, indent=4) + "\n",
    "tabs": lambda data: json.dumps(data, indent="\t").replace("\n", "\r\n"),
    "by hand": lambda data: json.dumps(data).replace(', "', ',\n "').replace("}, {", "} ,\n\n   {"),
}


@pytest.mark.usefixtures("no_rewriting")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_json_keeps_its_layout(layout):
    """Editing the text gives the same as writing the new data in this layout."""
    write = LAYOUTS[layout]
    old = data_of()
    edits = {
        "a value": lambda data: data["choices"][0].update(take="cup"),
        "a number": lambda data: data["choices"][2].update(before=4),
        "dropped": lambda data: data["choices"].pop(1),
        "the first dropped": lambda data: data["choices"].pop(0),
        "moved": lambda data: data["story"].insert(0, data["story"].pop(3)),
        "swapped": lambda data: data["story"].insert(2, data["story"].pop(1)),
        "a claim": lambda data: data["result"].update(missions=9),
        "no claim": lambda data: data.update(result=None),
        "all": lambda data: (data["choices"].pop(1), data["story"].reverse(), data["result"].update(broken=True)),
    }
    for name, edit in edits.items():
        new = deepcopy(old)
        edit(new)
        text = change(write(old), edit, suffix=".json")
        assert json.loads(text) == new, name
        if layout != "by hand":
            assert text == write(new), name


@pytest.mark.usefixtures("no_rewriting")
def test_json_with_an_irregular_layout():
    text = """{ "result" : {"won":true },
 "format": "dungeon-time/replay/1", "story": [
   "potion", "sword", {"mission" : "E01"},
   "cup"
 ] , "choices": [ {"at":3, "take":"bow"} ]}"""

    def edit(data):
        data["story"].append(data["story"].pop(0))
        data["choices"] = [at(2, take="bow"), at(9, take=None)]
        data["result"]["won"] = False

    assert (
        change(text, edit, suffix=".json")
        == """{ "result" : {"won":false },
 "format": "dungeon-time/replay/1", "story": [
   "sword", {"mission" : "E01"},
   "cup", "potion"
 ] , "choices": [ {"at":2, "take":"bow"}, {"at": 9, "take": null} ]}"""
    )


@pytest.mark.usefixtures("no_rewriting")
@pytest.mark.parametrize("layout", ["canonical", "one line", "tight"])
def test_json_gets_the_keys_that_it_did_not_have(layout):
    write = LAYOUTS[layout]
    old = {"format": "dungeon-time/replay/1", "story": ["sword", "cup"], "_mine": 1}
    new = {**old, "choices": [at(1, take=None), at(2, take="cup")], "result": {"won": True}}
    new["_mine"] = new.pop("_mine")
    assert change(write(old), lambda data: data.update(new), suffix=".json") == write(new)
    some = {**new, "choices": []}
    assert change(write(some), lambda data: data.update(new), suffix=".json") == write(new)
    assert change(write(new), lambda data: data.pop("choices"), suffix=".json") == write(some)
    without = {key: value for key, value in new.items() if key != "result"}
    assert change(write(without), lambda data: data.update(result={"won": True}), suffix=".json") == write(new)


def test_a_removed_key_makes_the_text_be_written_anew():
    old = data_of()
    text = change(json.dumps(old), lambda data: data.pop("result"), suffix=".json")
    assert "result" not in json.loads(text)
    assert "\n" not in text


@pytest.mark.usefixtures("no_rewriting")
def test_choices_keep_the_order_of_the_file():
    old = data_of()

    def edit(data):
        data["choices"].sort(key=sort_key)
        data["choices"].insert(1, at(3, take=None))

    expected = to_json(old).replace('    {"take": "gold"', '    {"at": 3, "take": null},\n    {"take": "gold"')
    assert change(to_json(old), edit, suffix=".json") == expected
    assert change(to_json(old), lambda data: data["choices"].sort(key=sort_key), suffix=".json") == to_json(old)


@pytest.mark.usefixtures("no_rewriting")
def test_the_order_of_skills_in_one_gap_is_kept():
    old = data_of(choices=[acts(2, "tonk-redbeer"), acts(2, "alan-ironstar"), at(4, take="gold")])
    new = data_of(choices=[acts(2, "alan-ironstar"), acts(2, "tonk-redbeer"), at(4, take="gold")])
    assert change(to_json(old), lambda data: data.update(new), suffix=".json") == to_json(new)


# files with one replay per line


@pytest.mark.usefixtures("no_rewriting")
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_one_line_of_ndjson_is_edited(tmp_path, end, mark):
    datas = [data_of(title=f"game {n}") for n in range(5)]
    content = mark + end.join(to_json_line(one)[:-1] for one in datas)
    path = tmp_path / "many.ndjson"
    path.write_bytes(content.encode())
    for index, document in enumerate(read([str(path)])):
        new = deepcopy(document.data)
        new["choices"].pop()
        new["result"]["missions"] = 3
        text = edited_text(document, new, HOUSE)
        patch = unified_patch(document, text)
        number = index + 1
        assert patch.count("\n") == (5 if index < 4 else 7)
        assert f"\n@@ -{number} +{number} @@\n" in patch
        assert applied(content, patch) == content.replace(document.text, text)
        assert json.loads(text.removeprefix(mark)) == new


# random changes

KINDS = ["sword", "bow", "shield", "torch", "oro", "cup"]


def _drop(data, chance):
    if data["choices"]:
        data["choices"].pop(chance.randrange(len(data["choices"])))


def _decide(data, chance):
    number = chance.randint(1, len(data["story"]))
    data["choices"] = [one for one in data["choices"] if one.get("at") != number]
    data["choices"].append(at(number, take=chance.choice([None, *KINDS])))


def _revise(data, chance):
    decided = [one for one in data["choices"] if "at" in one]
    if decided:
        one = chance.choice(decided)
        one.pop("discard", None)
        one.update(take=chance.choice([None, *KINDS]), tokens=[chance.choice(KINDS)])


def _act(data, chance):
    number = chance.randint(1, len(data["story"]) + 1)
    data["choices"].append(
        chance.choice(
            [
                acts(number, "tonk-redbeer"),
                acts(number, "garynor-the-belly", remove=["map", "cup"], take="bow"),
                acts(number, "ros-thanir", **{"as": "zaria-tearleaf"}, guess=chance.choice(KINDS)),
            ]
        )
    )


def _rearrange(data, chance):
    number = chance.randint(1, max(1, len(data["story"]) - 5))
    data["choices"].append(
        chance.choice(
            [
                acts(number, "arvedui-miriel"),
                acts(number, "nintrabash", discard=sorted(chance.sample(range(1, 6), chance.randint(0, 3)))),
                acts(number, "zigarat-ho", order=chance.sample(range(1, 6), 5)),
            ]
        )
    )


def _move(data, chance):
    story = data["story"]
    story.insert(chance.randrange(len(story)), story.pop(chance.randrange(len(story))))


def _swap(data, chance):
    story = data["story"]
    one, other = chance.randrange(len(story)), chance.randrange(len(story))
    story[one], story[other] = story[other], story[one]


def _claim(data, chance):
    data["result"] = chance.choice([None, {"missions": chance.randint(0, 12)}, {"won": True, "broken": False}])


CHANGES = [_drop, _decide, _revise, _act, _rearrange, _move, _swap, _claim]


def changed(data, chance, *, kinds=CHANGES, most=3):
    """Return a replay with some changes."""
    new = deepcopy(data)
    new.setdefault("choices", [])
    if new["story"]:
        for _ in range(chance.randint(1, most)):
            chance.choice(kinds)(new, chance)
    new["choices"].sort(key=sort_key)
    if not new["choices"]:
        del new["choices"]
    return new


@pytest.mark.usefixtures("no_rewriting")
@pytest.mark.parametrize("path", SHIPPED, ids=IDS)
def test_shipped_replays_are_changed_in_place(path):
    chance = Random(path.name)
    shipped = load(path)
    texts = {".dt": to_notation(shipped.data), ".json": to_json(shipped.data)}
    for _ in range(ROUNDS):
        suffix = chance.choice([path.suffix, *texts])
        text = chance.choice([shipped.text if suffix == path.suffix else texts[suffix], texts[suffix]])
        end = chance.choice(["\n", "\n", "\r\n"])
        text = text.replace("\n", end).removesuffix(chance.choice(["", end]))
        document = parse(chance.choice(["", "", "\ufeff"]) + text, file=f"x{suffix}", suffix=suffix)
        new = changed(document.data, chance)
        text, _ = checked(document, new)
        assert len(re.findall(r"\n", text)) == len(re.findall(rf"{end}", text))


def test_the_shipped_replays_were_found():
    assert len(SHIPPED) >= 20


@pytest.mark.usefixtures("no_rewriting")
@pytest.mark.parametrize("path", SHIPPED, ids=IDS)
def test_a_patch_is_as_small_as_the_change(path):
    """A decision is one line, a hero is one line; either may split a line of equal cards."""
    chance = Random(path.name)
    shipped = load(path)
    canonical_text = to_notation(shipped.data)
    for text in (shipped.text, canonical_text) if path.suffix == ".dt" else (canonical_text,):
        document = parse(text, file="x.dt", suffix=".dt")
        for _ in range(ROUNDS):
            new = changed(document.data, chance, kinds=[_decide, _revise, _act])
            old, now = (
                Counter(json.dumps(one, sort_keys=True) for one in canonical(data, HOUSE).get("choices", ()))
                for data in (document.data, new)
            )
            _, patch = checked(document, new)
            assert touched(patch) <= 4 * (now - old).total() + (old - now).total()


def typed(text, chance):
    """Return the text after an edit by hand: hero lines, cards and decisions come and go."""
    head, gap, rest = text.partition("\n\n")
    story, play, rest = rest.partition("\nplay:")
    rows = story.split("\n")
    for _ in range(chance.randint(1, 3)):
        cards = [n for n, row in enumerate(rows) if row and not row.startswith(("#", "hero"))]
        bare = [n for n in cards if "#" not in rows[n]]
        heroes = [n for n, row in enumerate(rows) if row.startswith("hero") and "#" not in row]
        match chance.choice(["insert", "remove", "move", "decide", "forget"]):
            case "insert":
                skills = ["Nintrabash: 2", "Zigarat Ho: 2 1 3 5 4", "Tonk Redbeer", "Arvedui Miriel"]
                rows.insert(chance.choice(cards), f"hero {chance.choice(skills)}")
            case "remove" if heroes:
                rows.pop(chance.choice(heroes))
            case "move" if bare:
                row = rows.pop(chance.choice(bare))
                rows.insert(chance.randrange(len(rows)), row)
            case "decide" if bare:
                at = chance.choice(bare)
                rows[at] = rows[at].partition("|")[0].rstrip() + "  | decline, tokens sword"
            case "forget" if bare:
                at = chance.choice(bare)
                rows[at] = rows[at].partition("|")[0].rstrip()
    return f"{head}{gap}" + "\n".join(rows) + play + rest


@pytest.mark.usefixtures("no_rewriting")
@pytest.mark.parametrize("path", [one for one in SHIPPED if one.suffix == ".dt"], ids=lambda one: one.stem)
def test_an_edit_by_hand_does_not_change_fewer_lines(path):
    """Discarding or moving cards changes the numbers of later choices, but not their lines."""
    chance = Random(path.name)
    document = load(path)
    met = 0
    for _ in range(ROUNDS):
        by_hand = typed(document.text, chance)
        edited = parse(by_hand, file="x.dt", suffix=".dt")
        if edited.problems:  # a decision beside a discarded card
            continue
        met += 1
        _, patch = checked(document, {**edited.data, "_comments": document.data.get("_comments", [])})
        most = touched(unified_patch(document, by_hand))
        assert touched(patch) <= most + 3  # a hero whose place is taken by another gets a numbered line
    assert met


@settings(SETTINGS, max_examples=SETTINGS.max_examples // 2)
@given(documents(), documents(), st.randoms(use_true_random=False))
def test_any_replay_can_become_any_other_with_its_head(document, other, chance):
    for text, suffix in (
        (to_notation(document), ".dt"),
        (to_json(document), ".json"),
        (json.dumps(document, indent=chance.choice([None, 1, 4])), ".json"),
    ):
        now = parse(text.encode(), file=f"x{suffix}", suffix=suffix)
        new = changed(now.data, chance)
        checked(now, new)
        new.pop("choices", None)
        checked(now, {**new, **{key: other[key] for key in ("choices", "result") if key in other}})
        same = parse(text.encode(), file=f"x{suffix}", suffix=suffix)
        assert edited_text(same, document, HOUSE) == text


@settings(SETTINGS, max_examples=2 * SETTINGS.max_examples)
@given(st.lists(odd_lines, min_size=1, max_size=25), st.sampled_from(["\n", "\r\n", "\r"]), st.randoms())
def test_any_text_can_be_changed(chosen, end, chance):
    document = parse(end.join(chosen).encode(), file="x.dt", suffix=".dt")
    if document.problems:
        return
    checked(document, changed(document.data, chance))
    checked(document, changed(document.data, chance, kinds=[_drop, _decide, _act, _claim]))
