"""Heroes in the model who change the backpack (H3, H7, H9)."""

from dtcli.rules import Kind, start
from dtcli.rules.items import Pile
from tests.rules.game_builder import (
    ALA,
    FYL,
    GARY,
    RETURN,
    TONK,
    TWELVE,
    after,
    gap,
    mission,
    use,
)
from tests.solver.hand_written import EIGHT, best, broke, small_board_game, solve, survived
from tests.solver.small import with_slots

# H3


def test_h3_tonks_slot_saves_the_backpack():
    assert best(EIGHT, "cup book", heroes=(TONK,)) == survived(0, skills=1)


def test_h3_nine_slots_and_not_ten():
    assert best(EIGHT, "cup book grapnel", heroes=(TONK,)) == broke(0)


def test_h3_tonk_needs_a_torch():
    assert best("sword bow", slots=1, heroes=(TONK,)) == broke(0)


def test_h3_a_failed_mission_does_not_end_the_slot():
    assert best("torch sword bow", mission("map"), "sword", slots=1, heroes=(TONK,)) == survived(0, skills=1)


def test_h3_the_slot_ends_with_a_completed_mission():
    story = ("torch sword bow", mission("sword"), "cup")
    assert best(*story, slots=1, heroes=(TONK,)) == broke(1, skills=1)


def test_h3_the_backpack_breaks_when_the_slot_ends():
    story = ("torch sword sword bow", mission("sword"))
    assert best(*story, slots=1, heroes=(TONK,)) == broke(1, skills=1)
    assert best("torch sword bow", mission("sword"), slots=1, heroes=(TONK,)) == survived(1, skills=1)


def test_h3_tonks_slot_is_gone_before_the_reward():
    story = "torch sword bow"
    assert best(story, mission("sword", "map"), slots=1, heroes=(TONK,)) == broke(1, skills=1, tokens=1)
    assert best(story, mission("sword", "map?"), slots=1, heroes=(TONK,)) == survived(1, skills=1)


def test_h3_a_slot_from_before_is_in_force():
    state = after(gap("torch sword", then=("bow", mission("sword")), heroes=(TONK,)), use(TONK))
    with_slots(state.game, 1)
    assert solve(state).outcome == survived(1)
    assert solve(state._replace(extra_slot=False)).outcome == broke(0)


# H7


def test_h7_garynor_takes_a_token_of_any_kind():
    assert best("map", mission("cup"), heroes=(GARY,)) == survived(1, skills=1, tokens=1)
    assert best("map", mission("cup"), tokens={"cup": 0}, heroes=(GARY,)) == survived(0)


def test_h7_he_removes_an_item_at_least():
    assert best(mission("cup"), heroes=(GARY,)) == survived(0)
    assert best("map", mission("map cup"), heroes=(GARY,)) == survived(0)


def test_h7_he_removes_three_at_most():
    assert best("map bow keys torch book cup", slots=3, heroes=(GARY,)) == survived(0, skills=1, tokens=1)
    assert best("map bow keys gold torch book cup sword", slots=4, heroes=(GARY,)) == broke(0)


def test_h7_the_token_needs_room():
    story = ("map map map map", mission("cup"), "bow")
    assert best(*story, slots=2, heroes=(GARY,)) == survived(1, skills=1, tokens=1)
    assert best(*story, "keys", slots=2, heroes=(GARY,)) == broke(1, skills=1, tokens=1)


# H9


def test_h9_fylee_removes_tokens():
    story = ("cup", mission("cup", "sword"), "map")
    assert best(*story, slots=1, heroes=(FYL,)) == survived(1, skills=1, tokens=1)


def test_h9_fylee_does_not_remove_cards():
    assert best("sword map", slots=1, heroes=(FYL,)) == broke(0)


def test_h9_removed_tokens_never_return():
    story = ("cup", mission("cup", "sword"), "cup", mission("cup", "sword"), mission("sword"))
    assert best(*story, slots=1, tokens=1, heroes=(FYL,), **RETURN) == survived(2, skills=1, tokens=1)
    assert best(*story, slots=1, tokens=2, heroes=(FYL,), **RETURN) == survived(3, skills=1, tokens=2)


def test_h9_the_card_is_paid_so_that_the_token_can_be_removed():
    found = solve(
        start(small_board_game("cup sword", mission("cup", "sword"), mission("sword"), "map", slots=2, heroes=(FYL,)))
    )
    assert found.outcome == survived(2, tokens=1)
    story = ("cup sword", mission("cup", "sword"), mission("sword"), "map keys")
    assert best(*story, slots=2, heroes=(FYL,)) == survived(2, skills=1, tokens=1)


def test_h9_five_tokens_at_most():
    six, others = TWELVE[:6], TWELVE[6:]
    packed = {"tokens": Pile.of(*(Kind(kind) for kind in six)), "slots": 6, "peak": 6}
    state = start(small_board_game(" ".join(others[:5]), slots=6, heroes=(FYL,)))
    assert solve(state._replace(**packed)).outcome == survived(0, skills=1)
    state = start(small_board_game(" ".join(others), slots=6, heroes=(FYL,)))
    assert solve(state._replace(**packed)).outcome == broke(0)


def test_h9_fylee_can_remove_what_garynor_has_just_taken():
    """In one run: the only cup goes out of the game, so that the first mission has no reward to give."""
    story = ("bow mortar", mission("mortar", "cup"), "sword sword", mission("gold bow", "sword"))
    assert best(*story, slots=1, tokens=1, heroes=(FYL, ALA, GARY)) == survived(2, skills=3, tokens=2)
    assert best(*story, slots=1, tokens=1, heroes=(ALA, GARY)).broken
