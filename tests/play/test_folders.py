"""The folders of saved games."""

from datetime import UTC, datetime
from pathlib import Path

from dtcli.play.storage.folders import Folders, folders, game_stem
from dtcli.play.storage.play_and_save import play_game
from tests.play.random_players import Player, play, setup

EVENING = datetime(2026, 1, 16, 20, 31, tzinfo=UTC)


def test_the_environment_names_the_home(tmp_path):
    assert folders({"DTCLI_HOME": str(tmp_path)}) == Folders(tmp_path)
    assert folders({"DTCLI_HOME": "here"}).home.is_absolute()


def test_without_the_variable_the_platform_decides():
    home = folders({}).home
    assert home.name == "dtcli"
    assert home.is_absolute()


def test_a_file_name_has_date_scenario_and_seed():
    assert game_stem("training-grounds", "7", started=EVENING) == "2026-01-16-2031-training-grounds-7"
    for seed in ("../../etc/passwd", "a\x00b", "CON", "é" * 300, "", "x" * 300, "a\\b:c*?"):
        stem = game_stem("level-1", seed, started=EVENING)
        assert Path(stem).name == stem
        assert len(stem) < 70
        assert stem.isascii()


def test_two_games_in_the_same_minute_have_two_files(tmp_path):
    home = Folders(tmp_path)
    paths = []
    for _ in range(2):
        player = Player(1)
        found = play_game(setup(), player, folders=home, now=player.clock, calendar=lambda: EVENING)
        paths.append(found.path.name)
    assert paths == ["2026-01-16-2031-level-1-7.json", "2026-01-16-2031-level-1-7-2.json"]


def test_nothing_is_left_behind_by_a_game(tmp_path):
    found = play(Folders(tmp_path))
    assert found.game is not None
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [found.path]
