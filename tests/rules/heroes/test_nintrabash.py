"""Nintrabash (H2)."""

from dtcli.rules import REVEAL
from dtcli.rules.state import EventKind
from tests.rules.game_builder import (
    ALA,
    ARVEDUI,
    NIN,
    after,
    allowed,
    backpack,
    gap,
    left,
    mission,
    refused,
    skills,
    use,
)


def test_h2_any_of_the_next_five_cards_may_be_discarded():
    state = gap("sword", then="bow cup map keys gold book", heroes=(NIN,))
    state = allowed(state, use(NIN, discard=(1, 3, 5)))
    assert left(state) == ("cup", "keys", "book")
    assert (state.revealed, backpack(state)) == (1, "sword")


def test_h2_the_rest_keep_their_order_however_the_places_are_named():
    state = gap("sword", then="bow cup map keys", heroes=(NIN,))
    assert left(after(state, use(NIN, discard=(3, 1)))) == ("cup", "keys")


def test_h2_the_discarded_cards_are_in_the_events():
    events = after(gap("sword", then="bow cup map", heroes=(NIN,)), use(NIN, discard=(1, 3))).events
    assert [str(card) for event in events if event.what is EventKind.CARDS_DISCARDED for card in event.cards] == [
        "bow",
        "map",
    ]


def test_h2_the_sixth_card_is_out_of_sight():
    state = gap("sword", then="bow cup map keys gold book", heroes=(NIN,))
    refused(state, use(NIN, discard=(6,)), "place 6")
    refused(state, use(NIN, discard=(0,)), "place 0")


def test_h2_fewer_cards_if_fewer_are_left():
    state = gap("sword", then="bow cup", heroes=(NIN,))
    assert left(allowed(state, use(NIN, discard=(2,)))) == ("bow",)
    refused(state, use(NIN, discard=(3,)), "place 3")


def test_h2_a_card_can_be_discarded_only_once():
    refused(gap("sword", then="bow cup", heroes=(NIN,)), use(NIN, discard=(1, 1)), "only once")


def test_h2_every_selection_is_offered():
    assert len(skills(gap("sword", then="bow cup map keys gold book", heroes=(NIN,)))) == 32


def test_h2_a_discarded_mission_has_not_failed():
    state = gap("gold", then=(mission("map"), "bow"), heroes=(NIN, ARVEDUI))
    state = after(state, use(NIN, discard=(1,)))
    assert (state.failed, state.completed) == (0, 0)
    refused(state, use(ARVEDUI), "no failed mission")


def test_h2_a_discarded_mission_does_not_end_what_waits_for_the_next():
    state = gap("sword sword", then=(mission("map"), mission("cup"), "bow"), heroes=(NIN, ALA))
    state = after(state, use(ALA), use(NIN, discard=(1,)), REVEAL)
    assert state.completed == 1
