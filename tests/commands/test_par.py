"""``dtcli par``: the answers, the line of play as a replay, JSON, limits, and what is refused."""

import json

import pytest

from tests.commands.shell import invoke

LEVEL_4 = ("--scenario", "level-4", "--seed", "3", "--card-set", "house-1")
"""A deal of which par is proved in a moment, from a printing that does not change."""


def answer(*arguments):
    result = invoke("par", *arguments, "--json")
    return result.exit_code, json.loads(result.stdout)


def test_par_of_a_seed_is_proved():
    code, found = answer(*LEVEL_4)
    assert code == 0
    assert list(found) == ["status", "par", "bound", "goal", "missions", "deal", "deeds", "seconds"]
    assert (found["status"], found["par"], found["bound"]) == ("optimal", 30, 30)
    assert (found["goal"], found["missions"], len(found["deeds"])) == (6, 6, 30)
    assert [len(hand) for hand in found["deal"]["hands"]] == [15]


def test_the_page_shows_the_line_and_the_pace():
    text = invoke("par", *LEVEL_4).stdout
    assert text.startswith("Level 4, seed 3  goal 6 missions\npar 30 deeds  proved: fewer are not enough\n")
    assert "in five minutes a card every 10.0 s" in text
    assert "choices of the resolution" in text


@pytest.mark.parametrize("name", ["line.dt", "line.json"])
def test_the_line_is_written_as_a_replay_that_wins(tmp_path, name):
    path = tmp_path / name
    assert invoke("par", *LEVEL_4, "--write", str(path)).exit_code == 0
    assert invoke("validate", str(path)).exit_code == 0
    row = json.loads(invoke("score", "--json", str(path)).stdout)
    assert (row["status"], row["missions"], row["problems"]) == ("won", 6, [])
    code, again = answer("--replay", str(path))
    assert (code, again["par"]) == (0, 30)


def test_par_of_three_hands_with_heroes(tmp_path):
    path = tmp_path / "three.dt"
    arguments = ("--scenario", "level-4", "--seed", "1", "--players", "3", "--heroes", "tonk,zaria", "--goal", "3")
    code, found = answer(*arguments, "--write", str(path))
    assert code == 0
    assert [len(hand) for hand in found["deal"]["hands"]] == [5, 5, 5]
    assert {"t", "player"} < set(found["deeds"][0])
    row = json.loads(invoke("score", "--json", str(path)).stdout)
    assert (row["status"], row["missions"]) == ("won", 3)
    assert [problem["code"] for problem in row["problems"]] == ["DT308"]  # the goal is not that of level 4


def test_the_most_missions_within_deeds():
    code, found = answer(*LEVEL_4, "--within", "20")
    assert code == 0
    assert (found["status"], found["within"]) == ("optimal", 20)
    assert found["missions"] == found["bound"]
    assert 0 < found["missions"] < 6
    assert found["par"] <= 20


def test_a_goal_that_cannot_be_reached_is_a_no():
    code, found = answer("--scenario", "level-4", "--seed", "3", "--goal", "13")
    assert code == 1
    assert (found["status"], found["par"], found["bound"]) == ("optimal", None, None)
    assert "not winnable" in invoke("par", *LEVEL_4, "--goal", "13").stdout


def test_no_missions_need_no_deeds():
    code, found = answer(*LEVEL_4, "--goal", "0")
    assert (code, found["par"], found["deeds"]) == (0, 0, [])


def test_a_limit_gives_a_bound_and_exit_code_4():
    code, found = answer("--scenario", "level-2", "--seed", "2", "--time-limit", "0")
    assert code == 4
    assert found["status"] == "feasible"  # a line that needs no search
    assert found["bound"] < 43 < found["par"] == len(found["deeds"])
    assert "par at most" in invoke("par", "--scenario", "level-2", "--seed", "2", "--time-limit", "0").stdout


def test_an_adventure_with_its_conditions():
    code, found = answer("--adventure", "the-art-of-saying-no", "--seed", "2")
    assert (code, found["status"]) == (0, "optimal")
    assert {"adventure": "the-art-of-saying-no"} in [deed.get("play") for deed in found["deeds"]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--scenario", "lvel-2"), "did you mean level-2?"),
        (("--goal", "3", "--curve"), "different questions"),
        (("--curve", "--write", "x.dt"), "--curve finds many lines of play"),
        (("--heroes", "draw"), "name them"),
        (("--heroes", "tonc"), "did you mean"),
        (("--replay", "replays/games/friday-night.dt"), "the five minutes of this game are not recorded"),
        (("--replay", "replays/games/rain-on-the-window.dt", "--seed", "a"), "leave out --seed"),
        (("--players", "2", "--heroes", "tonk,zaria,alan"), "each player has one hero"),
    ],
)
def test_wrong_usage_is_refused_with_a_hint(arguments, said):
    result = invoke("par", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_a_deal_that_is_not_legal_gets_its_problem(tmp_path):
    path = tmp_path / "line.json"
    invoke("par", *LEVEL_4, "--write", str(path))
    replay = json.loads(path.read_text())
    replay["play"]["hands"][0][0] = "gold" if replay["play"]["hands"][0][0] != "gold" else "cup"
    path.write_text(json.dumps(replay))
    result = invoke("par", "--replay", str(path))
    assert result.exit_code == 1
    assert "DT60" in result.stdout + result.stderr


@pytest.mark.parametrize("content", [b"", b"\x80\x81", b'{"format": "dungeon-time/replay/1", "story": ['])
def test_files_that_are_no_replays_get_a_problem(tmp_path, content):
    path = tmp_path / "odd.json"
    path.write_bytes(content)
    result = invoke("par", "--replay", str(path))
    assert result.exit_code in (1, 3)
    assert "DT1" in result.stdout + result.stderr
