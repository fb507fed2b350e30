"""A recorded difficulty says which formula graded it; one by another formula is named, not called wrong."""

from typing import Any

import pytest

from solver.puzzles.all_lines import AllLines
from solver.puzzles.first_generator.grades import first_difficulty
from solver.puzzles.grades import difficulty
from solver.puzzles.recorded import as_recorded, difficulty_problems
from tests.puzzles.small import walked
from tests.rules.game_builder import mission

BETWEEN = [mission("cup bow shield", title=f"Between {n}") for n in range(3)]
LINES = walked(mission("map torch", "?", title="The Well"), *BETWEEN, mission("keys potion", title="The Door"),
               held="map torch potion")  # fmt: skip


def codes(record: dict[str, Any], lines: AllLines = LINES) -> list[tuple[str, str | None]]:
    return [(one.code, one.pointer) for one in difficulty_problems(record, lines, difficulty(lines))]


def test_what_is_recorded_now_has_no_problem():
    assert codes(as_recorded(difficulty(LINES))) == []


def test_a_grade_of_the_first_formula_is_named_as_such():
    record = as_recorded(first_difficulty(LINES))
    assert record["grade"] != difficulty(LINES).grade
    assert codes(record) == [("DT912", "/difficulty")]
    (problem,) = difficulty_problems(record, LINES, difficulty(LINES))
    assert not problem.is_error
    assert problem.message == "grade 4 is by formula 1; by formula 2, which this dtcli uses, it is 3"


@pytest.mark.parametrize("key", ["grade", "lines", "foresight", "depth"])
def test_a_wrong_quantity_of_the_first_formula_is_wrong(key):
    record = as_recorded(first_difficulty(LINES))
    assert codes({**record, key: 7}) == [("DT907", f"/difficulty/{key}")]


@pytest.mark.parametrize("key", ["grade", "points", "lines", "tension", "reasoning"])
def test_a_wrong_quantity_of_this_formula_is_wrong(key):
    record = as_recorded(difficulty(LINES))
    assert codes({**record, key: 77}) == [("DT907", f"/difficulty/{key}")]


def test_a_later_formula_is_not_called_wrong():
    assert codes({**as_recorded(difficulty(LINES)), "formula": 3, "grade": 5}) == [("DT912", "/difficulty")]


def test_a_record_by_hand_may_name_this_grade_without_a_formula():
    assert codes({"grade": difficulty(LINES).grade}) == []
    assert codes({"grade": first_difficulty(LINES).grade}) == [("DT912", "/difficulty")]
    assert codes({"grade": 5}) == [("DT907", "/difficulty/grade")]
    assert codes({}) == []
