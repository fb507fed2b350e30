"""Processes killed by SIGKILL in every phase: nothing is lost, nothing is saved twice."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from dtcli.play.game.solo_game import Phase
from dtcli.play.storage.campaign import new_campaign
from dtcli.play.storage.campaign_store import CampaignStore
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.play_and_save import resume_saved_game
from dtcli.play.storage.recovery import recover
from dtcli.play.storage.resume import CannotResumeError
from tests.commands.shell import LIMIT, ROOT, environment
from tests.play.random_players import Player, play


@pytest.fixture
def folders(tmp_path):
    return Folders(tmp_path / "home").create()


def killed(folders, where, *, seed=1, campaign=""):
    """Play in another process, which is killed at this point."""
    process = subprocess.run(
        [sys.executable, "-m", "tests.play.random_players", str(folders.home), str(seed), where, campaign],
        cwd=ROOT, env=environment(), capture_output=True, timeout=LIMIT, check=False,
    )  # fmt: skip
    assert process.returncode == -signal.SIGKILL, process.stderr.decode()


def killed_again(folders, path, where, player):
    """Resume a game in another process, which is killed at this point."""
    code = (
        "import sys; from pathlib import Path; from tests.play.random_players import Player, die;"
        "from tests.play.test_killed import Resuming; from dtcli.play.storage.play_and_save import resume_saved_game;"
        f"from dtcli.play.storage.folders import Folders; die({where!r}); player = {player};"
        "clock = getattr(player, 'clock', lambda: 0.0);"
        "resume_saved_game(Path(sys.argv[2]), player, folders=Folders(Path(sys.argv[1])), now=clock)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code, str(folders.home), str(path)],
        cwd=ROOT, env=environment(), capture_output=True, timeout=LIMIT, check=False,
    )  # fmt: skip
    assert process.returncode == -signal.SIGKILL, process.stderr.decode()


def whole_game(tmp_path, **other):
    """Return the replay of the same game without a kill."""
    found = play(Folders(tmp_path / "other"), **other)
    assert found.saved.interrupted is None
    return json.loads(found.path.read_text(encoding="utf-8"))


def replays(folders):
    return sorted(folders.games.glob("*.json"))


SAME = ("story", "choices", "result", "play", "heroes", "scenario", "edition", "extended")


def test_a_game_killed_before_the_clock_starts_is_not_saved(folders):
    killed(folders, "line 1")
    assert len(list(folders.journals.iterdir())) == 1
    assert recover(folders) == ((), ())
    assert not list(folders.journals.iterdir())
    assert not replays(folders)


def test_a_game_killed_in_the_five_minutes_is_saved(folders, tmp_path):
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
    assert events[-1]["t"] <= found["_table"]["clock"] < whole["play"]["events"][len(events)]["t"] + 5
    assert recover(folders) == ((), ())
    assert replays(folders) == [kept.path]


class Resuming(Player):
    """Continues a paused game."""

    def __call__(self, game, _save=None):
        assert (game.phase, game.clock.is_paused) == (Phase.TABLE, True)
        game.resume()
        self.play(game)
        self.resolve(game)


@pytest.mark.parametrize("line", [2, 3, 20, 40])
def test_a_game_killed_in_the_five_minutes_resumes_with_the_clock_where_it_was(folders, tmp_path, line):
    killed(folders, f"line {line}")
    (kept,) = recover(folders).games
    found, whole = json.loads(kept.path.read_text(encoding="utf-8")), whole_game(tmp_path)
    player = Resuming(5)
    resumed = resume_saved_game(kept.path, player, folders=folders, now=player.clock)
    assert (resumed.game.phase, resumed.path) == (Phase.OVER, kept.path)
    finished = json.loads(kept.path.read_text(encoding="utf-8"))
    assert not {"_interrupted", "_table"} & set(finished)
    assert [finished[key] for key in ("_game", "_started", "heroes")] == [
        found[key] for key in ("_game", "_started", "heroes")
    ]
    play, before = finished["play"], found["play"]
    assert (play["hands"], play["deck"]) == (whole["play"]["hands"], whole["play"]["deck"])
    assert play["events"][: len(before["events"])] == before["events"]
    pauses = before.get("pauses", [])
    assert play["pauses"][: len(pauses)] == pauses
    interruption = play["pauses"][len(pauses)]
    assert interruption["t"] == found["_table"]["clock"]
    assert 0 < interruption["seconds"] < LIMIT
    assert play["ended"] == 300
    assert check(load(kept.path)).problems == ()
    assert replays(folders) == [kept.path]
    assert not list(folders.journals.iterdir())


def test_a_game_killed_again_after_it_was_resumed_can_be_resumed(folders):
    killed(folders, "line 20")
    (kept,) = recover(folders).games
    before = json.loads(kept.path.read_text(encoding="utf-8"))
    for line in (1, 2, 6):  # before it is resumed at all, at once, and after some actions
        killed_again(folders, kept.path, f"line {line}", "Resuming(5)")
        (again,) = recover(folders).games
        assert (again.path, again.interrupted) == (kept.path, Phase.TABLE)
    after = json.loads(kept.path.read_text(encoding="utf-8"))
    assert after["_game"] == before["_game"]
    assert after["_table"]["clock"] > before["_table"]["clock"]
    assert after["play"]["events"][: len(before["play"]["events"])] == before["play"]["events"]
    assert [pause["t"] for pause in after["play"]["pauses"]].count(before["_table"]["clock"]) >= 3
    player = Resuming(5)
    assert resume_saved_game(kept.path, player, folders=folders, now=player.clock).game.phase is Phase.OVER
    assert check(load(kept.path)).problems == ()


def lines_of(tmp_path):
    """Return how many writes the journal of a whole game takes, and how many come before the resolution."""
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
def test_a_game_killed_in_the_resolution_resumes_where_it_was(folders, tmp_path, share):
    every, first = lines_of(tmp_path)
    killed(folders, f"line {int(first + share * (every - first))}")
    (kept,) = recover(folders).games
    assert kept.interrupted is Phase.RESOLUTION
    found, whole = json.loads(kept.path.read_text(encoding="utf-8")), whole_game(tmp_path)
    assert found["story"] == whole["story"]
    assert found["play"] == whole["play"]
    assert found["choices"] == whole["choices"][: len(found["choices"])]
    assert 0 <= found["_revealed"] <= len(found["story"])
    resumed = resume_saved_game(kept.path, Player(5).resolve, folders=folders)
    assert resumed.game is not None
    assert resumed.path == kept.path
    finished = json.loads(kept.path.read_text(encoding="utf-8"))
    assert "_interrupted" not in finished
    assert "_revealed" not in finished
    assert finished["_game"] == found["_game"]
    answered = [choice for choice in found["choices"] if choice.get("at", choice.get("before")) <= found["_revealed"]]
    assert [choice for choice in finished["choices"] if choice in answered] == answered
    assert check(load(kept.path)).problems == ()
    assert replays(folders) == [kept.path]
    assert not list(folders.journals.iterdir())


@pytest.mark.parametrize("where", ["saving", "saved", "counted"])
def test_a_game_killed_at_its_end_is_saved_and_counted_once(folders, tmp_path, where):
    CampaignStore(folders).create(new_campaign("campaign", at="2026-01-16T20:00:00+01:00"))
    killed(folders, where, campaign="campaign")
    assert len(list(folders.journals.iterdir())) == 1
    assert len(replays(folders)) == (where != "saving")
    assert bool(CampaignStore(folders).load("campaign")["games"]) == (where == "counted")
    (kept,) = recover(folders).games
    assert (kept.interrupted, kept.counted) == (None, True)
    assert replays(folders) == [kept.path]
    found, whole = json.loads(kept.path.read_text(encoding="utf-8")), whole_game(tmp_path)
    assert [found[key] for key in SAME] == [whole[key] for key in SAME]
    (game,) = CampaignStore(folders).load("campaign")["games"]
    assert game["file"] == kept.path.name
    assert recover(folders) == ((), ())
    assert len(CampaignStore(folders).load("campaign")["games"]) == 1


def test_a_kill_does_not_escape_the_resolution_of_a_campaign_game(folders, tmp_path):
    saves = CampaignStore(folders)
    saves.create(new_campaign("campaign", at="2026-01-16T20:00:00+01:00"))
    every, _ = lines_of(tmp_path)
    killed(folders, f"line {every - 3}", campaign="campaign")
    (kept,) = recover(folders).games
    assert saves.load("campaign")["unfinished"] == kept.path.name
    resumed = resume_saved_game(kept.path, Player(5).resolve, folders=folders)
    assert resumed.saved.counted is True
    save = saves.load("campaign")
    assert save["unfinished"] is None
    assert [game["file"] for game in save["games"]] == [kept.path.name]


def test_killed_five_minutes_of_a_campaign_can_be_resumed_and_count_once(folders):
    saves = CampaignStore(folders)
    saves.create(new_campaign("campaign", at="2026-01-16T20:00:00+01:00"))
    killed(folders, "line 20", campaign="campaign")
    (kept,) = recover(folders).games
    assert (kept.interrupted, kept.campaign) == (Phase.TABLE, "campaign")
    assert (saves.load("campaign")["unfinished"], saves.load("campaign")["games"]) == (None, [])
    player = Resuming(5)
    resumed = resume_saved_game(kept.path, player, folders=folders, now=player.clock)
    assert resumed.saved.counted is True
    assert [game["file"] for game in saves.load("campaign")["games"]] == [kept.path.name]
    with pytest.raises(CannotResumeError, match="not interrupted"):
        resume_saved_game(kept.path, player, folders=folders)


def test_five_minutes_of_a_campaign_wait_for_its_unfinished_resolution(folders, tmp_path):
    saves = CampaignStore(folders)
    saves.create(new_campaign("campaign", at="2026-01-16T20:00:00+01:00"))
    killed(folders, "line 20", campaign="campaign")
    (table,) = recover(folders).games
    every, _ = lines_of(tmp_path)
    killed(folders, f"line {every - 3}", campaign="campaign")
    (resolution,) = recover(folders).games
    assert saves.load("campaign")["unfinished"] == resolution.path.name
    player = Resuming(5)
    with pytest.raises(CannotResumeError, match=f"comes first: {resolution.path.name}"):
        resume_saved_game(table.path, player, folders=folders, now=player.clock)
    assert not list(folders.journals.iterdir())
    resume_saved_game(resolution.path, Player(5).resolve, folders=folders)
    assert resume_saved_game(table.path, player, folders=folders, now=player.clock).game is not None
    assert saves.load("campaign")["unfinished"] is None


def test_a_second_kill_in_a_resumed_game_loses_nothing(folders, tmp_path):
    _, first = lines_of(tmp_path)
    killed(folders, f"line {first + 5}")
    (kept,) = recover(folders).games
    before = json.loads(kept.path.read_text(encoding="utf-8"))
    killed_again(folders, kept.path, "line 8", "Player(5).resolve")
    assert json.loads(kept.path.read_text(encoding="utf-8")) == before
    (again,) = recover(folders).games
    assert again.path == kept.path
    after = json.loads(kept.path.read_text(encoding="utf-8"))
    assert after["_revealed"] > before["_revealed"]
    assert after["_game"] == before["_game"]
    assert replays(folders) == [Path(kept.path)]
