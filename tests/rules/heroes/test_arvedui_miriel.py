"""Arvedui Miriel (H4)."""

from dtcli.rules import REVEAL
from tests.rules.game_builder import (
    ARVEDUI,
    COPIES,
    RO,
    after,
    allowed,
    backpack,
    gap,
    left,
    mission,
    refused,
    reveal_on,
    use,
)


def test_h4_the_mission_that_failed_last_is_revealed_last():
    first, second = mission("map", title="first"), mission("keys", title="second")
    state = gap("gold", first, second, then="cup bow", heroes=(ARVEDUI,))
    state = allowed(state, use(ARVEDUI))
    assert left(state) == ("cup", "bow", "second")
    assert backpack(state) == ""


def test_h4_it_can_succeed_then():
    state = reveal_on(after(gap("gold", mission("map"), then="map", heroes=(ARVEDUI,)), use(ARVEDUI)))
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
    laid = (mission("map", title="first"),)
    then = (mission("keys", title="second"), "cup bow")
    state = gap("potion gold gold", *laid, then=then, heroes=(RO, ARVEDUI), **COPIES)
    state = after(state, use(RO, ARVEDUI), REVEAL)
    assert left(after(state, use(ARVEDUI))) == ("cup", "bow", "first", "second")


def test_h4_a_failure_between_does_not_hide_behind_a_success():
    state = gap("gold sword", mission("map", title="failed"), mission("sword"), then="cup", heroes=(ARVEDUI,))
    assert left(after(state, use(ARVEDUI))) == ("cup", "failed")
