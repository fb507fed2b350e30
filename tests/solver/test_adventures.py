"""Adventures in the model: the four effects, and how they go together with skills (V3, X1 to X4, H11)."""

from dtcli.rules import start
from tests.rules.game_builder import ALA, ARVEDUI, COPIES, RO, TONK, TRAG, ZARI, adventure, mission, pay
from tests.solver.hand_written import best, broke, small_board_game, solve, survived

# V3


def test_v3_duplicates_may_be_paid_once():
    assert best("cup sword", adventure("cup"), mission("sword sword")) == survived(1, won=True)


def test_v3_duplicates_are_paid_in_full_before_the_adventure():
    assert best("cup sword", mission("sword sword"), adventure("cup")) == survived(0, won=True)


def test_v3_duplicates_once_does_not_make_an_item_needless():
    assert best("cup", adventure("cup"), mission("sword sword")) == survived(0, won=True)


def test_v3_an_extra_slot():
    assert best("cup", adventure("cup", "extra-slot"), "sword bow", slots=1) == survived(0, won=True)


def test_v3_one_extra_slot_and_no_more():
    assert best("cup", adventure("cup", "extra-slot"), "sword bow map", slots=1) == broke(0, won=False)


def test_v3_no_extra_slot_before_the_adventure():
    assert best("cup sword", adventure("cup", "extra-slot"), slots=1) == broke(0, won=False)


def test_v3_an_adventure_that_fails_has_no_effect():
    assert best("map", adventure("cup", "extra-slot"), "sword", slots=1) == broke(0, won=False)


def test_v3_rewards_may_be_declined():
    story = (adventure("cup", "rewards-optional"), "sword sword", mission("sword", "bow"))
    assert best("cup", *story, slots=1) == survived(1, won=True)


def test_v3_rewards_must_be_taken_before_the_adventure():
    story = ("sword sword cup", mission("sword", "bow"), adventure("cup", "rewards-optional"))
    assert best(*story, slots=2) == broke(1, won=False, tokens=1)


def test_v3_a_token_of_any_kind():
    assert best("cup", adventure("cup", "any-reward"), mission("mortar")) == survived(1, won=True, tokens=1)


def test_v3_the_token_of_any_kind_may_be_declined():
    assert best("cup", adventure("cup", "any-reward")) == survived(0, won=True)
    assert best("cup cup", adventure("cup", "any-reward"), slots=1, tokens={"cup": 0}) == survived(0, won=True)


def test_v3_the_token_of_any_kind_comes_from_the_supply():
    story = ("cup", adventure("cup", "any-reward"), mission("mortar"))
    assert best(*story, tokens={"mortar": 0}) == survived(0, won=True)


def test_v3_any_reward_comes_once():
    story = ("cup", adventure("cup", "any-reward"), mission("mortar"), mission("bow"))
    assert best(*story) == survived(1, won=True, tokens=1)


# X1 and X2


def test_x1_tonk_is_of_no_use_beside_an_extra_slot():
    """He would free the slot of the torch if he were allowed to."""
    story = ("cup", adventure("cup", "extra-slot"), "torch sword bow map")
    assert best(*story, slots=2, heroes=(TONK,)) == broke(0, won=False)
    other = ("cup", adventure("cup"), "torch sword bow map")
    assert best(*other, slots=2, heroes=(TONK,)) == survived(0, won=True, skills=1)


def test_x1_tonks_slot_cannot_come_twice():
    story = ("potion torch torch", "sword bow map")
    assert best(*story, slots=2, heroes=(RO, TONK), **COPIES) == broke(0)


def test_x1_tonks_slot_can_come_again_when_it_is_gone():
    story = ("potion torch torch", "sword bow", mission("sword bow"), "sword bow map")
    assert best(*story, slots=2, heroes=(RO, TONK), **COPIES) == survived(1, skills=2)


def test_x2_the_adventures_slot_replaces_tonks():
    story = ("torch", "cup cup bow", adventure("cup", "extra-slot"))
    assert best(*story, slots=1, heroes=(TONK,)) == survived(0, won=True, skills=1)


def test_x2_another_effect_replaces_nothing():
    story = ("torch", "cup cup bow", adventure("cup", "any-reward"))
    assert best(*story, slots=1, heroes=(TONK,)) == broke(0, won=False)


# X3 and X4


def test_x3_with_the_bow_waived_one_sword_is_enough():
    found = solve(
        start(small_board_game("cup sword map", adventure("cup"), mission("sword sword bow"), heroes=(TRAG,)))
    )
    assert found.outcome == survived(1, won=True, skills=1)
    assert not found.final.cards  # the map is removed, one sword is paid


def test_x3_with_a_sword_waived_the_other_is_needed():
    story = (adventure("cup"), mission("sword sword bow"))
    assert best("cup bow map", *story, heroes=(TRAG,)) == survived(0, won=True)
    assert best("cup bow map keys", *story, heroes=(TRAG,)) == survived(1, won=True, skills=1)


def test_x4_duplicates_may_be_paid_in_full_all_the_same():
    found = solve(
        start(small_board_game("cup", adventure("cup"), "sword sword", mission("sword sword"), "bow", slots=1))
    )
    assert found.outcome == survived(1, won=True)
    assert pay(in_full="sword") in found.choices


def test_x4_nothing_between_once_and_in_full():
    """To pay two of three swords would leave the one that the last mission needs."""
    story = ("cup", adventure("cup"), "sword sword sword", mission("sword sword sword"), mission("sword"), "bow")
    assert best(*story, slots=1) == survived(1, won=True)
    two = ("cup", adventure("cup"), "sword sword sword", mission("sword sword"), mission("sword"), "bow")
    assert best(*two, slots=1) == survived(2, won=True)


# H11


def test_h11_an_adventure_is_a_mission_for_alan_and_zaria():
    assert best("sword sword", adventure("map"), heroes=(ALA,)) == survived(0, won=True, skills=1)
    assert best("sword", adventure("map"), heroes=(ALA,)) == survived(0, won=False)
    assert best("sword", adventure("map"), heroes=(ZARI,)) == survived(0, won=True, skills=1)


def test_h11_an_adventure_is_a_mission_for_tragurk():
    assert best("cup keys", adventure("map cup"), heroes=(TRAG,)) == survived(0, won=True, skills=1)
    assert best("cup", adventure("map cup"), heroes=(TRAG,)) == survived(0, won=False)


def test_h11_an_adventure_is_a_mission_for_arvedui():
    assert best("gold", adventure("cup"), "cup", heroes=(ARVEDUI,)) == survived(0, won=True, skills=1)
    assert best("gold", adventure("cup"), "map", heroes=(ARVEDUI,)) == survived(0, won=False)


def test_h11_an_adventure_does_not_count_among_the_missions():
    assert best("cup sword", adventure("cup"), mission("sword"), goal=1) == survived(1, won=True)
    assert best("cup sword", adventure("cup"), goal=1) == survived(0, won=False)
