"""Tragurk (H5)."""

from dtcli.rules import REVEAL, State, options
from dtcli.rules.decisions import Failure, Payment
from tests.rules.game_builder import (
    RETURN,
    TRAG,
    after,
    allowed,
    backpack,
    discard,
    gap,
    mission,
    pay,
    play_story,
    refused,
    reveal_on,
    skills,
    use,
)


def waived(needs: str, packed: str, remove: str, gives: str = "-") -> State:
    """Return the state in which a mission is revealed after Tragurk has removed items."""
    state = gap(f"{packed} {remove}", then=(mission(needs, gives), "cup"), heroes=(TRAG,))
    return after(state, use(TRAG, remove=remove), REVEAL)


def test_h5_one_item_removed_is_one_item_less():
    state = waived("sword bow", packed="sword", remove="book")
    assert (state.completed, backpack(state)) == (1, "")
    assert waived("sword bow map", packed="sword", remove="book").failed == 1


def test_h5_two_items_removed_are_two_less():
    state = waived("sword bow map", packed="sword", remove="book book")
    assert (state.completed, backpack(state)) == (1, "")
    assert waived("sword bow map keys", packed="sword", remove="book book").failed == 1


def test_h5_one_or_two_items():
    state = gap("book book book", heroes=(TRAG,))
    refused(state, use(TRAG), "1 to 2")
    refused(state, use(TRAG, remove="book book book"), "1 to 2")
    refused(state, use(TRAG, remove="sword"), "holds 0")
    assert skills(state) == {use(TRAG, remove="book"), use(TRAG, remove="book book")}


def test_h5_the_players_choose_which_listed_items_are_waived():
    state = waived("sword bow", packed="sword bow", remove="book")
    assert isinstance(state.pending, Payment)
    assert set(options(state)) == {pay(waive="sword"), pay(waive="bow")}
    assert backpack(allowed(state, pay(waive="sword"))) == "sword"
    assert backpack(allowed(state, pay(waive="bow"))) == "bow"


def test_h5_exactly_that_many_are_waived():
    state = waived("sword bow map", packed="sword bow map", remove="book book")
    refused(state, pay(), "exactly 2")
    refused(state, pay(waive="sword"), "exactly 2")
    refused(state, pay(waive="sword bow map"), "exactly 2")
    assert len(list(options(state))) == 3


def test_h5_all_if_the_card_lists_fewer():
    state = waived("sword", packed="sword", remove="book book")
    assert (state.completed, backpack(state)) == (1, "sword")


def test_h5_only_listed_items_are_waived():
    state = waived("sword bow", packed="sword bow", remove="book")
    refused(state, pay(waive="cup"), "lists 0")
    twice = waived("sword sword bow", packed="sword sword bow", remove="book book")
    refused(twice, pay(waive="bow bow"), "lists 1")
    assert backpack(allowed(twice, pay(waive="sword sword"))) == "sword sword"


def test_h5_what_is_missing_must_be_among_the_waived():
    state = waived("sword bow map", packed="sword bow", remove="book book")
    assert set(options(state)) == {pay(waive="sword map"), pay(waive="bow map")}
    refused(state, pay(waive="sword bow"), "map")


def test_h5_the_mission_succeeds_if_some_choice_lets_it():
    assert waived("sword sword", packed="sword", remove="book").completed == 1


def test_h5_if_it_fails_the_full_list_counts():
    state = waived("sword sword bow map", packed="sword sword", remove="book")
    assert isinstance(state.pending, Failure)
    refused(state, discard("sword sword sword"), "lists 2")
    assert backpack(allowed(state, discard("sword sword"))) == ""


def test_h5_the_reward_is_given_as_usual():
    assert backpack(waived("sword", packed="sword", remove="book", gives="map")) == "map* sword"


def test_h5_the_waiver_ends_with_the_mission():
    state = gap("book", then=(mission("sword"), mission("sword"), "cup"), heroes=(TRAG,))
    state = reveal_on(after(state, use(TRAG, remove="book")))
    assert (state.completed, state.failed) == (1, 1)


def test_h5_without_tragurk_nothing_is_waived():
    state = play_story("cup sword", mission("cup", "sword"), mission("sword"), **RETURN)
    refused(state, pay(waive="sword"), "Tragurk")
