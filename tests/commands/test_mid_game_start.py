"""Commands on games that start in the middle: the position they show, and the rest of the story."""

import json

import pytest

from tests.commands.shell import READERS, invoke

GAME = """\
title: In the middle
heroes: Tonk Redbeer, Arvedui Miriel, Zigarat Ho, Tragurk, Zaria Tearleaf
goal: 3
start: cards 2 sword + bow + gold, tokens cup, supply 1 sword + 0 map, heroes Arvedui Miriel, extra slot, last failed mission E07, waiver 1, guesses bow

torch
sword
mission Wolves: bow + 2 sword -> shield?  | take shield
map
mission E01                               | decline
mission Gold Rush: 2 gold + cup -> map    | fail
"""  # noqa: E501


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "middle.dt"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_the_position_is_shown_before_the_first_card(game):
    shown = invoke("replay", game).stdout
    position = shown[shown.index("  0  ") : shown.index("  1  torch")]
    assert position.splitlines() == [
        "  0  the game continues from here",
        "     already used: Tonk Redbeer, Zigarat Ho, Tragurk, Zaria Tearleaf",
        "     the backpack has one extra slot until a mission is completed",
        "     the next mission needs 1 fewer item",
        "     the next mission is completed if it lists bow",
        "     the mission that failed last: E07 Lost in the Turnips",
        "     done 0 (goal 3)   failed 0   slots 4 of 9   supply 20: sword 1, map 0, cup",
        "     1",
        "     │sword  │bow    │gold   │cup    │       │       │       │       │       │",
        "     │■■     │■      │■      │○      │·      │·      │·      │·      │·      │",
        "",
    ]
    assert "  0  " in invoke("replay", "--brief", game).stdout


def test_the_position_for_scripts(game):
    record = json.loads(invoke("replay", "--json", game).stdout)
    assert record["start"]["backpack"] == {"cards": {"bow": 1, "gold": 1, "sword": 2}, "tokens": {"cup": 1}}
    assert (record["start"]["slots"], record["start"]["limit"]) == (4, 9)
    assert record["start"]["unused"] == ["arvedui-miriel"]
    assert (record["missions"], record["peak_slots"], len(record["frames"])) == (2, 7, 6)


def test_a_game_from_the_beginning_shows_no_position(tmp_path):
    path = tmp_path / "plain.dt"
    path.write_text("sword\n", encoding="utf-8")
    assert "  0  " not in invoke("replay", str(path)).stdout
    assert json.loads(invoke("replay", "--json", str(path)).stdout)["start"] is None


def test_reasons_count_the_position_and_missions_that_may_come_back(game):
    said = " ".join(invoke("explain", game).stdout.split())
    assert "At most 2 of 4 missions" in said
    assert (
        "E01 Rats With Demands (card 5) and E07 Lost in the Turnips (if it comes back) both need the 2nd torch" in said
    )
    assert "Gold Rush (card 6) needs 2 gold, but only 1 is there at the start and none comes before card 6" in said
    reasons = json.loads(invoke("explain", "--json", game).stdout)["reasons"]
    assert [(one["card"], one["mission"]) for one in reasons] == [
        (None, "Lost in the Turnips"),
        (5, "Rats With Demands"),
        (6, "Gold Rush"),
    ]


def test_a_short_supply_is_a_reason(tmp_path):
    path = tmp_path / "short.dt"
    path.write_text("start: supply 0 shield\n\nbow\nmission A: bow -> shield\nmission B: shield\n", encoding="utf-8")
    reasons = json.loads(invoke("explain", "--json", str(path)).stdout)["reasons"]
    assert {"reason": "supply", "item": "shield", "tokens": 0} in reasons


def test_a_break_is_explained_with_the_effect_in_force(tmp_path):
    """Without the effect the mission would fail, a sword could be discarded, and the mortar would fit."""
    path = tmp_path / "book.dt"
    packed = "cards sword + bow + shield + torch + map + potion + keys + gold, adventure completed"
    head = f"adventure: The Apprentice's Book\nstart: {packed}\n"
    path.write_text(f"{head}\nmission A: 2 sword -> book\nmortar\n", encoding="utf-8")
    said = " ".join(invoke("explain", str(path)).stdout.split())
    assert "The backpack breaks, whatever you choose" in said
    assert "the reward of A (card 1) must be taken: book" in said


def test_a_hero_used_before_the_start_is_not_called_unused(game):
    said = invoke("repair", "--order", game).stderr
    assert "Moving 1 card wins the game" in said
    assert "Zigarat Ho" not in said


def test_an_adventure_without_missions_below_it_need_not_move(tmp_path):
    path = tmp_path / "pocket.dt"
    story = "gold\nkeys\ncup\nadventure The Tailor's Third Pocket\nmission A: book\nbook\n"
    path.write_text(f"start:\ngoal: 1\n\n{story}", encoding="utf-8")
    assert "Moving 1 card wins the game" in invoke("repair", "--order", str(path)).stderr


def test_a_certificate_is_about_the_position_too(game, tmp_path):
    path = str(tmp_path / "best.cert")
    assert invoke("solve", game, "--certificate", path).exit_code == 0
    assert invoke("verify", path, "--prove").exit_code == 0


BROUGHT_BACK = """\
heroes: Arvedui Miriel
start: cards gold, last failed mission E07

hero Arvedui Miriel
sword
map
torch
"""


@pytest.mark.parametrize("command", [*READERS, "advise", "history"])
def test_a_mission_from_before_the_start_may_come_back_without_a_recorded_decision(command, tmp_path):
    path = tmp_path / "back.dt"
    path.write_text(BROUGHT_BACK, encoding="utf-8")
    result = invoke(command, str(path), *(["--at", "1"] if command == "advise" else []))
    assert (result.exit_code, result.exception) == (0, None)
    assert result.stdout or command == "repair"
