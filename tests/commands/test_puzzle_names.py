"""How puzzles are named on the command line, and what is hidden until they are solved."""

import json
from datetime import date

import pytest

from dtcli.commands import dates
from dtcli.commands.puzzle import daily as daily_command
from dtcli.formats.json.writer import to_json
from dtcli.formats.puzzle.daily import daily_ids
from dtcli.formats.puzzle.packs import bundled_name, packs, short_name, slug
from tests.commands.shell import invoke

FIRST = "puzzles/first-steps/01-choose-like-a-locksmith.json"
SOLVED = b"on\n7\non\n"
"""The lines that solve the first puzzle."""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DTCLI_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(dates, "today", lambda: date(2026, 11, 20))
    return tmp_path / "home"


def title_of(*arguments):
    result = invoke("puzzle", *arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()[0]


@pytest.mark.parametrize(
    "name",
    ["Choose Like a Locksmith", "choose like a locksmith", "first-steps/01", "first-steps/1", FIRST,
     "first-steps/01-choose-like-a-locksmith", "first-steps/next", "next"],
)  # fmt: skip
def test_a_puzzle_has_many_names(name):
    assert title_of("show", name) == "Choose Like a Locksmith"


def test_every_bundled_puzzle_is_found_by_its_title_and_its_number():
    for pack in packs():
        for document in pack.puzzles():
            assert bundled_name(document.data["title"]) == document.file
            assert bundled_name(short_name(document.file)) == document.file
            assert slug(document.data["title"]) == document.file.rpartition("/")[2][3:-5]


def test_a_pack_is_all_its_puzzles():
    assert invoke("puzzle", "show", "first-steps").stdout.count("id: dt1.") == 12
    assert invoke("puzzle", "grade", "--json", "first-steps/02").exit_code == 0
    assert invoke("puzzle", "check", "first-steps/02", "--quick").exit_code == 0


def test_a_file_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (document,) = (one for one in packs()[1].puzzles() if "/01-" in one.file)
    (tmp_path / "today").write_text(to_json(document.data), encoding="utf-8")
    assert title_of("show", "today") == document.data["title"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Chose Like a Locksmith", "did you mean puzzles/first-steps/01-choose-like-a-locksmith.json?"),
        ("Creaking Leathr", "did you mean puzzles/first-steps/12-creaking-leather.json?"),
    ],
)
@pytest.mark.parametrize("command", ["show", "play", "check", "grade", "export"])
def test_a_misspelt_title_gets_a_suggestion(name, hint, command):
    result = invoke("puzzle", command, name)
    assert result.exit_code == 3
    assert hint in " ".join((result.stdout + result.stderr).split())


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [("daily/monday", 2, "is not a date"), ("first-stpes/next", 2, "did you mean first-steps?"),
     ("first-steps/99", 3, "DT101")],
)  # fmt: skip
def test_names_that_mean_nothing(name, code, words):
    result = invoke("puzzle", "show", name)
    assert (result.exit_code, words in result.stderr) == (code, True), result.stderr


# today


def test_the_puzzle_of_the_day_is_shown_and_played_at_once():
    title = title_of("today")
    assert title == title_of("show", "today") == title_of("today", "--date", "2026-11-20")
    assert title == title_of("show", "daily/2026-11-20") != title_of("show", "daily/2026-11-19")
    assert f"id: {daily_ids()[date(2026, 11, 20)]}" in invoke("puzzle", "today").stdout
    assert "grade 3 · puzzle of 2026-11-20" in invoke("puzzle", "today").stdout
    played = invoke("puzzle", "play", "today", stdin=b"quit\n")
    assert (played.exit_code, played.stdout.splitlines()[0]) == (0, title)


def test_a_later_day_is_made_once_and_kept(home, monkeypatch):
    day = "2199-12-30"  # a Monday
    result = invoke("puzzle", "today", "--date", day)
    assert result.exit_code == 0
    assert "does not ship; it is made now and kept" in result.stderr
    path = home / "puzzles" / "daily" / f"{day}.json"
    made = path.read_bytes()
    again = invoke("puzzle", "show", f"daily/{day}")
    assert (again.stdout, again.stderr, path.read_bytes()) == (result.stdout, "", made)
    assert f"grade 1 · puzzle of {day}" in result.stdout
    path.write_bytes(made[:100])
    monkeypatch.setattr(daily_command, "_make", lambda _day: json.loads(made))
    assert invoke("puzzle", "today", "--date", day).stdout == result.stdout
    assert json.loads(path.read_bytes()) == json.loads(made)


def test_without_a_folder_a_later_day_is_still_shown(home, monkeypatch):
    home.write_text("a file")
    (document,) = (one for one in packs()[0].puzzles() if "/01-" in one.file)
    monkeypatch.setattr(daily_command, "_make", lambda _day: {**document.data, "title": "Made"})
    result = invoke("puzzle", "today", "--date", "2199-12-30")
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "Made")
    assert "is not kept" in result.stderr


# what is hidden


def test_themes_are_hidden_until_the_puzzle_is_solved():
    assert "right-kind" not in invoke("puzzle", "show", "first-steps/01").stdout
    assert "right-kind" not in invoke("puzzle", "list").stdout
    assert "grade 1 · right-kind" in invoke("puzzle", "show", "--themes", "first-steps/01").stdout
    assert "right-kind" in invoke("puzzle", "list", "--themes").stdout
    played = invoke("puzzle", "play", "first-steps/01", stdin=SOLVED)
    assert "Themes: right-kind" in played.stdout
    assert "grade 1 · solved · right-kind" in invoke("puzzle", "show", "first-steps/01").stdout


def test_themes_of_an_id_are_found():
    puzzle_id = json.loads(invoke("puzzle", "list", "--pack", "first-steps", "--json").stdout.splitlines()[0])["id"]
    assert "right-kind" not in invoke("puzzle", "show", puzzle_id).stdout
    assert "right-kind" in invoke("puzzle", "show", "--themes", puzzle_id).stdout
    invoke("puzzle", "play", "first-steps/01", stdin=SOLVED)
    assert "right-kind" in invoke("puzzle", "show", puzzle_id).stdout  # the same puzzle, by its content


def test_solved_puzzles_are_marked_and_next_goes_on():
    assert "✓" not in invoke("puzzle", "list").stdout
    invoke("puzzle", "play", "first-steps/01", stdin=SOLVED)
    listed = invoke("puzzle", "list", "--pack", "first-steps").stdout
    assert "1 of 12 solved" in listed
    assert "✓ 01" in listed
    assert listed.count("✓") == 1
    assert "11 puzzles" in invoke("puzzle", "list", "--pack", "first-steps", "--unsolved").stdout
    shown = invoke("puzzle", "next", "first-steps").stdout
    assert "play it: dtcli puzzle play first-steps/02" in shown
    rows = [json.loads(line) for line in invoke("puzzle", "list", "--json").stdout.splitlines()]
    assert [row["solved"] for row in rows] == [True] + [False] * (len(rows) - 1)


# results


def test_what_was_played_is_in_the_history():
    assert "no puzzles played yet" in invoke("history", "--puzzles").stderr
    assert invoke("puzzle", "share").exit_code == 1
    played = invoke("puzzle", "play", "first-steps/01", stdin=b"hint\non\n1\non\n1\nrestart\n" + SOLVED)
    shared = invoke("puzzle", "share").stdout
    assert played.stdout.endswith(shared)
    assert "Choose Like a Locksmith, grade 1 (*....)" in shared
    assert ", 2 attempts, 1 hint" in shared
    assert shared == invoke("puzzle", "share", "first-steps/01").stdout
    assert invoke("puzzle", "share", "first-steps/02").exit_code == 1
    puzzle, total = map(json.loads, invoke("history", "--puzzles", "--json").stdout.splitlines())
    assert (puzzle["solved"], puzzle["attempts"], puzzle["hints"], puzzle["score"]) == (True, 2, 1, 0.5)
    assert (total["solved"], total["rating"]["puzzles"]) == (1, 1)
    assert "1 of 1" in invoke("history", "--puzzles").stdout
    assert invoke("history", "--puzzles", FIRST).exit_code == 2


def test_a_damaged_result_is_reported_once(home):
    invoke("puzzle", "play", "first-steps/01", stdin=SOLVED)
    path = home / "puzzles" / "results.ndjson"
    path.write_bytes(path.read_bytes() + b'{"kind": "puzz')
    result = invoke("history", "--puzzles")
    assert (result.exit_code, "DT804" in result.stderr, "1 of 1" in result.stdout) == (1, True, True)
    assert invoke("history", "--puzzles").exit_code == 0


def test_results_that_cannot_be_kept_are_a_warning(home):
    home.write_text("a file")
    result = invoke("puzzle", "play", "first-steps/01", stdin=SOLVED)
    assert result.exit_code == 0
    assert "Warning: the result is not being kept: " in result.stdout
    assert "Solved, without help." in result.stdout


def test_a_storm_in_a_pipe_is_kept_in_the_list_of_the_best():
    result = invoke("puzzle", "storm", "--seed", "x", stdin=b"\nskip\nskip\nskip\n")
    assert result.exit_code == 0
    assert "0 puzzles solved, 3 mistakes, combo 0." in result.stdout
    best = invoke("puzzle", "storm", "--best").stdout
    assert result.stdout.endswith(best)
    assert "1 run in all" in best
    assert "Best storms:" in invoke("history", "--puzzles").stdout
    assert json.loads(invoke("history", "--puzzles", "--json").stdout.splitlines()[0])["kind"] == "storm"
