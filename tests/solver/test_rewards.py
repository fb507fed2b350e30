"""Rewards and tokens in the model (R3 to R6, X5)."""

import pytest

from dtcli.rules import start
from tests.rules.game_builder import RETURN, TONK, mission, pay, take
from tests.solver.hand_written import best, broke, small_board_game, solve, survived

# R3


@pytest.mark.parametrize(("tokens", "outcome"), [(2, survived(3, tokens=2)), (1, survived(2, tokens=1))])
def test_r3_a_reward_comes_from_the_supply(tokens, outcome):
    story = ("cup cup", mission("cup", "sword"), mission("cup", "sword"), mission("sword sword"))
    assert best(*story, tokens=tokens) == outcome


def test_r3_what_has_run_out_cannot_break_the_backpack():
    assert best("cup cup", mission("cup", "bow"), slots=1, tokens={"bow": 0}) == survived(1)
    assert best("cup cup", mission("cup", "bow"), slots=1, tokens={"bow": 1}) == broke(1, tokens=1)


# R4


def test_r4_no_reward():
    assert best("cup", mission("cup", "-"), mission("cup")) == survived(1)
    assert best("cup", mission("cup", "cup"), mission("cup")) == survived(2, tokens=1)


def test_r4_an_item_must_be_taken():
    assert best("cup", mission("cup", "sword")) == survived(1, tokens=1)
    assert best("cup cup", mission("cup", "sword"), slots=1) == broke(1, tokens=1)


def test_r4_an_item_that_may_be_declined():
    assert best("cup", mission("cup", "sword?"), mission("sword")) == survived(2, tokens=1)
    assert best("cup", mission("cup", "sword?")) == survived(1)
    assert best("cup cup", mission("cup", "sword?"), slots=1) == survived(1)


def test_r4_what_may_be_declined_must_be_in_supply_to_be_taken():
    assert best("cup", mission("cup", "sword?"), mission("sword"), tokens={"sword": 0}) == survived(1)


def test_r4_one_of_two_items():
    found = solve(start(small_board_game("cup", mission("cup", "sword/bow"), mission("bow"))))
    assert found.outcome == survived(2, tokens=1)
    assert take("bow") in found.choices


def test_r4_not_both_of_them():
    assert best("cup", mission("cup", "sword/bow"), mission("sword bow")) == survived(1, tokens=1)


def test_r4_one_of_two_must_be_taken():
    assert best("cup cup", mission("cup", "sword/bow"), slots=1) == broke(1, tokens=1)


@pytest.mark.parametrize(
    ("tokens", "outcome"),
    [
        ({"sword": 0, "bow": 1}, broke(1, tokens=1)),  # the only one left
        ({"sword": 1, "bow": 0}, broke(1, tokens=1)),
        ({"sword": 0, "bow": 0}, survived(1)),  # none, if both have run out
    ],
)
def test_r4_the_one_of_two_that_is_left(tokens, outcome):
    assert best("cup cup", mission("cup", "sword/bow"), slots=1, tokens=tokens) == outcome


def test_r4_the_other_of_two_cannot_be_taken():
    story = ("cup", mission("cup", "sword/bow"), mission("sword"))
    assert best(*story) == survived(2, tokens=1)
    assert best(*story, tokens={"sword": 0}) == survived(1, tokens=1)


def test_r4_any_kind():
    assert best("cup", mission("cup", "?"), mission("mortar")) == survived(2, tokens=1)


def test_r4_any_kind_in_supply():
    assert best("cup", mission("cup", "?"), mission("mortar"), tokens={"mortar": 0}) == survived(1, tokens=1)


# R5


def test_r5_any_must_be_taken():
    story = ("cup cup", mission("cup", "?"))
    assert best(*story, slots=1) == survived(1, tokens=1)  # a cup, into the slot of the other
    assert best(*story, slots=1, tokens={"cup": 0}) == broke(1, tokens=1)


def test_r5_any_may_be_declined_in_the_demo():
    assert best("cup cup", mission("cup", "?"), slots=1, tokens={"cup": 0}, any_reward_optional=True) == survived(1)


def test_r5_only_any_may_be_declined_in_the_demo():
    story = ("cup cup", mission("cup", "sword/bow"))
    assert best(*story, slots=1, any_reward_optional=True) == broke(1, tokens=1)


# R6 and X5

TWICE = ("cup cup", mission("cup", "sword"), mission("sword"), mission("cup", "sword"), mission("sword"))
AT_ONCE = ("cup", mission("cup", "sword"), mission("sword", "sword"), mission("sword"))
WHICH = ("cup sword", mission("cup", "sword"), mission("sword", "sword"), mission("sword sword"))
FAILED = ("cup", mission("cup", "sword"), mission("sword bow"), "cup", mission("cup", "sword"), mission("sword"))
SKILL = ("cup", mission("cup", "torch"), "bow map keys", mission("bow map", "torch"), mission("torch"))


def test_r6_spent_tokens_return():
    assert best(*TWICE, tokens=1, **RETURN) == survived(4, tokens=2)


def test_r6_spent_tokens_do_not_return():
    assert best(*TWICE, tokens=1) == survived(3, tokens=1)


def test_r6_spent_cards_do_not_become_tokens():
    story = ("cup sword", mission("sword"), mission("cup", "sword"), mission("sword"))
    assert best(*story, tokens={"sword": 0}, **RETURN) == survived(2)


def test_r6_the_players_say_that_the_token_leaves():
    found = solve(start(small_board_game(*WHICH, tokens=1, **RETURN)))
    assert found.outcome == survived(3, tokens=2)
    assert pay(tokens="sword") in found.choices


def test_r6_it_does_not_help_where_tokens_are_discarded():
    assert best(*WHICH, tokens=1) == survived(2, tokens=1)


def test_x5_a_spent_token_is_back_before_the_reward():
    assert best(*AT_ONCE, tokens=1, **RETURN) == survived(3, tokens=2)
    assert best(*AT_ONCE, tokens=1) == survived(2, tokens=1)


def test_x5_tokens_discarded_after_a_failure_return():
    assert best(*FAILED, slots=1, tokens=1, **RETURN) == survived(3, tokens=2, discards=1)
    assert best(*FAILED, slots=1, tokens=1) == survived(2, tokens=1, discards=1)


def test_x5_tokens_spent_on_a_skill_return():
    assert best(*SKILL, slots=2, tokens=1, heroes=(TONK,), **RETURN) == survived(3, skills=1, tokens=2)
    assert best(*SKILL, slots=2, tokens=1, heroes=(TONK,)) == survived(2, skills=1, tokens=1)
