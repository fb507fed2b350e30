"""``dtcli puzzle``: new, show, list, check, grade, and the errors."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dtcli.formats.puzzle.file import check_puzzle, read_puzzles
from tests.commands.shell import FRIDAY, LIMIT, ROOT, Terminal, environment, invoke

CELLAR = "dt1.AhBFCBDvl5mcr6jb3m6qYdILVGhlIEJhbGxhc3QgU29uZyBvbiBhIEZ1bGwgTW9vbukYP-Q"
PROBLEMS = ROOT / "tests/formats/problems"
FIRST = str(next((ROOT / "puzzles/first-steps").glob("01-*.json")))
STORY = ["torch", "map", {"mission": "E07"}, {"mission": "E08"}]


def answer(path: Path, choices: list, **other: object) -> str:
    """Write a replay of the first puzzle of the guide, and return its path."""
    replay = {"format": "dungeon-time/replay/1", "story": STORY, "choices": choices, **other}
    path.write_text(json.dumps(replay), encoding="utf-8")
    return str(path)


# new


def test_a_new_puzzle_is_printed_with_both_ids():
    result = invoke("puzzle", "new", "--grade", "1", "--seed", "cellar")
    assert result.exit_code == 0
    assert f"id: {CELLAR}" in result.stdout
    assert "short id: grade1v2#cellar" in result.stdout


def test_both_ids_show_the_same_puzzle():
    short, full = (invoke("puzzle", "show", name) for name in ("grade1v2#cellar", CELLAR))
    assert short.exit_code == full.exit_code == 0
    with_grade = [line for line in short.stdout.splitlines() if line != "grade 1"]
    assert with_grade == full.stdout.splitlines()


def test_refusals_are_counted():
    result = invoke("puzzle", "new", "--grade", "1", "--seed", "cellar", "--why")
    assert "positions, 1 puzzle; refused:" in result.stderr
    assert "a simple player reaches the goal" in result.stderr


def test_several_puzzles_are_written_one_per_line(tmp_path):
    path = tmp_path / "made.ndjson"
    result = invoke("puzzle", "new", "--grade", "1", "--seed", "row", "--count", "3", "--write", str(path))
    assert result.exit_code == 0
    found = [check_puzzle(document) for document in read_puzzles([str(path)])]
    assert [one.problems for one in found] == [()] * 3
    assert [one.document.data["seed"] for one in found] == ["grade1v2#row-1", "grade1v2#row-2", "grade1v2#row-3"]


def test_a_puzzle_made_with_more_options_than_grade_and_seed_has_no_short_id():
    line = json.loads(invoke("puzzle", "new", "--grade", "1", "--seed", "x", "--theme", "sacrifice", "--json").stdout)
    assert line["short_id"] is None
    assert "sacrifice" in line["puzzle"]["themes"]
    assert all(type(n) is int for n in line["refused"].values())


def test_ctrl_c_keeps_what_was_found(tmp_path):
    path = tmp_path / "kept.ndjson"
    command = [sys.executable, "-m", "dtcli", "puzzle", "new", "--grade", "1", "--count", "500", "--jobs", "2",
               "--seed", "pile", "--why", "--write", str(path)]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as making:
        assert making.stdout is not None
        making.stdout.readline()
        making.send_signal(signal.SIGINT)
        _, words = making.communicate(timeout=LIMIT)
    assert making.returncode == 130
    assert b"interrupted: " in words
    assert b"Traceback" not in words
    assert re.search(rb"[1-9]\d* positions, [1-9]\d* puzzles?; refused:\n +[1-9]\d*  ", words)
    assert 1 <= len(path.read_text(encoding="utf-8").splitlines()) < 500
    time.sleep(0.2)
    left = subprocess.run(["ps", "-A", "-o", "args"], capture_output=True, check=False).stdout
    assert str(path).encode() not in left


def test_ctrl_c_prints_the_refusals_before_anything_was_found():
    with Terminal("puzzle", "new", "--grade", "5", "--seed", "zz", "--why") as terminal:
        terminal.wait(b" refused, 0 of 1 found")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
    lines = [line.rpartition(b"\x1b[2K")[2] for line in terminal.shown.splitlines()]
    (total,) = [line for line in lines if line.endswith(b" positions, 0 puzzles; refused:")]
    counts = [int(line.split()[0]) for line in lines[lines.index(total) + 1 : -1]]
    assert sum(counts) == int(total.split()[0]) > 0
    assert lines[-1] == b"interrupted: 0 of 1 found"


def test_a_search_without_success_ends_with_the_reasons():
    result = invoke("puzzle", "new", "--grade", "5", "--seed", "zz", "--tries", "20")
    assert (result.exit_code, result.stdout) == (4, "")
    assert "20 positions, 0 puzzles; refused:" in result.stderr
    assert "error: no puzzle found among 20 positions" in result.stderr
    assert "hint: relax the options, try another --seed, or look at more positions with --tries" in result.stderr


def test_a_theme_that_needs_a_hero_brings_its_hero():
    arguments = ("--grade", "1", "--theme", "two-swords", "--seed", "a", "--json")
    line = json.loads(invoke("puzzle", "new", *arguments).stdout)
    assert line["puzzle"]["heroes"] == ["alan-ironstar"]
    assert "two-swords" in line["puzzle"]["themes"]


@pytest.mark.parametrize(
    ("arguments", "said", "hint"),
    [
        (["--theme", "one-torch", "--heroes", "alan-ironstar"], "theme 'one-torch' needs Tonk Redbeer",
         "--heroes alan-ironstar,tonk-redbeer"),
        (["--theme", "trade", "--heroes", "ros-thanir"], "theme 'trade' needs Garynor the Belly",
         "--heroes ros-thanir,garynor-the-belly"),
        (["--missions", "5", "--max-cards", "4"], "5 missions do not fit into a story of 4 cards", "--max-cards 5"),
        (["--missions", "12", "--card-set", "rulebook"], "the card set has 5 missions", "--missions"),
    ],
)  # fmt: skip
def test_options_that_cannot_succeed_are_refused_at_once(arguments, said, hint):
    result = invoke("puzzle", "new", "--seed", "zz", *arguments)
    assert result.exit_code == 2
    assert f"error: {said}" in result.stderr
    assert hint in result.stderr.partition("hint: ")[2]


def test_a_small_card_set_ends_with_the_reasons():
    result = invoke("puzzle", "new", "--card-set", "rulebook", "--seed", "a", "--tries", "10")
    assert result.exit_code == 4
    assert "no puzzle found among 10 positions" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["new", "--theme", "refuse-the-bate"], 2, "did you mean refuse-the-bait"),
        (["new", "--goal-kind", "least"], 2, "there is no goal 'least'"),
        (["new", "--heroes", "nobody"], 2, "unknown hero"),
        (["new", "--heroes", "tragurk, tragurk"], 2, "named twice"),
        (["new", "--heroes", "tonk, zaria, alan, fylee, garynor, tragurk"], 2, "at most 5 can play"),
        (["new", "--goal-kind", "fewest-skills"], 2, "name two heroes"),
        (["new", "--seed", "two words"], 2, "without spaces"),
        (["new", "--count", "2", "--write", "x.json"], 2, "holds one puzzle"),
        (["new", "--write", "x.dt"], 2, "not a file name for puzzles"),
        (["new", "--card-set", "nothing"], 3, "DT209"),
        (["show", "grade9#x"], 1, "DT903"),
        (["show", CELLAR[:-1] + "B"], 1, "DT903"),
        (["show", "dt1.!!"], 1, "DT903"),
        (["show", "nowhere.json"], 3, "DT101"),
        (["show", FRIDAY], 1, "DT104"),
        (["today", "--date", "yesterday"], 2, "is not a date"),
        (["list", "--theme", "none"], 2, "there is no theme"),
        (["list", "--hero", "none"], 2, "there is no hero"),
        (["list", "--pack", "none"], 2, "packs are first-steps"),
    ],
)
def test_errors_have_an_exit_code_and_a_message(arguments, code, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = invoke("puzzle", *arguments)
    assert (result.exit_code, words in result.stderr) == (code, True), result.stderr
    assert not list(tmp_path.iterdir())


# check and grade


@pytest.mark.parametrize(
    ("code", "status"),
    [("DT905", 1), ("DT906", 1), ("DT907", 1), ("DT908", 0), ("DT909", 0), ("DT910", 1), ("DT902", 1)],
)
def test_check_reports_each_problem(code, status):
    result = invoke("puzzle", "check", str(PROBLEMS / f"{code}.json"))
    assert (result.exit_code, code in result.stdout) == (status, True)
    line = json.loads(invoke("puzzle", "check", "--json", str(PROBLEMS / f"{code}.json")).stdout)
    assert [problem["code"] for problem in line["problems"]] == [code]


def test_a_shipped_puzzle_is_sound():
    line = json.loads(invoke("puzzle", "check", "--json", FIRST).stdout)
    assert (line["status"], line["unique"], line["proved"], line["problems"]) == ("sound", True, True, [])


@pytest.mark.parametrize(
    ("choices", "code", "said"),
    [
        ([{"at": 3, "take": "keys"}], 0, "the answer reaches the goal"),
        ([{"at": 3, "take": "cup"}], 1, "the answer does not reach the goal"),
        ([], 1, "the answer does not reach the goal"),
    ],
)
def test_any_line_that_reaches_the_goal_is_accepted(tmp_path, choices, code, said):
    result = invoke("puzzle", "check", FIRST, "--answer", answer(tmp_path / "answer.json", choices))
    assert (result.exit_code, said in result.stdout) == (code, True), result.output


def test_a_file_with_several_puzzles_is_checked_by_line_and_title(tmp_path):
    puzzle = json.loads(Path(FIRST).read_text(encoding="utf-8"))
    path = tmp_path / "two.ndjson"
    path.write_text(
        "".join(json.dumps({**puzzle, "title": title}) + "\n" for title in ("One", "Two")), encoding="utf-8"
    )
    shown = invoke("puzzle", "check", str(path)).stdout.splitlines()
    assert [line.partition(str(path))[2].split("  ")[:2] for line in shown] == [[":1", "One"], [":2", "Two"]]


def test_an_answer_to_another_story_or_an_illegal_one_is_refused(tmp_path):
    other = answer(tmp_path / "other.json", [], story=["torch"])
    assert "another story" in invoke("puzzle", "check", FIRST, "--answer", other).stderr
    illegal = answer(tmp_path / "illegal.json", [{"at": 3, "take": None}])
    result = invoke("puzzle", "check", FIRST, "--answer", illegal)
    assert (result.exit_code, "DT402" in result.stderr) == (1, True)


def test_a_grade_is_printed_with_its_quantities():
    result = invoke("puzzle", "grade", FIRST, "--solution")
    assert "foresight needed" in result.stdout
    assert "Solution: 2 missions can be completed, and no more." in result.stdout
    line = json.loads(invoke("puzzle", "grade", "--json", FIRST).stdout)
    assert line["difficulty"]["grade"] == 1
    assert line["solution"] == [{"at": 3, "take": "keys"}]


def test_a_puzzle_that_cannot_be_solved_has_no_grade():
    result = invoke("puzzle", "grade", str(PROBLEMS / "DT905.json"))
    assert (result.exit_code, "cannot be reached" in result.stdout) == (1, True)


# show and list


def test_the_collection_can_be_filtered():
    assert invoke("puzzle", "list").stdout.endswith("120 puzzles\n")
    rows = [json.loads(line) for line in invoke("puzzle", "list", "--hero", "Tragurk", "--json").stdout.splitlines()]
    assert len(rows) >= 5
    assert all("tragurk" in row["heroes"] for row in rows)
    assert all(row["id"].startswith("dt1.") for row in rows)
    assert "refuse-the-bait" in invoke("puzzle", "themes").stdout


def test_the_solution_is_shown_only_on_request():
    assert "take keys" not in invoke("puzzle", "show", FIRST).stdout
    assert "take keys" in invoke("puzzle", "show", "--solution", FIRST).stdout
