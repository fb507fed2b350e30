"""The greedy player: what it wins, and that its deeds follow from the deal."""

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.play.game.setup import Setup
from dtcli.rules.cards import Item
from dtcli.rules.rulings import SpentRewards
from dtcli.rules.score import Status, status_of
from solver.par.greedy import greedy_line
from solver.par.open_deal import Aim, OpenDeal

NAMES = bundled_cards("house")
SETTINGS = [*scenarios().values(), *NAMES.cards.adventures.values()]


def open_deal(what, seed, **more):
    setup = Setup(NAMES, what, seed, **more)
    return OpenDeal.of(setup.table(), setup.game((), ()))


@pytest.mark.parametrize("edition", ["en-2017", "demo-2016"])
@pytest.mark.parametrize("extended", [False, True])
@pytest.mark.parametrize("what", SETTINGS, ids=lambda what: what.id)
def test_it_wins_most_deals_and_the_engine_agrees(what, extended, edition):
    for number in range(1, 6):
        dealt = open_deal(what, f"1-{number}", extended=extended, edition=edition)
        line = greedy_line(dealt, Aim(dealt.game.goal, win=True))
        assert line is not None
        state = line.played.state
        assert status_of(state) is Status.WON
        assert state.completed >= dealt.game.goal


def test_each_deed_uses_a_card_that_is_there():
    dealt = open_deal(scenarios()["level-2"], "1-1")
    line = greedy_line(dealt, Aim(10, win=True))
    hand, deck = list(dealt.hand), list(dealt.deck)
    for deed in line.deeds:
        hand.remove(deed.card)
        hand += [deck.pop(0)] if deck else []
    assert tuple(deed.card for deed in line.deeds if deed.laid) == line.played.story


def test_it_finds_nothing_where_there_are_too_few_missions_or_items():
    dealt = open_deal(scenarios()["level-2"], "1-1")
    assert greedy_line(dealt, Aim(13)) is None
    bare = dealt._replace(deck=tuple(card for card in dealt.deck if not isinstance(card, Item)))
    assert greedy_line(bare, Aim(10), attempts=5) is None


def test_r6_tokens_that_return_can_be_taken_again():
    """The engine refuses a line that takes a token which is not there."""
    found = 0
    for number in range(1, 11):
        dealt = open_deal(scenarios()["level-1"], f"1-{number}")
        rulings = dealt.game.rulings._replace(spent_rewards=SpentRewards.RETURN)
        kinds = {kind: info._replace(tokens=1) for kind, info in dealt.game.kinds.items()}
        game = dealt.game.with_changes(rulings=rulings, kinds=kinds)
        line = greedy_line(dealt._replace(game=game), Aim(12))
        found += line is not None and line.played.state.completed == 12
    assert found > 5
