"""Heroes who change what is still to come (H2, H4, H6)."""

import pytest

from dtcli.rules import REVEAL, State, UseSkill, options
from dtcli.rules.state import EventKind
from tests.rules.table_talk import (
    ALA,
    ARVEDUI,
    COPIES,
    NIN,
    RO,
    ZIG,
    after,
    allowed,
    backpack,
    gap,
    left,
    mission,
    on,
    refused,
    use,
)


def skills(state: State) -> set[UseSkill]:
    return {choice for choice in options(state) if isinstance(choice, UseSkill)}


# H2


def test_h2_any_of_the_next_five_cards_may_be_discarded():
    state = gap("sword", then="bow cup map keys gold book", heroes=(NIN,))
    state = allowed(state, use(NIN, discard=(1, 3, 5)))
    assert left(state) == ("cup", "keys", "book")
    assert (state.revealed, backpack(state)) == (1, "sword")


def test_h2_the_rest_keep_their_order_however_the_places_are_named():
    state = gap("sword", then="bow cup map keys", heroes=(NIN,))
    assert left(after(state, use(NIN, discard=(3, 1)))) == ("cup", "keys")


def test_h2_the_discarded_cards_are_told():
    told = after(gap("sword", then="bow cup map", heroes=(NIN,)), use(NIN, discard=(1, 3))).events
    assert [str(card) for event in told if event.what is EventKind.CARDS_DISCARDED for card in event.cards] == [
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


# H4


def test_h4_the_mission_that_failed_last_is_revealed_last():
    first, second = mission("map", title="first"), mission("keys", title="second")
    state = gap("gold", first, second, then="cup bow", heroes=(ARVEDUI,))
    state = allowed(state, use(ARVEDUI))
    assert left(state) == ("cup", "bow", "second")
    assert backpack(state) == ""


def test_h4_it_can_succeed_then():
    state = on(after(gap("gold", mission("map"), then="map", heroes=(ARVEDUI,)), use(ARVEDUI)))
    assert (state.completed, state.failed, state.revealed) == (1, 0, 4)


def test_h4_a_gold_must_leave():
    refused(gap("bow", mission("map"), heroes=(ARVEDUI,)), use(ARVEDUI), "gold")


def test_h4_without_a_failed_mission_nothing_comes_back():
    refused(gap("gold bow", mission("bow"), heroes=(ARVEDUI,)), use(ARVEDUI), "no failed mission")


def test_h4_once_moved_there_is_no_last_failed_mission():
    first, second = mission("map", title="first"), mission("keys", title="second")
    state = gap("potion gold gold", first, second, then="cup bow", heroes=(RO, ARVEDUI), **COPIES)
    state = after(state, use(RO, ARVEDUI))
    refused(state, use(ARVEDUI), "no failed mission")


def test_h4_until_another_one_fails():
    told = (mission("map", title="first"),)
    then = (mission("keys", title="second"), "cup bow")
    state = gap("potion gold gold", *told, then=then, heroes=(RO, ARVEDUI), **COPIES)
    state = after(state, use(RO, ARVEDUI), REVEAL)
    assert left(after(state, use(ARVEDUI))) == ("cup", "bow", "first", "second")


def test_h4_a_failure_between_does_not_hide_behind_a_success():
    state = gap("gold sword", mission("map", title="failed"), mission("sword"), then="cup", heroes=(ARVEDUI,))
    assert left(after(state, use(ARVEDUI))) == ("cup", "failed")


# H6


def test_h6_the_next_five_cards_in_any_order():
    state = gap("sword", then="bow cup map keys gold book", heroes=(ZIG,))
    state = allowed(state, use(ZIG, order=(5, 3, 1, 2, 4)))
    assert left(state) == ("gold", "map", "bow", "cup", "keys", "book")


def test_h6_fewer_if_fewer_are_left():
    state = gap("sword", then="bow cup", heroes=(ZIG,))
    assert left(allowed(state, use(ZIG, order=(2, 1)))) == ("cup", "bow")
    refused(state, use(ZIG, order=(2, 1, 3)), "from 1 to 2")


@pytest.mark.parametrize("order", [(), (1, 2, 3, 4), (1, 1, 2, 3, 4), (2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6)])
def test_h6_the_order_names_each_place_once(order: tuple[int, ...]):
    state = gap("sword", then="bow cup map keys gold book", heroes=(ZIG,))
    refused(state, use(ZIG, order=order), "each place from 1 to 5 once")


def test_h6_every_order_is_offered_equal_cards_counting_as_one():
    assert len(skills(gap("sword", then="bow cup map keys gold book", heroes=(ZIG,)))) == 120
    assert len(skills(gap("sword", then="bow bow bow cup", heroes=(ZIG,)))) == 4
