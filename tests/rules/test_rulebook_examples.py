"""The worked examples of the English rulebook, played by the engine."""

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.rules import REVEAL, Item, Kind, RevealNote, State, Status, options, start
from dtcli.rules.decisions import Failure, RewardOffer
from dtcli.rules.table import Table, play, refill
from tests.rules.game_builder import (
    after,
    allowed,
    backpack,
    cards,
    discard,
    game,
    gap,
    kinds,
    outcome,
    read,
    refused,
    reveal_on,
    take,
)

RULEBOOK = bundled_cards("rulebook").cards.missions
IMPORTANT_ABSENCE, BLACK_MARKET, ALFREDS, DANIELS, CHARLES = (RULEBOOK[f"B0{n}"] for n in range(1, 6))
EXAMPLE_OF_PLAY = cards("potion sword sword bow", ALFREDS, "torch keys", DANIELS)


# The example of play


def test_example_of_play_the_story_grows_card_by_card():
    charles, alfred, daniel = 1, 2, 3
    hands = cards("sword torch", CHARLES), cards("bow cup", ALFREDS), cards("potion keys", DANIELS)
    table = Table(hands=hands, deck=cards("gold sword mortar map book cup bow grapnel torch"), hand_size=3)
    for player, word in ((daniel, "potion"), (charles, "sword"), (charles, "sword")):
        table = refill(play(table, player, Item(Kind(word))), player)
    table = refill(play(play(table, alfred, Item(Kind("bow"))), alfred, ALFREDS), alfred)
    table = refill(play(table, charles, Item(Kind("torch"))), charles)
    table = refill(play(play(table, daniel, Item(Kind("keys"))), daniel, DANIELS), daniel)
    assert table.story == EXAMPLE_OF_PLAY
    assert [len(hand) for hand in table.hands] == [3, 3, 3]
    assert CHARLES in table.hands[0]


def test_example_of_play_alfreds_mission_offers_the_shield():
    state = reveal_on(start(game(*EXAMPLE_OF_PLAY)))
    assert isinstance(state.pending, RewardOffer)
    assert (state.pending.quest, state.completed) == (ALFREDS, 1)
    assert backpack(state) == "potion"
    assert set(options(state)) == {take(None), take("shield")}


def test_example_of_play_the_team_remembers_the_shield_for_daniel():
    state = reveal_on(after(reveal_on(start(game(*EXAMPLE_OF_PLAY))), take("shield")))
    assert isinstance(state.pending, RewardOffer)
    assert (state.pending.quest, state.completed) == (DANIELS, 2)
    declined = allowed(state, take(None))
    assert declined.over
    assert backpack(declined) == "potion"
    assert backpack(allowed(state, take("sword"))) == "potion sword*"


def test_example_of_play_without_the_shield_daniels_mission_fails():
    state = reveal_on(after(reveal_on(start(game(*EXAMPLE_OF_PLAY))), take(None)))
    assert isinstance(state.pending, Failure)
    assert state.failed == 1
    assert sorted(state.pending.present.copies()) == ["keys", "torch"]


def test_example_of_play_as_a_record():
    played = game(*EXAMPLE_OF_PLAY, goal=2)
    remembered = outcome(played, RevealNote(5, take=Kind("shield")), RevealNote(8, take=None))
    assert (remembered.status, remembered.missions, remembered.assumed) == (Status.WON, 2, 0)
    forgotten = outcome(played)
    assert (forgotten.status, forgotten.missions, forgotten.assumed) == (Status.LOST, 1, 2)


# Item card revealed


def test_shield_placed_in_one_of_six_empty_slots():
    state = gap("gold gold grapnel", then="shield")
    assert state.limit - state.slots == 6
    state = after(state, REVEAL)
    assert (backpack(state), state.limit - state.slots) == ("gold gold grapnel shield", 5)


# Mission card revealed (success!)


def test_important_absence_succeeds_and_its_phial_is_mandatory():
    state = after(gap("gold gold grapnel shield", then=(IMPORTANT_ABSENCE, "cup")), REVEAL)
    assert state.completed == 1
    assert state.pending is None
    assert (backpack(state), state.slots, state.supply[Kind("potion")]) == ("gold gold potion*", 2, 1)


def test_important_absence_the_phial_cannot_be_refused():
    run = read(game("gold gold grapnel shield", IMPORTANT_ABSENCE), RevealNote(5, take=None))
    assert "must be taken" in run.refusals[0].reason


# Mission card revealed (failure!)


def black_market() -> State:
    state = gap("gold gold grapnel shield", IMPORTANT_ABSENCE, then=(BLACK_MARKET, "cup"))
    return after(state, REVEAL)


def test_visit_the_black_market_fails_without_a_torch():
    state = black_market()
    assert isinstance(state.pending, Failure)
    assert (state.pending.quest, state.failed) == (BLACK_MARKET, 1)


def test_visit_the_black_market_one_gold_goes_and_the_phial_stays():
    state = allowed(black_market(), discard("gold"))
    assert backpack(state) == "gold potion*"


def test_visit_the_black_market_one_or_both_or_none():
    assert set(options(black_market())) == {discard(), discard("gold"), discard("potion"), discard("gold potion")}
    refused(black_market(), discard("gold gold"), "lists 1")


def test_visit_the_black_market_as_a_record():
    played = game("gold gold grapnel shield", IMPORTANT_ABSENCE, BLACK_MARKET)
    run = read(played, RevealNote(6, discard=kinds("gold")))
    assert not run.refusals
    assert backpack(run.final) == "gold potion*"


# The backpack breaks apart

VERY_FULL = "cup cup cup keys keys keys shield shield torch sword gold map potion"
"""All eight slots filled, three cups, three keyrings, room beside the shields and the torch."""


def test_the_backpack_is_very_full():
    state = gap(VERY_FULL)
    assert (state.slots, state.limit) == (8, 8)


@pytest.mark.parametrize(
    ("drawn", "breaks"),
    [("bow", True), ("cup", True), ("keys", True), ("shield", False), ("torch", False)],
)
def test_the_backpack_breaks_apart(drawn: str, breaks: bool):
    state = after(gap(VERY_FULL, then=f"{drawn} book"), REVEAL)
    assert state.broken is breaks
    assert state.over is breaks


def test_a_broken_backpack_loses_the_game():
    assert outcome(game(VERY_FULL, "bow", "sword", goal=0)).status is Status.BROKEN
