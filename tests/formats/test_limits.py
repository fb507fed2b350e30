"""Limits are checked while a file is read: many problems, counts that multiply, large card sets, devices."""

import io
import json
import os
import time
import zlib
from base64 import urlsafe_b64encode

import pytest

from dtcli.formats import bounded_reading as bounded
from dtcli.formats.bounded_reading import TooLargeError, read_bounded
from dtcli.formats.card_sets import MOST_KEY_PARTS, load_cards
from dtcli.formats.limits import LARGEST_CARD_SET, LONGEST_SKIPPED, MOST_CARDS, MOST_NAMES
from dtcli.formats.problems import MOST_PROBLEMS
from dtcli.formats.puzzle.file import check_puzzle, parse_puzzle, read_id
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse, read
from dtcli.formats.schema_check import shape_problems

LIMIT = 2.5
"""Seconds of work that any of these files may take; most take a tenth of one, but machines may be slow or busy."""
REPLAY = "dungeon-time/replay/1"
PUZZLE = "dungeon-time/puzzle/1"
ZEROS = [0] * (MOST_PROBLEMS + 1)


@pytest.fixture(autouse=True)
def in_time():
    """Fail a test that takes too long."""
    started = time.process_time()
    yield
    assert time.process_time() - started < LIMIT


def codes(problems):
    return [problem.code for problem in problems]


# more problems than are listed


@pytest.mark.parametrize("more", [{}, {"choices": [0] * 900}, {"heroes": [1, 2]}, {f"key{n}": 1 for n in range(500)}])
def test_a_replay_with_very_many_wrong_values_is_a_list_of_problems(more):
    document = parse(json.dumps({"format": REPLAY, "story": ZEROS, **more}), suffix=".json")
    assert len(document.problems) == MOST_PROBLEMS + 1
    assert codes(document.problems)[-1] == "DT110"
    assert set(document.valid_part["story"]) == {None}
    assert check(document).problems == tuple(sorted(document.problems, key=lambda one: (one.line, one.column)))


def test_exactly_as_many_problems_as_are_listed_are_all_listed():
    document = parse(json.dumps({"format": REPLAY, "story": ZEROS[1:]}), suffix=".json")
    assert codes(document.problems) == ["DT203"] * MOST_PROBLEMS


def test_very_many_wrong_values_in_story_notation():
    lines = "".join(f'choice {{"at": {n}, "take": 5}}\n' for n in range(1, MOST_PROBLEMS + 2))
    checked = check(parse(f"sword\n{lines}", suffix=".dt"))
    assert codes(checked.problems).count("DT203") == MOST_PROBLEMS
    assert "DT110" in codes(checked.problems)


def test_very_many_wrong_values_in_one_line_do_not_end_a_batch():
    bad = json.dumps({"format": REPLAY, "story": ZEROS}).encode()
    good = json.dumps({"format": REPLAY, "story": ["sword"]}).encode()
    first, second = read(["-"], io.BytesIO(bad + b"\n" + good + b"\n"))
    assert len(check(first).problems) == MOST_PROBLEMS + 1
    assert check(second).problems == ()


def test_very_many_wrong_values_in_a_puzzle_and_in_its_id():
    puzzle = {"format": PUZZLE, "story": ZEROS, "goal": {"kind": "most"}}
    assert len(check_puzzle(parse_puzzle(json.dumps(puzzle))).problems) == MOST_PROBLEMS + 1
    body = b"\xff" + zlib.compress(json.dumps(puzzle).encode())
    text = "dt1." + urlsafe_b64encode(body + zlib.crc32(body).to_bytes(4, "big")).decode().rstrip("=")
    assert len(text) < 200
    assert len(check_puzzle(read_id(text)).problems) == MOST_PROBLEMS + 1


@pytest.mark.parametrize("name", ["replay", "cards", "campaign", "certificate"])
def test_very_many_unknown_keys_are_reported_in_time(name):
    data = {"format": f"dungeon-time/{name}/1", **{f"hreoes{n}": 1 for n in range(20_000)}}
    assert len(shape_problems(name, data)) > 20_000


@pytest.mark.parametrize(
    "wrong",
    [
        {"story": [f"swrod {n}" for n in range(500)]},
        {"story": [{"mission": f"wlof {n}"} for n in range(500)]},
        {"story": [{"mission": "W", "needs": [f"bwo{n}-{m}" for m in range(20)]} for n in range(500)]},
        {"story": [], "choices": [{"at": n + 1, "waive": [f"bwo{n}-{m}" for m in range(50)]} for n in range(1000)]},
        {"story": [], "start": {"supply": {f"bwo{n}": 1 for n in range(50)}, "cards": [f"bwo{n}" for n in range(50)]}},
        {"story": [], "choices": [{"before": n + 1, "hero": f"tokn {n}"} for n in range(1000)]},
        {"story": ["sword"], "play": {"hands": [["bwo"]], "deck": [f"bwo{n}" for n in range(500)], "events": []}},
        {"story": ["sword"] * 500, "choices": [{"at": n + 1, "take": "bow"} for n in range(1000)]},
        {"story": ["sword"] * 500, "choices": [{"before": n + 1, "hero": "tragurk"} for n in range(1000)]},
    ],
)
def test_very_many_unknown_names_are_reported_in_time(wrong):
    problems = check(parse(json.dumps({"format": REPLAY, **wrong}), suffix=".json")).problems
    assert 100 <= len(problems) <= 1000 + MOST_PROBLEMS + 1  # every choice may be refused as well


# counts that multiply

SWORDS = " + ".join(["500 sword"] * 5_000)
DEALT = ", ".join(["500 sword"] * 5_000)


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        (f"mission X: {SWORDS}\n", "/story/0/needs"),
        (f"sword | waive {SWORDS}\n", "/choices/0/waive"),
        (f"sword\nat 1: discard {SWORDS}\n", "/choices/0/discard"),
        (f"sword | fail, tokens {SWORDS}\n", "/choices/0/tokens"),
        (f"sword | in full {SWORDS}\n", "/choices/0/in_full"),
        (f"hero Tragurk: {SWORDS}\nsword\n", "/choices/0/remove"),
        (f"start: cards {SWORDS}\nsword\n", "/start/cards"),
        (f"start: tokens {SWORDS}, guesses {SWORDS}\nsword\n", "/start/tokens"),
        (f"start: heroes {' + '.join(['Tonk'] * 5000)}\nsword\n", "/start/heroes"),
        (f"heroes: {', '.join(['Tonk'] * 5000)}\nsword\n", "/heroes"),
        (f"hero Nintrabash: {'1 ' * 5000}\nsword\n", "/choices/0/discard"),
        (f"sword\nplay:\nhand 1: {DEALT}\ndeck: cup\n", "/play/hands/0"),
        (f"sword\nplay:\nhand 1: cup\ndeck: {DEALT}\n", "/play/deck"),
        (f"sword\nplay:\nhand 1: cup\ndeck: cup\n1s discards {DEALT}\n", "/play/events/0/discard"),
        (f"sword\nplay:\nhand 1: cup\ndeck: cup\npauses: {', '.join(['1s for 1s'] * 9000)}\n", "/play/pauses"),
    ],
)
def test_a_count_is_not_multiplied_beyond_what_a_file_may_have(text, pointer):
    document = parse(text, suffix=".dt")
    too_long = [problem for problem in document.problems if "too long" in problem.message]
    assert pointer in [problem.pointer for problem in too_long]
    value = document.valid_part if pointer.startswith("/story") else None
    assert value is None or len(value["story"]) <= 1


@pytest.mark.parametrize(
    "line",
    [
        "start: supply " + " + ".join(f"1 _sword{n}" for n in range(50_000)),
        "rulings: " + ", ".join(f"_mine{n} = 1" for n in range(60_000)),
    ],
)
def test_keys_that_are_too_many_are_refused_and_none_is_dropped(line):
    (problem,) = check(parse(f"{line}\nsword\n", suffix=".dt")).problems
    assert (problem.code, problem.message) == ("DT203", f"too long, at most {MOST_NAMES} are allowed")


@pytest.mark.parametrize("card", [0, {"a": 1}, {"mission": 1}, ""])
def test_very_many_wrong_cards_in_a_play_log(card):
    play = {"hands": [[]], "deck": [], "events": [{"t": 1, "discard": [card] * 15}] * 2_000}
    document = parse(json.dumps({"format": REPLAY, "story": [], "play": play}), suffix=".json")
    assert len(document.problems) == MOST_PROBLEMS + 1


def test_counts_up_to_the_limit_are_read_whole():
    assert len(parse(f"start: cards {MOST_NAMES} sword\nsword\n", suffix=".dt").data["start"]["cards"]) == MOST_NAMES
    deck = parse(f"sword\nplay:\nhand 1: cup\ndeck: {MOST_CARDS} cup\n", suffix=".dt").data["play"]["deck"]
    assert len(deck) == MOST_CARDS


@pytest.mark.parametrize(
    "line",
    ["sword | " + "take bow, " * 50_000, "rulings: " + ", ".join(f"a{n} = 1" for n in range(60_000)),
     "result: " + "won, " * 100_000, "mission " + "+" * 900_000, "deck: " + "," * 900_000],
)  # fmt: skip
def test_a_line_with_very_many_parts(line):
    assert check(parse(f"{line}\nplay:\n{line}\n", suffix=".dt")).problems


@pytest.mark.parametrize("lines", ["\n" * 900_000, "#\n" * 250_000, " #x\n" * 100_000])
def test_very_many_comments_are_read_in_time(lines):
    assert codes(check(parse(f"{lines}swrod\n", suffix=".dt")).problems) == ["DT204"]


# card sets

HEAD = 'format = "dungeon-time/cards/1"\nid = "mine"\ntitle = "Mine"\n'


def mission(number, needs='"bow"', title="M"):
    return f'[[missions]]\nid = "E{number}"\ndeck = "E"\ntitle = "{title}{number}"\nneeds = [{needs}]\n'


def load_text(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load_cards(path)


def test_a_large_card_set_of_the_real_kind_is_read(tmp_path):
    text = HEAD + "".join(mission(n, '"bow", "sword"') + f'text = "{"x" * 120}"\n' for n in range(1000))
    assert len(text) > LARGEST_CARD_SET // 2
    assert len(load_text(tmp_path, text).names.cards.missions) == 1000


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 100_000 + " = 1\n",
        '"a"' + " . 'b'" * 30_000 + " = 1\n",
        "[a" + ".a" * 100_000 + "]\n",
        "x = {a" + ".a" * 100_000 + " = 1}\n",
        "x = [1, {y = 2, a" + ".a" * 100_000 + " = 1}]\n",
        "".join(f"a{n}" + ".a" * 200 + " = 1\n" for n in range(500)),
    ],
    ids=["key", "quoted", "header", "inline", "in list", "many"],
)
def test_dotted_keys_are_refused_before_they_are_parsed(tmp_path, text):
    (problem,) = load_text(tmp_path, HEAD + text).problems
    assert (problem.code, problem.line) == ("DT109", 4)
    assert str(MOST_KEY_PARTS) in problem.message


@pytest.mark.parametrize("quote", ['"', "'", '"""', "'''"])
def test_dots_in_texts_and_comments_are_not_parts_of_keys(tmp_path, quote):
    dots = "a" + ".a" * 50
    text = f"{HEAD}notes = {quote}{dots} = 1{quote} # {dots} = 1\n# {dots} = 1\n"
    assert load_text(tmp_path, text).problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "[[missions]]\n" * 20_000,
        "[[x]]\n" * 40_000,
        "".join(f"[x{n}]\n" for n in range(25_000)),
        "".join(f"k{n} = 1\n" for n in range(22_000)),
        "".join(mission(n, ", ".join(f'"bwo{m}"' for m in range(12))) for n in range(1000)),
        "".join(mission(n, '"bow"', "Same") for n in range(1000)),
        "".join(mission(1, '"bow"', f"Title {n} ") for n in range(1000)),
        "".join(mission(n) + 'reward = "bwo/cpu"\n' for n in range(1000)),
        "x = " + "[" * 200_000,
        "x = " + "{a=" * 80_000,
        'x = "' + '\\"' * 100_000,
        'x = """' + '\\"""' * 60_000,
        "'" * 200_000,
        '"' * 200_000,
    ],
    ids=[
        "missions", "lists", "tables", "keys", "items", "titles", "ids", "rewards", "deep", "inline", "escapes",
        "long escapes", "apostrophes", "quotes",
    ],
)  # fmt: skip
def test_a_hostile_card_set_is_refused_in_time(tmp_path, text):
    loaded = load_text(tmp_path, HEAD + text)
    assert loaded.names is None or not loaded.problems
    assert len(loaded.problems) <= MOST_PROBLEMS + 1


def test_very_many_unknown_missions_on_scrolls(tmp_path):
    cards = "".join(mission(n) for n in range(700))
    scroll = ", ".join(f'"EE{n}"' for n in range(12))
    adventures = "".join(
        f'[[adventures]]\nid = "a{n}"\ntitle = "A{n}"\nneeds = ["bow"]\neffect = "extra-slot"\n'
        f"scroll = {{missions = [{scroll}], reputation = 0, accomplish = 1}}\n"
        for n in range(100)
    )
    problems = load_text(tmp_path, HEAD + cards + adventures).problems
    assert codes(problems) == ["DT205"] * MOST_PROBLEMS + ["DT110"]


# bounded reading


def test_a_bounded_read_gives_the_whole_file_or_refuses(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    assert read_bounded(path, 100) == b"x" * 100
    with pytest.raises(TooLargeError, match="more than 99 bytes"):
        read_bounded(path, 99)


def test_a_sparse_file_is_not_read_whole(tmp_path):
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(TooLargeError):
        read_bounded(path, 1000)


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    seen = bounded.os.fstat

    def grown(number):
        found = seen(number)
        path.write_bytes(b"x" * 200)
        return found

    monkeypatch.setattr(bounded.os, "fstat", grown)
    with pytest.raises(TooLargeError):
        read_bounded(path, 150)


@pytest.mark.skipif(os.name == "nt", reason="devices are POSIX")
def test_devices_pipes_and_folders_are_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for name in ("pipe", "zero", "."):
        with pytest.raises(OSError, match=r"[Nn]ot a regular file|[Ii]s a directory"):
            read_bounded(tmp_path / name, 1000)


@pytest.mark.skipif(os.name == "nt", reason="devices are POSIX")
@pytest.mark.parametrize("suffix", ["toml", "dt", "json", "ndjson"])
def test_a_device_is_neither_card_set_nor_replay(tmp_path, suffix):
    name = tmp_path / f"zero.{suffix}"
    name.symlink_to("/dev/zero")
    if suffix == "toml":
        (tmp_path / "a.dt").write_text(f"cards: {name.name}\nsword\n")
        name = tmp_path / "a.dt"
    (problem,) = check(next(read([str(name)]))).problems
    assert problem.code == ("DT209" if suffix == "toml" else "DT101")
    assert "not a regular file" in problem.message


@pytest.mark.skipif(os.name == "nt", reason="named pipes are POSIX")
def test_a_pipe_is_refused_as_a_card_set(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    (problem,) = load_cards(tmp_path / "pipe.toml").problems
    assert (problem.code, problem.message.endswith("not a regular file")) == ("DT209", True)


def test_a_line_that_does_not_end_is_skipped_only_so_far(tmp_path):
    path = tmp_path / "sparse.ndjson"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    (document,) = read([str(path)])
    assert codes(document.problems) == ["DT103"]
    assert f"{LONGEST_SKIPPED:,}" in document.problems[0].message


def test_a_folder_that_cannot_be_read_is_reported(tmp_path, monkeypatch):
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.dt").write_text("sword\n")
    scan = os.scandir

    def refused(path):
        if os.fspath(path).endswith("b"):
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refused)
    found = list(read([str(tmp_path)]))
    assert [document.file for document in found] == [str(tmp_path / one) for one in ("a/game.dt", "b", "c/game.dt")]
    (problem,) = found[1].problems
    assert (problem.code, problem.message) == ("DT101", "cannot be read: Permission denied")


def test_a_folder_that_cannot_be_read_is_not_reported_as_empty(tmp_path, monkeypatch):
    def refused(path):
        raise PermissionError(13, "Permission denied", os.fspath(path))

    monkeypatch.setattr(os, "scandir", refused)
    (document,) = read([str(tmp_path)])
    assert [problem.message for problem in document.problems] == ["cannot be read: Permission denied"]
