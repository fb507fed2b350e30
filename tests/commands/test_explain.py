"""``dtcli explain``: what it prints and answers."""

import json
import re

import pytest

import solver.studies.explanation
from tests.commands.shell import ROOT, Terminal, invoke

NAPKIN, SURE, CABIN, LAST = (
    str(ROOT / "replays/games" / name)
    for name in ("on-a-napkin.dt", "we-were-sure.json", "five-at-the-cabin.dt", "the-last-level.dt")
)
KEYS = [
    "file", "line", "status", "title", "goal", "best", "reasons", "words", "choices", "proved", "seconds", "problems",
]  # fmt: skip
WIDTH = 80
TORCHES = """
title: Two torches
torch
torch
mission Cellar: 2 torch
mission Attic: torch
mission Door: map
map
mission Gate: map -> cup? | decline
"""
BREAKS = "sword\nbow\ntorch\nmap\nkeys\ncup\ngold\nbook\nmortar\nmission X: sword\n"
SCROLL = """
goal: 4
torch
cup
keys
sword
mission A: torch
mission B: cup
mission C: keys
mission D: sword
adventure The Apprentice's Book | fail
"""


def explained(story: str, *arguments: str):
    result = invoke("explain", "--json", "-", *arguments, stdin=story.encode())
    return result.exit_code, json.loads(result.stdout)


def shown(story: str, *arguments: str) -> str:
    result = invoke("explain", "-", *arguments, stdin=story.encode())
    assert result.exit_code == 0, result.output
    assert max(map(len, result.stdout.splitlines())) <= WIDTH
    return " ".join(result.stdout.split())


# Data


def test_json_has_the_keys_that_are_documented():
    code, record = explained(TORCHES)
    assert (code, list(record)) == (0, KEYS)
    page = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    section = page.split("`dtcli explain --json`")[1].split("`dtcli repair --json`")[0]
    named = set(re.findall(r"`(\w+)`", section))
    assert {*KEYS, *(key for reason in record["reasons"] for key in reason)} <= named
    assert {"need", "must", "supply", "room", "hold", "complete", "reachable", "unreachable", "unknown"} <= named


def test_the_reasons_are_facts_of_the_story():
    _, record = explained(TORCHES, "--goal", "4")
    assert (record["status"], record["goal"], record["proved"]) == ("unreachable", 4, True)
    assert record["best"] == {"missions": 2, "broken": False, "won": None, "bound": 2}
    door = {"reason": "need", "card": 5, "mission": "Door", "item": "map", "copies": 1}
    pair = [
        {"reason": "need", "card": 3, "mission": "Cellar", "item": "torch", "copies": 2},
        {"reason": "need", "card": 4, "mission": "Attic", "item": "torch", "copies": 1},
    ]
    assert record["reasons"] in ([door], pair)
    assert record["choices"] == []


def test_a_goal_within_reach_has_a_line_that_can_be_played(tmp_path):
    story = "sword\nmission X: sword -> bow/cup | take cup\nmission Y: bow\n"
    _, record = explained(story, "--goal", "2")
    assert (record["status"], record["reasons"], record["words"]) == ("reachable", [], [])
    replay = json.loads(invoke("convert", "--to", "json", "-", stdin=story.encode()).stdout)
    path = tmp_path / "x.json"
    path.write_text(json.dumps({**replay, "choices": record["choices"]}))
    assert json.loads(invoke("score", "--json", str(path)).stdout)["missions"] == 2


def test_an_invalid_replay_has_the_same_keys():
    code, record = explained("swrod\n")
    assert (code, list(record), record["status"]) == (1, KEYS, "invalid")
    assert (record["goal"], record["best"], record["reasons"]) == (None, None, [])
    assert "did you mean sword?" in invoke("explain", "-", stdin=b"swrod\n").stdout


def test_many_replays_give_a_line_each_in_order():
    result = invoke("explain", "--json", SURE, "no-such-file.dt", SURE)
    assert result.exit_code == 3
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [SURE, "no-such-file.dt", SURE]


# Text


def test_two_missions_that_need_the_same_torch_are_named_together():
    text = shown(TORCHES)
    assert text.startswith("Two torches proved At most 2 of 4 missions can be reached, because")
    assert "- Cellar (card 3) and Attic (card 4) both need the 3rd torch, but only 2 come before card 4" in text
    assert "- Door (card 5) needs map, but none comes before card 5, and no reward gives one" in text
    assert "To reach 3 missions, 2 of these 3 must succeed, even if all the others do." in text
    assert text.endswith("Without any one of them, 3 missions could be reached.")


@pytest.mark.parametrize(
    ("story", "goal", "said"),
    [
        (TORCHES, "9", "9 missions cannot be reached: the story has only 4."),
        (TORCHES, "4", "4 missions cannot be reached"),
        (TORCHES, "4", "The best line ends with 2 missions."),
        (TORCHES, "2", "2 missions can be reached; this line completes 2: card 7: decline the cup (Gate)"),
        (TORCHES, "0", "The backpack can be kept whole; this line completes 2:"),
        ("sword\n", None, "The story has no missions."),
        ("sword\n", "0", "The backpack can be kept whole; there is nothing to decide."),
        ("sword\nmission X: sword\n", None, "The only mission can be completed; the story has no more."),
        ("mission X: sword\n", None, "X (card 1) needs sword, but none comes before card 1, and no reward gives one."),
        ("mission X: sword\n", None, "To reach 1 mission, this one must succeed. Without that, 1 mission could be"),
        (BREAKS, None, "The backpack breaks, whatever you choose: from the start to card 10 the backpack has only 8"),
        (BREAKS, "1", "to card 10 the backpack has only 8 slots. Without that, the backpack would hold."),
    ],
)  # fmt: skip
def test_the_answer_for_each_goal(story, goal, said):
    assert said in shown(story, *(["--goal", goal] if goal else []))


def test_with_an_adventure_the_victory_is_explained():
    text = shown(SCROLL)
    assert "The game cannot be won" in text
    assert "The Apprentice's Book must be completed" in text
    assert "the game could be won." in text
    assert "At most" not in text


@pytest.mark.parametrize("goal", ["0", "1", "10", "11", "999"])
def test_a_shipped_game_fits_80_columns_for_any_goal(goal):
    for game in (NAPKIN, SURE):
        result = invoke("explain", game, "--goal", goal)
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= WIDTH


def test_a_long_line_of_decisions_is_wrapped():
    titles = [f"the mission number {n} has a title of some length" for n in (1, 2)]
    story = [*({"mission": title, "needs": ["bow"]} for title in titles), "bow", "cup", "map"]
    replay = {"format": "dungeon-time/replay/1", "heroes": ["zigarat-ho"], "story": story}
    result = invoke("explain", "-", "--goal", "1", stdin=json.dumps(replay).encode())
    lines = result.stdout.splitlines()
    at = next(n for n, line in enumerate(lines) if "Zigarat Ho, then come" in line)
    assert re.match(r" {16}\S", lines[at + 1])
    assert max(map(len, lines)) <= WIDTH


def test_text_from_a_file_is_not_markup():
    replay = {
        "format": "dungeon-time/replay/1",
        "title": "[bold]x[/bold] \x1b[31m",
        "story": [{"mission": "[red]Y[/red]\x07", "needs": ["sword"]}],
    }
    out = invoke("explain", "-", stdin=json.dumps(replay).encode()).stdout
    assert "[bold]x[/bold] \ufffd[31m" in out
    assert "[red]Y[/red]\ufffd (card 1) needs sword" in out


# Limits


def test_a_limit_gives_4_and_what_is_known():
    result = invoke("explain", LAST, "--time-limit", "0")
    assert result.exit_code == 4
    text = " ".join(result.stdout.split())
    assert "a limit was reached after" in text
    assert text.endswith(
        "It is not known whether 7 missions can be reached. The best line found ends with 6 missions, won; "
        "no line completes more than 10 missions."
    )
    code = invoke("explain", LAST, "--time-limit", "0", "--json")
    record = json.loads(code.stdout)
    assert (record["status"], record["proved"], record["reasons"]) == ("unknown", False, [])


def test_without_enough_time_no_reasons_are_given(monkeypatch):
    def too_long(*_):
        raise solver.studies.explanation.OutOfLimits

    monkeypatch.setattr(solver.studies.explanation, "_reasons", too_long)
    result = invoke("explain", "-", stdin=TORCHES.encode())
    assert result.exit_code == 4
    assert "3 missions cannot be reached, but the reasons were not found within the limits." in result.stdout


def test_after_an_interrupt_no_more_replays_are_judged(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(solver.studies.explanation, "_reasons", interrupted)
    result = invoke("explain", "--json", SURE, SURE)
    assert result.exit_code == 130
    assert len(result.stdout.splitlines()) == 1


def test_ctrl_c_gives_what_is_known_so_far_and_130():
    with Terminal("explain", CABIN, NO_COLOR="1") as terminal:
        terminal._read(b"looking for reasons")
        terminal.type(b"\x03")
        assert terminal.end() == 130
    assert b"interrupted after" in terminal.shown
