"""What is in the box (C1 to C4)."""

from collections import Counter

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.rules import HEROES, Game, Kind, start
from dtcli.rules.cards import Effect, KindInfo
from dtcli.rules.rulings import TEN_HEROES
from tests.rules.game_builder import TWELVE, adventure, backpack, cards, mission, play_story, reveal_on

HOUSE = bundled_cards("house")
RULEBOOK = bundled_cards("rulebook")


def test_c1_twelve_kinds_with_four_cards_each_make_48():
    assert {info.cards for info in HOUSE.cards.kinds.values()} == {4}
    assert sum(info.cards for info in HOUSE.cards.kinds.values()) == 48


def test_c1_the_supply_starts_with_two_tokens_of_each_kind():
    opening = start(Game(kinds=HOUSE.cards.kinds, story=()))
    assert {kind: opening.supply[kind] for kind in HOUSE.cards.kinds} == dict.fromkeys(HOUSE.cards.kinds, 2)
    assert len(opening.supply) == 24


def test_c1_a_kind_without_numbers_has_four_cards_and_two_tokens():
    assert (KindInfo(Kind("lute")).cards, KindInfo(Kind("lute")).tokens) == (4, 2)


def test_c1_four_decks_of_twelve_missions():
    assert Counter(card.deck for card in HOUSE.cards.missions.values()) == dict.fromkeys("EMDH", 12)


def test_c1_ten_heroes_and_four_adventures():
    assert len(HEROES) == 10
    assert tuple(HEROES) == TEN_HEROES
    assert len(HOUSE.cards.adventures) == 4


def test_c2_the_twelve_kinds():
    assert list(HOUSE.cards.kinds) == TWELVE
    assert list(RULEBOOK.cards.kinds) == TWELVE


ALIASES = {
    "phial": "potion", "keyring": "keys", "bag of gold": "gold", "money": "gold", "grapple": "grapnel",
    "rope": "grapnel", "spada": "sword", "arco": "bow", "scudo": "shield", "torcia": "torch", "mappa": "map",
    "pozione": "potion", "ampolla": "potion", "chiavi": "keys", "portachiavi": "keys", "oro": "gold",
    "sacchetto d'oro": "gold", "rampino": "grapnel", "coppa": "cup", "libro": "book", "mortaio": "mortar",
}  # fmt: skip


@pytest.mark.parametrize(("alias", "kind"), ALIASES.items())
def test_c2_other_names_of_the_kinds(alias: str, kind: str):
    assert HOUSE.kind(alias) == kind
    assert HOUSE.kind(alias.upper()) == kind


def test_c2_a_name_that_nothing_has():
    assert HOUSE.kind("axe") is None


def test_c2_the_kinds_are_data_of_the_card_set():
    lute = Kind("lute")
    odd_box = Game(kinds={lute: KindInfo(lute, tokens=1)}, story=cards("lute", mission("lute", "?")))
    assert backpack(reveal_on(start(odd_box))) == "lute*"


def test_c3_decks_and_numbers_of_the_missions():
    assert list(HOUSE.cards.missions) == [f"{deck}{n:02}" for deck in "EMDH" for n in range(1, 13)]
    assert all(card.deck == card.id[0] for card in HOUSE.cards.missions.values())


def test_c3_a_mission_needs_two_to_five_items_sometimes_one_twice():
    needs = [card.needs for card in HOUSE.cards.missions.values()]
    assert {len(items) for items in needs} == {2, 3, 4, 5}
    assert any(len(set(items)) < len(items) for items in needs)


PUBLISHED = {
    "Important Absence": ("grapnel shield", "potion"),
    "Visit the Black Market": ("torch gold potion", "-"),
    "Alfred's Mission": ("bow sword sword", "shield?"),
    "Daniel's Mission": ("shield torch keys", "sword?"),
    "Charles's Mission": ("map potion", "-"),
}


@pytest.mark.parametrize("title", PUBLISHED)
def test_c4_the_published_missions_that_are_known(title: str):
    needs, reward = PUBLISHED[title]
    card = RULEBOOK.mission(title)
    assert card is not None
    assert " ".join(card.needs) == needs
    assert str(card.reward) == reward


def test_c4_the_house_set_says_that_it_is_not_the_published_one():
    assert "NOT the cards of the published game" in HOUSE.cards.notes
    assert not {card.title for card in HOUSE.cards.missions.values()} & {"Important Absence", "Visit the Black Market"}


def test_c4_a_mission_may_be_written_out_in_the_story():
    assert play_story("sword", mission("sword")).completed == 1


def test_c4_the_four_adventures_have_the_four_effects():
    assert {card.effect for card in HOUSE.cards.adventures.values()} == set(Effect)
    assert HOUSE.cards.adventures["the-apprentices-book"].effect is Effect.DUPLICATES_ONCE


def test_cards_print_as_players_write_them():
    assert [str(mission("cup", text).reward) for text in ("-", "?", "bow?", "bow", "bow/cup")] == [
        "-",
        "?",
        "bow?",
        "bow",
        "bow/cup",
    ]
    assert str(HOUSE.cards.missions["E07"]).startswith("E07 ")
    assert str(mission("cup", title="Written Out")) == "Written Out"
    assert str(adventure("cup")) == "An Adventure"
