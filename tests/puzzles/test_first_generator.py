"""The first generator makes the same puzzles for ever, with the grades of the first formula."""

import pytest

from dtcli.formats.puzzle.ids import full_id, short_id
from solver.puzzles.first_generator.grades import FirstDifficulty, first_difficulty
from solver.puzzles.generated import generate_puzzle
from tests.puzzles.small import walked
from tests.rules.game_builder import mission

OLD_IDS = {  # as the first release of dtcli made them
    "grade1#cellar": "dt1.AAs2fbSi4J_kLv1JR1BpY2sgb2YgdGhlIENoZXN0NJHCLA",
    "grade1#row-1": "dt1.AAwEFqX7WdXhWkfQwcZUaGUgRm9yayBpbiB0aGUgUmV3YXJkyTiWgw",
    "grade1#owl": "dt1.AA1OYGnpY9fghIo3mSJnQSBIb2xlIGluIHRoZSBCYWeBs3bG",
    "grade2#tower": "dt1.AAwEGKUl1V4VYKKfXEVMb3NlcnMgVHJhdmVsIEZhc3Rlch0nTs0",
}


@pytest.mark.parametrize("name", OLD_IDS)
def test_a_short_id_without_a_version_makes_the_puzzle_that_it_always_made(name):
    document = generate_puzzle(short_id(name))
    assert full_id(document.data) == OLD_IDS[name]
    assert f"grade{document.data['difficulty']['grade']}#" in name
    assert "formula" not in document.data["difficulty"]


def graded(*, lines: int, winning: int, foresight: int) -> int:
    return FirstDifficulty(
        lines=lines, winning=winning, decisions=1, depth=1, foresight=foresight, fooled=(), gap=None
    ).grade


@pytest.mark.parametrize(
    ("winning", "grade"),
    [
        (1, 3),
        (24, 3),
        (25, 3),  # one line in four is not yet lucky
        (26, 2),
        (34, 2),
    ],
)
def test_a_goal_that_more_than_one_line_in_four_reaches_is_a_grade_easier(winning, grade):
    assert graded(lines=100, winning=winning, foresight=3) == grade


@pytest.mark.parametrize(("foresight", "grade"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (9, 5)])
def test_the_grade_is_the_foresight_up_to_five(foresight, grade):
    assert graded(lines=100, winning=1, foresight=foresight) == grade


def test_luck_does_not_bring_a_grade_below_one():
    assert graded(lines=2, winning=1, foresight=1) == 1
    assert graded(lines=2, winning=1, foresight=2) == 1
    assert graded(lines=2, winning=1, foresight=7) == 5


def test_the_quantities_of_a_position_that_can_be_counted_by_hand():
    well, door = mission("map torch", "?", title="The Well"), mission("keys potion", title="The Door")
    found = first_difficulty(walked(well, door, held="map torch potion", supply="keys cup"))
    assert (found.lines, found.winning, found.decisions, found.depth, found.foresight) == (3, 1, 1, 1, 1)
