"""Heroes in the model who change the story (H2, H4, H6, X8, X10)."""

from dtcli.rules import REVEAL, start
from tests.rules.game_builder import (
    ARVEDUI,
    COPIES,
    FYL,
    NIN,
    RO,
    TONK,
    TRAG,
    ZIG,
    after,
    gap,
    mission,
    use,
)
from tests.solver.hand_written import best, broke, small_board_game, solve, survived
from tests.solver.small import with_slots

# H2


def test_h2_nintrabash_throws_five_cards():
    assert best("sword bow map keys cup book", slots=1, heroes=(NIN,)) == survived(0, skills=1)
    assert best("sword bow map keys cup book gold", slots=1, heroes=(NIN,)) == broke(0)


def test_h2_only_cards_that_lie_together():
    """The bow and the map must go, from five places in a row."""
    fails = mission("keys")
    near = gap("sword", then=("bow", fails, fails, fails, "map"), heroes=(NIN,))
    with_slots(near.game, 1)
    assert solve(near).outcome == survived(0, skills=1)
    far = gap("sword", then=("bow", fails, fails, fails, fails, "map"), heroes=(NIN,))
    with_slots(far.game, 1)
    assert solve(far).outcome == broke(0)


def test_h2_a_mission_that_would_succeed_can_be_thrown_away():
    story = ("sword bow", mission("sword bow"), mission("sword"), mission("bow"))
    assert best(*story, heroes=(NIN,)) == survived(2, skills=1)


def test_h2_a_discarded_mission_has_not_failed():
    """Arvedui cannot bring it back; else all three could be completed."""
    story = ("gold sword bow", mission("sword bow"), mission("sword"), mission("bow"), "sword bow")
    assert best(*story, heroes=(NIN, ARVEDUI)) == survived(2, skills=1)


def test_h2_a_skill_may_be_needed_before_the_place_of_a_mission_that_is_thrown_away():
    """Tonk makes room for the cup; the mission that would take it is thrown away, and the sword comes."""
    story = ("torch cup", mission("cup"), "sword", mission("sword cup", "map"), mission("map"))
    assert best(*story, slots=1, heroes=(NIN, TONK)) == survived(2, skills=2, tokens=1)


# X10


def test_x10_nintrabash_empties_the_story():
    state = gap("sword", then="bow", heroes=(NIN,))
    with_slots(state.game, 1)
    found = solve(state)
    assert found.outcome == survived(0, skills=1)
    assert found.choices == (use(NIN, discard=(1,)),)
    assert found.final.over


def test_x10_not_of_six_cards():
    state = gap("sword", then="bow map keys cup book gold", heroes=(NIN,))
    with_slots(state.game, 1)
    assert solve(state).outcome == broke(0)


def test_x10_what_was_thrown_away_is_not_completed():
    state = gap("sword sword", then=(mission("sword", "bow"),), goal=1, heroes=(NIN,))
    with_slots(state.game, 1)
    assert solve(state).outcome == survived(0, won=False, skills=1)


# H4


def test_h4_arvedui_brings_a_mission_back():
    assert best("gold", mission("cup"), "cup", heroes=(ARVEDUI,)) == survived(1, skills=1)
    assert best("map", mission("cup"), "cup", heroes=(ARVEDUI,)) == survived(0)


def test_h4_the_mission_that_failed_last():
    assert best(mission("map"), mission("cup"), "gold cup", heroes=(ARVEDUI,)) == survived(1, skills=1)
    assert best(mission("cup"), mission("map"), "gold cup", heroes=(ARVEDUI,)) == survived(0)


def test_h4_a_completed_mission_does_not_come_back():
    assert best("gold cup", mission("cup"), "cup", heroes=(ARVEDUI,)) == survived(1)


def test_h4_once_moved_there_is_no_last_failed_mission():
    late = (mission("cup"), mission("map"), "potion gold gold cup map")
    assert best(*late, heroes=(RO, ARVEDUI), **COPIES) == survived(1, skills=1)


def test_h4_until_another_one_fails():
    early = ("potion gold gold", mission("cup"), mission("map"), "cup map")
    assert best(*early, heroes=(RO, ARVEDUI), **COPIES) == survived(2, skills=2)


def test_h4_a_mission_that_failed_before_the_search_began():
    state = after(start(small_board_game(mission("cup"), "gold cup", heroes=(ARVEDUI,))), REVEAL)
    assert solve(state).outcome == survived(1, skills=1)
    assert solve(state._replace(last_failed=None)).outcome == survived(0)


def test_h4_no_card_is_left_to_wait_for():
    assert best("gold", mission("cup"), heroes=(ARVEDUI,)) == survived(0)


def test_x8_a_mission_that_came_back_has_not_failed():
    found = solve(start(small_board_game("gold", mission("cup"), "cup", heroes=(ARVEDUI,))))
    assert (found.outcome.missions, found.final.failed) == (1, 0)


def test_x8_it_can_fail_again():
    found = solve(start(small_board_game("gold", mission("cup sword"), "cup", heroes=(ARVEDUI,))))
    assert (found.outcome, found.final.failed) == (survived(0), 1)


# H6


def test_h6_zigarat_changes_the_order():
    assert best(mission("cup"), "cup", heroes=(ZIG,)) == survived(1, skills=1)


def test_h6_five_cards():
    assert best(mission("cup"), "map map map cup", heroes=(ZIG,)) == survived(1, skills=1)
    assert best(mission("cup"), "map map map map cup", heroes=(ZIG,)) == survived(0)


def test_h6_nothing_is_gained_by_order_alone():
    assert best(mission("cup"), mission("cup"), "cup", heroes=(ZIG,)) == survived(1, skills=1)


def test_h6_the_backpack_is_not_larger_for_it():
    assert best("sword bow", mission("sword"), slots=1, heroes=(ZIG,)) == survived(1, skills=1)
    assert best("sword bow", mission("map"), slots=1, heroes=(ZIG,)) == broke(0)


def test_h6_one_skill_is_enough_although_arvedui_could_act():
    """The torch comes before the mission and is discarded with it; Arvedui would be a second skill."""
    story = ("grapnel", mission("torch cup"), "torch grapnel gold")
    assert best(*story, slots=2, heroes=(ZIG,)) == survived(0, skills=1, discards=1)
    assert best(*story, slots=2, heroes=(ZIG, ARVEDUI)) == survived(0, skills=1, discards=1)


def test_h6_an_item_behind_the_last_mission_leaves_time_for_a_skill():
    """The potion must come last, and the bow that had to be taken must go before it."""
    story = ("map shield", "potion map", mission("shield", "bow"))
    found = best(*story, slots=2, heroes=(ZIG, FYL))
    assert found == survived(1, skills=2, tokens=1)


def test_h4_a_mission_need_not_be_brought_back():
    """Tragurk alone saves the backpack, and Arvedui's mission is no reason to use a second skill."""
    story = ("keys", mission("keys cup", "sword"), "keys torch gold", mission("keys"), mission("cup gold"))
    found = best(*story, slots=2, heroes=(ARVEDUI, TRAG))
    assert (found.broken, found.missions, found.skills) == (False, 1, 1)
