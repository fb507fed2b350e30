"""Campaigns: their progress follows the rules, and their saves survive kills, full disks and damage."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.formats.campaign import read_save, save_text
from dtcli.formats.card_sets import scenarios
from dtcli.formats.locks import LockedError, lock
from dtcli.play.storage import campaign_store as saves_module
from dtcli.play.storage.campaign import (
    CampaignGame,
    RecordedGame,
    campaign_stem,
    new_campaign,
    step_of,
    why_invalid_name,
    with_game,
    with_unfinished,
)
from dtcli.play.storage.campaign_store import (
    CampaignExistsError,
    CampaignMissingError,
    CampaignStore,
    UnusableSaveError,
)
from dtcli.play.storage.folders import Folders
from dtcli.rules.campaign import FIRST_STEP, next_step
from dtcli.rules.score import Result
from tests.commands.shell import LIMIT, ROOT, environment

AT = "2026-01-16T20:31:05+01:00"


def result(scenario, *, won, file="game.json", extended=False):
    return CampaignGame(file, "2026-01-16", scenario, extended, Result(broken=False, won=won, missions=9))


def names(saves):
    return [save["name"] for save in saves.all()[0]]


def after(*games):
    """Return a campaign after these games, such as `level-1 won`."""
    save = new_campaign("campaign", at=AT)
    for n, game in enumerate(games):
        scenario, how = game.split()
        played = result(scenario, won=how == "won", file=f"{n}.json", extended=save["step"]["extended"])
        save = with_game(save, played)
        assert save["games"][-1]["counted"], game
    return save


@pytest.fixture
def saves(tmp_path):
    return CampaignStore(Folders(tmp_path / "home").create())


# the walk

WAY = ["level-1 won", "level-2 won", "level-3 won"]


@pytest.mark.parametrize(
    ("games", "choices"),
    [
        ([], "level-1"),
        (["level-1 lost"], "level-1"),
        (["level-1 won"], "my-first-dungeon level-2"),
        (["level-1 won", "my-first-dungeon won"], "level-2"),
        (["level-1 won", "my-first-dungeon lost"], "my-first-dungeon level-2"),
        (["level-1 won", "level-2 lost"], "level-2"),
        (["level-1 won", "level-2 won"], "the-darkest-dungeon level-3"),
        ([*WAY[:2], "the-darkest-dungeon won"], "level-3"),
        ([*WAY[:2], "the-darkest-dungeon lost"], "the-darkest-dungeon level-3"),
        ([*WAY[:2], "level-3 lost"], "level-3"),
        (WAY, "unnatural-foes level-4"),
        ([*WAY, "unnatural-foes won"], "level-4"),
        ([*WAY, "unnatural-foes lost"], "unnatural-foes level-4"),
        ([*WAY, "level-4 lost"], "level-4 level-2"),
        ([*WAY, "level-4 lost", "level-2 won"], "the-darkest-dungeon level-3"),
    ],
)
def test_s2_a_campaign_follows_the_table(games, choices):
    save = after(*games)
    assert save["step"] == {"choices": choices.split(), "extended": False, "campaigns_won": 0}


def test_s2_winning_the_last_level_leads_to_extended_play():
    save = after(*WAY, "level-4 won")
    assert save["step"] == {"choices": ["level-1"], "extended": True, "campaigns_won": 1}
    save = after(*WAY, "level-4 won", *WAY, "level-4 won")
    assert save["step"] == {"choices": ["level-1"], "extended": True, "campaigns_won": 2}


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=40))
def test_the_step_of_a_campaign_follows_from_the_games_that_count(played):
    save, step = new_campaign("campaign", at=AT), FIRST_STEP
    for n, (which, won) in enumerate(played):
        scenario = list(scenarios())[which]
        save = with_game(save, result(scenario, won=won, file=f"{n}.json", extended=step.extended))
        assert save["games"][-1]["counted"] == (scenario in step.choices)
        if scenario in step.choices:
            step = next_step(step, scenarios()[scenario], won=won)
        assert step_of(save) == step
    if all(game["scenario"] not in ("training-grounds", "good-luck", "the-book-of-fate") for game in save["games"]):
        assert read_save(save_text(save).encode(), file="f").save == save


def test_a_game_of_another_level_is_listed_but_does_not_count():
    save = with_game(new_campaign("campaign", at=AT), result("level-3", won=True))
    assert [game["counted"] for game in save["games"]] == [False]
    assert save["step"]["choices"] == ["level-1"]
    assert not with_game(save, result("level-1", won=True, extended=True, file="b"))["games"][1]["counted"]


def test_a_game_counts_once():
    once = after("level-1 won")
    assert with_game(once, result("level-2", won=True, file="0.json")) == once


# names


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.text(max_size=70))
def test_a_campaign_name_becomes_a_file_name_for_every_system(name):
    if why_invalid_name(name) is not None:
        return
    stem = campaign_stem(name)
    assert 0 < len(stem) <= 60
    assert all(sign in "abcdefghijklmnopqrstuvwxyz0123456789-" for sign in stem)
    assert stem == campaign_stem(name.upper()) or name.upper().casefold() != name.casefold()


@pytest.mark.parametrize("name", ["con", "NUL", "com1", "LPT9", "aux"])
def test_names_reserved_by_windows_are_not_used(name):
    assert campaign_stem(name) != name.lower()


def test_names_that_differ_have_files_that_differ():
    names = [
        "campaign",
        "a b",
        "a-b",
        "a.b",
        "a/b",
        "../a",
        "ä",
        "a",
        campaign_stem("a b"),
        "x" * 60,
        "x" * 59,
        "a\u0308b",
    ]
    assert len({campaign_stem(name) for name in names}) == len(names)
    assert campaign_stem("Sunday  EVENINGS ") == campaign_stem("sunday evenings")
    assert campaign_stem("Ä") == campaign_stem("a\u0308")


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x1b[31m", "x" * 61])
def test_some_names_are_invalid(name):
    assert why_invalid_name(name)


# the save


def test_a_saved_campaign_reads_back_the_same(saves):
    made = saves.create(new_campaign("Sunday ../ evenings", at=AT, heroes=False, edition="it-2018"))
    assert saves.load(" sunday ../  EVENINGS") == made
    assert names(saves) == ["Sunday ../ evenings"]
    assert [path.parent for path in saves.folder.iterdir()] == [saves.folder] * 2
    with pytest.raises(CampaignExistsError):
        saves.create(new_campaign("SUNDAY ../ evenings", at=AT))
    with pytest.raises(CampaignMissingError):
        saves.load("other")


def test_a_change_increments_the_revision_and_keeps_unknown_keys(saves):
    path = saves.path_of("campaign")
    saves.create(new_campaign("campaign", at=AT))
    path.write_text(path.read_text().replace('"heroes"', '"_mine": [1], "heroes"'))
    changed = saves.change("campaign", lambda save: with_game(save, result("level-1", won=True)))
    assert changed["revision"] == 2
    assert changed["changed"] != AT
    assert changed["_mine"] == [1]
    assert saves.load("campaign") == changed
    assert saves.change("campaign", lambda save: save)["revision"] == 2


def test_a_reset_keeps_the_old_save(saves):
    saves.create(new_campaign("campaign", at=AT, heroes=False))
    old = saves.change("campaign", lambda save: with_game(save, result("level-1", won=True)))
    new, aside = saves.reset("campaign")
    assert (new["games"], new["heroes"], new["revision"]) == ([], False, 3)
    assert json.loads(aside.read_text()) == old
    assert saves.reset("campaign")[1] != aside
    assert names(saves) == ["campaign"]


GOOD = save_text(new_campaign("campaign", at=AT))
RECORD = RecordedGame(f"sha256:{'0' * 64}", f"sha256:{'1' * 64}", players=5)
RECORDED = with_game(new_campaign("campaign", at=AT, players=4), result("level-1", won=True)._replace(record=RECORD))
DAMAGE = {
    "empty": b"",
    "torn": GOOD.encode()[:100],
    "not UTF-8": GOOD.encode().replace(b"house-2", b"h\xffuse"),
    "a list": b"[]",
    "nested": b"[" * 100_000,
    "twice": b'{"format": "dungeon-time/campaign/1", "format": "dungeon-time/campaign/1"}',
    "no format": b"{}",
    "wrong shape": GOOD.replace('"revision": 1', '"revision": "one"').encode(),
    "unknown key": GOOD.replace('"heroes"', '"heros": 1, "heroes"').encode(),
    "unknown level": GOOD.replace("level-1", "level-5").encode(),
    "no campaign level": GOOD.replace("level-1", "good-luck").encode(),
    "no choices": GOOD.replace('["level-1"]', "[]").encode(),
    "unknown edition": GOOD.replace("en-2017", "xx").encode(),
    "NUL in the unfinished game": GOOD.replace('"unfinished": null', '"unfinished": "a\\u0000b"').encode(),
    "NUL in the card set": GOOD.replace('"house-2"', '"a\\u0000.toml"').encode(),
    "too many players": GOOD.replace('"heroes"', '"players": 6, "heroes"').encode(),
    "bad digest": save_text(RECORDED).replace("sha256:", "md5:").encode(),
    "bad name": GOOD.replace('"campaign"', '"a\\u001b[31m"').encode(),
}


def test_a_recorded_game_is_read_as_it_was_written(saves):
    saves.create(RECORDED)
    assert saves.load("campaign") == RECORDED
    (game,) = RECORDED["games"]
    assert (RECORDED["players"], game["players"], game["recorded"], game["digest"]) == (4, 5, True, RECORD.digest)
    assert "players" not in json.loads(GOOD)


@pytest.mark.parametrize("content", DAMAGE.values(), ids=DAMAGE.keys())
@pytest.mark.parametrize("way", ["load", "all", "create", "change"])
def test_a_corrupt_save_is_reported_and_renamed(saves, content, way):
    path = saves.path_of("campaign")
    path.write_bytes(content)
    if way == "all":
        found, problems = saves.all()
        assert not found
    else:
        ways = {
            "load": lambda: saves.load("campaign"),
            "create": lambda: saves.create(new_campaign("campaign", at=AT)),
            "change": lambda: saves.change("campaign", lambda save: save),
        }
        with pytest.raises(UnusableSaveError) as caught:
            ways[way]()
        problems = caught.value.problems
    assert {problem.code for problem in problems} == {"DT801"}
    aside = saves.folder / "campaign.damaged-1.json"
    assert {problem.file for problem in problems} == {str(aside)}
    assert aside.read_bytes() == content
    assert not path.exists()
    assert saves.all() == ([], [])
    saves.create(new_campaign("campaign", at=AT))
    path.write_bytes(content)
    assert saves.all()[0] == []
    assert (saves.folder / "campaign.damaged-2.json").read_bytes() == aside.read_bytes()


def test_a_save_of_a_newer_dtcli_stays_where_it_is(saves):
    path = saves.path_of("campaign")
    path.write_text(GOOD.replace("campaign/1", "campaign/2"))
    with pytest.raises(UnusableSaveError) as caught:
        saves.load("campaign")
    assert caught.value.problems[0].code == "DT802"
    with pytest.raises(UnusableSaveError):
        saves.create(new_campaign("campaign", at=AT))
    assert "campaign/2" in path.read_text()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders")
def test_a_pipe_is_not_a_save_and_does_not_block(saves):
    os.mkfifo(saves.path_of("campaign"))
    (problem,) = saves.all()[1]
    assert problem.code == "DT101"


def test_a_copied_save_is_ignored_and_stays(saves):
    saves.create(new_campaign("campaign", at=AT))
    copy = saves.folder / "copy.json"
    copy.write_text(saves.path_of("campaign").read_text())
    assert names(saves) == ["campaign"]
    with pytest.raises(UnusableSaveError) as caught:
        saves.load("copy")
    assert caught.value.problems[0].code == "DT802"
    assert copy.exists()


def test_a_failed_write_leaves_the_old_state(saves, monkeypatch):
    before = saves.create(new_campaign("campaign", at=AT))

    def fail(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dtcli.formats.writing.os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        saves.change("campaign", lambda save: with_unfinished(save, "a.json"))
    monkeypatch.undo()
    assert saves.load("campaign") == before


def test_waiting_for_a_lock_times_out(saves, monkeypatch):
    saves.create(new_campaign("campaign", at=AT))
    monkeypatch.setattr(saves_module, "lock", lambda path: lock(path, timeout=0.05))
    with lock(saves.folder / "campaign.lock"), pytest.raises(LockedError, match="in use"):
        saves.load("campaign")
    assert saves.load("campaign")["name"] == "campaign"


CHANGING = """
import sys
from pathlib import Path
from dtcli.play.storage.campaign import CampaignGame, with_game
from dtcli.rules.score import Result
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.campaign_store import CampaignStore
saves = CampaignStore(Folders(Path(sys.argv[1])))
for n in range(50):
    game = CampaignGame(f"{sys.argv[2]}-{n}.json", "2026-01-16", "level-1", False, Result(False, False, 3))
    saves.change("campaign", lambda save: with_game(save, game))
"""


def changing(saves, who):
    return subprocess.Popen(
        [sys.executable, "-c", CHANGING, str(saves.folder.parent), who],
        cwd=ROOT, env=environment(), stderr=subprocess.PIPE,
    )  # fmt: skip


def test_two_processes_at_once_lose_no_change(saves):
    saves.create(new_campaign("campaign", at=AT))
    processes = [changing(saves, who) for who in "ab"]
    for process in processes:
        with process:
            assert process.stderr.read() == b""
            assert process.wait(LIMIT) == 0
    save = saves.load("campaign")
    assert save["revision"] == 101
    assert sorted(game["file"] for game in save["games"]) == sorted(
        f"{who}-{n}.json" for who in "ab" for n in range(50)
    )
    order = [game["file"][0] for game in save["games"]]
    assert order.count("a") == 50


def test_a_kill_leaves_the_old_or_the_new_state(saves):
    import time

    saves.create(new_campaign("campaign", at=AT))
    for who in "abc":
        with changing(saves, who) as process:
            while not any(game["file"].startswith(who) for game in saves.load("campaign")["games"]):
                time.sleep(0.002)
            process.kill()
            process.wait(LIMIT)
        save = saves.load("campaign")  # readable, and free at once
        assert save["revision"] == len(save["games"]) + 1
