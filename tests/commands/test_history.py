"""``dtcli history``: statistics over saved games."""

import json

import pytest

from dtcli.play.storage.folders import Folders
from tests.commands.shell import ROOT, invoke
from tests.play.random_players import play

WON = "scenario: level-1\ngoal: 1\nsword\nmission X: sword\n"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DTCLI_HOME", str(tmp_path / "home"))
    return Folders(tmp_path / "home")


def records(*arguments):
    result = invoke("history", *arguments, "--json")
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_without_games_there_is_only_an_empty_total(home):
    code, (total,) = records()
    assert (code, total["games"], total["best"], total["average"]) == (0, 0, None, None)
    result = invoke("history")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no games" in result.stderr
    assert not home.home.exists()


def test_saved_games_are_counted_and_interrupted_ones_separately(home):
    outcomes = [play(home, seed=seed).game.status for seed in range(3)]
    play(home, seed=9, leave=lambda game: len(game.log) > 9)
    code, (level, total) = records()
    assert code == 0
    assert (level["id"], level["games"], level["interrupted"]) == ("level-1", 3, 1)
    assert level["won"] + level["lost"] + level["broken"] == 3
    assert level["broken"] == outcomes.count("broken")
    assert {**total, "kind": "scenario", "id": "level-1", "title": "Level 1", "extended": False} == level


def test_a_corrupt_file_is_reported_and_left_out(home):
    play(home)
    (home.games / "2026-01-01-0000-torn.json").write_text('{"format": ')
    result = invoke("history", "--json")
    assert result.exit_code == 1
    assert "DT104" in result.stderr
    assert "torn.json" in result.stderr
    assert json.loads(result.stdout.splitlines()[-1])["games"] == 1


def test_a_claim_that_does_not_agree_is_reported_and_the_game_counts_as_replayed(home, tmp_path):
    (tmp_path / "a.dt").write_text("result: 1 mission, lost\n" + WON)
    code, (_, total) = records(str(tmp_path / "a.dt"))
    assert (code, total["won"]) == (1, 1)


def test_warnings_are_not_printed(home, tmp_path):
    (tmp_path / "a.dt").write_text("sword\nmission X: sword -> bow?\n")
    result = invoke("history", str(tmp_path / "a.dt"))
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_missing_file_gives_3(home):
    assert invoke("history", "nothing.dt").exit_code == 3


def test_the_table_fits_80_columns_and_has_counts_beside_rates(home):
    shown = invoke("history", str(ROOT / "replays" / "games")).stdout
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert "3 of 3  100%" in shown
    assert "game open" in shown
