"""Fylee Stepshadow (H9)."""

import pytest

from dtcli.rules import Kind
from tests.rules.game_builder import (
    FYL,
    RETURN,
    TWELVE,
    after,
    allowed,
    backpack,
    gap,
    mission,
    refused,
    use,
)

EIGHT = " ".join(TWELVE[:8])
"""Sword, bow, shield, torch, map, potion, keys, gold: a full backpack."""


SIX_TOKENS = ("cup cup cup cup cup cup", *(mission("cup", kind) for kind in (*TWELVE[:5], "keys")))


@pytest.mark.parametrize("remove", ["sword", "sword bow shield torch map"])
def test_h9_one_to_five_tokens_leave_the_game(remove: str):
    state = gap(*SIX_TOKENS, heroes=(FYL,))
    state = allowed(state, use(FYL, remove=remove))
    assert len(state.tokens) == 6 - len(remove.split())
    assert len(state.supply) == 18


def test_h9_never_back_to_the_supply():
    state = gap("cup", mission("cup", "sword"), heroes=(FYL,), **RETURN)
    state = after(state, use(FYL, remove="sword"))
    assert state.supply[Kind("sword")] == 1


def test_h9_not_none_and_not_six():
    state = gap(*SIX_TOKENS, heroes=(FYL,))
    refused(state, use(FYL), "1 to 5")
    refused(state, use(FYL, remove="sword bow shield torch map keys"), "1 to 5")


def test_h9_tokens_only_no_cards():
    state = gap("cup sword sword", mission("cup", "sword"), heroes=(FYL,))
    refused(state, use(FYL, remove="sword sword"), "tokens")
    assert backpack(allowed(state, use(FYL, remove="sword"))) == "sword sword"
    refused(gap("sword", heroes=(FYL,)), use(FYL, remove="sword"), "1 sword token")


def test_h9_the_slot_is_free_again():
    state = gap("cup", mission("cup", "sword"), heroes=(FYL,))
    assert (state.slots, after(state, use(FYL, remove="sword")).slots) == (1, 0)
