"""Adventures: reputation, set-up, effects (V1 to V3)."""

from random import Random

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.rules import REVEAL, Item, Kind, Mission, RevealNote, State, Status, options
from dtcli.rules.cards import Adventure, Effect
from dtcli.rules.deal import deal
from dtcli.rules.decisions import Payment, RewardOffer
from dtcli.rules.state import EventKind
from dtcli.rules.table import Table, play, why_no_reputation, why_not_play
from tests.rules.game_builder import (
    TWELVE,
    adventure,
    after,
    allowed,
    backpack,
    cards,
    discard,
    game,
    gap,
    kinds,
    mission,
    offered,
    outcome,
    pay,
    play_story,
    read,
    refused,
    reveal_on,
    take,
)

HOUSE = bundled_cards("house").cards
EIGHT = " ".join(TWELVE[:8])


# V1


def test_v1_at_least_reputation_missions_lie_below():
    card = adventure("map", reputation=2)
    assert why_no_reputation(cards("sword", mission("cup"), "bow", mission("map")), card) is None
    assert why_no_reputation(cards(mission("cup"), mission("map"), mission("bow")), card) is None


def test_v1_else_it_cannot_be_played():
    card = adventure("map", reputation=2)
    reason = why_no_reputation(cards("sword bow cup", mission("cup")), card)
    assert reason is not None
    assert "2 missions below" in reason


def test_v1_on_the_table_too():
    card = adventure("map", reputation=1)
    table = Table(hands=((card, mission("cup"), Item(Kind("sword"))),), deck=(), hand_size=3)
    table = play(table, 1, Item(Kind("sword")))
    assert "1 mission below" in (why_not_play(table, 1, card) or "")
    with pytest.raises(ValueError, match="mission below"):
        play(table, 1, card)
    table = play(play(table, 1, mission("cup")), 1, card)
    assert table.story[-1] == card


def test_v1_played_missions_count_not_completed_ones():
    state = play_story(mission("sword"), "map", adventure("map", reputation=1))
    assert state.failed == 1
    assert state.adventure_completed


def test_v1_the_adventure_card_is_revealed_like_a_mission():
    state = play_story("map", adventure("map bow"), "cup")
    assert not state.adventure_completed
    refused(state, discard("cup"), "does not list")
    assert backpack(allowed(state, discard("map"))) == ""


# V2


@pytest.mark.parametrize("name", HOUSE.adventures)
@pytest.mark.parametrize("players", range(1, 6))
def test_v2_the_card_joins_the_starting_missions_for_one_item(name: str, players: int):
    what = HOUSE.adventures[name]
    table = deal(HOUSE, what, players=players, rng=Random(players))
    dealt = [card for hand in table.hands for card in hand]
    assert dealt.count(what) == 1
    assert sum(isinstance(card, Mission) for card in dealt) == 2
    assert sum(isinstance(card, Item) for card in dealt) == {1: 12, 2: 11, 3: 12, 4: 13, 5: 12}[players]
    assert what not in table.deck
    assert [len(hand) for hand in table.hands] == [{1: 15, 2: 7, 3: 5, 4: 4, 5: 3}[players]] * players


@pytest.mark.parametrize("name", HOUSE.adventures)
def test_v2_the_scroll_names_the_twelve_missions(name: str):
    what = HOUSE.adventures[name]
    table = deal(HOUSE, what, players=3, rng=Random(7))
    everything = [*table.deck, *(card for hand in table.hands for card in hand)]
    missions = sorted(card.id for card in everything if isinstance(card, Mission))
    assert missions == sorted(what.scroll.missions)
    assert len(missions) == 12
    assert sum(isinstance(card, Item) for card in everything) == 48
    assert sum(isinstance(card, Adventure) for card in everything) == 1


def test_v2_each_scroll_has_twelve_different_missions():
    for what in HOUSE.adventures.values():
        assert len(set(what.scroll.missions)) == 12


# V3


def book(*laid: str, then: tuple[object, ...]) -> State:
    """Return the state after The Apprentice's Book was completed and the rest was laid."""
    return play_story("map", adventure("map", "duplicates-once"), *laid, *then)


def test_v3_the_effect_is_on_for_the_rest_of_the_resolution():
    state = gap("map sword", adventure("map"), mission("sword sword"), then=("sword", mission("sword sword"), "cup"))
    assert state.effect is Effect.DUPLICATES_ONCE
    assert reveal_on(state).completed == 2


def test_v3_not_before_the_card_is_completed():
    assert play_story("sword", mission("sword sword"), adventure("map"), "cup").failed == 1
    failed = reveal_on(after(play_story("sword cup", adventure("map cup"), mission("sword sword")), discard()))
    assert failed.effect is None
    assert failed.failed == 1


def test_v3_the_effect_is_an_event():
    events = play_story("map", adventure("map", "extra-slot")).events
    assert (EventKind.EFFECT_ON, "extra-slot") in [(event.what, event.detail) for event in events]


def test_v3_duplicates_once_an_item_listed_twice_may_be_paid_once():
    state = book("sword bow", then=(mission("sword sword bow"),))
    assert (state.completed, backpack(state)) == (1, "")


def test_v3_duplicates_once_it_may_still_be_paid_in_full():
    state = book("sword sword", then=(mission("sword sword"),))
    assert isinstance(state.pending, Payment)
    assert set(options(state)) == {pay(), pay(in_full="sword")}
    assert backpack(allowed(state, pay())) == "sword"
    assert backpack(allowed(state, pay(in_full="sword"))) == ""


def test_v3_duplicates_once_each_doubled_item_is_chosen_by_itself():
    state = book("sword sword bow bow", then=(mission("sword sword bow bow"),))
    assert len(list(options(state))) == 4
    assert backpack(allowed(state, pay(in_full="bow"))) == "sword"


def test_v3_duplicates_once_still_needs_one():
    state = book("bow", then=(mission("sword sword bow"),))
    assert state.failed == 1


def test_v3_duplicates_once_single_items_are_paid_as_ever():
    state = book("sword sword bow", then=(mission("sword sword bow"),))
    refused(state, pay(in_full="bow"), "not listed twice")
    refused(state, pay(in_full="cup"), "not listed twice")


def test_v3_in_full_means_nothing_without_it():
    run = read(game("sword sword", mission("sword sword")), RevealNote(3, in_full=kinds("sword")))
    assert "always paid in full" in run.refusals[0].reason


def test_v3_duplicates_once_does_not_pay_for_what_is_not_there():
    state = play_story("map sword sword", adventure("map"), "sword", mission("sword sword sword"))
    assert isinstance(state.pending, Payment)
    short = play_story("map sword sword bow bow", adventure("map"), mission("sword sword sword bow bow"))
    assert isinstance(short.pending, Payment)
    refused(short, pay(in_full="sword"), "holds 2")


def test_v3_extra_slot_gives_one_slot_more_for_good():
    state = play_story("map", adventure("map", "extra-slot"), EIGHT, "cup", mission("sword"), "book")
    assert state.limit == 9
    assert (state.slots, state.broken) == (9, False)
    assert play_story("map", adventure("map", "extra-slot"), EIGHT, "cup book").broken


def test_v3_extra_slot_in_a_record_that_is_followed_in_one_go():
    assert not read(game("map", adventure("map", "extra-slot"), EIGHT, "cup")).final.broken
    assert read(game("map", adventure("map", "extra-slot"), EIGHT, "cup book")).final.broken


def test_v3_extra_slot_in_extended_play():
    assert play_story("map", adventure("map", "extra-slot"), extended=True).limit == 8


@pytest.mark.parametrize(
    ("gives", "answers"),
    [
        ("cup", {None, "cup"}),
        ("cup/bow", {None, "cup", "bow"}),
        ("cup?", {None, "cup"}),
        ("?", {None, *TWELVE}),
    ],
)
def test_v3_rewards_optional_every_reward_may_be_declined(gives: str, answers: set[str | None]):
    state = play_story("map sword", adventure("map", "rewards-optional"), mission("sword", gives))
    assert offered(state) == answers
    assert backpack(allowed(state, take(None))) == ""


def test_v3_rewards_optional_only_after_the_card():
    assert backpack(play_story("map sword", mission("sword", "cup"), adventure("map", "rewards-optional"))) == "cup*"


def test_v3_any_reward_gives_a_token_at_once():
    state = play_story("map", adventure("map", "any-reward"), "cup")
    assert isinstance(state.pending, RewardOffer)
    assert offered(state) == {None, *TWELVE}
    assert backpack(allowed(state, take("mortar"))) == "mortar*"
    assert backpack(allowed(state, take(None))) == ""


def test_v3_any_reward_only_of_kinds_in_supply():
    gone = ("cup cup", mission("cup", "sword"), mission("cup", "sword"))
    state = play_story(*gone, "map", adventure("map", "any-reward"))
    refused(state, take("sword"), "supply")


def test_v3_any_reward_leaves_other_rewards_alone():
    state = play_story("map", adventure("map", "any-reward"), "sword", mission("sword", "cup"))
    assert backpack(reveal_on(after(state, take(None)))) == "cup*"


@pytest.mark.parametrize("effect", ["duplicates-once", "extra-slot", "rewards-optional"])
def test_v3_other_effects_give_no_token(effect: str):
    state = play_story("map", adventure("map", effect))
    assert state.over
    assert len(state.supply) == 24


def test_v3_the_house_adventures_are_winnable_by_their_scrolls():
    what = HOUSE.adventures["the-genies-loose-change"]
    played = game("bow shield potion", what, "cup book", goal=0)
    assert outcome(played).status is Status.WON
    assert outcome(game("bow shield potion", what, "cup", goal=0)).status is Status.LOST


def test_v3_a_gap_follows_the_adventure_card():
    assert after(gap("map", then=(adventure("map"), "cup")), REVEAL).decision.before == 3
