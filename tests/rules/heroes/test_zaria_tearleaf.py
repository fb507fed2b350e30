"""Zaria Tearleaf (H8)."""

from dtcli.rules import REVEAL, Kind
from dtcli.rules.decisions import RewardOffer
from dtcli.rules.state import EventKind
from tests.rules.game_builder import (
    ZARI,
    after,
    allowed,
    backpack,
    gap,
    mission,
    refused,
    reveal_on,
    skills,
    take,
    use,
)


def test_h8_a_right_guess_completes_the_mission_and_nothing_is_paid():
    state = gap("sword", then=(mission("sword bow", "cup"), "map"), heroes=(ZARI,))
    state = after(allowed(state, use(ZARI, guess=Kind("bow"))), REVEAL)
    assert (state.completed, backpack(state)) == (1, "cup* sword")


def test_h8_items_between_do_not_matter():
    state = gap("cup", then=("map book", mission("sword bow"), "map"), heroes=(ZARI,))
    assert reveal_on(after(state, use(ZARI, guess=Kind("bow")))).completed == 1


def test_h8_a_wrong_guess_is_lost_with_that_mission():
    state = gap("cup", then=(mission("sword"), mission("bow"), "map"), heroes=(ZARI,))
    state = after(state, use(ZARI, guess=Kind("bow")), REVEAL)
    assert state.failed == 1
    assert EventKind.GUESS_WRONG in [event.what for event in state.events]
    assert reveal_on(state).failed == 2


def test_h8_a_wrong_guess_leaves_a_mission_that_succeeds_alone():
    state = gap("sword", then=(mission("sword"), "map"), heroes=(ZARI,))
    state = after(state, use(ZARI, guess=Kind("bow")), REVEAL)
    assert (state.completed, backpack(state)) == (1, "")


def test_h8_the_reward_is_given_as_usual():
    state = gap("sword", then=(mission("bow", "cup/map"), "map"), heroes=(ZARI,))
    state = after(state, use(ZARI, guess=Kind("bow")), REVEAL)
    assert isinstance(state.pending, RewardOffer)
    refused(state, take(None), "must be taken")


def test_h8_the_guess_is_an_item_of_the_game():
    state = gap("sword", heroes=(ZARI,))
    refused(state, use(ZARI, guess=Kind("axe")), "not an item")
    assert len(skills(state)) == 12
