"""The bots: what they lay is legal, the careful one expects what happens, the forgetful one does not."""

from random import Random

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.play.game.setup import Setup
from dtcli.rules.cards import Item, Mission
from solver.bots.five_minutes import BOTS, CAREFUL, FORGETFUL, Bot, lay_story
from solver.bots.playing import play_game

NAMES = bundled_cards("house")


def games(bot, scenario, number=20):
    for deal in range(1, number + 1):
        setup = Setup(NAMES, scenarios()[scenario], f"1-{deal}")
        yield setup, play_game(bot, setup.table(), setup.game((), ()), setup.seed)


@pytest.mark.parametrize("scenario", list(scenarios()))
def test_the_careful_bot_completes_every_mission_that_it_lays(scenario):
    for _, played in games(CAREFUL, scenario):
        state = played.state
        assert (state.broken, state.failed) == (False, 0)
        assert state.completed == sum(isinstance(card, Mission) for card in played.laid.story)


def test_the_forgetful_bot_lays_missions_that_fail():
    ended = [played.state for _, played in games(FORGETFUL, "level-2")]
    assert sum(state.failed for state in ended) > len(ended)
    assert any(state.broken for state in ended)


def test_a_slow_bot_handles_fewer_cards():
    for seconds, most in ((4.0, 75), (10.0, 30), (301.0, 0)):
        bot = Bot("slow", seconds)
        deeds = [played.laid.deeds for _, played in games(bot, "level-2", 5)]
        assert max(deeds) <= most
        assert (max(deeds) > 0) == (most > 0)


@pytest.mark.parametrize("bot", BOTS.values(), ids=lambda bot: bot.name)
def test_a_game_is_the_same_every_time(bot):
    first, again = ([played.laid for _, played in games(bot, "good-luck", 5)] for _ in range(2))
    assert first == again


def test_a_bot_lays_only_cards_that_have_come():
    """After n deeds, n cards of the deck have come."""
    for setup, played in games(CAREFUL, "level-1", 5):
        table = setup.table()
        there = [*table.hands[0], *table.deck]
        for at, card in enumerate(played.laid.story):
            assert card in there
            there.remove(card)
            assert at <= played.laid.deeds


def test_a_bot_that_remembers_nothing_right_completes_little():
    setup = Setup(NAMES, scenarios()["level-2"], "1-1")
    laid = lay_story(Bot("confused", forgets=1.0), setup.table(), setup.game((), ()), Random(1))
    assert any(isinstance(card, Item) for card in laid.story)
    assert len(laid.rewards) < 4
