"""The puzzles that ship: enough of them, of every grade, theme and hero; one of each pack is proved again here.

``dtcli puzzle check puzzles`` proves all of them.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from dtcli.formats.puzzle.file import CheckedPuzzle, PuzzleDocument, check_puzzle
from dtcli.formats.puzzle.packs import packs
from dtcli.rules.cards import Adventure
from dtcli.rules.rulings import DEFAULT_EDITION, TEN_HEROES
from solver.puzzles.candidates import Candidate
from solver.puzzles.examination import examine
from solver.puzzles.generation import adventure_matters, edition_matters
from solver.puzzles.grades import FORMULA
from solver.puzzles.judging import JudgedPosition, judge
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
    assert len(collection()) >= 160
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


def test_hard_grades_are_not_rare():
    grades = Counter(data_of(one)["difficulty"]["grade"] for one in collection())
    assert grades[4] >= 15
    assert grades[5] >= 15


def test_there_are_no_thin_spots():
    """Other goals than most missions, Nintrabash, adventures, and editions."""
    found = [data_of(one) for one in collection()]
    assert sum(data["goal"]["kind"] != "most" for data in found) >= 30
    assert sum("nintrabash" in data.get("heroes", ()) for data in found) >= 6
    assert sum("drop-a-mission" in data["themes"] for data in found) >= 4
    assert len([*adventures()]) >= 6
    assert len([*other_editions()]) >= 6


def test_every_grade_is_by_this_formula():
    assert {data_of(one)["difficulty"]["formula"] for one in collection()} == {FORMULA}


def adventures() -> Iterator[CheckedPuzzle]:
    for checked in map(check_puzzle, collection()):
        if any(isinstance(card, Adventure) for card in checked.game.story):
            yield checked


def other_editions() -> Iterator[CheckedPuzzle]:
    for document in collection():
        if data_of(document).get("edition", DEFAULT_EDITION) != DEFAULT_EDITION:
            yield check_puzzle(document)


def judged(checked: CheckedPuzzle) -> JudgedPosition:
    found = judge(checked.game, checked.goal)
    assert isinstance(found, JudgedPosition), (checked.title, found)
    return found


def test_adventures_in_a_story_matter():
    for checked in adventures():
        assert adventure_matters(Candidate(checked.game, checked.goal), judged(checked)), checked.title


def test_editions_matter():
    for checked in other_editions():
        assert edition_matters(Candidate(checked.game, checked.goal), judged(checked)), checked.title


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
