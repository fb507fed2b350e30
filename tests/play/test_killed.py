"""Processes killed with a real SIGKILL in every phase: nothing that happened is lost, nothing is there twice."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from dtcli.play.game.solo_game import Phase
from dtcli.play.storage.campaign import begun
from dtcli.play.storage.campaign_saves import Saves
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.lifecycle import resumed
from dtcli.play.storage.recovery import recover
from dtcli.play.storage.resume import NotTakenUpError
from tests.commands.shell import LIMIT, ROOT, environment
from tests.play.random_players import Player, play


@pytest.fixture
def folders(tmp_path):
    return Folders(tmp_path / "home").make()


def killed(folders, where, *, seed=1, campaign=""):
    """Play in a process of its own until it is killed there."""
    process = subprocess.run(
        [sys.executable, "-m", "tests.play.random_players", str(folders.home), str(seed), where, campaign],
        cwd=ROOT, env=environment(), capture_output=True, timeout=LIMIT, check=False,
    )  # fmt: skip
    assert process.returncode == -signal.SIGKILL, process.stderr.decode()


def whole_game(tmp_path, **other):
    """Return the replay of the same game when nobody is killed."""
    found = play(Folders(tmp_path / "other"), **other)
    assert found.kept.interrupted is None
    return json.loads(found.path.read_text(encoding="utf-8"))


def replays(folders):
    return sorted(folders.games.glob("*.json"))


SAME = ("story", "choices", "result", "play", "heroes", "scenario", "edition", "extended")


def test_killed_before_the_sand_is_turned_there_is_nothing_to_keep(folders):
    killed(folders, "line 1")
    assert len(list(folders.journals.iterdir())) == 1
    assert recover(folders) == ((), ())
    assert not list(folders.journals.iterdir())
    assert not replays(folders)


def test_killed_in_the_five_minutes_what_was_played_is_kept(folders, tmp_path):
    killed(folders, "line 20")
    (kept,) = recover(folders).games
    assert kept.interrupted is Phase.TABLE
    found, whole = json.loads(kept.path.read_text(encoding="utf-8")), whole_game(tmp_path)
    assert found["_interrupted"] == "table"
    events = found["play"]["events"]
    assert 15 < len(events) < len(whole["play"]["events"])
    assert events == whole["play"]["events"][: len(events)]
    assert found["story"] == whole["story"][: len(found["story"])]
    assert "result" not in found
    assert not [problem for problem in check(load(kept.path)).problems if problem.is_error]
    with pytest.raises(NotTakenUpError, match="not interrupted in its resolution"):
        resumed(kept.path, Player(1), folders=folders)
    assert recover(folders) == ((), ())
    assert replays(folders) == [kept.path]


def lines_of(tmp_path):
    """Return how often the journal of a whole game is written, and after how many times the resolution begins."""
    from dtcli.play.storage.journal import Journal

    phases, write = [], Journal._write

    def count(self, lines, *, sync):
        phases.append(any("revealed" in line for line in lines))
        write(self, lines, sync=sync)

    Journal._write = count
    try:
        play(Folders(tmp_path / "counted"))
    finally:
        Journal._write = write
    return len(phases), phases.index(True) + 1


@pytest.mark.parametrize("share", [0.0, 0.5, 0.97])
def test_killed_in_the_resolution_it_goes_on_where_it_was(folders, tmp_path, share):
    every, first = lines_of(tmp_path)
    killed(folders, f"line {int(first + share * (every - first))}")
    (kept,) = recover(folders).games
    assert kept.interrupted is Phase.RESOLUTION
    found, whole = json.loads(kept.path.read_text(encoding="utf-8")), whole_game(tmp_path)
    assert found["story"] == whole["story"]
    assert found["play"] == whole["play"]
    assert found["choices"] == whole["choices"][: len(found["choices"])]
    assert 0 <= found["_revealed"] <= len(found["story"])
    gone_on = resumed(kept.path, Player(5).resolve, folders=folders)
    assert gone_on.game is not None
    assert gone_on.path == kept.path
    finished = json.loads(kept.path.read_text(encoding="utf-8"))
    assert "_interrupted" not in finished
    assert "_revealed" not in finished
    assert finished["_game"] == found["_game"]
    answered = [choice for choice in found["choices"] if choice.get("at", choice.get("before")) <= found["_revealed"]]
    assert [choice for choice in finished["choices"] if choice in answered] == answered
    assert check(load(kept.path)).problems == ()
    assert replays(folders) == [kept.path]
    assert not list(folders.journals.iterdir())


@pytest.mark.parametrize("where", ["saving", "saved", "told"])
def test_killed_at_the_end_the_game_is_there_once_and_counts_once(folders, tmp_path, where):
    Saves(folders).create(begun("campaign", at="2026-01-16T20:00:00+01:00"))
    killed(folders, where, campaign="campaign")
    assert len(list(folders.journals.iterdir())) == 1
    assert len(replays(folders)) == (where != "saving")
    assert bool(Saves(folders).load("campaign")["games"]) == (where == "told")
    (kept,) = recover(folders).games
    assert (kept.interrupted, kept.counted) == (None, True)
    assert replays(folders) == [kept.path]
    found, whole = json.loads(kept.path.read_text(encoding="utf-8")), whole_game(tmp_path)
    assert [found[key] for key in SAME] == [whole[key] for key in SAME]
    (game,) = Saves(folders).load("campaign")["games"]
    assert game["file"] == kept.path.name
    assert recover(folders) == ((), ())
    assert len(Saves(folders).load("campaign")["games"]) == 1


def test_killing_is_no_way_out_of_a_resolution_of_a_campaign(folders, tmp_path):
    saves = Saves(folders)
    saves.create(begun("campaign", at="2026-01-16T20:00:00+01:00"))
    every, _ = lines_of(tmp_path)
    killed(folders, f"line {every - 3}", campaign="campaign")
    (kept,) = recover(folders).games
    assert saves.load("campaign")["unfinished"] == kept.path.name
    gone_on = resumed(kept.path, Player(5).resolve, folders=folders)
    assert gone_on.kept.counted is True
    save = saves.load("campaign")
    assert save["unfinished"] is None
    assert [game["file"] for game in save["games"]] == [kept.path.name]


def test_a_second_kill_in_a_game_that_was_taken_up_loses_nothing_either(folders, tmp_path):
    _, first = lines_of(tmp_path)
    killed(folders, f"line {first + 5}")
    (kept,) = recover(folders).games
    before = json.loads(kept.path.read_text(encoding="utf-8"))
    code = (
        "import sys; from pathlib import Path; from tests.play.random_players import Player, die;"
        "from dtcli.play.storage.lifecycle import resumed;"
        "from dtcli.play.storage.folders import Folders; die('line 8');"
        "resumed(Path(sys.argv[2]), Player(5).resolve, folders=Folders(Path(sys.argv[1])))"
    )
    process = subprocess.run(
        [sys.executable, "-c", code, str(folders.home), str(kept.path)],
        cwd=ROOT, env=environment(), capture_output=True, timeout=LIMIT, check=False,
    )  # fmt: skip
    assert process.returncode == -signal.SIGKILL, process.stderr.decode()
    assert json.loads(kept.path.read_text(encoding="utf-8")) == before
    (again,) = recover(folders).games
    assert again.path == kept.path
    after = json.loads(kept.path.read_text(encoding="utf-8"))
    assert after["_revealed"] > before["_revealed"]
    assert after["_game"] == before["_game"]
    assert replays(folders) == [Path(kept.path)]
