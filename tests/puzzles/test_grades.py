"""The grade of a puzzle: the foresight it takes, one less where many lines reach the goal by luck."""

import pytest

from solver.puzzles.grades import Difficulty


def graded(*, lines: int, winning: int, foresight: int) -> int:
    return Difficulty(
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
