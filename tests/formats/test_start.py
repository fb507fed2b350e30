"""Replays that start in the middle of a game: notation, JSON, and what can be wrong with a start."""

import json

import pytest

from dtcli.formats.dt.parser import loads
from dtcli.formats.dt.writer import to_notation
from dtcli.formats.names import Names
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.formats.replay.resolver import resolve
from dtcli.formats.replay.spelling import Spelling, replay_text
from dtcli.rules import Kind, Pile, start
from dtcli.rules.rulings import TONK_REDBEER, TRAGURK
from dtcli.rules.state import Start

WORDS = (
    "cards 2 sword + bow, tokens cup, supply 1 sword + 0 cup, heroes Tonk Redbeer, extra slot, adventure completed, "
    "last failed mission E07, waiver 1, guesses bow, solved"
)
ENTRY = {
    "cards": ["sword", "sword", "bow"], "tokens": ["cup"], "supply": {"sword": 1, "cup": 0},
    "heroes": ["tonk-redbeer"], "extra_slot": True, "adventure_completed": True, "last_failed": {"mission": "E07"},
    "waiver": 1, "guesses": ["bow"], "solved": True,
}  # fmt: skip
HEAD = {
    "format": "dungeon-time/replay/1", "adventure": "the-tailors-third-pocket",
    "heroes": ["tragurk", "tonk-redbeer", "zaria-tearleaf", "alan-ironstar"], "start": ENTRY,
}  # fmt: skip


def document(start, *, story=("sword",), **head):
    return {"format": "dungeon-time/replay/1", **head, "start": start, "story": list(story)}


def problems_of(start, **head):
    return [(one.code, one.pointer) for one in check(parse(json.dumps(document(start, **head)))).problems]


def test_notation_and_json_mean_the_same():
    assert loads(f"start: {WORDS}\nsword").data["start"] == ENTRY
    assert loads(f"start: {json.dumps(ENTRY)}\nsword").data["start"] == ENTRY
    assert to_notation(document(ENTRY)) == f"start: {WORDS}\n\nsword\n"


@pytest.mark.parametrize(
    ("words", "entry"),
    [
        ("", {}),
        ("none", None),
        ("cards nothing, heroes nothing, supply nothing", {"cards": [], "heroes": [], "supply": {}}),
        ("no extra slot, adventure not completed, not solved",
         {"extra_slot": False, "adventure_completed": False, "solved": False}),
        ("last failed adventure The Apprentice's Book", {"last_failed": {"adventure": "The Apprentice's Book"}}),
        ('last failed mission "A, b + c": 2 bow -> shield?',
         {"last_failed": {"mission": "A, b + c", "needs": ["bow", "bow"], "reward": "shield?"}}),
        ("HEROES ro's thanir + Zaria", {"heroes": ["ros-thanir", "zaria-tearleaf"]}),
        ('heroes "Zaria"', {"heroes": ["Zaria"]}),
        ("Extra Slot  # what a day", {"extra_slot": True}),
    ],
)  # fmt: skip
def test_what_the_notation_means(words, entry):
    notation = loads(f"start: {words}\nsword")
    assert notation.problems == []
    assert notation.data["start"] == entry
    again = loads(to_notation(notation.data))
    assert (again.problems, again.data) == ([], notation.data)


@pytest.mark.parametrize(
    ("words", "code", "column"),
    [
        ("cards", "DT107", 8),
        ("cads sword", "DT107", 8),
        ("tokens cup, cards", "DT107", 20),
        ("supply sword", "DT107", 15),
        ("supply 1 cup + 2 cup", "DT105", 25),
        ("supply 9999999 cup", "DT107", 15),
        ("waiver many", "DT107", 15),
        ("solved, not solved", "DT105", 16),
        ("last failed E07", "DT107", 8),
        ('{"cards": ', "DT107", 8),
        ('{"cards": [], "cards": []}', "DT105", 8),
    ],
)
def test_notation_that_is_not_understood(words, code, column):
    (problem,) = loads(f"start: {words}\nsword").problems
    assert (problem.code, problem.line, problem.column) == (code, 1, column)


def test_the_header_stands_above_the_story():
    (problem,) = loads("sword\nstart: cards bow").problems
    assert "above the story" in problem.message


def test_every_name_is_looked_up():
    typed = {**ENTRY, "cards": ["Spada", "sword", "Bow"], "heroes": ["Tonk"]}
    resolved = resolve({**HEAD, "start": typed, "story": []}, None)
    assert resolved.problems == ()
    assert resolved.game is not None
    assert isinstance(resolved.names, Names)
    begin = resolved.game.start
    assert begin == Start(
        cards=Pile.of(Kind("sword"), Kind("sword"), Kind("bow")),
        tokens=Pile.of(Kind("cup")),
        supply=Pile({kind: {"sword": 1, "cup": 0}.get(kind, 2) for kind in resolved.game.kinds}),
        unused=(TONK_REDBEER,),
        last_failed=resolved.names.cards.missions["E07"],
        extra_slot=True,
        adventure_completed=True,
        waiver=1,
        guesses=frozenset({Kind("bow")}),
        solved=True,
    )
    assert start(resolved.game).unused == (TONK_REDBEER,)
    assert TRAGURK in resolved.game.heroes


def test_without_supply_all_tokens_outside_the_backpack_are_there():
    game = resolve(document({"tokens": ["cup"]}), None).game
    assert game is not None
    assert game.start is not None
    assert game.start.supply is None
    assert (start(game).supply[Kind("cup")], start(game).supply[Kind("bow")]) == (1, 2)


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ({"cards": ["swrod"]}, [("DT204", "/start/cards/0")]),
        ({"tokens": ["cup", "swrod"]}, [("DT204", "/start/tokens/1")]),
        ({"guesses": ["swrod"]}, [("DT204", "/start/guesses/0")]),
        ({"supply": {"swrod": 1}}, [("DT204", "/start/supply/swrod")]),
        ({"supply": {"sword": 1, "Spada": 1}}, [("DT203", "/start/supply/Spada")]),
        ({"heroes": ["nobody"]}, [("DT207", "/start/heroes/0")]),
        ({"heroes": ["tragurk"]}, [("DT901", "/start/heroes")]),
        ({"last_failed": {"mission": "E99"}}, [("DT205", "/start/last_failed")]),
        ({"last_failed": {"mission": "W", "needs": ["bwo"]}}, [("DT204", "/start/last_failed/needs/0")]),
        ({"cards": ["sword"] * 4}, [("DT901", "/start/cards")]),
        ({"tokens": ["cup"] * 3}, [("DT901", "/start/tokens")]),
        ({"adventure_completed": True}, [("DT901", "/start/adventure_completed")]),
        ({"waiver": 12, "guesses": ["bow", "cup"], "solved": True, "extra_slot": True},
         [("DT901", f"/start/{part}") for part in ("waiver", "guesses", "solved", "extra_slot")]),
        ({"cards": "sword"}, [("DT203", "/start/cards")]),
        ({"supply": {"cup": -1}}, [("DT203", "/start/supply/cup")]),
        ({"waiver": 10**30}, [("DT203", "/start/waiver")]),
        ({"extra_slot": 1}, [("DT203", "/start/extra_slot")]),
        ({"last_failed": "E07"}, [("DT203", "/start/last_failed")]),
        ({"slots": 9}, [("DT201", "/start/slots")]),
        ({"last_failed": {"mission": "E07", "need": []}}, [("DT201", "/start/last_failed/need")]),
        ([], [("DT203", "/start")]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_start_has_a_place(entry, found):
    assert problems_of(entry) == found


def test_keys_of_your_own_are_kept_wherever_they_are():
    entry = {"_why": 1, "supply": {"cup": 0, "_note": ["x"]}, "last_failed": {"mission": "E07", "_who": "me"}}
    read = parse(json.dumps(document(entry)))
    assert (read.problems, read.data["start"]) == ((), entry)
    assert loads(to_notation(read.data)).data == read.data


def test_names_are_written_as_the_card_set_spells_them():
    typed = {"heroes": ["Tonk"], "cards": ["Spada"], "supply": {"Coppa": 1}, "last_failed": {"mission": "e07"}}
    read = resolve(document(typed, heroes=["Tonk Redbeer"]), None)
    assert read.names is not None
    text = replay_text(document(typed, heroes=["Tonk Redbeer"]), read.names, Spelling.DT)
    assert "start: cards sword, supply 1 cup, heroes Tonk Redbeer, last failed mission E07" in text


def test_a_timed_game_begins_at_its_beginning():
    play = {"hands": [[]], "deck": [], "events": []}
    found = check(parse(json.dumps(document({}, play=play)))).problems
    assert ("DT901", "/start") in [(one.code, one.pointer) for one in found]


def test_an_adventure_that_failed_before_is_the_adventure_of_the_game():
    game = resolve(document({"last_failed": {"adventure": "The Apprentice's Book"}}), None).game
    assert game is not None
    assert game.adventure is not None
    assert game.adventure.id == "the-apprentices-book"
    other = {"last_failed": {"adventure": "The Apprentice's Book"}}
    assert problems_of(other, adventure="the-tailors-third-pocket") == [("DT310", "/start/last_failed")]


@pytest.mark.parametrize("card", [["torch"], ["bow"]], ids=["completed", "failed"])
def test_a_missing_decision_about_the_last_failed_mission_is_reported_there(card):
    entry = {"cards": ["gold"], "last_failed": {"mission": "E07"}}
    data = document(entry, heroes=["arvedui-miriel"], choices=[{"before": 1, "hero": "arvedui-miriel"}])
    checked = check(parse(json.dumps({**data, "story": ["map", *card]})))
    (problem,) = checked.problems
    assert (problem.code, problem.pointer) == ("DT411", "/start/last_failed")
    assert problem.hint.startswith("write at the end: at 3: ")
    assert checked.score is not None
