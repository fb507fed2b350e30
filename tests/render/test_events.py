"""Every event and every effect has a sentence."""

import pytest

from dtcli.render.events import EFFECTS, card_line, sentence, sentences
from dtcli.rules.cards import Effect, Item, Mission
from dtcli.rules.state import Event, EventKind
from tests.rules.game_builder import mission


def event(what: EventKind) -> Event:
    hero = "zaria-tearleaf" if what is EventKind.SKILL_USED else None
    detail = "extra-slot" if what is EventKind.EFFECT_ON else "bow"
    return Event(what, kinds=("bow",), cards=(Item("sword"),), card=Item("cup"), hero=hero, detail=detail)


@pytest.mark.parametrize("what", EventKind)
def test_every_event_has_a_sentence(what):
    words = sentence(event(what))
    assert words
    assert words.isprintable()
    assert "None" not in words


@pytest.mark.parametrize("effect", Effect)
def test_every_effect_has_a_sentence(effect):
    assert EFFECTS[effect]


def test_the_verdict_comes_first_and_placed_items_are_left_out():
    told = sentences(
        tuple(event(what) for what in (EventKind.ITEM_PLACED, EventKind.ITEMS_PAID, EventKind.MISSION_COMPLETED))
    )
    assert told == "completed, pays bow"


def test_the_line_of_a_card_has_needs_and_reward():
    card = mission("bow sword sword", "shield?")
    assert isinstance(card, Mission)
    assert card_line(card).endswith(": bow + 2 sword, gives shield?")
    assert card_line(mission("bow")).endswith(": bow, no reward")
    assert card_line(Item("sword")) == "sword"
