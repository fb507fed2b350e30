"""The backpack: slots, their number, and the moment it breaks (B1 to B3)."""

import pytest

from dtcli.rules import REVEAL, Status, advance, start
from dtcli.rules.backpack import slots_for
from dtcli.rules.state import EventKind
from tests.rules.game_builder import ALA, TWELVE, backpack, game, gap, mission, outcome, play_story, read, refused, use

EIGHT = " ".join(TWELVE[:8])
SEVEN = " ".join(TWELVE[:7])
FILLED = {0: 0, 1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 9: 3, 10: 4}


@pytest.mark.parametrize(("copies", "slots"), FILLED.items())
def test_b1_three_copies_of_a_kind_share_a_slot(copies: int, slots: int):
    assert play_story("sword " * copies).slots == slots
    assert slots_for(copies) == slots


def test_b1_different_kinds_never_share_a_slot():
    assert play_story("sword bow sword cup").slots == 3


def test_b1_cards_and_tokens_share_slots():
    state = play_story("cup sword sword", mission("cup", "sword"))
    assert (backpack(state), state.slots) == ("sword sword sword*", 1)
    fourth = play_story("cup sword sword sword", mission("cup", "sword"))
    assert (backpack(fourth), fourth.slots) == ("sword sword sword sword*", 2)


def test_b1_a_card_joins_tokens_of_its_kind():
    two_tokens = ("cup cup", mission("cup", "sword"), mission("cup", "sword"))
    state = play_story(*two_tokens, "sword")
    assert (backpack(state), state.slots) == ("sword sword* sword*", 1)
    assert play_story(*two_tokens, "sword sword").slots == 2


def test_b1_copies_are_repacked_when_some_leave():
    state = play_story("sword sword sword sword", mission("sword"))
    assert (backpack(state), state.slots) == ("sword sword sword", 1)


def test_b1_a_slot_stays_filled_while_a_copy_is_left_in_it():
    state = play_story("sword sword sword sword sword", mission("sword"))
    assert state.slots == 2


def test_b2_the_backpack_has_eight_slots():
    assert play_story(EIGHT).limit == 8
    assert not play_story(EIGHT).broken
    assert play_story(EIGHT, "cup").broken


def test_b2_in_extended_play_it_has_seven():
    assert play_story(SEVEN, extended=True).limit == 7
    assert not play_story(SEVEN, extended=True).broken
    assert play_story(EIGHT, extended=True).broken


def test_b3_a_ninth_kind_breaks_the_backpack_and_ends_the_resolution():
    state = play_story(EIGHT, "cup", "sword", mission("sword"))
    assert state.broken
    assert state.over
    assert (state.revealed, len(state.story), state.completed) == (9, 2, 0)
    assert state.decision is None


def test_b3_revealing_on_stops_at_the_break_too():
    state = advance(start(game(" ".join(TWELVE))))
    assert state.broken
    assert (state.revealed, len(state.story), state.slots) == (9, 3, 9)
    assert read(game(" ".join(TWELVE))).final.revealed == 9


def test_b3_the_event_of_a_break_has_its_numbers():
    breaks = [event for event in play_story(EIGHT, "cup").events if event.what is EventKind.BACKPACK_BROKE]
    assert [event.detail for event in breaks] == ["9 slots filled, 8 allowed"]


def test_b3_nothing_more_can_be_done_after_the_break():
    state = play_story("sword", EIGHT, "cup", "map", heroes=(ALA,))
    assert state.broken
    refused(state, REVEAL, "over")
    refused(state, use(ALA), "over")


def test_b3_a_full_backpack_still_takes_a_third_copy_but_no_fourth():
    full = f"{EIGHT} sword"
    assert not play_story(full, "sword").broken
    assert play_story(full, "sword sword").broken


def test_b3_a_reward_can_break_the_backpack_too():
    state = play_story(EIGHT, "bow", mission("bow", "cup"))
    assert state.broken
    assert state.completed == 1


def test_b3_a_reward_with_room_does_not_break_it():
    state = play_story(EIGHT, mission("bow", "cup"))
    assert not state.broken
    assert state.slots == 8


def test_b3_broken_is_lost_whatever_was_completed():
    played = game("sword", mission("sword"), EIGHT, "cup", mission("cup"), goal=1)
    result = outcome(played)
    assert (result.status, result.missions, result.won, result.broken) == (Status.BROKEN, 1, False, True)
    assert (result.revealed, result.cards) == (11, 12)


def test_b3_the_fullest_moment_is_remembered():
    state = play_story("sword bow cup", mission("sword bow cup"), "map")
    assert (state.slots, state.peak) == (1, 3)


def test_b3_a_mission_revealed_over_a_full_backpack_breaks_nothing():
    state = gap(EIGHT, mission("cup"), then="sword")
    assert not state.broken
