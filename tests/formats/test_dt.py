"""Story notation: what can be typed, what it means, and the place of each mistake."""

import pytest

from dtcli.formats.dt.parser import loads
from dtcli.formats.dt.writer import to_notation

CONTRACT = """\
title: Friday night, three players
scenario: training-grounds
players: 3
heroes: Tonk Redbeer, Zaria Tearleaf, Alan Ironstar
result: 9 missions

potion
2 sword
bow
mission Wolves at the Gate: bow + 2 sword -> shield?      | take shield
torch
keys
mission E07                                               | decline
hero Tonk Redbeer
mission Black Market: torch + gold + potion -> cup/book   | fail, discard gold
hero Garynor the Belly: map + cup -> bow
"""


def read(text):
    notation = loads(text)
    assert notation.problems == [], notation.problems
    return notation.data


def problem(text):
    (found,) = loads(text).problems
    return found


def test_the_example_of_the_docs_is_read():
    assert read(CONTRACT) == {
        "format": "dungeon-time/replay/1",
        "title": "Friday night, three players",
        "scenario": "training-grounds",
        "players": 3,
        "heroes": ["tonk-redbeer", "zaria-tearleaf", "alan-ironstar"],
        "result": {"missions": 9},
        "story": [
            "potion", "sword", "sword", "bow",
            {"mission": "Wolves at the Gate", "needs": ["bow", "sword", "sword"], "reward": "shield?"},
            "torch", "keys", {"mission": "E07"},
            {"mission": "Black Market", "needs": ["torch", "gold", "potion"], "reward": "cup/book"},
        ],
        "choices": [
            {"at": 5, "take": "shield"},
            {"at": 8, "take": None},
            {"before": 9, "hero": "tonk-redbeer"},
            {"at": 9, "discard": ["gold"]},
            {"before": 10, "hero": "garynor-the-belly", "remove": ["map", "cup"], "take": "bow"},
        ],
    }  # fmt: skip


def test_the_example_of_the_contract_is_written_as_it_was_typed():
    typed = [" ".join(line.split()) for line in CONTRACT.splitlines()]
    assert [" ".join(line.split()) for line in to_notation(read(CONTRACT)).splitlines()] == typed


@pytest.mark.parametrize(
    ("line", "story"),
    [
        ("2 sword", ["sword", "sword"]),
        ("2x sword", ["sword", "sword"]),
        ("2 x sword", ["sword", "sword"]),
        ("2\u00d7 sword", ["sword", "sword"]),
        ("1 Bag of Gold", ["Bag of Gold"]),
        ("2 xylophone", ["xylophone", "xylophone"]),
        ('2 "2 sword"', ["2 sword", "2 sword"]),
        ("  sword   # mine", ["sword"]),
        ("C#", ["C#"]),
        ("mission E07", [{"mission": "E07"}]),
        ("Mission Lost in the Turnips", [{"mission": "Lost in the Turnips"}]),
        ("mission Hello, World", [{"mission": "Hello, World"}]),
        ('mission The "Big" One', [{"mission": 'The "Big" One'}]),
        ('mission 5" nails: bow', [{"mission": '5" nails', "needs": ["bow"]}]),
        ('mission "A: b | c # d"', [{"mission": "A: b | c # d"}]),
        ("mission W: bow", [{"mission": "W", "needs": ["bow"]}]),
        ("mission W: 2x bow + gold -> -", [{"mission": "W", "needs": ["bow", "bow", "gold"], "reward": "-"}]),
        ("mission W:bow->?", [{"mission": "W", "needs": ["bow"], "reward": "?"}]),
        ("adventure The Apprentice's Book", [{"adventure": "The Apprentice's Book"}]),
    ],
)
def test_cards(line, story):
    assert read(line)["story"] == story


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        ("take shield", {"take": "shield"}),
        ("TAKE shield", {"take": "shield"}),
        ("take nothing", {"take": None}),
        ('take "nothing"', {"take": "nothing"}),
        ("decline", {"take": None}),
        ("fail", {"discard": []}),
        ("discard nothing", {"discard": []}),
        ("fail, discard 2 gold + cup", {"discard": ["gold", "gold", "cup"]}),
        ("waive torch, take bow", {"waive": ["torch"], "take": "bow"}),
        ("in full sword, tokens 2 sword", {"in_full": ["sword"], "tokens": ["sword", "sword"]}),
    ],
)
def test_decisions(said, choice):
    assert read(f"mission E07 | {said}")["choices"] == [{"at": 1, **choice}]
    assert read(f"mission E07\nat 1: {said}")["choices"] == [{"at": 1, **choice}]


@pytest.mark.parametrize(
    ("skill", "choice"),
    [
        ("Tonk Redbeer", {"hero": "tonk-redbeer"}),
        ("TONK REDBEER", {"hero": "tonk-redbeer"}),
        ("tonk-redbeer | tokens torch", {"hero": "tonk-redbeer", "tokens": ["torch"]}),
        ("Nintrabash: 2 4", {"hero": "nintrabash", "discard": [2, 4]}),
        ("Nintrabash: discard 2, 4", {"hero": "nintrabash", "discard": [2, 4]}),
        ("Nintrabash: nothing", {"hero": "nintrabash", "discard": []}),
        ("Nintrabash", {"hero": "nintrabash"}),
        ("Zigarat Ho: 3 1 2 5 4", {"hero": "zigarat-ho", "order": [3, 1, 2, 5, 4]}),
        ("Tragurk: 2 map", {"hero": "tragurk", "remove": ["map", "map"]}),
        ("Garynor the Belly: map + cup -> bow", {"hero": "garynor-the-belly", "remove": ["map", "cup"], "take": "bow"}),
        ("Garynor the Belly: map | take bow", {"hero": "garynor-the-belly", "remove": ["map"], "take": "bow"}),
        ("Zaria Tearleaf: bow", {"hero": "zaria-tearleaf", "guess": "bow"}),
        ("Zaria Tearleaf: guess bow", {"hero": "zaria-tearleaf", "guess": "bow"}),
        ("Ro's Thanir as Tragurk: map", {"hero": "ros-thanir", "as": "tragurk", "remove": ["map"]}),
        ("Ros Thanir as Nintrabash: 1", {"hero": "ros-thanir", "as": "nintrabash", "discard": [1]}),
        ("Ro\u2019s Thanir AS Zaria Tearleaf: cup", {"hero": "ros-thanir", "as": "zaria-tearleaf", "guess": "cup"}),
    ],
)
def test_skills(skill, choice):
    assert read(f"sword\nhero {skill}\nbow")["choices"] == [{"before": 2, **choice}]
    assert read(f"sword\nbow\nbefore 2: hero {skill}")["choices"] == [{"before": 2, **choice}]


CARDS = ["sword", "bow", "torch", "map", "cup", "keys", "book"]


def numbered(*lines):
    return [
        (choice.get("before") or choice["at"], choice.get("hero") or choice.get("take"))
        for choice in read("\n".join(lines))["choices"]
    ]


def test_cards_discarded_by_nintrabash_are_not_counted():
    story = [
        "hero Nintrabash: 1 3",
        "sword",
        "bow | take x",
        "torch",
        "map | take y",
        "cup",
        "hero Tonk Redbeer",
        "keys",
    ]
    assert numbered(*story) == [(1, "nintrabash"), (1, "x"), (2, "y"), (4, "tonk-redbeer")]


def test_a_decision_beside_a_discarded_card_is_a_problem():
    found = problem("hero Nintrabash: 1\nsword | take bow\nbow")
    assert (found.code, found.line, found.column) == ("DT107", 2, 9)
    assert "never revealed" in found.message


def test_rearranged_cards_count_in_their_new_order():
    story = [
        "sword",
        "hero Zigarat Ho: 3 1 2 5 4",
        "bow | take a",
        "torch | take b",
        "map | take c",
        "cup",
        "keys",
        "book",
    ]
    assert numbered(*story) == [(2, "zigarat-ho"), (2, "c"), (3, "a"), (4, "b")]


def test_a_mission_moved_by_arvedui_is_counted_again():
    story = [
        "sword",
        "mission E07 | take first",
        "hero Arvedui Miriel",
        "bow",
        "hero Alan Ironstar",
        "at 4: take second",
    ]
    assert numbered(*story) == [
        (2, "first"), (3, "arvedui-miriel"), (4, "alan-ironstar"), (4, "second"),
    ]  # fmt: skip


def test_a_mission_that_was_moved_can_be_rearranged():
    story = ["mission E07", "hero Arvedui Miriel", "bow", "hero Zigarat Ho: 2 1", "sword | take a"]
    assert numbered(*story) == [(2, "arvedui-miriel"), (3, "zigarat-ho"), (4, "a")]


def test_skills_count_in_the_order_of_the_game_not_of_the_file():
    story = ["sword", "bow", "torch", "hero Tonk Redbeer", "map", "before 1: hero Nintrabash: 1"]
    assert numbered(*story) == [(1, "nintrabash"), (3, "tonk-redbeer")]


def test_skills_with_no_card_between_them_share_a_gap_in_the_order_of_the_file():
    story = ["hero Zigarat Ho: 2 1 3 4 5", "hero Tonk Redbeer", *CARDS]
    assert numbered(*story) == [(1, "zigarat-ho"), (1, "tonk-redbeer")]


def test_borrowed_skills_rearrange_too():
    story = ["hero Ro's Thanir as Nintrabash: 1", "sword", "bow | take a", "torch"]
    assert numbered(*story) == [(1, "ros-thanir"), (1, "a")]


def test_a_skill_named_by_number_counts_wherever_its_line_stands():
    story = ["sword", "bow", "torch | take a", "before 2: hero Nintrabash: 1"]
    assert numbered(*story) == [(2, "nintrabash"), (2, "a")]


@pytest.mark.parametrize(
    "choice", ['"discard": 5', '"discard": ["a"]', '"discard": [9]', '"discard": [1, 1]', '"x": 1']
)
def test_a_skill_that_the_rules_refuse_moves_nothing(choice):
    data = read(f'sword\nbow | take a\nchoice {{"before": 1, "hero": "nintrabash", {choice}}}')
    assert {"at": 2, "take": "a"} in data["choices"]


def test_headers():
    data = read(
        'title: "quoted": not # a comment\nnotes: "one\\ntwo"\ndate: 2026-11-16   # a Monday\nedition: it-2018\n'
        "scenario: none\nadventure: The Apprentice's Book\ngoal: none\nplayers: NONE\nextended: yes\n"
        "cards: my set.toml\nheroes: Ro's Thanir, \"Ro's Thanir\", Somebody\n"
        "rulings: thanir = copies, default_goal = none, heroes_in_box = 8, any_reward_optional = no\n"
        "result: 1 mission, not broken, lost\n_mine: [1]\n/result/_sure: false\nsword\nplay: none"
    )
    assert data == {
        "format": "dungeon-time/replay/1", "title": '"quoted": not # a comment', "notes": "one\ntwo",
        "date": "2026-11-16",
        "edition": "it-2018", "scenario": None, "adventure": "The Apprentice's Book", "goal": None, "players": None,
        "extended": True, "card_set": "my set.toml", "heroes": ["ros-thanir", "Ro's Thanir", "Somebody"],
        "rulings": {"thanir": "copies", "default_goal": None, "heroes_in_box": 8, "any_reward_optional": False},
        "result": {"missions": 1, "broken": False, "won": False, "_sure": False}, "_mine": [1], "story": ["sword"],
        "play": None, "_comments": [[0, "a Monday"]],
    }  # fmt: skip


def test_comments_are_kept_with_the_number_of_cards_above_them():
    data = read("# first\ntitle: x\nsword # second\n2 bow\n#third\nplay: none")
    assert data["_comments"] == [[0, "first"], [0, "second"], [3, "third"]]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end):
    assert read(f"title: x{end}{end}2 sword{end}")["story"] == ["sword", "sword"]
    assert problem(f"title: x{end}{end}mission{end}").line == 3


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "message"),
    [
        ("titel: x", "DT201", 1, 1, "unknown header 'titel'"),
        ("sword\n hero: Tonk Redbeer", "DT201", 2, 2, "unknown header 'hero'"),
        ("title: x\ntitle: y", "DT105", 2, 1, "header 'title' is given twice"),
        ("sword\ntitle: y", "DT107", 2, 1, "header 'title' must stand above the story"),
        ("_a: 1\n_a: 2", "DT105", 2, 1, "key '_a' is given twice"),
        ('_a: {"b": 1, "b": 2}', "DT105", 1, 5, "a key is given twice"),
        ("_a: NaN", "DT107", 1, 5, "not a JSON value: 'NaN'"),
        ("/story/3/_a: 1", "DT107", 1, 1, "'/story/3/_a' is not a place for a key of your own"),
        ("/title: 1", "DT107", 1, 1, "'/title' is not a place for a key of your own"),
        ("players: three", "DT107", 1, 10, "expected a number, found 'three'"),
        ("extended: maybe", "DT107", 1, 11, "extended is yes or no, not 'maybe'"),
        ("rulings: thanir", "DT107", 1, 10, "ruling not understood: 'thanir'"),
        ("rulings: thanir = copies, thanir = spends", "DT105", 1, 27, "ruling 'thanir' is given twice"),
        ("result: 9 missions, great", "DT107", 1, 21, "result not understood: 'great'"),
        ("result: won, lost", "DT105", 1, 14, "'lost' is a second value for 'won'"),
        ("heroes: Tonk Redbeer,, Tragurk", "DT107", 1, 22, "the name of a hero is missing"),
        (
            "format: dungeon-time/replay/2",
            "DT106",
            1,
            9,
            "format 'dungeon-time/replay/2', expected 'dungeon-time/replay/1'",
        ),
        ("mission", "DT107", 1, 8, "the name of the mission is missing"),
        ("mission : bow", "DT201", 1, 1, "unknown header 'mission'"),
        ("mission W: bow + + cup", "DT107", 1, 18, "an item is missing"),
        ("mission W: bow ->", "DT107", 1, 18, "a reward is missing after ->"),
        ("0 sword", "DT107", 1, 1, "1 to 500 of a card can be named at once, not '0'"),
        ("501 sword", "DT107", 1, 1, "1 to 500 of a card can be named at once, not '501'"),
        ('"sword', "DT107", 1, 1, "not a JSON value: '\"sword'"),
        ("mission E07 |", "DT107", 1, 14, "a decision is missing"),
        ("mission E07 | tkae bow", "DT107", 1, 15, "decision not understood: 'tkae bow'"),
        ("mission E07 | take bow,", "DT107", 1, 24, "decision not understood: ''"),
        ("mission E07 | take a, take b", "DT107", 1, 23, "'take b' is a second value for 'take'"),
        ("hero Tonk Rootbeer", "DT207", 1, 6, "unknown hero 'Tonk Rootbeer'"),
        ("hero Ro's Thanir as Nobody", "DT207", 1, 21, "unknown hero 'Nobody'"),
        ("hero", "DT107", 1, 5, "the name of the hero is missing"),
        ("hero Nintrabash: two", "DT107", 1, 18, "expected a number, found 'two'"),
        ("hero Garynor the Belly: map -> bow | take cup", "DT107", 1, 37, "'take' is decided twice"),
        ("hero Tonk Redbeer | fail", "DT107", 1, 20, "after the bar of a hero line only tokens and take are allowed"),
        ("at 5 take bow", "DT107", 1, 4, "expected a number, found '5 take bow'"),
        ("at 5", "DT107", 1, 5, "expected ':' after 'at 5'"),
        ("before 5: take bow", "DT107", 1, 11, "only a hero acts before a reveal"),
        ("choice [1]", "DT107", 1, 8, "a choice is a JSON object"),
        ("play: now", "DT107", 1, 7, "the five minutes follow in the next lines"),
        ("play:\nwhat", "DT107", 2, 1, "line of the five minutes not understood: 'what'"),
        ("play:\nhand 2: sword", "DT107", 2, 1, "the hand of player 1 comes here, not of player 2"),
        ("play:\ndeck: cup\ndeck: cup", "DT105", 3, 1, "'deck' is given twice"),
        ("play:\nseconds: soon", "DT107", 2, 10, "not a JSON value: 'soon'"),
        ("play:\n1s plays sword, bow", "DT107", 2, 10, "a player plays one card at a time"),
    ],
)
def test_mistakes_have_a_place(text, code, line, column, message):
    found = problem(text)
    assert (found.code, found.line, found.column, found.message) == (code, line, column, message)


def test_all_mistakes_of_a_file_are_reported_together():
    text = "titel: x\nplayers: x\nresult: y\nmission\nhero Nobody\nmission E07 | tkae bow\nat x: decline\nchoice 5\n"
    assert [one.line for one in loads(text).problems] == list(range(1, 9))


def test_hints_name_the_closest_spelling():
    assert problem("heros: Tragurk").hint == "did you mean heroes?"
    assert problem("mission E07 | deklein").hint == "did you mean decline?"
    assert problem("hero tonk redber").hint == "did you mean Tonk Redbeer?"
    assert problem("before 3: sword").hint == "write: before 12: hero Tonk Redbeer"


def test_a_file_full_of_mistakes_is_not_read_to_its_end():
    problems = loads("titel: x\n" * 1000).problems
    assert len(problems) == 201
    assert "too many problems" in problems[-1].message


def test_the_five_minutes():
    data = read(
        "sword\nplay:\nseed: 7\nseconds: 300\nended: 12.5\n"
        "hand 1: 2 sword, mission E07, adventure The Apprentice's Book\n"
        'hand: mission "A, B": cup + 2 bow -> ?\ndeck: bow  # top\n0s plays sword\n1.5s player 2 DRAWS bow\n'
        '2s player 1 discards sword, mission E07\nevent {"t": 3}\n'
    )
    assert data["play"] == {
        "seed": 7, "seconds": 300, "ended": 12.5, "deck": ["bow"],
        "hands": [
            ["sword", "sword", {"mission": "E07"}, {"adventure": "The Apprentice's Book"}],
            [{"mission": "A, B", "needs": ["cup", "bow", "bow"], "reward": "?"}],
        ],
        "events": [
            {"t": 0, "play": "sword"}, {"t": 1.5, "player": 2, "draw": "bow"},
            {"t": 2, "player": 1, "discard": ["sword", {"mission": "E07"}]}, {"t": 3},
        ],
    }  # fmt: skip
    assert data["_comments"] == [[1, "top"]]


def test_what_the_notation_cannot_express_is_numbered_or_json():
    data = {
        "format": "dungeon-time/replay/1",
        "story": ["sword", "bow"],
        "choices": [
            {"at": 1, "take": "a"},
            {"at": 1, "take": "b"},
            {"before": 2, "hero": "nobody"},
            {"before": 2, "hero": "tragurk", "guess": "cup"},
            {"at": 2, "discard": [1]},
            {"at": 9, "take": None},
        ],
    }
    assert to_notation(data).splitlines() == [
        "sword",
        "bow",
        "at 1: take a",
        "at 1: take b",
        'choice {"before": 2, "hero": "nobody"}',
        'choice {"before": 2, "hero": "tragurk", "guess": "cup"}',
        'choice {"at": 2, "discard": [1]}',
        "at 9: decline",
    ]
    assert read(to_notation(data)) == data


def test_decisions_stand_beside_cards_that_were_rearranged():
    text = "hero Zigarat Ho: 3 2 1\nmission E01  | decline\nsword\nmission E02  | take gold\n"
    data = read(text)
    assert data["choices"][1:] == [{"at": 1, "take": "gold"}, {"at": 3, "take": None}]
    assert to_notation(data) == text
