"""What people type without keywords: names of cards and heroes, several cards on a line, results in plain words."""

from itertools import permutations
from pathlib import Path

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.dt.parser import loads
from dtcli.formats.dt.writer import to_notation
from dtcli.formats.names import hero_named
from dtcli.formats.replay import editing
from dtcli.formats.replay.canonical import canonical
from dtcli.formats.replay.check import check
from dtcli.formats.replay.editing import edited_text
from dtcli.formats.replay.reading import load, parse
from dtcli.rules.cards import Mission

SHIPPED = [bundled_cards("house"), bundled_cards("rulebook")]
HOUSE = SHIPPED[0]

OWN_CARDS = """\
format = "dungeon-time/cards/1"
id = "own"
title = "Own"

[[kinds]]
id = "sword"
cards = 9
tokens = 3
aliases = ["Tonk", "E01"]

[[kinds]]
id = "bow"
cards = 9
tokens = 3
aliases = ["bow, long"]
"""
TITLES = {
    "E01": "Bow",
    "E02": "Tragurk",
    "E03": "Stop, Thief",
    "E04": "At the Gates",
    "E05": "3 Little Pigs",
    "E06": "Hero of the Hour",
    "E07": "Run: Now",
    "E08": "Zaria -> Alan",
}
OWN_CARDS += "".join(
    f'[[missions]]\nid = "{key}"\ndeck = "E"\ntitle = "{title}"\nneeds = ["sword"]\nreward = "-"\n'
    for key, title in TITLES.items()
)


def story(text):
    """Return the cards of a text as the house set names them."""
    notation = loads(text)
    assert notation.problems == [], notation.problems
    return canonical(notation.data, HOUSE)["story"]


def problem(text):
    (found,) = check(parse(text, suffix=".dt")).problems
    return found


def own(text, folder):
    """Return a document with the card set of this module."""
    (folder / "own.toml").write_text(OWN_CARDS)
    (folder / "game.dt").write_text(f"cards: own.toml\nheroes: Tonk Redbeer, Tragurk\n\n{text}\n")
    return load(folder / "game.dt")


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("E07", [{"mission": "E07"}]),
        ("e07", [{"mission": "E07"}]),
        ("LOST IN THE TURNIPS", [{"mission": "Lost in the Turnips"}]),
        ("Granny Fennel\u2019s Cough", [{"mission": "Granny Fennel's Cough"}]),
        ("the apprentice's book", [{"adventure": "the-apprentices-book"}]),
        ("sword, bow, 2 torch", ["sword", "bow", "torch", "torch"]),
        ("SWORD,Bow,2xTORCH", ["sword", "bow", "2xTORCH"]),
        ("sword, bow,", ["sword", "bow"]),
        ("sword, E07, mission E01", ["sword", {"mission": "E07"}, {"mission": "E01"}]),
        ("Wolves: bow, 2 sword -> any", [{"mission": "Wolves", "needs": ["bow", "sword", "sword"], "reward": "?"}]),
        ("The Miller's Ghost: bow -> NONE", [{"mission": "The Miller's Ghost", "needs": ["bow"], "reward": "-"}]),
        ("MISSION wolves: BOW + 2 SWORD -> Nothing",
         [{"mission": "wolves", "needs": ["bow", "sword", "sword"], "reward": "-"}]),
        ("bow\nWolves: bow", ["bow", {"mission": "Wolves", "needs": ["bow"]}]),
        ('"Stop: thief": bow + sword', [{"mission": "Stop: thief", "needs": ["bow", "sword"]}]),
    ],
)  # fmt: skip
def test_cards_without_a_keyword(line, cards):
    assert story(line) == cards


@pytest.mark.parametrize("names", SHIPPED, ids=lambda names: names.cards.id)
def test_every_card_that_ships_can_be_typed_by_its_names_alone(names):
    head = f"cards: {names.cards.id}\n"
    typed = 0
    for card in (*names.cards.missions.values(), *names.cards.adventures.values()):
        for name in (card.id, card.title, card.title.upper(), *card.aliases):
            if names.kind(name) is None:
                (entry,) = canonical(loads(head + name).data, names)["story"]
                assert isinstance(entry, dict), name
                typed += 1
    assert typed > 5
    assert not any(map(hero_named, (*names.kinds, *names.missions, *names.adventures)))


@pytest.mark.parametrize("said", ["take cup", "decline", "fail", "take nothing"])
@pytest.mark.parametrize("reward", ["any", "none", "nothing", "?", "-", "No Reward", "cup?", "cup/bow"])
def test_rewards_with_decisions_beside_them(reward, said):
    data = loads(f"Wolves: bow + sword -> {reward} | {said}").data
    assert data == loads(f"mission Wolves: bow + sword -> {reward} | {said}").data
    assert data["story"][0]["reward"] == reward
    assert len(data["choices"]) == 1


@pytest.mark.parametrize(
    "skill",
    [
        "Tonk Redbeer", "tonk", "TONK-REDBEER", "Nintrabash: 2 4", "Nintrabash: nothing", "Tragurk: map + cup",
        "Garynor: map, cup -> bow", "Garynor the Belly: map | take bow", "Ro's Thanir as Tragurk: map",
        "Ros Thanir AS Nintrabash: 1", "Arvedui Miriel | tokens gold", "zaria: guess bow",
    ],
)  # fmt: skip
def test_a_hero_without_the_word_is_the_same_skill(skill):
    bare, long = (loads(f"sword\n{word}{skill}\nbow").data for word in ("", "hero "))
    assert bare == long
    assert "hero" in bare["choices"][0]
    assert loads(f"sword\nbow\nbefore 2: {skill}").data == loads(f"sword\nbow\nbefore 2: hero {skill}").data


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("took cup", "take cup"),
        ("taken cup", "take cup"),
        ("took nothing", "decline"),
        ("declined", "decline"),
        ("Failed", "fail"),
        ("failed, discarded gold", "fail, discard gold"),
        ("waived torch, TOOK cup", "waive torch, take cup"),
    ],
)
def test_decisions_in_the_past(said, meant):
    assert loads(f"E07 | {said}").data == loads(f"E07 | {meant}").data


def test_a_decision_after_several_cards_belongs_to_the_last():
    data = loads("sword, bow, E07 | take cup\nbow").data
    assert data["choices"] == [{"at": 3, "take": "cup"}]


@pytest.mark.parametrize(
    ("line", "column"),
    [("sword, hero Tonk Redbeer", 8), ("sword, bow, tonk, bow", 13), ("sword, bow, Ro's Thanir as Tragurk", 13)],
)
def test_a_skill_does_not_stand_among_cards(line, column):
    (found,) = loads(line).problems
    assert (found.code, found.column, found.message) == ("DT107", column, "a skill has a line of its own")


def test_convert_writes_the_long_form():
    typed = "sword, bow\ntonk\ne07 | take bow\nWolves: bow, sword -> any\nThe Apprentice's Book\n"
    assert to_notation(canonical(loads(typed).data, HOUSE)).splitlines() == [
        "sword",
        "bow",
        "hero Tonk Redbeer",
        "mission E07  | take bow",
        "mission Wolves: bow + sword -> ?",
        "adventure the-apprentices-book",
    ]


# names that belong to several things


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("Tonk", ["sword"]),
        ("E01", ["sword"]),
        ("bow", ["bow"]),
        ("Tragurk", ["E02"]),
        ("Stop, Thief", ["E03"]),
        ("at the gates", ["E04"]),
        ("3 Little Pigs", ["E05"]),
        ("Hero of the Hour", ["E06"]),
        ("Run: Now", ["E07"]),
        ("Zaria -> Alan", ["E08"]),
        ("bow, long", ["bow"]),
        ("bow, Tragurk", ["bow", "E02"]),
    ],
)
def test_an_item_comes_before_a_mission_and_a_mission_before_a_hero(line, cards, tmp_path):
    document = own(line, tmp_path)
    checked = check(document)
    assert checked.problems == ()
    assert [getattr(card, "id", None) or card.kind for card in checked.resolved.game.story] == cards
    assert "choices" not in document.data
    assert check(parse(to_notation(document.data), suffix=".dt", folder=tmp_path)._replace(folder=tmp_path)).is_valid


def test_the_full_name_of_a_hero_is_still_the_hero(tmp_path):
    assert own("bow\nTonk Redbeer\nTragurk: bow", tmp_path).data["choices"] == [
        {"before": 2, "hero": "tonk-redbeer"},
        {"before": 2, "hero": "tragurk", "remove": ["bow"]},
    ]


def test_a_card_set_that_cannot_be_read_is_one_problem(tmp_path):
    (tmp_path / "game.dt").write_text("cards: missing.toml\nTonk\nStop, Thief\nRun: Now -> x\n")
    (found,) = check(load(tmp_path / "game.dt")).problems
    assert found.code == "DT209"


# lines that are not understood


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("swrod", "unknown item 'swrod'", "did you mean sword?"),
        ("bow, swrod", "unknown item 'swrod'", "did you mean sword?"),
        ("E7", "unknown card 'E7'", "did you mean the mission 'E07'?"),
        ("Tonk Redber", "unknown card 'Tonk Redber'", "did you mean the hero 'Tonk Redbeer'?"),
        ("Nintarbash", "unknown card 'Nintarbash'", "did you mean the hero 'Nintrabash'?"),
        ("Rats with Demnds", "unknown card 'Rats with Demnds'", "did you mean the mission 'Rats With Demands'?"),
        (
            "The aprentices book",
            "unknown card 'The aprentices book'",
            "did you mean the adventure 'The Apprentice's Book'?",
        ),
        ("sword x2", "unknown item 'sword x2'", "write the number first: 2 sword"),
        ("mision E07", "unknown item 'mision E07'", "did you mean mission?"),
        ("sword & bow", "unknown item 'sword & bow'", "between cards write a comma, between items of a mission +"),
        ("Tonk drinks it all", "unknown item 'Tonk drinks it all'", "write: hero Tonk Redbeer"),
    ],
)
def test_the_closest_item_mission_or_hero_is_suggested(line, message, hint):
    found = problem(line)
    assert (found.code, found.message, found.hint) == ("DT204", message, hint)


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("winner: Bob", "DT201", "unknown header 'winner'"),
        ("reslt: 8", "DT201", "unknown header 'reslt'"),
        ("nots: bow + sword", "DT201", "unknown header 'nots'"),
        ("Tragrk: map + cup", "DT207", "unknown hero 'Tragrk'"),
        ("E07 -> bow", "DT202", "a reward, but no items that the mission needs"),
    ],
)
def test_a_colon_does_not_make_everything_a_mission(line, code, message):
    found = problem(f"bow\n{line}")
    assert (found.code, found.line, found.column, found.message) == (code, 2, 1, message)


# the claim


@pytest.mark.parametrize("order", list(permutations(["8 missions", "lost", "not broken"])))
@pytest.mark.parametrize("mark", [" ", ", ", " and "])
def test_a_claim_in_any_order(order, mark):
    claim = loads(f"result: {mark.join(order).upper()}\nsword").data["result"]
    assert claim == {"missions": 8, "won": False, "broken": False}


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("8 missions lost", {"missions": 8, "won": False}),
        ("8 lost", {"missions": 8, "won": False}),
        ("won 8", {"missions": 8, "won": True}),
        ("We won with 8, the backpack intact", {"missions": 8, "won": True, "broken": False}),
        ("broke", {"broken": True}),
        ("1 mission but not won", {"missions": 1, "won": False}),
        ("we won with nine", {"missions": 9, "won": True}),
        ("lost, the backpack tore", {"won": False, "broken": True}),
        ("8/10 lost", {"missions": 8, "won": False}),
        ("8 of 10, broken", {"missions": 8, "broken": True}),
        ("8 out of the 12 missions", {"missions": 8}),
        ("Won 10/10.", {"missions": 10, "won": True}),
        ("lost (8 missions)!", {"missions": 8, "won": False}),
        ("backpack broke after 5 missions", {"missions": 5, "broken": True}),
        ("no missions; we didn\u2019t win", {"missions": 0, "won": False}),
    ],
)
def test_a_claim_in_plain_words(said, claim):
    assert loads(f"result: {said}\nsword").data["result"] == claim


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("broken at card 31", {"broken": True}),
        ("8 lost by two", {"missions": 8, "won": False}),
        ("10 missions, won, 2 failed", {"missions": 10, "won": True}),
        ("great evening", {"missions": 9, "won": True}),
    ],
)
def test_the_hint_about_a_claim_can_be_written(said, claim):
    (found,) = loads(f"result: {said}\nsword").problems
    assert loads(f"result: {found.hint.removeprefix('write: ')}\nsword").data["result"] == claim


# several heroes


@pytest.mark.parametrize(
    "line",
    [
        "Tonk, Zaria: map",
        "tonk and zaria: map",
        "Tonk & Zaria Tearleaf: map",
        "hero Tonk + Zaria: map",
        "before 2: Tonk, Zaria: map",
    ],
)
def test_several_heroes_on_a_line_are_not_a_mission_and_the_hint_can_be_written(line):
    (found,) = loads(f"heroes: Tonk, Zaria\ntorch\n{line}\nsword").problems
    assert (found.code, found.message) == ("DT107", "several heroes on a line: each skill has a line of its own")
    lines = found.hint.removeprefix("write 2 lines: ").split(" / ")
    again = loads("\n".join(["heroes: Tonk, Zaria", "torch", *lines, "sword"]))
    assert again.problems == []
    assert [choice["hero"] for choice in again.data["choices"]] == ["tonk-redbeer", "zaria-tearleaf"]
    assert again.data["choices"][1]["guess"] == "map"


def test_a_mission_may_have_the_names_of_heroes():
    assert loads("mission Tonk, Zaria: map").data["story"] == [{"mission": "Tonk, Zaria", "needs": ["map"]}]


@pytest.mark.parametrize(
    ("said", "column", "message"),
    [
        ("8 of", 9, "result not understood: '8'"),
        ("great evening", 9, "result not understood: 'great'"),
        ("we did", 9, "result not understood: 'we did'"),
        ("8-10", 9, "result not understood: '8-10'"),
        ("no, we lost", 9, "result not understood: 'no'"),
        ("8 done, 2 failed", 17, "failed missions are not part of a result: '2'"),
        ("8 9", 11, "'9' is a second value for 'missions'"),
        ("won lost", 13, "'lost' is a second value for 'won'"),
        ("not 8", 9, "result not understood: 'not'"),
        ("8,, won", 11, "result not understood: ''"),
    ],
)
def test_a_claim_that_is_not_understood(said, column, message):
    (found,) = loads(f"result: {said}\nsword").problems
    assert (found.column, found.message) == (column, message)


# editing


@pytest.fixture(autouse=True)
def no_rewriting(monkeypatch):
    """Fail if a text is written anew: it must be edited in place."""
    monkeypatch.setattr(editing, "_rewritten", lambda *_: pytest.fail("written anew"))


def edited(text, edit):
    """Return the lines of a text after an edit of its data."""
    document = parse(text, file="game.dt", suffix=".dt")
    new = {**document.data, "story": list(document.data["story"]), "choices": list(document.data.get("choices", ()))}
    edit(new)
    changed = edited_text(document, new, HOUSE)
    assert canonical(parse(changed, suffix=".dt").data, HOUSE)["story"] == canonical(new, HOUSE)["story"]
    return changed.splitlines()


TYPED = """\
sword, bow, 3x torch   # my hand
tonk
e01                    | take bow
Wolves: bow, sword -> any
"""


def test_a_decision_within_a_list_divides_it():
    lines = edited(TYPED, lambda new: new["choices"].append({"at": 3, "tokens": ["torch"]}))
    assert lines == [
        "sword, bow, torch      | tokens torch  # my hand",
        "2x torch",
        *TYPED.splitlines()[1:],
    ]


def test_a_card_leaves_a_list():
    def edit(new):
        del new["story"][3], new["story"][1]
        new["choices"] = [{"before": 4, "hero": "tonk-redbeer"}, {"at": 4, "take": "bow"}]

    assert edited(TYPED, edit) == ["sword, 2x torch        # my hand", *TYPED.splitlines()[1:]]


def test_cards_of_a_list_change_places():
    def edit(new):
        new["story"][:2] = ["bow", "sword"]

    lines = edited(TYPED, edit)
    assert lines[-3:] == TYPED.splitlines()[1:]
    assert ", ".join(line.partition("#")[0].strip() for line in lines[:-3]) == "bow, sword, 3x torch"


def test_a_list_is_turned_around():
    lines = edited("sword, bow, map, cup, keys\n", lambda new: new["story"].reverse())
    assert ", ".join(lines) == "keys, cup, map, bow, sword"


def test_a_skill_without_its_word_is_replaced_on_its_line():
    def edit(new):
        new["choices"][0] = {"before": 6, "hero": "tonk-redbeer", "tokens": ["torch"]}

    assert edited(TYPED, edit)[1] == "hero Tonk Redbeer  | tokens torch"


def test_a_bare_mission_gets_another_decision():
    def edit(new):
        new["choices"][1] = {"at": 6, "take": None}
        new["choices"].append({"at": 7, "discard": []})

    assert edited(TYPED, edit)[2:] == ["e01                    | decline", "Wolves: bow, sword -> any  | fail"]


# a whole evening as a player types it

EVENING = Path(__file__).parent / "typed-evening.dt"


def test_an_evening_as_it_was_typed():
    checked = check(load(EVENING))
    assert checked.is_valid
    assert [found.code for found in checked.problems] == ["DT501", "DT501", "DT411", "DT411", "DT414"]
    story = checked.resolved.game.story
    assert (len(story), sum(isinstance(card, Mission) for card in story)) == (48, 13)
    assert (checked.score.missions, checked.score.broken) == (10, True)


def test_an_evening_in_the_long_form_says_the_same():
    document = load(EVENING)
    long = to_notation(canonical(document.data, HOUSE))
    assert canonical(parse(long, suffix=".dt").data, HOUSE) == canonical(document.data, HOUSE)
    words = [line.split()[0] for line in long.splitlines() if line]
    assert (words.count("mission"), words.count("hero")) == (13, 2)
    assert len(EVENING.read_text()) < len(long)
