"""Tonk Redbeer (H3)."""

from dtcli.rules import REVEAL, Card, SkillNote, State
from dtcli.rules.state import EventKind
from tests.rules.game_builder import (
    COPIES,
    RO,
    TONK,
    TWELVE,
    after,
    allowed,
    backpack,
    game,
    gap,
    mission,
    read,
    refused,
    reveal_on,
    use,
)

EIGHT = " ".join(TWELVE[:8])
"""Sword, bow, shield, torch, map, potion, keys, gold: a full backpack."""


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
    state = reveal_on(after(gap(EIGHT, then="cup book grapnel", heroes=(TONK,)), use(TONK)))
    assert state.broken


def test_h3_eight_slots_in_extended_play():
    seven = "sword bow shield torch map potion keys"
    state = after(gap(seven, then="cup book", extended=True, heroes=(TONK,)), use(TONK))
    assert state.limit == 8
    assert not reveal_on(state).broken
    assert reveal_on(after(gap(seven, then="cup book gold", extended=True, heroes=(TONK,)), use(TONK))).broken


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
    return reveal_on(after(gap(EIGHT, then=("cup book", last, "map"), heroes=(TONK,)), use(TONK)))


def test_h3_the_slot_goes_after_the_items_have_left():
    state = nine_slots(mission("sword"))
    assert not state.broken
    assert state.completed == 1


def test_h3_if_too_much_is_left_the_backpack_breaks():
    played = gap(EIGHT, "bow", then=("cup book", mission("bow"), "map"), heroes=(TONK,))
    state = reveal_on(after(played, use(TONK)))
    assert state.broken
    assert (state.completed, len(state.story)) == (1, 1)


def test_h3_it_breaks_before_the_reward_is_placed():
    played = gap(EIGHT, "bow", then=("cup book", mission("bow", "shield"), "sword"), heroes=(TONK,))
    state = reveal_on(after(played, use(TONK)))
    assert state.broken
    assert (len(state.tokens), len(state.supply)) == (0, 24)
    question = gap(EIGHT, "bow", then=("cup book", mission("bow", "shield?"), "sword"), heroes=(TONK,))
    assert reveal_on(after(question, use(TONK))).pending is None


def test_h3_the_reward_finds_only_eight_slots():
    assert nine_slots(mission("sword", "grapnel")).broken
    assert not nine_slots(mission("sword bow", "grapnel")).broken
    assert not nine_slots(mission("sword", "bow")).broken


def test_h3_two_extra_slots_never_add_up():
    state = after(gap("potion torch torch", heroes=(RO, TONK), **COPIES), use(RO, TONK))
    assert state.limit == 9
    refused(state, use(TONK), "extra slot")
