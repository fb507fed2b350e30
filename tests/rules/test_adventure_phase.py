"""The five minutes: set-up, hands, draw deck, story (A1 to A7)."""

from collections import Counter
from random import Random

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.rules import Card, IllegalChoice, Item, Kind, Mission
from dtcli.rules.deal import deal, deal_heroes
from dtcli.rules.heroes import why_never_used
from dtcli.rules.rulings import EDITIONS, ROS_THANIR, TEN_HEROES, TRAGURK, ZIGARAT_HO, HeroChoice
from dtcli.rules.table import (
    Table,
    discard,
    draw,
    play,
    refill,
    why_not_discard,
    why_not_draw,
    why_not_play,
)
from tests.rules.game_builder import cards, mission

HOUSE = bundled_cards("house").cards
# Players: items, hand (A1).
SEATS = {1: (13, 15), 2: (12, 7), 3: (13, 5), 4: (14, 4), 5: (13, 3)}
SWORD, BOW, CUP = (Item(Kind(name)) for name in ["sword", "bow", "cup"])


def dealt(players: int, *, seed: int = 1, scenario: str = "level-1") -> Table:
    return deal(HOUSE, scenarios()[scenario], players=players, rng=Random(seed))


def in_hands(table: Table) -> list[Card]:
    return [card for hand in table.hands for card in hand]


def table(*hands: str, deck: str = "", size: int = 3) -> Table:
    return Table(hands=tuple(cards(hand) for hand in hands), deck=cards(deck), hand_size=size)


# A1


@pytest.mark.parametrize("players", SEATS)
def test_a1_starting_items_missions_and_hands(players: int):
    items, hand = SEATS[players]
    start = dealt(players)
    assert [len(cards) for cards in start.hands] == [hand] * players
    assert Counter(type(card) for card in in_hands(start)) == {Item: items, Mission: 2}
    assert start.hand_size == hand


@pytest.mark.parametrize("players", SEATS)
def test_a1_all_other_cards_are_the_draw_deck(players: int):
    items, _ = SEATS[players]
    start = dealt(players)
    assert Counter(type(card) for card in start.deck) == {Item: 48 - items, Mission: 10}
    everything = Counter([*start.deck, *in_hands(start)])
    assert {everything[Item(kind)] for kind in HOUSE.kinds} == {4}
    assert (start.story, start.discarded) == ((), ())


def test_a1_the_missions_are_those_of_the_scenario():
    start = dealt(3, scenario="level-2")
    missions = [card for card in (*start.deck, *in_hands(start)) if isinstance(card, Mission)]
    assert Counter(card.deck for card in missions) == {"M": 12}
    assert len({card.id for card in missions}) == 12


def test_a1_the_same_seed_deals_the_same_game_and_another_seed_another():
    assert dealt(4, seed=5) == dealt(4, seed=5)
    assert dealt(4, seed=5) != dealt(4, seed=6)


def test_a1_everything_is_shuffled():
    starts = [dealt(2, seed=seed) for seed in range(12)]
    assert len({tuple(map(type, start.deck)) for start in starts}) == 12
    assert len({tuple(map(type, in_hands(start))) for start in starts}) > 6
    assert len({start.deck[0] for start in starts}) > 4


@pytest.mark.parametrize("players", [0, 6, -1])
def test_a1_one_to_five_players(players: int):
    with pytest.raises(ValueError, match="1 to 5 players"):
        dealt(players)


# A2


def test_a2_the_back_of_the_top_card_shows_item_or_mission():
    assert Table(hands=((),), deck=(mission("cup"), SWORD), hand_size=3).next_is_mission is True
    assert Table(hands=((),), deck=(SWORD, mission("cup")), hand_size=3).next_is_mission is False
    assert table("sword").next_is_mission is None


def test_a2_the_top_card_is_drawn_next():
    assert draw(table("", deck="sword bow"), 1).hands == ((SWORD,),)


# A3


def test_a3_any_card_in_hand_may_be_played_by_anyone_at_any_time():
    start = table("sword bow", "cup map")
    end = play(play(play(start, 2, CUP), 1, BOW), 1, SWORD)
    assert end.story == (CUP, BOW, SWORD)
    assert end.hands == ((), cards("map"))
    assert start.story == ()


def test_a3_only_from_ones_own_hand():
    start = table("sword", "cup")
    assert "not in the hand of player 1" in (why_not_play(start, 1, CUP) or "")
    with pytest.raises(IllegalChoice, match="not in the hand"):
        play(start, 1, CUP)


def test_a3_a_played_card_cannot_come_back():
    start = play(table("sword"), 1, SWORD)
    assert "not in the hand" in (why_not_play(start, 1, SWORD) or "")
    assert "empty" in (why_not_draw(start, 1) or "")
    assert refill(start, 1).hands == ((),)


def test_a3_the_card_laid_last_stays_visible():
    start = table("sword bow")
    assert start.last_laid is None
    assert play(play(start, 1, BOW), 1, SWORD).last_laid == SWORD


def test_a3_one_of_two_equal_cards():
    assert play(table("sword sword"), 1, SWORD).hands == ((SWORD,),)


@pytest.mark.parametrize("player", [0, 3, -1])
def test_a3_only_who_sits_at_the_table(player: int):
    start = table("sword", "cup", deck="bow")
    assert "no player" in (why_not_play(start, player, SWORD) or "")
    assert "no player" in (why_not_draw(start, player) or "")
    assert "no player" in (why_not_discard(start, player, [SWORD]) or "")


# A4


def test_a4_a_hand_is_refilled_up_to_its_size():
    end = refill(table("sword", deck="bow cup map keys"), 1)
    assert end.hands == (cards("sword bow cup"),)
    assert end.deck == cards("map keys")


def test_a4_not_beyond_its_size():
    full = table("sword bow cup", deck="map")
    assert "full" in (why_not_draw(full, 1) or "")
    with pytest.raises(IllegalChoice, match="full with 3"):
        draw(full, 1)


def test_a4_not_from_an_empty_deck():
    with pytest.raises(IllegalChoice, match="empty"):
        draw(table("sword"), 1)
    assert refill(table("sword", deck="bow"), 1).hands == (cards("sword bow"),)


def test_a4_forgetting_is_allowed():
    start = play(play(table("sword bow cup", deck="map keys"), 1, SWORD), 1, BOW)
    assert refill(start, 1).hands == (cards("cup map keys"),)


# A5


def test_a5_any_cards_may_be_discarded_then_the_hand_is_refilled_from_the_draw_deck():
    start = play(table("sword bow cup", deck="map keys gold"), 1, CUP)
    end = refill(discard(start, 1, [SWORD, BOW]), 1)
    assert end.hands == (cards("map keys gold"),)
    assert end.discarded == (SWORD, BOW)
    assert end.story == (CUP,)


def test_a5_only_cards_that_are_in_the_hand():
    start = table("sword bow", "cup")
    with pytest.raises(IllegalChoice, match="cup is not in the hand of player 1"):
        discard(start, 1, [CUP])
    with pytest.raises(IllegalChoice, match="sword is not in the hand"):
        discard(start, 1, [SWORD, SWORD])


def test_a5_discarding_does_not_refill_by_itself():
    assert discard(table("sword bow cup", deck="map"), 1, [SWORD]).hands == (cards("bow cup"),)


# A6


def test_a6_the_players_may_end_when_the_draw_deck_is_empty():
    assert table("sword").is_exhausted
    assert not table("sword", deck="bow").is_exhausted


def test_a6_cards_in_hand_may_still_be_played_then():
    assert play(table("sword"), 1, SWORD).story == (SWORD,)


# A7


def test_a7_solo_has_fifteen_cards():
    start = dealt(1)
    assert len(start.hands) == 1
    assert len(start.hands[0]) == 15 == 3 * 5


# Heroes at set-up (E1)


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("edition", ["en-2017", "it-2018"])
def test_e1_each_player_draws_two_heroes(edition: str, players: int):
    drawn = deal_heroes(EDITIONS[edition], players=players, rng=Random(players))
    assert [len(pair) for pair in drawn] == [2] * players
    all_drawn = [hero for pair in drawn for hero in pair]
    assert len(set(all_drawn)) == len(all_drawn)
    assert set(all_drawn) <= set(TEN_HEROES)


def test_e1_the_draw_is_random():
    rulings = EDITIONS["en-2017"]
    assert len({tuple(deal_heroes(rulings, players=1, rng=Random(seed))) for seed in range(20)}) > 5


def test_e1_in_the_demo_each_player_chooses_freely_among_eight():
    for choice in deal_heroes(EDITIONS["demo-2016"], players=3, rng=Random(1)):
        assert set(choice) == set(TEN_HEROES) - {TRAGURK, ZIGARAT_HO}


@pytest.mark.parametrize("edition", EDITIONS)
def test_x18_one_player_is_not_offered_a_hero_who_could_never_act(edition: str):
    for seed in range(40):
        (offer,) = deal_heroes(EDITIONS[edition], players=1, rng=Random(seed))
        assert ROS_THANIR not in offer
        assert len(offer) == (2 if EDITIONS[edition].hero_choice is HeroChoice.DRAW_TWO else 7)


def test_x18_the_others_come_in_the_same_order_as_with_him():
    changed = 0
    for seed in range(40):
        box = list(TEN_HEROES)
        Random(seed).shuffle(box)
        changed += ROS_THANIR in box[:2]
        (offer,) = deal_heroes(EDITIONS["en-2017"], players=1, rng=Random(seed))
        assert offer == tuple(hero for hero in box if hero != ROS_THANIR)[:2]
    assert 0 < changed < 20


def test_x18_with_another_hero_he_is_offered():
    offers = [deal_heroes(EDITIONS["en-2017"], players=2, rng=Random(seed)) for seed in range(20)]
    assert any(ROS_THANIR in pair for offer in offers for pair in offer)


def test_x18_he_never_acts_alone_and_may_act_with_any_other_hero():
    assert why_never_used((ROS_THANIR,), ROS_THANIR) is not None
    for other in TEN_HEROES:
        assert why_never_used((other,), other) is None or other == ROS_THANIR
        if other != ROS_THANIR:
            assert why_never_used((ROS_THANIR, other), ROS_THANIR) is None
