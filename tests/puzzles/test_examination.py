"""The problems that ``puzzle check`` finds: goals that ask for something else, and wrong recorded facts."""

from typing import Any

import pytest

from dtcli.formats.json.text import compact
from dtcli.formats.puzzle.file import check_puzzle, parse_puzzle
from solver.puzzles.examination import Examined, examine
from solver.puzzles.judging import Rejection, judge

NOTHING_TO_DO = {  # neither mission can be completed; only a break can be avoided
    "extended": True,
    "heroes": ["arvedui-miriel"],
    "start": {"cards": ["shield", "gold", "gold", "gold", "gold", "mortar"]},
    "story": ["torch", "book", {"mission": "H02"}, "keys", "potion", "grapnel", "cup", {"mission": "M02"}],
}
STRAPS = {  # with the first printing, both missions are completed on every line that keeps the backpack whole
    "card_set": "house-1",
    "start": {"cards": ["sword", "torch", "torch", "keys", "cup", "book", "book"], "supply": {"map": 1}},
    "story": [
        "grapnel", "grapnel", "shield", {"mission": "M07"}, {"mission": "H02"}, "grapnel", "potion", "gold", "mortar",
    ],
}  # fmt: skip
LOCKSMITH = {"start": {"cards": ["potion"]}, "story": ["torch", "map", {"mission": "E07"}, {"mission": "E08"}]}
TWO_HEROES = {
    "heroes": ["alan-ironstar", "zaria-tearleaf"],
    "start": {"cards": ["sword", "sword"]},
    "story": [{"mission": "E07"}],
}


def examined(position: dict[str, Any], goal: dict[str, Any], **more: Any) -> Examined:
    """Examine a puzzle without the slowest checks."""
    puzzle = {"format": "dungeon-time/puzzle/1", **position, "goal": goal, **more}
    return examine(check_puzzle(parse_puzzle(compact(puzzle))), padding=False, proof=False)


def found(position: dict[str, Any], goal: dict[str, Any], **more: Any) -> list[tuple[str, str | None]]:
    return [(one.code, one.pointer) for one in examined(position, goal, **more).problems]


@pytest.mark.parametrize("goal", [{"kind": "most"}, {"kind": "most", "missions": 0}])
def test_as_many_missions_as_possible_where_none_is_possible_is_a_fault(goal):
    assert found(NOTHING_TO_DO, goal) == [("DT910", "/goal")]
    (problem,) = examined(NOTHING_TO_DO, goal).problems
    assert "no mission can be completed" in problem.message


@pytest.mark.parametrize(
    "goal",
    [
        {"kind": "most"},
        {"kind": "most", "missions": 2},
        {"kind": "missions", "missions": 2},
        {"kind": "mission", "mission": "H02"},
    ],
)
def test_missions_that_every_whole_backpack_completes_are_a_fault(goal):
    assert found(STRAPS, goal) == [("DT910", "/goal")]
    (problem,) = examined(STRAPS, goal).problems
    assert "every line that keeps the backpack whole reaches the goal" in problem.message
    assert problem.hint == 'write: "goal": {"kind": "whole"}'


@pytest.mark.parametrize("position", [NOTHING_TO_DO, STRAPS])
def test_the_same_positions_may_ask_for_a_whole_backpack(position):
    assert found(position, {"kind": "whole"}) == []


def test_a_goal_that_a_whole_backpack_can_miss_is_none():
    assert found(LOCKSMITH, {"kind": "most", "missions": 2}) == []


@pytest.mark.parametrize("position", [NOTHING_TO_DO, STRAPS])
def test_such_positions_are_refused_in_the_making(position):
    checked = examined(position, {"kind": "most"}).checked
    assert checked.game is not None
    assert checked.goal is not None
    assert judge(checked.game, checked.goal) is Rejection.WHOLE


def test_a_recorded_optimum_of_0_is_compared():
    assert found(LOCKSMITH, {"kind": "most", "missions": 0}) == [("DT907", "/goal/missions")]


@pytest.mark.parametrize(
    ("heroes", "problems"), [(0, [("DT904", "/solution")]), (1, []), (2, [("DT907", "/goal/heroes")])]
)
def test_a_recorded_number_of_heroes_is_compared(heroes, problems):
    goal = {"kind": "fewest-skills", "missions": 1, "heroes": heroes}
    wanted = ("DT904", "DT907")
    solution = [{"before": 1, "hero": "zaria-tearleaf", "guess": "map"}, {"at": 1, "take": "cup"}]
    assert [one for one in found(TWO_HEROES, goal, solution=solution) if one[0] in wanted] == problems


def test_a_recorded_count_of_lines_is_compared():
    assert found(LOCKSMITH, {"kind": "most"}, difficulty={"lines": 23}) == []
    assert found(LOCKSMITH, {"kind": "most"}, difficulty={"lines": 24}) == [("DT907", "/difficulty/lines")]


def test_a_long_story_is_walked_to_its_end():
    """Recursion with a level for each mission would exceed Python's limit."""
    failing = [{"mission": f"Number {n}", "needs": ["cup", "bow"]} for n in range(499)]
    long = {"start": {"cards": ["cup"]}, "story": [*failing, {"mission": "Last", "needs": ["cup"]}]}
    seen = examined(long, {"kind": "mission", "mission": "Last"})
    assert seen.report is not None
    assert seen.report.difficulty.lines == 500
    assert seen.report.unique
