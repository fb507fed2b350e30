"""Messages count correctly: numbers and nouns go through ``dtcli.english``, never through a plain f-string."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = [path for room in ("dtcli", "solver") for path in sorted((ROOT / room).rglob("*.py"))]
NOUNS = "mission|card|item|slot|token|heroe|player|puzzle|game|skill|change|hand|decision|proof|decoy|position"
COUNTED = re.compile(rf"\{{(?P<number>[^{{}}]+)\}} (?:(?!as|of)[a-z]+ )?(?:{NOUNS})s\b")

NEVER_ONE = {
    "len(written)": "convert: only several replays are refused",
    "len(sheet)": "puzzle export: only several puzzles are refused",
    "len(found)": "puzzle play: only a pack of several is refused",
    "MOST_HEROES": "a constant",
    "MOST_COPIES": "a constant",
    "players": "campaign play: only several players are refused",
    "free": "the recorder: one free slot has words of its own",
    "head.limit": "the slots of a backpack",
    "MOST_PLAYERS": "a constant",
    "self.limit": "the slots of a backpack",
    "state.limit": "the slots of a backpack",
    "most": "a skill that removes one to three, or five, items",
    "there": "explanation: one mission has a sentence of its own",
    "len(heroes)": "heroes that are more than the players",
    "safe(save['card_set'])": "no number: the name of a card set",
    "found.outcome.missions": "an internal error",
    "records.games": "the end of a game: one game before has words of its own",
    "records.streak": "a streak is at least two games",
    "records.streak + 1": "a streak is at least two games",
    "sum(level.missions.values())": "the missions of a scenario",
}


def test_the_sources_were_found():
    assert len(SOURCES) > 200


@pytest.mark.parametrize("text", ["{n} missions", "{len(hand)} sword cards", "{difficulty.depth} missions ahead"])
def test_the_pattern_finds_what_it_should(text):
    assert COUNTED.search(text)


def test_no_number_stands_before_a_plural_that_could_be_one():
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in SOURCES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        for match in COUNTED.finditer(line)
        if match["number"] not in NEVER_ONE
    ]
    assert found == []
