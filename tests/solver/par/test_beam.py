"""The beam search: its lines win, follow from the deal, and are never shorter than par."""

from random import Random

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.play.game.setup import Setup
from dtcli.rules.rulings import SpentRewards
from dtcli.rules.score import Status, status_of
from solver.par.beam import short_line
from solver.par.greedy import greedy_line
from solver.par.open_deal import Aim, OpenDeal
from tests.solver.par.exhaustive import TooManyStories, fewest_deeds
from tests.solver.par.random_deals import random_aim, random_deal

NAMES = bundled_cards("house")


def open_deal(scenario, seed):
    setup = Setup(NAMES, scenarios()[scenario], seed)
    return OpenDeal.of(setup.table(), setup.game((), ()))


@pytest.mark.parametrize("scenario", scenarios())
def test_its_line_wins_and_uses_only_cards_that_are_there(scenario):
    dealt = open_deal(scenario, "1-1")
    line = short_line(dealt, Aim(dealt.game.goal, win=True), 20)
    assert status_of(line.played.state) is Status.WON
    hand, deck = list(dealt.hand), list(dealt.deck)
    for deed in line.deeds:
        hand.remove(deed.card)
        hand += [deck.pop(0)] if deck else []
    assert tuple(deed.card for deed in line.deeds if deed.laid) == line.played.story


def test_most_lines_are_within_two_deeds_of_par():
    """The numbers are par as ``dtcli par`` proves it."""
    close = 0
    for number, par in enumerate((28, 32, 39, 36, 36, 35, 31, 34), 1):
        dealt = open_deal("training-grounds", f"1-{number}")
        aim = Aim(dealt.game.goal, win=True)
        beam, first = (len(line.deeds) for line in (short_line(dealt, aim, 20), greedy_line(dealt, aim)))
        assert par <= beam
        assert par + 2 < first
        close += beam <= par + 2
    assert close >= 7


def test_no_line_is_shorter_than_an_exhaustive_search_finds():
    compared = found = 0
    for seed in range(400):
        chance = Random(f"par {seed}")
        dealt = random_deal(chance)
        aim = random_aim(chance, dealt)
        line = short_line(dealt, aim, 20)
        if line is None:
            continue
        found += 1
        try:
            fewest = fewest_deeds(dealt, aim)
        except TooManyStories:
            continue
        compared += 1
        assert fewest is not None, seed
        assert fewest <= len(line.deeds), seed
    assert compared > found * 0.9 > 30


def test_a_wider_search_finds_shorter_lines():
    totals = {1: 0, 20: 0, 100: 0}
    for number in range(1, 5):
        dealt = open_deal("level-2", f"1-{number}")
        for width in totals:
            line = short_line(dealt, Aim(10, win=True), width)
            totals[width] += dealt.size if line is None else len(line.deeds)
    assert totals[1] > totals[20] >= totals[100]


def test_it_leaves_tokens_that_return_and_too_many_missions_to_the_model():
    dealt = open_deal("level-1", "1-1")
    returning = dealt.game.rulings._replace(spent_rewards=SpentRewards.RETURN)
    assert short_line(dealt._replace(game=dealt.game.with_changes(rulings=returning)), Aim(3), 20) is None
    assert short_line(dealt, Aim(13), 20) is None
