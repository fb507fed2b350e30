"""Heroes in the model who affect the next mission (H5, H8, H10)."""

from dtcli.rules import start
from tests.rules.game_builder import (
    ALA,
    TRAG,
    ZARI,
    after,
    gap,
    mission,
    use,
)
from tests.solver.hand_written import best, broke, skills_used, small_board_game, solve, survived
from tests.solver.small import with_slots

# H5


def test_h5_tragurk_waives_as_many_as_he_removes():
    assert best("cup map keys", mission("sword bow cup"), heroes=(TRAG,)) == survived(1, skills=1)
    assert best("cup map", mission("sword bow cup"), heroes=(TRAG,)) == survived(0)


def test_h5_one_or_two():
    assert best("map keys cup", mission("sword bow shield"), heroes=(TRAG,)) == survived(0)


def test_h5_exactly_that_many_are_waived():
    """Six swords, two listed: whatever he removes need not be paid, so four stay and the cup does not fit."""
    six = "sword sword sword sword sword sword"
    assert best(six, mission("sword sword", "cup"), slots=2, heroes=(TRAG,)) == broke(1, tokens=1)


def test_h5_or_all_if_the_card_lists_fewer():
    five = "sword sword sword sword sword"
    assert best(five, mission("sword", "cup"), slots=2, heroes=(TRAG,)) == survived(1, skills=1, tokens=1)


def test_h5_the_players_choose_what_is_waived():
    story = ("cup bow keys", mission("cup bow"), mission("cup"))
    assert best(*story, heroes=(TRAG,)) == survived(2, skills=1)
    assert best(*story, mission("bow"), heroes=(TRAG,)) == survived(2, skills=1)


def test_h5_after_a_failure_the_whole_list_may_be_discarded():
    state = after(
        gap("map sword bow", then=(mission("sword bow cup keys book"), "map torch"), heroes=(TRAG,)),
        use(TRAG, remove="map"),
    )
    with_slots(state.game, 2)
    assert solve(state).outcome == survived(0, discards=2)


# H8


def test_h8_zaria_completes_a_mission():
    assert best(mission("cup"), heroes=(ZARI,)) == survived(1, skills=1)


def test_h8_nothing_is_paid():
    assert best("cup", mission("cup"), mission("cup"), heroes=(ZARI,)) == survived(2, skills=1)
    assert best("cup", mission("cup"), mission("cup"), mission("cup"), heroes=(ZARI,)) == survived(2, skills=1)


def test_h8_the_reward_is_given_as_usual():
    assert best(mission("cup", "map"), mission("map"), heroes=(ZARI,)) == survived(2, skills=1, tokens=1)
    assert best(mission("cup", "-"), mission("map"), heroes=(ZARI,)) == survived(1, skills=1)


def test_h8_a_guess_from_before_is_right_or_wrong():
    waiting = gap("map", then=(mission("cup"), mission("map")), heroes=(ZARI,))
    assert solve(after(waiting, use(ZARI, guess="cup"))).outcome == survived(2)
    assert solve(after(waiting, use(ZARI, guess="map"))).outcome == survived(1)


# H10


def test_h10_alan_completes_a_mission_for_two_swords():
    found = solve(start(small_board_game("sword sword", mission("cup"), heroes=(ALA,))))
    assert found.outcome == survived(1, skills=1)
    assert skills_used(found) == [use(ALA)]
    assert best("sword bow", mission("cup"), heroes=(ALA,)) == survived(0)


def test_h10_nothing_is_paid():
    assert best("sword sword cup", mission("cup"), mission("cup"), heroes=(ALA,)) == survived(2, skills=1)
    assert best("sword sword", mission("cup"), mission("sword"), heroes=(ALA,)) == survived(1)


def test_h10_the_reward_is_given_as_usual():
    story = ("sword sword", mission("cup", "map"), mission("map"))
    assert best(*story, heroes=(ALA,)) == survived(2, skills=1, tokens=1)
    assert best(*story, tokens={"map": 0}, heroes=(ALA,)) == survived(1, skills=1)
