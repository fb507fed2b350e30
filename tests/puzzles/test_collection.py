"""The puzzles that ship: enough of them, of every grade, theme and hero; one of each pack is proved again here.

``dtcli puzzle check puzzles`` proves all of them.
"""

from collections import Counter
from functools import cache

import pytest

from dtcli.formats.puzzle.file import PuzzleDocument, check_puzzle
from dtcli.formats.puzzle.packs import packs
from dtcli.rules.rulings import TEN_HEROES
from solver.puzzles.examination import examine
from solver.puzzles.themes import THEMES

MANY_OPTIONS = "sleight-of-hand"
"""The pack of Nintrabash and Zigarat Ho, whose puzzles take long to try without each card."""


@cache
def collection() -> list[PuzzleDocument]:
    return [document for pack in packs() for document in pack.puzzles()]


def data_of(document):
    assert document.data is not None, document.problems
    return document.data


def test_there_are_enough_and_no_two_are_called_the_same():
    assert len(collection()) >= 120
    assert max(Counter(data_of(one)["title"] for one in collection()).values()) == 1


def test_every_puzzle_can_be_read_and_its_solution_reaches_the_goal():
    for document in collection():
        checked = check_puzzle(document)
        assert checked.problems == (), document.file
        assert checked.solution is not None


def test_every_pack_is_small_and_says_what_it_is():
    for pack in packs():
        puzzles = list(pack.puzzles())
        assert 8 <= len(puzzles) <= 15, pack.id
        assert pack.about.endswith(".")
        assert {data_of(one)["pack"] for one in puzzles} == {pack.id}


def test_all_grades_all_themes_and_every_hero():
    grades = Counter(data_of(one)["difficulty"]["grade"] for one in collection())
    assert set(grades) == {1, 2, 3, 4, 5}
    assert {theme for one in collection() for theme in data_of(one)["themes"]} == set(THEMES)
    assert {hero for one in collection() for hero in data_of(one).get("heroes", ())} == set(TEN_HEROES)
    assert {data_of(one)["goal"]["kind"] for one in collection()} == {
        "most", "missions", "whole", "mission", "fewest-skills",
    }  # fmt: skip


def test_the_recorded_facts_of_every_puzzle_are_right():
    """Without the solver's proofs and the search for cards that can be left out, which take minutes."""
    for document in collection():
        examined = examine(check_puzzle(document), padding=False, proof=False)
        assert [(one.code, one.message) for one in examined.problems] == [], document.file


@pytest.mark.parametrize("pack", [pack.id for pack in packs()])
def test_the_smallest_puzzle_of_each_pack_is_proved_again(pack):
    puzzles = [one for one in collection() if data_of(one)["pack"] == pack]
    document = min(puzzles, key=lambda one: data_of(one)["difficulty"]["lines"])
    examined = examine(check_puzzle(document), padding=pack != MANY_OPTIONS)
    assert examined.problems == (), document.file
    assert examined.is_sound
    assert examined.report is not None
    assert examined.report.unique
