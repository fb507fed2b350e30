"""``dtcli compare``: two plays of one deal, of one story or of one puzzle; different deals are refused."""

import json
from pathlib import Path

import pytest

from dtcli.formats.json.writer import to_json
from dtcli.formats.puzzle.file import as_replay
from dtcli.formats.puzzle.packs import packs
from dtcli.play.storage.folders import Folders
from tests.commands.shell import FRIDAY, invoke
from tests.play.random_players import CarefulPlayer, Player, play


@pytest.fixture(scope="module")
def plays(tmp_path_factory):
    """Return the files of two plays of one deal, and of a play of another."""
    home = tmp_path_factory.mktemp("plays")
    players = {"a": (Player(1), "elm"), "b": (CarefulPlayer(2), "elm"), "c": (Player(1), "oak")}
    return {
        name: str(play(Folders(home / name), player=player, seed=seed, draw_heroes=0).path)
        for name, (player, seed) in players.items()
    }


def compared(*names):
    result = invoke("compare", *names, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def data_of(name):
    return json.loads(Path(name).read_text(encoding="utf-8"))


def scored(name):
    return json.loads(invoke("score", name, "--json").stdout)


def test_two_plays_of_one_deal(plays):
    found = compared(plays["a"], plays["b"])
    assert found["same"] == "deal"
    for side, name in (("a", plays["a"]), ("b", plays["b"])):
        score, data = scored(name), data_of(name)
        one = found[side]
        assert (one["status"], one["missions"], one["cards"]) == (
            score["status"],
            score["missions"],
            len(data["story"]),
        )
        events = data["play"]["events"]
        assert one["laid"] == sum("play" in event for event in events)
        assert one["discarded"] == sum(len(event.get("discard", ())) for event in events)
        assert one["deeds"] == one["laid"] + one["discarded"]
        assert one["pauses"] == len(data["play"].get("pauses", ()))
        assert one["stars"] in (0, 1, 2, 3)
    number = found["story"]["what"]
    stories = [data_of(plays[name])["story"] for name in "ab"]
    assert stories[0][: number - 1] == stories[1][: number - 1]
    assert stories[0][number - 1] != stories[1][number - 1]
    assert found["missions"]
    assert all(one["a"] != one["b"] for one in (*found["missions"], *found["decisions"]))


def test_the_table_fits_80_columns(plays):
    result = invoke("compare", plays["a"], plays["b"])
    assert max(map(len, result.stdout.splitlines())) <= 80
    for words in ("Two plays of one deal", "deeds", "stars", "The stories differ from card", "Missions that differ:"):
        assert words in result.stdout


def test_a_play_and_itself_have_no_difference(plays):
    found = compared(plays["a"], plays["a"])
    assert (found["story"], found["deed"], found["missions"], found["decisions"]) == (None, None, [], [])
    assert "no decision differs" in invoke("compare", plays["a"], plays["a"]).stdout
    assert compared(FRIDAY, FRIDAY)["same"] in ("deal", "story")


def test_two_plays_of_one_puzzle_differ_in_a_decision(tmp_path):
    document = next(packs()[0].puzzles())
    names = []
    for kind in ("keys", "cup"):
        path = tmp_path / f"{kind}.json"
        path.write_text(to_json(as_replay(document.data, [{"at": 3, "take": kind}])), encoding="utf-8")
        names.append(str(path))
    found = compared(*names)
    assert (found["same"], found["story"]) == ("story", None)
    assert [(one["a"], one["b"]) for one in found["missions"]] == [("completed", "failed")]
    (decision, *_) = found["decisions"]
    assert decision["what"] == "card 3"
    assert decision["a"].startswith("take keys")
    assert decision["b"].startswith("take cup")


def test_different_deals_are_refused(plays):
    for names in ((plays["a"], plays["c"]), (plays["a"], FRIDAY)):
        result = invoke("compare", *names)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "different deals" in result.stderr
        assert "hint:" in result.stderr


def test_what_cannot_be_compared(plays, tmp_path):
    assert invoke("compare", plays["a"], "nowhere.dt").exit_code == 3
    odd = tmp_path / "odd.dt"
    odd.write_text("swrod\n", encoding="utf-8")
    assert invoke("compare", str(odd), plays["a"]).exit_code == 1
    both = tmp_path / "both.ndjson"
    both.write_text('{"format": "dungeon-time/replay/1", "story": ["sword"]}\n' * 2, encoding="utf-8")
    assert invoke("compare", str(both), plays["a"]).exit_code == 2
    assert invoke("compare", plays["a"]).exit_code == 2
