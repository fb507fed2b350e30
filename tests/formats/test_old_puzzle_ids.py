"""Old puzzle ids stay readable, whatever is added to the game or changed in it later."""

import json
import subprocess
import sys
import zlib
from base64 import urlsafe_b64decode
from dataclasses import replace
from pathlib import Path

import pytest

from dtcli.formats.card_sets import BUNDLED, bundled_cards
from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.file import check_puzzle, read_id, read_puzzles
from dtcli.formats.puzzle.id_tables import TABLES
from dtcli.formats.puzzle.ids import full_id, puzzle_of_id
from dtcli.formats.puzzle.normal_form import normal_form
from dtcli.rules.cards import Effect
from dtcli.rules.items import Kind

OLD_IDS = Path(__file__).parent / "old_ids"
LINES = [json.loads(line) for line in (OLD_IDS / "puzzles.ndjson").read_text(encoding="utf-8").splitlines()]
PUZZLES = [{**old, "puzzle": {"card_set": "house-1", **old["puzzle"]}} for old in LINES]
"""Ids from before printings of the house cards had names are of the first printing."""
SHIPPED = dict(line.rsplit(" ", 1) for line in (OLD_IDS / "shipped.txt").read_text(encoding="utf-8").splitlines())
HEAD = {"format": "dungeon-time/puzzle/1", "card_set": "house-2"}
E07 = {**HEAD, "story": ["map", {"mission": "E07"}], "goal": {"kind": "most"}}
SAYING_NO = {**E07, "adventure": "the-art-of-saying-no"}


def test_old_ids_give_the_same_puzzles():
    assert len(PUZZLES) == 29
    for old in PUZZLES:
        assert puzzle_of_id(old["id"]) == old["puzzle"], old["id"]


def test_the_compact_form_of_a_puzzle_does_not_change():
    compact = [old for old in PUZZLES if not old["id"].startswith("dt1._")]
    assert len(compact) == 27
    for old in compact:
        assert full_id(old["puzzle"]) == old["id"]


def test_the_old_ids_use_every_entry_of_the_tables():
    written = json.dumps([old["puzzle"] for old in PUZZLES])
    for tables in TABLES[:2]:
        parts = (tables.kinds, tables.missions, tables.adventures, tables.heroes, tables.scenarios, tables.goals)
        for name in (name for part in (*parts, tables.rulings, tables.editions[1:]) for name in part):
            assert f'"{name}"' in written, name


def test_the_puzzles_that_ship_keep_their_ids():
    assert len(SHIPPED) == 120
    for puzzle in read_puzzles(["puzzles"]):
        if puzzle.file in SHIPPED:
            assert puzzle_of_id(SHIPPED[puzzle.file]) == normal_form(puzzle.data)
            assert full_id(puzzle.data) == SHIPPED[puzzle.file]


# what is added

ADDITIONS = """
import json, sys
from dtcli.rules import heroes, rulings
new = rulings.HeroId("aaron-the-new")
rulings.TEN_HEROES = (new, *rulings.TEN_HEROES)
heroes.HEROES = {new: heroes.HEROES[rulings.TRAGURK]._replace(id=new, name="Aaron the New"), **heroes.HEROES}
editions = dict(rulings.EDITIONS)
rulings.EDITIONS.clear()
rulings.EDITIONS.update({"de-2030": rulings.Rulings(), **editions})

from dtcli.formats import card_sets
scenarios = card_sets.scenarios()
known = dict(scenarios)
scenarios.clear()
scenarios.update({"level-0": known["level-1"], **known})
for name in card_sets.BUNDLED:
    missions = card_sets.bundled_cards(name).cards.missions
    known = dict(missions)
    missions.clear()
    missions.update({"A01": next(iter(known.values())), **known})

from dtcli.formats.names import hero_named
from dtcli.formats.puzzle.ids import full_id, puzzle_of_id
assert hero_named("Aaron") == new
for line in sys.stdin:
    old = json.loads(line)
    assert puzzle_of_id(old["id"]) == old["puzzle"], old["id"]
    puzzle = {**old["puzzle"], "heroes": [new], "edition": "de-2030", "scenario": "level-0"}
    puzzle.pop("start", None)
    assert puzzle_of_id(full_id(puzzle)) == puzzle
    print(old["id"])
"""


def test_old_ids_are_read_after_a_hero_an_edition_a_scenario_and_a_mission_are_added():
    """In a process of its own, in which the additions are made before the formats are imported."""
    lines = "".join(json.dumps(old) + "\n" for old in PUZZLES)
    done = subprocess.run(
        [sys.executable, "-c", ADDITIONS], input=lines, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert done.stderr == ""
    assert done.stdout.split() == [old["id"] for old in PUZZLES]


# what is changed


@pytest.fixture
def house():
    """Yield the cards of the house set, which the test may change; restore them at the end."""
    cards = bundled_cards("house").cards
    parts = (cards.missions, cards.adventures, cards.kinds)
    kept = [dict(part) for part in parts]
    yield cards
    for part, was in zip(parts, kept, strict=True):
        part.clear()
        part.update(was)


def test_a_mission_that_has_changed_is_written_out_as_it_was(house):
    old = full_id(E07)
    then = check_puzzle(read_id(old)).game.story[1]
    house.missions["E07"] = replace(house.missions["E07"], needs=(Kind("cup"),))
    puzzle = puzzle_of_id(old)
    assert puzzle["story"] == ["map", {"mission": "E07", "needs": ["map", "torch"], "reward": "?"}]
    now = check_puzzle(read_id(old)).game.story[1]
    assert (now.needs, now.reward) == (then.needs, then.reward)
    assert puzzle_of_id(full_id(puzzle)) == puzzle


def test_a_puzzle_with_the_changed_mission_gets_another_id(house):
    old = full_id(E07)
    house.missions["E07"] = replace(house.missions["E07"], needs=(Kind("cup"),))
    assert full_id(E07) != old
    assert puzzle_of_id(full_id(E07)) == E07


def test_a_mission_that_is_gone_is_written_out(house):
    old = full_id({**E07, "goal": {"kind": "mission", "mission": "E07"}, "start": {"last_failed": {"mission": "E08"}}})
    del house.missions["E07"], house.missions["E08"]
    puzzle = puzzle_of_id(old)
    assert puzzle["start"] == {"last_failed": {"mission": "E08", "needs": ["keys", "potion"], "reward": "gold"}}
    assert check_puzzle(read_id(old)).goal.mission.title == "E07"


def test_a_change_that_cannot_be_written_out_is_reported(house):
    old = full_id(SAYING_NO)
    assert puzzle_of_id(old) == SAYING_NO
    adventure = house.adventures["the-art-of-saying-no"]
    house.adventures["the-art-of-saying-no"] = replace(adventure, effect=Effect.EXTRA_SLOT)
    found = puzzle_of_id(old)
    assert isinstance(found, Problem)
    assert found.message == "the-art-of-saying-no has changed since this id was made"
    assert puzzle_of_id(full_id(E07)) == E07
    old = full_id({**HEAD, "story": ["sword"], "goal": {"kind": "most"}})
    house.kinds[Kind("cup")] = house.kinds[Kind("cup")]._replace(tokens=3)
    assert puzzle_of_id(old).message == "cup has changed since this id was made"


# the tables


def test_the_tables_only_grow():
    """If this fails, tables were edited: put them back, and append new ones to ``TABLES``."""
    frozen = [(0, "house", 2015682619), (1, "rulebook", 2980143414), (2, "house-2", 3950150166)]
    found = [(form, one.card_set, zlib.crc32(repr(one).encode())) for form, one in enumerate(TABLES[: len(frozen)])]
    assert found == frozen
    assert len(TABLES) < 255


def test_the_newest_tables_have_the_cards_that_ship():
    """If this fails, a card that ships was changed: append tables with the new text to ``TABLES``.

    Such a card has no digit, so its id falls back to words, which is read just as well: the form itself is compared.
    """
    for name in BUNDLED:
        meant = {"house": "house-2", "house-1": "house"}.get(name, name)
        newest = max(form for form, tables in enumerate(TABLES) if tables.card_set == meant)
        tables = TABLES[newest]
        cards = [*tables.kinds, *({"mission": one} for one in tables.missions)]
        cards += [{"adventure": one} for one in tables.adventures]
        assert len(cards) > 12
        for card in cards:
            puzzle = {"format": "dungeon-time/puzzle/1", "card_set": name, "story": [card], "goal": {"kind": "most"}}
            assert form_of(full_id(puzzle)) <= newest, card


def form_of(written):
    """Return the first byte of an id: the index of its tables, or 255 for an id in words."""
    text = written.removeprefix("dt1.")
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))[0]


def test_the_form_of_an_id_tells_words_from_tables():
    assert form_of(full_id({**E07, "card_set": "house-1"})) == 0
    assert form_of(full_id(E07)) == form_of(full_id({**E07, "card_set": "house"})) == 2
    assert form_of(full_id({**E07, "card_set": "ours.toml"})) == 255
