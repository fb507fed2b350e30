"""Both spellings hold the same document: what is written and read again is equal."""

import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.dt.numbering import sort_key
from dtcli.formats.dt.parser import loads
from dtcli.formats.dt.writer import to_notation
from dtcli.formats.json.writer import to_json, to_json_line
from dtcli.formats.replay.canonical import canonical
from dtcli.formats.replay.reading import parse
from dtcli.formats.schema_check import shape_problems
from dtcli.rules.heroes import HEROES

HOUSE = bundled_cards("house")
TEN = list(HEROES)
EXAMPLES = int(os.environ.get("DTCLI_EXAMPLES", "60"))
SETTINGS = settings(derandomize=True, deadline=None, max_examples=EXAMPLES)

# random documents

ODD_TEXTS = [
    "2 sword", "2x sword", "nothing", "None", "mission E07", "adventure", "hero Tonk Redbeer", "at 5: take bow",
    "before", "choice {}", "title: x", "# no comment", "a # b", "a|b", "a | take b", "a, b", "a + b", "a -> b",
    'say "hi"', '"', '"quoted"', " space ", "two  spaces", "tab\there", "line\nbreak", "\u2028", "\x85", "\x00",
    "\u00e4\u00f6\u00fc", "\U0001f5e1", "_own", "/story/0/_x", "play:", "shield?", "sword/shield", "?", "-", "->",
    "as", "Ro's Thanir as Tragurk", "\\", "\\u0041", "take x", "fail", "12.5s plays sword", "x", "yes", "7",
    "Tonk Redbeer", "tonk", "Tragurk: map", "E07", "sword, bow", "2 E07", "a: b -> c",
    "\ufeff", "hand 1: x", "a\u00a0b", "zero\u200bwidth",
]  # fmt: skip
odd_texts = st.sampled_from(ODD_TEXTS)
any_text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12) | odd_texts
kind = st.sampled_from(["sword", "bow", "shield", "torch", "Bag of Gold", "spada", "keys", "potion"])
item = kind | kind | kind | any_text
items = st.lists(item, max_size=4)
needs = st.lists(item, min_size=1, max_size=5)
reward = st.sampled_from(["shield", "shield?", "sword/shield", "?", "-"]) | any_text
hero = st.sampled_from(TEN) | st.sampled_from(TEN) | st.sampled_from([one.name for one in HEROES.values()]) | any_text
finite = st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**20), 10**20), finite, any_text),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(any_text, inside, max_size=3),
    max_leaves=6,
)
own_keys = st.dictionaries(any_text.map(lambda text: "_" + text), json_values, max_size=2)


def entry(required, optional=None, *, own=True):
    """Return dictionaries with these keys, some of them with keys of the user's own."""
    known = st.fixed_dictionaries(required, optional=optional or {})
    if not own:
        return known
    sometimes = st.just({}) | st.just({}) | own_keys
    return st.builds(lambda one, mine: {**one, **mine}, known, sometimes)


mission = (
    entry({"mission": st.sampled_from(["E07", "e01", "Lost in the Turnips", "Granny Fennel's Cough"])})
    | entry({"mission": any_text, "needs": needs}, {"reward": reward})
    | entry({"mission": any_text}, {"reward": reward})
)
adventure = entry({"adventure": st.sampled_from(["the-apprentices-book", "The Apprentice's Book"]) | any_text})
card = item | item | mission | adventure
story = st.lists(card | kind, max_size=14) | st.lists(kind | mission, min_size=5, max_size=14)
places = st.lists(st.integers(1, 5), max_size=5)
take = st.none() | item


def _choices(cards):
    near = st.integers(1, cards + 2)
    number = near | near | near | st.integers(1, 1000)
    skill = st.one_of(
        entry({"before": number, "hero": st.just("nintrabash"), "discard": places.map(lambda one: sorted(set(one)))}),
        entry({"before": number, "hero": st.just("zigarat-ho"), "order": st.permutations([1, 2, 3, 4, 5])}),
        entry({"before": number, "hero": st.just("arvedui-miriel")}, {"tokens": items}),
        entry(
            {"before": number, "hero": st.just("garynor-the-belly"), "remove": items, "take": item}, {"tokens": items}
        ),
        entry({"before": number, "hero": st.just("zaria-tearleaf"), "guess": item}),
        entry({"before": number, "hero": st.just("fylee-stepshadow"), "remove": items}),
        entry({"before": number, "hero": st.just("ros-thanir"), "as": st.just("tragurk"), "remove": items}),
        entry({"before": number, "hero": st.just("ros-thanir"), "as": st.just("nintrabash"), "discard": places}),
        entry({"before": number, "hero": st.just("ros-thanir"), "as": st.just("zigarat-ho"), "order": places}),
    )
    decision = entry(
        {"at": number},
        {"take": take, "discard": items, "waive": items, "in_full": items, "tokens": items},
    )
    anything = entry(
        {},
        {
            "at": number, "before": number, "hero": hero, "as": hero, "remove": items, "order": places, "guess": item,
            "discard": st.lists(item | st.integers(-3, 9), max_size=3), "take": take, "waive": items,
            "in_full": items, "tokens": items,
        },
    )  # fmt: skip
    return st.lists(st.one_of(decision, decision, skill, skill, anything), max_size=8)


seconds = st.integers(0, 300) | st.floats(0, 86_400, allow_nan=False) | st.sampled_from([1e-7, 0.1, 12.0])
play_event = (
    entry({"t": seconds, "play": card}, {"player": st.integers(1, 5)})
    | entry({"t": seconds, "draw": card}, {"player": st.integers(1, 5)})
    | entry({"t": seconds, "discard": st.lists(card, min_size=1, max_size=3)}, {"player": st.integers(1, 5)})
    | entry({"t": seconds, "draw": card, "play": card}, {"player": st.integers(1, 5)})
    | entry({"t": seconds})
)
pause = entry({"t": seconds, "seconds": seconds | st.sampled_from([500_000, 1e9])})
play_log = entry(
    {
        "hands": st.lists(st.lists(card, max_size=4), min_size=1, max_size=5),
        "deck": st.lists(card, max_size=5),
        "events": st.lists(play_event, min_size=1, max_size=4) | st.just([]),
    },
    {
        "seconds": seconds,
        "ended": seconds,
        "seed": st.integers() | st.text(max_size=5),
        "pauses": st.lists(pause, max_size=3),
    },
)
rulings = entry(
    {},
    {
        "any_reward_optional": st.booleans(), "thanir": st.sampled_from(["spends", "copies"]),
        "spent_rewards": st.sampled_from(["discard", "return"]), "heroes_in_box": st.sampled_from([8, 10]),
        "hero_choice": st.sampled_from(["draw-two", "free"]), "default_goal": st.none() | st.integers(0, 12),
    },
)  # fmt: skip
result = entry({}, {"missions": st.integers(0, 12), "broken": st.booleans(), "won": st.booleans()})
counts = st.dictionaries(item, st.integers(0, 20), max_size=3)
start = entry(
    {},
    {
        "cards": items, "tokens": items, "guesses": items, "heroes": st.lists(hero, max_size=3),
        "supply": st.builds(lambda one, mine: {**one, **mine}, counts, st.just({}) | own_keys).map(
            lambda one: {key: n for key, n in one.items() if key.startswith("_") or isinstance(n, int)}
        ),
        "extra_slot": st.booleans(), "adventure_completed": st.booleans(), "solved": st.booleans(),
        "waiver": st.integers(0, 20), "last_failed": mission | adventure,
    },
)  # fmt: skip
said = st.sampled_from(["a comment", "", "# twice", "100 % | sure", "\u00e4"])


def _comments(cards):
    ordered = st.lists(st.integers(0, cards), min_size=1, max_size=3).map(sorted)
    return ordered.flatmap(lambda places: st.tuples(*(st.tuples(st.just(one), said) for one in places))).map(
        lambda rows: [list(row) for row in rows]
    ) | st.lists(st.tuples(st.integers(0, 16), any_text).map(list), max_size=3)


@st.composite
def documents(draw):
    """Return documents with every key of the schema and unusual values."""
    cards = draw(story)
    head = draw(
        entry(
            {},
            {
                "title": st.text(max_size=20) | any_text, "date": st.sampled_from(["", "2026-11-16"]),
                "notes": st.text(max_size=30) | any_text | st.just("one\ntwo\n"), "edition": any_text,
                "rulings": rulings, "card_set": st.sampled_from(["house", "my cards.toml"]) | any_text,
                "scenario": st.none() | any_text | st.just("Training Grounds"), "adventure": st.none() | any_text,
                "goal": st.none() | st.integers(0, 500), "extended": st.booleans(),
                "players": st.none() | st.integers(1, 5), "heroes": st.lists(hero, max_size=4),
                "start": st.none() | start | start, "result": st.none() | result,
                "play": st.none() | play_log | play_log,
                "_comments": _comments(len(cards)) | _comments(len(cards)) | json_values,
            },
        )
    )  # fmt: skip
    choices = draw(_choices(len(cards)))
    return {"format": "dungeon-time/replay/1", **head, "story": cards} | ({"choices": choices} if choices else {})


def comparable(document):
    """Return the document with its choices in canonical order; an empty list of choices is left out."""
    choices = sorted(document.get("choices", ()), key=sort_key)
    rest = {key: value for key, value in document.items() if key != "choices"}
    return {**rest, "choices": choices} if choices else rest


def reload(text, suffix):
    document = parse(text.encode(), suffix=suffix)
    assert not document.problems, (document.problems, text)
    return document.data


@SETTINGS
@given(documents())
def test_notation_gives_the_document_back(document):
    assert shape_problems("replay", document) == []
    assert comparable(reload(to_notation(document), ".dt")) == comparable(document)


CONTRACT = """
{
  "format": "dungeon-time/replay/1",
  "title": "Friday night", "date": "2026-11-16", "notes": "",
  "edition": "en-2017", "rulings": {"spent_rewards": "return"},
  "card_set": "house", "scenario": "training-grounds", "goal": 10, "extended": false,
  "players": 3, "heroes": ["tonk-redbeer", "zaria-tearleaf", "alan-ironstar"],
  "story": [
    "potion", "sword",
    {"mission": "E07"},
    {"mission": "Wolves at the Gate", "needs": ["bow", "sword", "sword"], "reward": "shield?"},
    {"adventure": "the-apprentices-book"}
  ],
  "choices": [
    {"at": 4, "take": "shield"},
    {"at": 7, "take": null},
    {"at": 9, "discard": ["gold"]},
    {"at": 17, "waive": ["torch"], "take": "bow"},
    {"before": 12, "hero": "tonk-redbeer"}
  ],
  "result": {"missions": 9, "broken": false, "won": false},
  "play": null
}
"""


def test_the_example_of_the_contract_in_json():
    document = reload(CONTRACT, ".json")
    assert document == json.loads(CONTRACT)
    text = to_notation(document)
    assert comparable(reload(text, ".dt")) == comparable(document)
    assert text.splitlines()[13:] == [
        "potion",
        "sword",
        "mission E07",
        "mission Wolves at the Gate: bow + 2 sword -> shield?  | take shield",
        "adventure the-apprentices-book",
        "at 7: decline",
        "at 9: fail, discard gold",
        "before 12: hero Tonk Redbeer",
        "at 17: waive torch, take bow",
        "play: none",
    ]


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_an_odd_text_stays_itself_wherever_it_stands(text):
    written_out = {"mission": text, "needs": [text], "reward": text}
    document = {
        "format": "dungeon-time/replay/1", "title": text, "notes": text, "edition": text, "card_set": text,
        "scenario": text, "adventure": text, "heroes": [text, text],
        "start": {"cards": [text, text], "tokens": [text], "supply": {text: 1, "sword": 0}, "heroes": [text, "tragurk"],
                  "last_failed": written_out, "guesses": [text]},
        "story": [text, text, "sword", written_out, {"mission": text}, {"mission": text, "reward": text},
                  {"adventure": text}],
        "choices": [
            {"at": 1, "take": text}, {"before": 2, "hero": "tragurk", "remove": [text], "tokens": [text]},
            {"at": 2, "discard": [text]}, {"before": 3, "hero": "garynor-the-belly", "remove": [text], "take": text},
            {"at": 3, "waive": [text], "in_full": [text], "tokens": [text, text]},
            {"before": 4, "hero": "zaria-tearleaf", "guess": text}, {"before": 5, "hero": text, "as": text},
        ],
        "play": {"seed": text, "hands": [[text], [written_out, text, text]], "deck": [text],
                 "events": [{"t": 0, "play": text}, {"t": 1, "discard": [text, written_out]}]},
        f"_{text}": text,
    }  # fmt: skip
    assert shape_problems("replay", document) == []
    assert reload(to_notation(document), ".dt") == document


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_an_odd_text_alone_on_its_line_stays_a_card(text):
    document = {"format": "dungeon-time/replay/1", "story": [text, "sword", text]}
    assert reload(to_notation(document), ".dt") == document


@SETTINGS
@given(documents())
def test_json_gives_the_document_back(document):
    assert reload(to_json(document), ".json") == document
    assert "\n" not in to_json_line(document)[:-1]
    assert reload(to_json_line(document), ".json") == document


@SETTINGS
@given(documents())
def test_canonical_is_idempotent_and_the_same_bytes_from_both_spellings(document):
    once = canonical(document, HOUSE)
    assert shape_problems("replay", once) == []
    assert to_json(canonical(once, HOUSE)) == to_json(once)
    through_text = canonical(reload(to_notation(once), ".dt"), HOUSE)
    assert json.loads(to_json(through_text)) == json.loads(to_json(once))


@SETTINGS
@given(documents())
def test_writing_again_changes_nothing(document):
    text = to_notation(document)
    assert to_notation(loads(text).data) == text


lines = st.sampled_from(
    [
        "potion",
        "2 sword",
        "3x Bow",
        "2\u00d7 keys",
        "SPADA",
        '"sword"',
        "bag of gold  # the big one",
        "mission E07",
        "mission Lost in the Turnips   | take bow",
        "MISSION Wolves: bow + 2 sword -> shield? | decline",
        'mission "A: b | c": 2x torch | fail, discard torch',
        "mission D01: gold -> -  | waive gold, tokens gold",
        "adventure The Apprentice's Book  | in full book",
        "hero Tonk Redbeer",
        "hero ro's thanir AS Tragurk: map",
        "hero Nintrabash: 2 4",
        "hero Nintrabash: nothing",
        "hero zigarat-ho: order 5, 4, 3, 2, 1",
        "hero Arvedui Miriel  | tokens gold",
        "hero Garynor the Belly: map + cup -> bow",
        "hero Zaria Tearleaf: guess bow",
        "hero Fylee Stepshadow: 2 sword",
        "at 3: take shield",
        "before 2: hero Alan Ironstar",
        "# a comment",
        "",
        'choice {"at": 2, "take": null}',
        '_mine: {"a": [1]}',
        "   ",
        "hero Ros Thanir as Nintrabash: 1",
        "sword, 2 bow, torch",
        "E01, SPADA,",
        "e07 | take bow",
        "Lost in the Turnips",
        "the apprentice's book | decline",
        "Wolves: bow, 2 sword -> any | take cup",
        "The Miller's Ghost: bow -> nothing",
        "Tonk Redbeer",
        "GARYNOR: map, cup -> bow",
        "Ros Thanir as Nintrabash: 1",
        "before 2: Alan Ironstar",
    ]
)


@SETTINGS
@given(st.lists(lines, max_size=25))
def test_text_document_text_document(chosen):
    text = "\n".join(chosen)
    first = loads(text)
    if first.problems:  # a decision beside a discarded card, or a key given twice
        return
    again = loads(to_notation(first.data))
    assert again.problems == []
    assert again.data == first.data


def test_the_strategies_reach_what_is_difficult():
    """The round trip must meet skills, play logs and comments to prove anything."""
    looked_for = ("start", "skill", "play", "beside", "numbered", "json", "own", "comment", "pause")
    seen = dict.fromkeys(looked_for, 0)

    @settings(SETTINGS, max_examples=300)  # the draws depend on all modules that are loaded
    @given(documents())
    def look(document):
        text = to_notation(document)
        seen["start"] += "\nstart: " in text and "\nstart: none" not in text
        seen["skill"] += "\nhero " in text
        seen["play"] += "\nhand 1:" in text
        seen["beside"] += "  | " in text
        seen["numbered"] += "\nbefore " in text or "\nat " in text
        seen["json"] += "\nchoice {" in text
        seen["own"] += "\n/story/" in text or "\n/choices/" in text
        seen["pause"] += "s for " in text
        seen["comment"] += "\n# " in text

    look()
    assert min(seen.values()) >= 1, seen
