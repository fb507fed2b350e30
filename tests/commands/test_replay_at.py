"""``dtcli replay --at N``: one moment of a game."""

import json

import pytest

from tests.commands.shell import FRIDAY, GAMES, invoke

GAME = b"""\
title: Short
heroes: Tonk Redbeer, Tragurk
sword, bow, torch
Wolves: sword + bow -> any | take cup
Tonk
map
Bears: map -> gold?
"""


def at(number: int, *more: str, story: bytes = GAME):
    return invoke("replay", "-", "--at", str(number), *more, stdin=story)


def test_the_head_the_reveal_and_what_was_possible_are_shown():
    shown = at(4)
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[0] == "Short"
    assert [line for line in lines if line[:3].strip().isdigit()] == ["  4  mission Wolves: sword + bow, gives ?"]
    assert lines[-5:] == [
        "before card 4: no skill",
        "  also possible: Tonk Redbeer; Tragurk",
        "at card 4: take cup",
        "  also possible: take sword, bow, shield, torch, map, potion, keys, gold,",
        "  grapnel, book or mortar",
    ]


def test_skills_in_the_gap_before_a_reveal_are_shown_with_it():
    lines = at(5).stdout.splitlines()
    assert "     hero Tonk Redbeer, removes torch" in lines
    assert "  5  map" in lines
    assert "before card 5: Tonk Redbeer, remove torch" in lines
    assert lines[lines.index("before card 5: Tonk Redbeer, remove torch") + 1] == "  also possible: no skill; Tragurk"


def test_an_assumed_choice_is_marked():
    lines = at(6).stdout.splitlines()
    assert "     not recorded, assumed: decline" in lines
    assert lines[lines.index("at card 6: decline the gold (assumed)") + 1] == "  also possible: take gold"


def test_a_moment_without_a_decision():
    shown = at(1, story=b"sword\nbow\n")
    assert shown.stdout.splitlines()[-1] == "There was nothing to decide here."


def test_json_has_that_frame_alone():
    whole = json.loads(invoke("replay", "-", "--json", stdin=GAME).stdout)
    for number in range(1, 7):
        row = json.loads(at(number, "--json").stdout)
        frames = row.pop("frames")
        assert frames == [one for one in whole["frames"] if number in (one.get("at"), one.get("before"))]
        assert frames[-1]["at"] == number
        assert row == {key: value for key, value in whole.items() if key != "frames"}


def test_out_of_range_is_wrong_usage_and_says_the_range():
    shown = at(7)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == "error: <stdin> has no reveal 7\n\nhint: --at is 1 to 6\n"
    assert json.loads(at(7, "--json").stdout)["frames"] == []
    assert at(1, story=b"title: x\n").stderr.endswith("hint: no card was revealed\n")


def test_the_range_ends_where_the_backpack_breaks():
    story = b"sword, bow, torch, map, cup, keys, book, potion, gold, shield\n"
    assert at(9, story=story).exit_code == 0
    assert at(10, story=story).stderr.endswith("hint: --at is 1 to 9, where the backpack breaks\n")


@pytest.mark.parametrize("option", ["--step", "--brief"])
def test_one_moment_is_not_shown_in_steps(option):
    assert at(4, option).exit_code == 2


def test_a_replay_that_is_not_understood_is_reported_as_without_at():
    assert at(4, story=b"swrod\n").stdout == invoke("replay", "-", stdin=b"swrod\n").stdout


def test_errors_of_the_record_are_shown_below_the_moment():
    shown = at(4, story=b"result: 9 missions\n" + GAME)
    assert shown.exit_code == 1
    assert "DT501" in shown.stdout


def test_several_replays_each_show_the_moment():
    shown = invoke("replay", FRIDAY, FRIDAY, "--at", "12")
    first, second = shown.stdout.split("\n\nFriday", 1)
    assert first.removeprefix("Friday").strip() == second.strip()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_moments_of_a_game_are_its_blocks(path):
    whole = invoke("replay", str(path)).stdout
    row = json.loads(invoke("replay", str(path), "--json").stdout)
    last = row["frames"][-1].get("at") or row["frames"][-1]["before"]
    for number in {1, last // 2, last}:
        shown = invoke("replay", str(path), "--at", str(number)).stdout
        start = shown.index("reward token\n\n") + len("reward token\n\n")
        end = max(shown.rfind("\n\nbefore card"), shown.rfind("\n\nat card"), shown.rfind("\n\nThere was nothing"))
        assert shown[start:end] in whole
