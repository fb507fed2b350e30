"""Alan Ironstar (H10)."""

from dtcli.rules import REVEAL
from tests.rules.game_builder import (
    ALA,
    TWELVE,
    after,
    allowed,
    backpack,
    gap,
    mission,
    offered,
    refused,
    reveal_on,
    use,
)


def test_h10_the_next_mission_is_completed_and_nothing_is_paid():
    state = gap("sword sword bow", then=(mission("bow map", "cup"), "map"), heroes=(ALA,))
    state = allowed(state, use(ALA))
    assert backpack(state) == "bow"
    state = after(state, REVEAL)
    assert (state.completed, backpack(state)) == (1, "bow cup*")


def test_h10_two_swords_must_leave():
    refused(gap("sword", heroes=(ALA,)), use(ALA), "2 sword")
    assert backpack(after(gap("sword sword sword", heroes=(ALA,)), use(ALA))) == "sword"


def test_h10_the_reward_is_given_as_usual():
    state = gap("sword sword", then=(mission("bow", "?"), "map"), heroes=(ALA,))
    state = after(state, use(ALA), REVEAL)
    assert offered(state) == set(TWELVE)


def test_h10_only_the_next_mission():
    state = gap("sword sword", then=(mission("bow"), mission("bow"), "map"), heroes=(ALA,))
    state = reveal_on(after(state, use(ALA)))
    assert (state.completed, state.failed) == (1, 1)
