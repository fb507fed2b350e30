"""Puzzle ids: they hold the whole puzzle, are the same on every machine, and reveal a wrong character."""

import json
import os
import re
import string
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.limits import MOST_ID
from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.file import check_puzzle, parse_puzzle, read_id, read_puzzles
from dtcli.formats.puzzle.id_tables import TABLES
from dtcli.formats.puzzle.ids import IdTooLong, ShortId, full_id, is_full_id, puzzle_of_id, short_id
from dtcli.formats.puzzle.normal_form import normal_form
from dtcli.formats.schema_check import shape_problems
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import EDITIONS
from dtcli.rules.state import opening

EXAMPLES = int(os.environ.get("DTCLI_EXAMPLES", "60"))
SETTINGS = settings(derandomize=True, deadline=None, max_examples=EXAMPLES)
SIGNS = string.ascii_letters + string.digits + "-_. \u00e4\x00"
FORMAT = "dungeon-time/puzzle/1"
STORY = ["sword", "torch", {"mission": "E01"}]
SIMPLE = {"format": FORMAT, "card_set": "house-2", "story": STORY, "goal": {"kind": "most"}}
CARDS = {name: bundled_cards(name).cards for name in ("house", "house-1", "house-2", "rulebook")}

# random puzzles

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
number = st.integers(0, 500)
name = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


def own(entries):
    """Return entries, some of them with a key of the user's own."""
    mine = st.just({}) | st.just({}) | st.just({"_mine": [1, {"_x": None}]})
    return st.builds(lambda one, more: {**one, **more}, entries, mine)


@st.composite
def puzzles(draw):
    """Return puzzles with every key that an id holds, most of them with cards that ship."""
    chosen = draw(st.sampled_from(["house", "house-1", "house-2", "rulebook"]))
    cards = CARDS[chosen]
    kind = st.sampled_from([*cards.kinds, *cards.kinds, "Spada", "bag of gold"]) | st.sampled_from([*cards.kinds])
    items = st.lists(kind, max_size=4)
    reward = st.sampled_from(["-", "?"]) | kind | kind.map("{}?".format) | st.just("sword/cup")
    titles = [one.title for one in cards.missions.values()]
    named = st.sampled_from([*cards.missions, *titles]).map(lambda one: {"mission": one})
    written = st.fixed_dictionaries(
        {"mission": name, "needs": st.lists(kind, min_size=1, max_size=5)}, optional={"reward": reward}
    )
    quest = own(named | named | written)
    if cards.adventures:
        quest |= own(st.sampled_from([*cards.adventures]).map(lambda one: {"adventure": one}))
    story = draw(st.lists(kind | quest, max_size=12))
    heroes = draw(st.lists(st.sampled_from([*HEROES, "Tonk", "Zaria Tearleaf"]), max_size=3))
    start = st.fixed_dictionaries(
        {},
        optional={
            "cards": items, "tokens": items, "guesses": items, "extra_slot": st.booleans(), "solved": st.booleans(),
            "adventure_completed": st.booleans(), "waiver": st.integers(0, 20), "last_failed": quest,
            "supply": st.dictionaries(kind, st.integers(0, 5), max_size=3),
            "heroes": st.lists(st.sampled_from([*heroes, "tragurk"]), max_size=2),
        },
    )  # fmt: skip
    called = [one.get("mission") or one.get("adventure") for one in story if isinstance(one, dict)] or ["E07"]
    goal = st.one_of(
        st.sampled_from([{"kind": "most"}, {"kind": "whole"}]),
        st.builds(lambda one, n: {"kind": one, "missions": n}, st.sampled_from(["most", "missions"]), number),
        st.builds(lambda one: {"kind": "mission", "mission": one}, st.sampled_from(called) | name),
        st.fixed_dictionaries(
            {"kind": st.just("fewest-skills")}, optional={"missions": number, "heroes": st.integers(0, 10)}
        ),
    )
    rulings = st.fixed_dictionaries(
        {},
        optional={
            "any_reward_optional": st.booleans(), "thanir": st.sampled_from(["spends", "copies"]),
            "spent_rewards": st.sampled_from(["discard", "return"]), "heroes_in_box": st.sampled_from([8, 10]),
            "hero_choice": st.sampled_from(["draw-two", "free"]), "default_goal": st.none() | st.integers(0, 500),
        },
    )  # fmt: skip
    head = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "title": text, "notes": text, "edition": st.sampled_from([*EDITIONS]), "rulings": own(rulings),
                "scenario": st.none() | st.sampled_from([*scenarios(), "Training Grounds"]),
                "adventure": st.none() | st.sampled_from([*cards.adventures, "the-art-of-saying-no"]),
                "extended": st.booleans(), "start": st.none() | own(start) | own(start), "unique": st.booleans(),
                "solution": st.just([]), "seed": st.integers(), "_mine": st.just("mine"),
            },
        )
    )  # fmt: skip
    card_set = {"card_set": draw(st.sampled_from([chosen, chosen, chosen, "cards/Ours.toml"]))}
    return {"format": FORMAT, **head, **card_set, "heroes": heroes, "story": story, "goal": draw(own(goal))}


def game_of(data):
    checked = check_puzzle(parse_puzzle(json.dumps(data)))
    problems = sorted({problem.code for problem in checked.problems})
    if checked.game is None:
        return problems
    game = checked.game
    return problems, checked.goal, game.story, game.heroes, game.rulings, game.extended, opening(game)[1:]


@SETTINGS
@given(puzzles())
def test_an_id_holds_the_whole_puzzle(puzzle):
    assert shape_problems("puzzle", puzzle) == []
    written = full_id(puzzle)
    assert re.fullmatch(r"dt1\.[A-Za-z0-9_-]+", written)
    read = read_id(written)
    assert read.problems == ()
    assert read.data == normal_form(puzzle)
    assert full_id(read.data) == written


@SETTINGS
@given(puzzles())
def test_the_normal_form_is_the_same_puzzle(puzzle):
    normal = normal_form(puzzle)
    assert shape_problems("puzzle", normal) == []
    assert normal_form(normal) == normal
    unsolved = {key: value for key, value in puzzle.items() if key != "solution"}
    assert game_of(normal) == game_of(unsolved)


@SETTINGS
@given(puzzles(), st.data())
def test_any_character_that_is_wrong_is_noticed(puzzle, data):
    written = full_id(puzzle)
    at = data.draw(st.integers(0, len(written) - 1))
    other = data.draw(st.sampled_from(SIGNS.replace(written[at], "")))
    before, here, after = written[:at], written[at], written[at + 1 :]
    ways = [
        before + other + after,
        before + after,
        before + here + other + after,
        before + after[:1] + here + after[1:],
    ]
    for wrong in ways:
        found = puzzle_of_id(wrong)
        if wrong.strip() != written:
            assert isinstance(found, Problem), wrong
            assert found.code == "DT903"
            assert found.hint
            assert found.message.isprintable()


def test_every_single_character_of_one_id():
    written = full_id({**SIMPLE, "title": "Every character", "heroes": ["tragurk"], "start": {"cards": ["bow"]}})
    alphabet = string.ascii_letters + string.digits + "-_."
    for at, right in enumerate(written):
        for other in alphabet.replace(right, ""):
            assert isinstance(puzzle_of_id(written[:at] + other + written[at + 1 :]), Problem), (at, other)


def test_ids_are_short_and_the_same_on_every_machine():
    """Ids have been shared in chats: a change of the encoding needs another version."""
    story = ["torch", "sword", {"mission": "E07"}, "map", "keys", {"mission": "E01"}, "gold", "cup", {"mission": "M03"}]
    start = {"cards": ["sword", "sword", "bow"], "tokens": ["cup"], "supply": {"sword": 0}}
    puzzle = {"format": FORMAT, "story": story, "heroes": ["tragurk"], "start": start, "goal": {"kind": "most"}}
    assert full_id({**SIMPLE, "card_set": "house-1"}) == "dt1.AAMY2eNQ7wmQ"
    assert full_id(SIMPLE) == full_id({**SIMPLE, "card_set": "house"}) == "dt1.AgMY2ePVmzTP"
    assert len(full_id(puzzle)) <= 48
    assert len(full_id({**puzzle, "title": "The Cellar"})) <= 64


def test_the_order_of_keys_and_lists_does_not_change_the_id():
    one = {**SIMPLE, "start": {"cards": ["sword", "bow"], "guesses": ["map", "bow"]}, "title": ""}
    start = {"guesses": ["Bow", "map", "map"], "cards": ["bow", "Spada"], "solved": False}
    story = ["SWORD", "torch", {"mission": "Rats with demands", "_x": 1}]
    other = {"goal": {"kind": "most"}, "start": start, "format": FORMAT, "story": story, "extended": False}
    assert full_id(one) == full_id(other)


def test_an_id_with_cards_of_your_own_is_in_words():
    puzzle = {**SIMPLE, "card_set": "ours.toml", "title": "\u00e4\u2028", "story": ["gem", {"mission": "Z1"}]}
    read = read_id(full_id(puzzle))
    assert (read.problems, read.data) == ((), puzzle)


def test_an_id_is_read_in_place_of_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written = full_id(SIMPLE)
    assert [puzzle.data for puzzle in read_puzzles([written, f" {written}\n"])] == [SIMPLE, SIMPLE]
    (wrong,) = read_puzzles([written[:-1]])
    assert [problem.code for problem in wrong.problems] == ["DT903"]
    assert wrong.problems[0].file == wrong.file
    (tmp_path / written).write_text(json.dumps({**SIMPLE, "title": "a file"}), encoding="utf-8")
    (file,) = read_puzzles([written])
    assert file.data["title"] == "a file"


# what is not an id


def sealed(form, content, cards=None):
    body = bytes([form]) + content
    seal = zlib.crc32(body, TABLES[form].checksum_start if cards else 0).to_bytes(4, "big")
    return "dt1." + urlsafe_b64encode(body + seal).decode().rstrip("=")


def test_the_checksum_of_these_tests_is_right():
    words = zlib.compress(json.dumps(SIMPLE).encode())
    assert puzzle_of_id(sealed(255, words)) == SIMPLE
    assert puzzle_of_id(sealed(0, b"\x00", "house"))["story"] == []


@pytest.mark.parametrize(
    "wrong",
    [
        "", "dt1.", "dt1.A", "dt1.AAAA", "dt1.AAAAAAAA", "dt2.AAMY2eNQ7wmQ", "dt01.AAMY2eNQ7wmQ", "DT1.AAMY2eNQ7wmQ",
        "dt1.AAMY2eNQ7wmQ=", "dt1.AAMY2eNQ7wmQ==", "dt1.AAMY 2eNQ7wmQ", "dt1.AAMY\n2eNQ7wmQ", "dt1.\x00\x1b[31m",
        "dt1.\u202e", "dt1." + "A" * 1_000_000, "x" * 1_000_000, "dt99999999999999999999.A", "dt1." + "-" * MOST_ID,
        sealed(7, b""), sealed(255, b""), sealed(255, b"no zlib"), sealed(255, zlib.compress(b"[]")),
        sealed(255, zlib.compress(b"{")), sealed(255, zlib.compress(b"\xff")),
        sealed(255, zlib.compress(b"[" * 90_000)),
        sealed(255, zlib.compress(b'{"a":' * 15_000)), sealed(255, zlib.compress(b'{"a": NaN}')),
        sealed(255, zlib.compress(b" " * 50_000_000)[:7000]), sealed(255, zlib.compress(b" " * 200_000 + b"{}")),
        sealed(255, zlib.compress(b"{}") + b"more"), sealed(255, zlib.compress(b'{"a": ' + b"9" * 5000 + b"}")),
        sealed(0, b"\x00more", "house"), sealed(0, b"\x20" + b"\xff" * 32, "house"),
        sealed(0, b"\xff\x0f\xff" + b"\xff" * 4095, "house"), sealed(0, b"\xff", "house"),
        sealed(0, b"\x09\x01", "house"), sealed(2, b"\x09\x01", "house-2"),
    ],
)  # fmt: skip
def test_a_text_that_is_not_an_id_is_a_problem(wrong):
    found = puzzle_of_id(wrong)
    assert isinstance(found, Problem)
    assert found.code == "DT903"
    assert found.message.isprintable()
    assert len(found.message) < 200
    read = read_id(wrong)
    assert [problem.code for problem in read.problems] == ["DT903"]
    assert len(read.file) < 30


@pytest.mark.parametrize(
    "words",
    [b"{}", b'{"format": "dungeon-time/replay/1", "story": []}', b'{"format": "dungeon-time/puzzle/1", "story": 1}',
     b'{"format": "dungeon-time/puzzle/1", "story": [], "goal": {"kind": "most"}, "start": {"cards": [[[]]]}}'],
)  # fmt: skip
def test_a_right_id_with_a_wrong_puzzle_is_a_problem(words):
    puzzle = check_puzzle(read_id(sealed(255, zlib.compress(words))))
    assert not puzzle.is_valid
    assert puzzle.problems


@SETTINGS
@given(st.binary(max_size=60), st.sampled_from([0, 1, 2, 255]))
def test_any_bytes_with_a_right_checksum_are_a_puzzle_or_a_problem(content, form):
    written = sealed(form, content, {0: "house", 1: "rulebook", 2: "house-2"}.get(form))
    found = puzzle_of_id(written)
    if not isinstance(found, Problem):
        check_puzzle(read_id(written))


def test_a_puzzle_that_is_too_large_has_no_id():
    noise = "".join(chr(0x4E00 + n * 7919 % 20_000) for n in range(20_000))
    with pytest.raises(IdTooLong, match="at most"):
        full_id({**SIMPLE, "notes": noise})
    written = {"mission": "x" * 100, "needs": ["sword"] * 20}
    with pytest.raises(IdTooLong, match="at most"):
        full_id({**SIMPLE, "story": [written] * 500})
    even = {**SIMPLE, "notes": "x" * 20_000}
    assert read_id(full_id(even)).data == even


# short ids


@pytest.mark.parametrize(
    ("written", "grade", "seed", "generator"),
    [("grade1#a", 1, "a", 1), ("grade5#2026-11-17", 5, "2026-11-17", 1),
     (" grade3##\u00e4\n", 3, "#\u00e4", 1), ("grade3v2#cellar", 3, "cellar", 2)],
)  # fmt: skip
def test_short_ids(written, grade, seed, generator):
    assert short_id(written) == ShortId(grade, seed, generator)
    assert str(ShortId(grade, seed, generator)) == written.strip()
    assert not is_full_id(written)


def test_a_generator_makes_puzzles_of_the_house_cards_of_its_time():
    assert [short_id(written).card_set for written in ("grade3#cellar", "grade3v2#cellar")] == ["house-1", "house-2"]


@pytest.mark.parametrize(
    "wrong",
    ["", "grade3", "grade3#", "grade#x", "grade0#x", "grade6#x", "grade3#two words", "3#x", "Grade3#x", "grade3#\x1bx",
     "grade3#" + "x" * 101, "grade99999999#x", "grade3#x\ny", "x" * 1_000_000, "grade\u0663#x",
     "grade3v#x", "grade3v0#x", "grade3v3#x", "grade3v99999999#x"],
)  # fmt: skip
def test_texts_that_are_not_short_ids(wrong):
    found = short_id(wrong)
    assert isinstance(found, Problem)
    assert found.code == "DT903"
    assert found.message.isprintable()


def test_a_later_generator_asks_for_an_update():
    found = short_id("grade3v3#x")
    assert found.message == "generator 3 in 'grade3v3#x', this dtcli has generators 1 to 2"
    assert found.hint == "update dtcli"


def test_the_strategy_reaches_what_is_difficult():
    seen = {"compact": 0, "words": 0, "start": 0, "written out": 0, "rulings": 0, "mission": 0}

    @settings(SETTINGS, max_examples=150)
    @given(puzzles())
    def look(puzzle):
        normal = normal_form(puzzle)
        compact = full_id(puzzle)[4] != "_"
        seen["compact" if compact else "words"] += 1
        seen["start"] += compact and bool(normal.get("start"))
        seen["written out"] += compact and "needs" in str(normal["story"])
        seen["rulings"] += compact and "rulings" in normal
        seen["mission"] += compact and normal["goal"]["kind"] == "mission"

    look()
    assert min(seen.values()) >= 3, seen
