"""``dtcli campaign record``: games of a real table count for a campaign, each once."""

import json
import signal
import subprocess
import sys

import pytest

from dtcli.commands.campaign import play as campaign_play
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from dtcli.play.storage.campaign_store import CampaignStore
from dtcli.play.storage.folders import Folders
from tests.commands.shell import LIMIT, ROOT, environment, invoke, run
from tests.commands.test_campaign import Hasty, Loser
from tests.play.random_players import Player, leaving

GAMES = ROOT / "replays/games"
LEVEL_1 = GAMES / "three-and-a-stopwatch.json"
SHORT = """scenario: level-1
players: 2

torch
sword
mission E01 | take bow
"""
SILENT = SHORT.replace(" | take bow", "")
BOW_LATER = SILENT + "map\ncup\nmission M09\n"
"""Whether the bow was taken decides whether the last mission can be completed."""


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DTCLI_HOME", str(tmp_path / "home"))
    invoke("campaign", "new")
    return Folders(tmp_path / "home")


@pytest.fixture
def replay(tmp_path):
    """Return a function that writes a replay in story notation."""

    def write(text, name="game.dt"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def saved(home, name="campaign"):
    return CampaignStore(home).load(name)


def at(home, *choices, extended=False):
    """Put the campaign where these levels may be played next."""
    step = {"choices": list(choices), "extended": extended, "campaigns_won": 0}
    CampaignStore(home).change("campaign", lambda save: {**save, "step": step})


def files(home):
    return sorted(path.name for path in home.games.iterdir()) if home.games.exists() else []


def refused(home, *arguments, code=1, stdin=b""):
    """Record a game that does not count, and return the message; nothing may change."""
    before = saved(home), files(home)
    result = invoke("campaign", "record", *arguments, stdin=stdin)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert (saved(home), files(home)) == before
    return result.stderr


# games that count


def test_a_recorded_game_counts_and_is_copied(home):
    result = invoke("campaign", "record", str(LEVEL_1))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(
        "Counted: Level 1, won, 10 missions.\nNext: My First Dungeon (bonus), or Level 2.\n"
    )
    (path,) = home.games.iterdir()
    assert f"the replay is saved as {path}\n" in result.stderr
    original, copy = (json.loads(one.read_text(encoding="utf-8")) for one in (LEVEL_1, path))
    assert {key: value for key, value in copy.items() if key not in ("_game", "_recorded")} == original
    (game,) = saved(home)["games"]
    assert (game["file"], game["date"], game["players"], game["recorded"]) == (path.name, original["date"], 3, True)
    assert (game["won"], game["missions"], game["broken"], game["counted"]) == (True, 10, False, True)
    assert copy["_game"] == game["digest"]
    assert saved(home)["step"]["choices"] == ["my-first-dungeon", "level-2"]
    shown = invoke("campaign", "status").stdout
    assert "won     10 missions, recorded by 3\n" in shown
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert "Level 1                         1 of 1" in invoke("history").stdout


@pytest.mark.parametrize(
    ("file", "choices", "extended", "line"),
    [
        ("five-at-the-cabin.dt", ["my-first-dungeon", "level-2"], False, "Level 2, lost, 9 missions"),
        ("one-map-too-many.dt", ["level-3"], False, "Level 3, broken, 9 missions"),
        ("alone-with-zaria.dt", ["level-4"], False, "Level 4, lost, 5 missions"),
        ("seven-slots.dt", ["level-1"], True, "Level 1, Extended, won, 10 missions"),
    ],
)
def test_games_of_one_to_five_players_count(home, file, choices, extended, line):
    at(home, *choices, extended=extended)
    result = invoke("campaign", "record", str(GAMES / file))
    assert result.exit_code == 0, result.output
    assert f"Counted: {line}." in result.stdout
    (game,) = saved(home)["games"]
    copy = check(load(home.games / game["file"]))
    assert not [problem for problem in copy.problems if problem.is_error]
    assert copy.score.missions == game["missions"]


def test_a_win_at_the_last_level_wins_the_campaign(home):
    at(home, "level-4")
    assert invoke("campaign", "record", str(GAMES / "the-last-level.dt")).exit_code == 0
    assert saved(home)["step"] == {"choices": ["level-1"], "extended": True, "campaigns_won": 1}


def test_a_replay_from_standard_input_or_a_line_of_ndjson_counts(home, replay, tmp_path):
    result = invoke("campaign", "record", "-", stdin=SHORT.encode())
    assert result.exit_code == 0, result.output
    line = tmp_path / "one.ndjson"
    line.write_text(json.dumps({"format": "dungeon-time/replay/1", "scenario": "level-1", "story": ["sword"]}) + "\n")
    assert invoke("campaign", "record", str(line)).exit_code == 0
    assert len(saved(home)["games"]) == len(files(home)) == 2


def test_without_a_date_it_is_today(home, replay):
    invoke("campaign", "record", replay(SHORT))
    (game,) = saved(home)["games"]
    assert game["file"].startswith(f"{game['date']}-level-1-recorded-")


def test_the_copy_finds_its_card_set(home, replay, tmp_path):
    (tmp_path / "ours.toml").write_text((ROOT / "dtcli/data/house.toml").read_text(encoding="utf-8"))
    assert invoke("campaign", "record", replay("card_set: ours.toml\n" + SHORT)).exit_code == 0
    (copy,) = home.games.iterdir()
    assert json.loads(copy.read_text())["card_set"] == str(tmp_path / "ours.toml")
    assert check(load(copy)).score is not None


def test_a_replay_in_the_games_folder_is_not_copied(home):
    home.create()
    (home.games / "tonight.dt").write_text(SHORT)
    assert invoke("campaign", "record", str(home.games / "tonight.dt")).exit_code == 0
    assert files(home) == ["tonight.dt"]
    assert saved(home)["games"][0]["file"] == "tonight.dt"
    assert "is counted already" in refused(home, str(home.games / "tonight.dt"))


def test_a_game_can_count_in_two_campaigns_and_is_copied_once(home, replay):
    invoke("campaign", "new", "Other")
    for name in ("campaign", "Other"):
        assert invoke("campaign", "record", replay(SHORT), "--name", name).exit_code == 0
    assert saved(home)["games"] == saved(home, "Other")["games"]
    assert len(files(home)) == 1


# each game once


def test_a_game_counts_once_however_it_is_named_and_spelled(home, replay, tmp_path):
    path = replay(SHORT)
    assert invoke("campaign", "record", path).exit_code == 0
    assert "this game is counted already in campaign 'campaign', as 20" in refused(home, path)
    titled = SHORT.replace("torch\nsword", "Torch  # a comment\nsword")
    assert "is counted already" in refused(home, replay("title: Renamed\n" + titled, "other.dt"))
    invoke("convert", path, "--output", str(tmp_path / "other.json"))
    assert "is counted already" in refused(home, str(tmp_path / "other.json"))
    assert "is counted already" in refused(home, "-", stdin=SHORT.encode())
    assert "is counted already" in refused(home, str(next(home.games.iterdir())))


def test_another_game_of_the_level_counts_after_it(home, replay):
    invoke("campaign", "record", replay(SHORT))
    assert invoke("campaign", "record", replay(SHORT + "cup\n")).exit_code == 0
    assert [game["counted"] for game in saved(home)["games"]] == [True, True]


def test_a_corrected_record_is_no_second_game(home, replay):
    invoke("campaign", "record", replay(SHORT))
    assert "the same story with other choices is listed already" in refused(home, replay(SILENT))


@pytest.mark.parametrize("copied", [True, False])
def test_a_game_that_was_played_is_counted_already(home, monkeypatch, tmp_path, copied):
    monkeypatch.setattr(campaign_play, "front_end", lambda **_: Hasty(Player(1)))
    invoke("campaign", "play", "--seed", "1")
    (path,) = home.games.iterdir()
    at(home, "level-1")
    if copied:
        (tmp_path / "copy.json").write_bytes(path.read_bytes())
        path = tmp_path / "copy.json"
    assert "is counted already" in refused(home, str(path))


def test_two_processes_count_a_game_once(home, replay):
    path = replay(SHORT)
    command = [sys.executable, "-m", "dtcli", "campaign", "record", path]
    processes = [
        subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    codes = []
    for process in processes:
        with process:
            _, errors = process.communicate(timeout=LIMIT)
            codes.append(process.returncode)
            assert process.returncode == 0 or b"is counted already" in errors, errors
    assert sorted(codes) == [0, 1, 1, 1]
    assert (len(saved(home)["games"]), len(files(home)), saved(home)["revision"]) == (1, 1, 2)


KILLED = """
import os, runpy, signal, sys
from dtcli.play.storage import campaign_record, campaign_store
{module}.{function} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
runpy.run_module("dtcli", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize(
    ("module", "function", "copies"), [("campaign_record", "write_replay", 0), ("campaign_store", "_write", 1)]
)
def test_after_a_kill_the_game_can_be_recorded_and_is_there_once(home, replay, module, function, copies):
    path = replay(SHORT)
    code = KILLED.format(module=module, function=function)
    killed = subprocess.run(
        [sys.executable, "-c", code, "campaign", "record", path],
        cwd=ROOT, env=environment(), capture_output=True, timeout=LIMIT, check=False,
    )  # fmt: skip
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert (len(saved(home)["games"]), len(files(home))) == (0, copies)
    if copies:  # the copy of another day
        (copy,) = home.games.iterdir()
        copy.rename(home.games / f"2020-01-01{copy.name[10:]}")
    assert run("campaign", "record", path).returncode == 0
    assert [game["file"] for game in saved(home)["games"]] == files(home)
    assert "is counted already" in refused(home, path)


def test_a_campaign_in_use_is_waited_for(home, replay, monkeypatch):
    from dtcli.formats import locks
    from dtcli.play.storage import campaign_store

    monkeypatch.setattr(campaign_store, "lock", lambda path: locks.lock(path, timeout=0.05))
    with locks.lock(home.campaigns / "campaign.lock"):
        result = invoke("campaign", "record", replay(SHORT))
    assert result.exit_code == 3
    assert "in use by another dtcli" in result.stderr
    assert files(home) == []


def test_a_copy_that_cannot_be_written_is_reported_and_nothing_counts(home, replay):
    home.games.rmdir()
    home.games.write_text("a file, where a folder should be")
    result = run("campaign", "record", replay(SHORT))
    assert result.returncode == 3
    assert f"cannot read or write '{home.games}'".encode() in result.stderr
    assert saved(home)["games"] == []


# games that do not count


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scenario: level-3\nsword\n", "expects Level 1, and this is a game of Level 3"),
        ("extended: yes\n" + SHORT, "expects Level 1, and this is a game of Level 1 in Extended play"),
        (SHORT.replace("level-1", "training-grounds"), "Training Grounds is not a level of a campaign"),
        (SHORT.replace("scenario: level-1\n", ""), "a game without a scenario is not a level"),
        ("goal: 1\n" + SHORT, "the replay has goal 1, where Level 1 asks for 10"),
        (SHORT.replace("take bow", "take sword"), "the replay is invalid"),
        (SHORT.replace("sword", "swrod"), "the replay is invalid"),
        ("sword\nsword: 2: 3\n", "the replay cannot be read"),
        ("result: 2 missions, lost\n" + SHORT, "the claimed result is not the result of the replay"),
        ("start: cards cup\n" + SHORT, "starts in the middle of a game"),
        ("result: 2 missions, lost\n" + BOW_LATER, "depends on choices that were not recorded"),
    ],
)
def test_a_game_that_does_not_count_is_refused_with_the_reason(home, replay, text, words):
    assert words in refused(home, replay(text))


def test_an_open_result_is_refused(home, replay):
    text = "scenario: level-1\ntorch\nmission A Feast: torch -> any\nmission A Toast: cup -> -\n"
    message = refused(home, replay(text))
    assert "DT412" in message
    assert "error: the result is open: 1 choice that was not recorded can change it" in message
    assert "hint: record what was chosen" in message


def test_an_adventure_is_refused(home):
    assert "is not a level of a campaign" in refused(home, str(GAMES / "the-apprentice-blinked.dt"))


@pytest.mark.parametrize(("name", "code"), [("replays/games", 2), ("no-such-file.dt", 3)])
def test_one_readable_replay_is_needed(home, name, code):
    refused(home, name, code=code)


def test_the_campaign_has_to_be_known(home, replay):
    assert "there is no campaign 'Nobody'" in refused(home, replay(SHORT), "--name", "Nobody")
    invoke("campaign", "new", "A")
    for name in ("A", "campaign"):
        CampaignStore(home).path_of(name).unlink()
    result = invoke("campaign", "record", replay(SHORT))
    assert (result.exit_code, "there is no campaign yet" in result.stderr) == (1, True)


def test_an_interrupted_game_is_not_over_and_comes_first(home, replay, monkeypatch):
    stop = leaving(Hasty(Player(1)), after=lambda game: game.resolution is not None and game.resolution.state.revealed)
    monkeypatch.setattr(campaign_play, "front_end", lambda **_: stop)
    invoke("campaign", "play", "--seed", "1")
    (path,) = home.games.iterdir()
    assert "the game was interrupted and is not over" in refused(home, str(path))
    assert f"has a game whose resolution comes first: {path.name}" in refused(home, replay(SHORT))


def test_five_minutes_that_were_interrupted_are_not_over(home, monkeypatch):
    stop = leaving(Hasty(Player(1)), after=lambda game: len(game.log) > 3)
    monkeypatch.setattr(campaign_play, "front_end", lambda **_: stop)
    invoke("campaign", "play", "--seed", "1")
    (path,) = home.games.iterdir()
    assert "the game was interrupted and is not over" in refused(home, str(path))


# choices that were not recorded


def test_a_result_that_rests_on_assumptions_counts_with_a_warning(home, replay):
    result = invoke("campaign", "record", replay(BOW_LATER))
    assert result.exit_code == 0, result.output
    assert "Counted: Level 1, lost, 1 mission." in result.stdout
    assert "not recorded, and the result rests on what was assumed: `dtcli validate` lists it" in result.stderr


def test_a_result_that_no_answer_changes_counts_without_a_warning(home, replay):
    result = invoke("campaign", "record", replay(SILENT))
    assert "1 choice was not recorded; no answer changes the result" in result.stderr
    assert "warning" not in result.stderr
    assert "not recorded" not in invoke("campaign", "record", replay(SHORT + "cup\n")).stderr


# campaigns of several players


def test_a_campaign_of_several_players_is_recorded_not_played(home, replay):
    assert invoke("campaign", "new", "Fridays", "--players", "4").exit_code == 0
    assert saved(home, "Fridays")["players"] == 4
    shown = invoke("campaign", "status", "Fridays").stdout
    assert "house-2 cards · 4 players · a hero in each game · since" in shown
    assert "Next: Level 1.\n  dtcli campaign record FILE counts a recorded game.\n" in shown
    result = invoke("campaign", "play", "Fridays")
    assert result.exit_code == 1
    assert "campaign 'Fridays' has 4 players, and dtcli plays solo games only" in result.stderr
    assert "dtcli campaign record FILE" in result.stderr
    invoke("campaign", "record", replay(SHORT.replace("players: 2\n", "")), "--name", "Fridays")
    invoke("campaign", "record", replay(SHORT + "cup\n"), "--name", "Fridays")
    assert [game["players"] for game in saved(home, "Fridays")["games"]] == [4, 2]
    invoke("campaign", "reset", "Fridays", "--yes")
    assert (saved(home, "Fridays")["players"], saved(home, "Fridays")["games"]) == (4, [])


def test_the_number_of_players_is_unknown_if_neither_campaign_nor_replay_has_it(home, replay):
    invoke("campaign", "record", replay(SHORT.replace("players: 2\n", "")))
    assert "players" not in saved(home)["games"][0]
    assert "1 mission, recorded\n" in invoke("campaign", "status").stdout


def test_a_campaign_of_one_player_is_played(home, monkeypatch):
    invoke("campaign", "new", "Solo", "--players", "1")
    monkeypatch.setattr(campaign_play, "front_end", lambda **_: Loser())
    assert invoke("campaign", "play", "Solo").exit_code == 0
    assert "· 1 player ·" in invoke("campaign", "status", "Solo").stdout


@pytest.mark.parametrize("n", ["0", "6", "two"])
def test_one_to_five_can_play(home, n):
    assert invoke("campaign", "new", "X", "--players", n).exit_code == 2
