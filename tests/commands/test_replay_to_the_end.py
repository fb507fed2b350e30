"""``dtcli replay`` goes to the end of a record, also where the rules refuse it or choices are missing."""

import json

from tests.commands.shell import invoke

REFUSED = b"""\
heroes: Tonk Redbeer
sword
Wolves: sword -> ?
Again: sword -> -
Tonk
Bears: 2 gold -> cup | take cup
torch
More: torch -> ?
bow
"""


def shown(story: bytes) -> list[str]:
    return invoke("replay", "-", stdin=story).stdout.splitlines()


def test_a_refused_record_is_shown_to_its_last_card():
    lines = shown(REFUSED)
    assert "  7  bow" in lines
    assert "INVALID: this cannot have happened; what the rules refuse is left out" in lines


def test_refused_choices_are_marked_at_their_cards():
    lines = shown(REFUSED)
    at = lines.index("  4  mission Bears: 2 gold, gives cup")
    assert lines[at + 1 : at + 5] == [
        "     failed for lack of 2 gold",
        "     refused before it: Tonk Redbeer takes 1 torch, the backpack holds 0; what",
        "     was not recorded cannot explain it: the reward at card 2",
        "     refused here: the mission fails, 2 gold is missing",
    ]


def test_choices_that_were_not_recorded_are_no_proof_in_a_refused_record():
    lines = shown(REFUSED)
    assert lines.count("     not recorded, shown as: take sword") == 2
    record = json.loads(invoke("replay", "-", "--json", stdin=REFUSED).stdout)
    assert (record["status"], record["inferred"], len(record["frames"])) == ("invalid", [], 7)


def test_what_else_a_refused_note_says_is_kept():
    lines = shown(b"heroes: Tonk Redbeer\ntorch\nBears: torch -> cup/bow | take cup, discard torch\nsword\n")
    assert "     completed, pays torch, takes cup" in lines
    assert "  3  sword" in lines


def test_an_open_result_is_shown_with_its_bounds():
    lines = shown(b"goal: 2\nsword\nWolves: sword -> ?\nAgain: sword -> -\n")
    assert "OPEN: 1 to 2 missions, goal 2" in lines


def test_a_claim_that_no_reading_gives_is_told_the_possible_numbers():
    story = b"result: 5 missions\nsword\nWolves: sword -> ?\nAgain: sword -> -\n"
    problems = invoke("validate", "-", stdin=story).stdout
    assert "the recorded choices allow only 1 or 2 missions" in " ".join(problems.split())
