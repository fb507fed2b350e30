"""Missions in the model: success, price, failure, and what is won in the end (R2, R7 to R9)."""

from dtcli.rules import start
from tests.rules.game_builder import ALA, adventure, discard, mission
from tests.solver.hand_written import EIGHT, best, broke, small_board_game, solve, survived

# R2


def test_r2_copies_are_counted():
    assert best("sword sword", mission("sword sword")) == survived(1)
    assert best("sword", mission("sword sword")) == survived(0)


def test_r2_listed_items_leave():
    assert best("sword sword", mission("sword"), mission("sword")) == survived(2)
    assert best("sword", mission("sword"), mission("sword")) == survived(1)


def test_r2_success_is_not_a_choice():
    """Without the first mission, the other two would succeed."""
    assert best("sword bow", mission("sword bow"), mission("sword"), mission("bow")) == survived(1)
    assert best("sword bow", mission("sword"), mission("bow"), mission("sword bow")) == survived(2)


def test_r2_items_leave_before_the_reward_comes():
    assert best("sword", mission("sword", "bow"), slots=1) == survived(1, tokens=1)


# R7


def test_r7_what_a_failed_mission_lists_may_be_discarded():
    found = solve(start(small_board_game("sword", mission("sword bow"), "cup", slots=1)))
    assert found.outcome == survived(0, discards=1)
    assert discard("sword") in found.choices


def test_r7_the_longest_story_with_a_decision_at_every_mission():
    """Two choices for each mission are more than Python's recursion limit."""
    assert best("sword", *[mission("sword bow")] * 498, mission("sword")) == survived(1)


def test_r7_nothing_else_may_be_discarded():
    assert best("sword", mission("bow"), "cup", slots=1) == broke(0)


def test_r7_up_to_the_listed_number():
    assert best("sword sword", mission("sword sword bow"), "cup", slots=1) == survived(0, discards=2)
    assert best("sword sword", mission("sword bow"), "cup", slots=1) == broke(0)


def test_r7_nothing_needs_to_be_discarded():
    assert best("sword", mission("sword bow"), mission("sword")) == survived(1)


def test_r7_a_completed_mission_lets_nothing_be_discarded():
    assert best("sword sword", mission("sword"), "cup", slots=1) == broke(1)


# R8


def test_r8_won_with_as_many_missions_as_the_goal():
    assert best("sword", mission("sword"), goal=1) == survived(1, won=True)
    assert best("sword", mission("sword"), goal=2) == survived(1, won=False)


def test_r8_a_goal_of_none_is_won_by_not_breaking():
    assert best("sword", goal=0) == survived(0, won=True)
    assert best(EIGHT, "cup", goal=0) == broke(0, won=False)


def test_r8_the_resolution_does_not_stop_at_the_goal():
    assert best(EIGHT, mission("sword"), "cup", goal=1) == survived(1, won=True)
    assert best(EIGHT, mission("sword"), "cup book", goal=1) == broke(1, won=False)


def test_r8_missions_completed_before_the_search_began_count():
    state = start(small_board_game("sword bow", mission("sword"), mission("bow"), goal=2))._replace(completed=1)
    assert solve(state).outcome == survived(3, won=True)
    state = start(small_board_game("sword", mission("sword"), mission("bow"), goal=3))._replace(completed=1)
    assert solve(state).outcome == survived(2, won=False)


# R9


def test_r9_the_adventure_must_be_completed():
    assert best("cup", adventure("cup")) == survived(0, won=True)
    assert best("map", adventure("cup")) == survived(0, won=False)


def test_r9_unless_the_scroll_says_otherwise():
    assert best("map", adventure("cup", complete=False)) == survived(0, won=True)


def test_r9_items_to_hold_at_the_end_come_before_missions():
    story = (mission("bow", "sword/map"), mission("map"))
    assert best("cup bow", adventure("cup"), *story) == survived(2, won=True, tokens=1)
    assert best("cup bow", adventure("cup", hold="sword"), *story) == survived(1, won=True, tokens=1)


def test_r9_what_cannot_be_held_is_not_waited_for():
    story = (adventure("cup", hold="mortar"), mission("bow", "sword/map"), mission("map"))
    assert best("cup bow", *story) == survived(2, won=False, tokens=1)


def test_r9_items_to_hold_are_counted_with_copies():
    assert best("cup sword sword", adventure("cup", hold="sword sword")) == survived(0, won=True)
    assert best("cup sword", adventure("cup", hold="sword sword")) == survived(0, won=False)


def test_r9_the_goal_still_applies():
    assert best("cup sword", adventure("cup"), mission("sword"), goal=1) == survived(1, won=True)
    assert best("cup", adventure("cup"), mission("sword"), goal=1) == survived(0, won=False)


def test_r9_winning_comes_before_missions():
    story = ("sword sword", adventure("map"), mission("keys"))
    assert best(*story, heroes=(ALA,)) == survived(0, won=True, skills=1)
