"""The backpack in the model: slots and breaking (B1 to B3)."""

from tests.rules.game_builder import mission
from tests.solver.hand_written import EIGHT, best, broke, survived


def test_b1_three_copies_share_a_slot():
    assert best("sword sword sword", slots=1) == survived(0)


def test_b1_a_fourth_copy_opens_another_slot():
    assert best("sword sword sword sword", slots=1) == broke(0)


def test_b1_cards_and_tokens_share_slots():
    assert best("sword sword sword", mission("sword", "sword"), slots=1) == survived(1, tokens=1)


def test_b1_a_token_can_be_the_fourth_copy():
    assert best("cup sword sword sword", mission("cup", "sword"), "bow", slots=2) == broke(1, tokens=1)
    assert best("cup sword sword sword", mission("cup"), "bow", slots=2) == survived(1)


def test_b2_eight_slots():
    assert best(EIGHT) == survived(0)
    assert best(EIGHT, "cup") == broke(0)


def test_b2_seven_slots_in_extended_play():
    assert best("sword bow shield torch map potion keys", extended=True) == survived(0)
    assert best(EIGHT, extended=True) == broke(0)


def test_b3_a_slot_that_is_free_again_can_be_filled():
    assert best(EIGHT, mission("sword"), "cup") == survived(1)


def test_b3_the_resolution_ends_where_the_backpack_breaks():
    assert best(EIGHT, "cup", mission("sword")) == broke(0)


def test_b3_missions_completed_before_still_count():
    assert best(EIGHT, mission("sword"), "cup book", mission("bow")) == broke(1)


def test_b3_as_many_missions_as_possible_before_it_breaks():
    story = ("cup bow", mission("cup", "map/keys"), mission("keys"), "map torch", mission("map"))
    assert best(*story, slots=2) == broke(2, tokens=1)


def test_b3_a_reward_breaks_it_too():
    assert best("sword sword", mission("sword", "bow"), slots=1) == broke(1, tokens=1)
    assert best("sword", mission("sword", "bow"), slots=1) == survived(1, tokens=1)


def test_b3_a_break_is_worse_than_a_mission_less():
    story = ("cup bow", mission("cup", "map?"), mission("map bow"), "keys torch", mission("keys torch"))
    assert best(*story, slots=3) == survived(3, tokens=1)
    assert best("cup bow", mission("cup", "map?"), "keys torch", mission("map"), slots=3) == survived(1)
