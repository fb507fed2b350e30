"""Cards that are named at the table in text mode: by number, by name in any language, by how a name begins."""

from dataclasses import replace

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.names import Names
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.play.text.named_cards import NamedCards
from dtcli.rules.cards import Card, Item
from tests.play.test_text import played

NAMES = bundled_cards("house")
SWORD, BOW, CUP, MAP = (NAMES.items[kind] for kind in ("sword", "bow", "cup", "map"))
TURNIPS, RATS = NAMES.cards.missions["E07"], NAMES.cards.missions["E01"]
GENIE = NAMES.cards.adventures["the-genies-loose-change"]
PLACES: list[Card | None] = [SWORD, CUP, None, BOW, CUP, TURNIPS, RATS, CUP, GENIE, SWORD, MAP]


def named(text: str, places: list[Card | None] = PLACES) -> list[int]:
    return [place + 1 for place in NamedCards(places, NAMES).places_of(text)]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("3 7", [3, 7]),
        ("2, 5; 8", [2, 5, 8]),
        ("cup", [2]),
        ("cup cup cup", [2, 5, 8]),
        ("2 cup", [2, 5]),
        ("3 cup bow", [2, 5, 8, 4]),
        ("bow + cup", [4, 2]),
        ("cup and bow then sword", [2, 4, 1]),
        ("2 and cup", [2, 5]),
        ("cup 2", [5, 2]),
        ("coppa, 2 spada & arco", [2, 1, 10, 4]),
        ("SWORD", [1]),
        ("E07", [6]),
        ("e07 bow", [6, 4]),
        ("Lost in the Turnips", [6]),
        ("sword lost in the turnips bow", [1, 6, 4]),
        ("lost in", [6]),
        ("2 rats", [2, 7]),
        ("adventure", [9]),
        ("the genie\u2019s loose change", [9]),
        ("bo", [4]),
    ],
)
def test_cards_are_found(text: str, places: list[int]) -> None:
    assert named(text) == places


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("gold", "no gold lies face up"),
        ("E08", "no E08 The Locked-Out Apothecary lies face up"),
        ("4 cup", "only 3 cup lie face up; for card 4 and cup type 4 and cup"),
        ("cup cup cup cup", "only 3 cup lie face up"),
        ("4 cup cup cup bow", "only 3 cup lie face up; for card 4 and cup type 4 and cup"),
        ("bow bow", "only 1 bow lies face up"),
        ("E0", "'E0' can mean E07 Lost in the Turnips or E01 Rats With Demands; type more of the name, or the number"),
        ("swrod", "'swrod' is not a card that lies face up; did you mean sword?"),
        ("xyz", "'xyz' is not a card that lies face up; type cards to list them"),
        ("99", "'99' is not a number from 1 to 11"),
        ("0 cup", "'0' is not a number from 1 to 11"),
        ("\u0663", "'\u0663' is not a number from 1 to 11"),
    ],
)
def test_names_that_cannot_be_meant_are_explained(text: str, reason: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        named(text)
    assert str(refused.value) == reason


def test_a_name_that_an_item_shares_with_a_mission_face_up_is_explained() -> None:
    shared = replace(TURNIPS, id="", title="Cup")
    names = Names(NAMES.cards)
    names.missions["cup"] = shared
    with pytest.raises(InvalidInput, match="'cup' can mean cup or Cup"):
        NamedCards([CUP, shared], names).places_of("cup")
    assert NamedCards([SWORD, shared], names).places_of("cup") == [1]
    assert isinstance(names.card("cup"), Item)


def test_all_or_nothing_is_played() -> None:
    output = played("", "play map and gold and unicorn", "story", "play map, gold", "story")
    refused = next(n for n, text in enumerate(output.said) if "unicorn" in text)
    assert output.said[refused + 1] == "The story is 0 cards high."
    assert "You play map and gold." in output.said[refused + 2]
    assert output.said[refused + 3].startswith("The story is 2 cards high. On top lies gold.")


def test_v1_an_adventure_named_too_early_is_refused_with_everything_named_beside_it() -> None:
    output = played("", "play sword and adventure", "story", what="the-apprentices-book")
    assert "The Apprentice's Book needs 4 missions below it, there are none." in output.said
    assert "The story is 0 cards high." in output.said


def test_discarding_by_name() -> None:
    output = played("", "discard mappa", "story")
    assert any(text.startswith("You discard map.") for text in output.said)


def test_missions_and_items_are_listed() -> None:
    output = played("missions", "items", "", "missions", "items", "pause", "items", "goal")
    places = output.game.places
    missions = [text for text in output.said if text[0].isdigit() and ": mission" in text]
    assert missions
    for kind in {card.kind for card in places if isinstance(card, Item)}:
        numbers = [n for n, card in enumerate(places, 1) if card == Item(kind)]
        line = next(text for text in output.said if text.startswith(f"{len(numbers)} {kind}: "))
        assert [int(word) for word in line.rstrip(".").replace(",", " ").split() if word.isdigit()][1:] == numbers
        assert output.said.count(line) == 2  # not while the game is paused
    assert output.said.count("The game is paused. Type go on.") == 1
    assert output.said.count("To win, complete 10 missions.") == 1
