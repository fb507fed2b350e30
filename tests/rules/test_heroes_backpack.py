"""Heroes who work on the backpack (H3, H7, H9)."""

import pytest

from dtcli.rules import REVEAL, Card, Kind, SkillNote, State, UseSkill, options
from dtcli.rules.state import EventKind
from tests.rules.table_talk import (
    COPIES,
    FYL,
    GARY,
    RETURN,
    RO,
    TONK,
    TWELVE,
    after,
    allowed,
    backpack,
    game,
    gap,
    mission,
    on,
    read,
    refused,
    use,
)

EIGHT = " ".join(TWELVE[:8])
"""Sword, bow, shield, torch, map, potion, keys, gold: a full backpack."""


def skills(state: State) -> set[UseSkill]:
    return {choice for choice in options(state) if isinstance(choice, UseSkill)}


# H3


def test_h3_one_slot_more():
    state = gap(EIGHT, then="cup book", heroes=(TONK,))
    state = allowed(state, use(TONK))
    assert (state.limit, state.slots) == (9, 7)
    state = after(state, REVEAL, REVEAL)
    assert (state.slots, state.broken) == (9, False)


def test_h3_a_record_finds_the_same_slots():
    held = game(EIGHT, "cup book", mission("sword"), heroes=(TONK,))
    assert not read(held, SkillNote(9, use(TONK))).final.broken
    gone = game(EIGHT, "cup book", mission("sword"), "grapnel", heroes=(TONK,))
    assert read(gone, SkillNote(9, use(TONK))).final.broken


def test_h3_nine_slots_and_not_ten():
    state = on(after(gap(EIGHT, then="cup book grapnel", heroes=(TONK,)), use(TONK)))
    assert state.broken


def test_h3_eight_slots_in_extended_play():
    seven = "sword bow shield torch map potion keys"
    state = after(gap(seven, then="cup book", extended=True, heroes=(TONK,)), use(TONK))
    assert state.limit == 8
    assert not on(state).broken
    assert on(after(gap(seven, then="cup book gold", extended=True, heroes=(TONK,)), use(TONK))).broken


def test_h3_a_torch_must_leave():
    refused(gap("sword", heroes=(TONK,)), use(TONK), "torch")
    assert backpack(after(gap("sword torch", heroes=(TONK,)), use(TONK))) == "sword"


def test_h3_until_a_mission_is_completed():
    state = after(gap("torch sword", then=(mission("sword"), "cup"), heroes=(TONK,)), use(TONK), REVEAL)
    assert (state.limit, state.extra_slot) == (8, False)
    assert EventKind.EXTRA_SLOT_GONE in [event.what for event in state.events]


def test_h3_a_failed_mission_leaves_the_slot():
    state = after(gap("torch", then=(mission("sword"), "cup"), heroes=(TONK,)), use(TONK), REVEAL)
    assert state.failed == 1
    assert state.limit == 9


def nine_slots(last: Card) -> State:
    """Return the end of a game whose last card is revealed over nine filled slots."""
    return on(after(gap(EIGHT, then=("cup book", last, "map"), heroes=(TONK,)), use(TONK)))


def test_h3_the_slot_goes_after_the_items_have_left():
    state = nine_slots(mission("sword"))
    assert not state.broken
    assert state.completed == 1


def test_h3_if_too_much_is_left_the_backpack_breaks():
    played = gap(EIGHT, "bow", then=("cup book", mission("bow"), "map"), heroes=(TONK,))
    state = on(after(played, use(TONK)))
    assert state.broken
    assert (state.completed, len(state.story)) == (1, 1)


def test_h3_it_breaks_before_the_reward_is_placed():
    played = gap(EIGHT, "bow", then=("cup book", mission("bow", "shield"), "sword"), heroes=(TONK,))
    state = on(after(played, use(TONK)))
    assert state.broken
    assert (len(state.tokens), len(state.supply)) == (0, 24)
    question = gap(EIGHT, "bow", then=("cup book", mission("bow", "shield?"), "sword"), heroes=(TONK,))
    assert on(after(question, use(TONK))).pending is None


def test_h3_the_reward_finds_only_eight_slots():
    assert nine_slots(mission("sword", "grapnel")).broken
    assert not nine_slots(mission("sword bow", "grapnel")).broken
    assert not nine_slots(mission("sword", "bow")).broken


def test_h3_two_extra_slots_never_add_up():
    state = after(gap("potion torch torch", heroes=(RO, TONK), **COPIES), use(RO, TONK))
    assert state.limit == 9
    refused(state, use(TONK), "extra slot")


# H7


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


# H9


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
