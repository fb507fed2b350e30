"""Garynor the Belly (H7)."""

import pytest

from dtcli.rules import Kind
from tests.rules.game_builder import (
    GARY,
    TWELVE,
    after,
    allowed,
    gap,
    mission,
    refused,
    skills,
    use,
)

EIGHT = " ".join(TWELVE[:8])
"""Sword, bow, shield, torch, map, potion, keys, gold: a full backpack."""


@pytest.mark.parametrize("remove", ["sword", "sword bow", "sword bow map"])
def test_h7_one_to_three_items_for_a_token(remove: str):
    state = gap("sword bow map keys", heroes=(GARY,))
    state = allowed(state, use(GARY, remove=remove, take=Kind("cup")))
    assert len(state.cards) == 4 - len(remove.split())
    assert (state.tokens[Kind("cup")], state.supply[Kind("cup")]) == (1, 1)


def test_h7_not_none_and_not_four():
    state = gap("sword bow map keys", heroes=(GARY,))
    refused(state, use(GARY, take=Kind("cup")), "1 to 3")
    refused(state, use(GARY, remove="sword bow map keys", take=Kind("cup")), "1 to 3")
    refused(state, use(GARY, remove="cup", take=Kind("cup")), "holds 0")


def test_h7_only_what_is_in_supply():
    state = gap("cup cup map", mission("cup", "sword"), mission("cup", "sword"), heroes=(GARY,))
    refused(state, use(GARY, remove="map", take=Kind("sword")), "supply")
    assert Kind("sword") not in {choice.take for choice in skills(state)}


def test_h7_the_items_leave_before_the_token_comes():
    state = after(gap(EIGHT, heroes=(GARY,)), use(GARY, remove="sword", take=Kind("cup")))
    assert not state.broken
    assert state.slots == 8


def test_h7_the_token_can_break_the_backpack():
    full = gap(EIGHT, "sword", heroes=(GARY,))
    state = after(full, use(GARY, remove="sword", take=Kind("cup")))
    assert state.broken
    assert state.over
