"""Skills in the model: when they can be used, loans, and two uses of the same skill (H0, H1, H11, X9)."""

import pytest

from dtcli.rules import start
from tests.rules.game_builder import (
    ALA,
    COPIES,
    GARY,
    NIN,
    RO,
    SPENDS,
    TONK,
    TRAG,
    ZARI,
    ZIG,
    adventure,
    after,
    gap,
    mission,
    use,
)
from tests.solver.hand_written import best, broke, skills_used, small_board_game, solve, survived
from tests.solver.small import with_slots

# H0


def test_h0_each_skill_once():
    assert best("sword sword", mission("map"), heroes=(ALA,)) == survived(1, skills=1)
    assert best("sword sword sword sword", mission("map"), mission("map"), heroes=(ALA,)) == survived(1, skills=1)


def test_h0_also_before_the_first_reveal():
    assert best(mission("map"), heroes=(ZARI,)) == survived(1, skills=1)


def test_h0_only_while_a_card_is_unrevealed():
    """The sword that Garynor could exchange for the bow comes with the last mission."""
    story = ("cup", adventure("cup", hold="bow"), "map", mission("map", "sword"))
    assert best(*story, goal=1, heroes=(GARY,)) == survived(1, won=False, tokens=1)
    assert best(*story, "keys", goal=1, heroes=(GARY,)) == survived(1, won=True, skills=1, tokens=2)


def test_h0_between_two_items():
    assert best("torch sword bow", slots=1, heroes=(TONK,)) == survived(0, skills=1)


def test_h0_not_after_the_item_that_breaks_the_backpack():
    assert best("sword torch bow", slots=1, heroes=(TONK,)) == broke(0)


def test_h0_several_in_one_gap_in_any_order():
    found = solve(start(small_board_game("sword bow map", slots=1, heroes=(TONK, GARY))))
    assert found.outcome == survived(0, skills=2, tokens=1)
    assert [choice.hero for choice in skills_used(found)] == [GARY, TONK]


def test_h0_one_does_not_help_the_other_without_its_price():
    assert best("sword bow map", slots=1, tokens={"torch": 0}, heroes=(TONK, GARY)) == broke(0)


def test_h0_costs_are_paid_in_full():
    assert best("sword", mission("map"), heroes=(ALA,)) == survived(0)


def test_h0_a_skill_is_never_compulsory():
    assert best("sword sword sword", mission("sword"), heroes=(ALA, ZARI)) == survived(1)


def test_h0_what_has_been_used_before_is_used():
    state = start(small_board_game("sword sword", mission("map"), heroes=(ALA,)))
    assert solve(state._replace(unused=())).outcome == survived(0)


# H1

TWO_MAPS = (mission("map"), mission("map"))


def test_h1_copies_leave_the_skill_unused():
    assert best("potion", *TWO_MAPS, heroes=(RO, ZARI), **COPIES) == survived(2, skills=2)


def test_h1_spends_uses_it_up():
    assert best("potion", *TWO_MAPS, heroes=(RO, ZARI), **SPENDS) == survived(1, skills=1)


def test_h1_a_loan_costs_a_potion():
    assert best("cup", *TWO_MAPS, heroes=(RO, ZARI), **COPIES) == survived(1, skills=1)


def test_h1_the_borrowed_skill_has_its_own_cost_too():
    assert best("potion sword sword sword sword", *TWO_MAPS, heroes=(RO, ALA), **COPIES) == survived(2, skills=2)
    assert best("potion sword sword sword", *TWO_MAPS, heroes=(RO, ALA), **COPIES) == survived(1, skills=1)


def test_h1_only_an_unused_skill_can_be_borrowed():
    """The potion comes after Zaria has been used; had she waited, the first mission would have failed."""
    assert best(mission("map"), "potion", mission("map"), heroes=(RO, ZARI), **COPIES) == survived(1, skills=1)


def test_h1_only_one_loan():
    story = ("potion potion", *TWO_MAPS, mission("map"))
    assert best(*story, heroes=(RO, ZARI), **COPIES) == survived(2, skills=2)
    four = ("potion potion sword sword sword sword", *TWO_MAPS, *TWO_MAPS)
    assert best(*four, heroes=(RO, ZARI, ALA), **COPIES) == survived(3, skills=3)


def test_h1_no_other_hero_to_borrow_from():
    assert best("potion sword", slots=1, heroes=(RO,)) == broke(0)


@pytest.mark.parametrize("switch", [SPENDS, COPIES])
def test_h1_a_loan_for_the_sake_of_the_potion(switch):
    found = solve(start(small_board_game("potion sword", slots=1, heroes=(RO, ZARI), **switch)))
    assert found.outcome == survived(0, skills=1)
    assert [choice.borrowed for choice in skills_used(found)] == [ZARI]


def test_h1_nintrabash_throws_twice():
    story = ("potion", "sword bow shield torch map keys gold grapnel cup book mortar")
    assert best(*story, slots=1, heroes=(RO, NIN), **COPIES) == survived(0, skills=2)
    assert best(*story, slots=1, heroes=(RO, NIN), **SPENDS) == broke(0)


def test_h1_zigarat_moves_twice():
    story = ("potion", mission("cup"), "cup bow bow bow bow", mission("keys"), "keys")
    assert best(*story, heroes=(RO, ZIG), **COPIES) == survived(2, skills=2)
    assert best(*story, heroes=(RO, ZIG), **SPENDS) == survived(1, skills=1)


# H11


def test_h11_a_waiver_ends_with_the_next_mission():
    assert best("map keys", mission("sword bow"), heroes=(TRAG,)) == survived(1, skills=1)
    assert best("map keys", mission("sword"), mission("bow"), heroes=(TRAG,)) == survived(1, skills=1)


def test_h11_alan_ends_with_the_next_mission():
    """He has acted already: the mission that comes next is solved, whether it needs him or not."""
    state = after(gap("sword sword cup", then=(mission("cup"), mission("map")), heroes=(ALA,)), use(ALA))
    assert solve(state).outcome == survived(1)
    state = after(gap("sword sword cup", then=(mission("cup"), mission("cup")), heroes=(ALA,)), use(ALA))
    assert solve(state).outcome == survived(2)


def test_h11_two_skills_for_two_missions():
    assert best("sword sword", *TWO_MAPS, heroes=(ALA, ZARI)) == survived(2, skills=2)


def test_h11_a_mission_that_is_thrown_away_ends_nothing():
    story = gap("sword sword cup cup", then=(mission("map", "sword"), mission("bow")), heroes=(ALA, NIN))
    with_slots(story.game, 1)
    state = after(story, use(ALA))
    assert solve(state).outcome == survived(1, skills=1)
    assert solve(state._replace(solved=False, unused=())).outcome == survived(0)


def test_h11_a_waiver_outlasts_a_mission_that_is_thrown_away():
    story = gap("keys cup cup", then=(mission("map", "sword"), mission("bow")), heroes=(TRAG, NIN))
    with_slots(story.game, 1)
    state = after(story, use(TRAG, remove="keys"))
    assert solve(state).outcome == survived(1, skills=1)
    assert solve(state._replace(waiver=0)).outcome == survived(0)


# X9


def test_x9_two_waivers_add_up():
    story = ("potion map keys cup book", mission("sword bow shield gold"))
    assert best(*story, heroes=(RO, TRAG), **COPIES) == survived(1, skills=2)
    assert best(*story, heroes=(RO, TRAG), **SPENDS) == survived(0)


def test_x9_two_waivers_are_four_items_at_most():
    story = ("potion map keys cup book grapnel", mission("sword bow shield gold torch"))
    assert best(*story, heroes=(RO, TRAG), **COPIES) == survived(0)


def test_x9_the_potion_is_paid_first():
    story = (mission("cup"), mission("bow"))
    assert best("potion map keys", *story, heroes=(RO, GARY), **COPIES) == survived(2, skills=2, tokens=2)
    assert best("potion map", *story, heroes=(RO, GARY), **COPIES) == survived(1, skills=1, tokens=1)


def test_x9_two_guesses_both_stand():
    state = gap("potion", then=(mission("cup"),), heroes=(RO, ZARI), **COPIES)
    state = after(state, use(RO, borrowed=ZARI, guess="cup"), use(ZARI, guess="map"))
    assert solve(state).outcome == survived(1)
    assert solve(state._replace(guesses=state.guesses - {"cup"})).outcome == survived(0)


def test_x9_two_of_alans_solve_one_mission():
    state = gap("potion sword sword sword sword", then=TWO_MAPS, heroes=(RO, ALA), **COPIES)
    state = after(state, use(RO, borrowed=ALA), use(ALA))
    assert solve(state).outcome == survived(1)
