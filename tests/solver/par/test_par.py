"""Par against exhaustive search, its lines against the rules of the table, and its proofs."""

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.play.game.setup import Setup
from dtcli.rules import table as phase
from dtcli.rules.decisions import IllegalChoice
from dtcli.rules.state import Game
from dtcli.rules.table import Table
from solver.cpsat import CpSatRunner
from solver.limits import Limits
from solver.par.count_bound import count_bound
from solver.par.open_deal import Aim, OpenDeal
from solver.par.planned_line import PlacedCard
from solver.par.playing import ParLine
from solver.par.schedule import deeds_of
from solver.par.scope import full, narrow, wide
from solver.par.search import NoLine, ParSearch, find_par
from tests.solver.par.comparison import compare, report
from tests.solver.par.exhaustive import most_missions


def solo(scenario: str, seed: str, **options: object) -> tuple[Table, Game, OpenDeal]:
    setup = Setup(bundled_cards("house-1"), scenarios()[scenario], seed, **options)
    table, game = setup.table(), setup.game((), ())
    return table, game, OpenDeal.of(table, game)


def test_par_is_what_an_exhaustive_search_finds():
    """Without heroes; ``python -m tests.solver.par`` compares more, and every hero."""
    found = report(compare(range(80)))
    assert found == {"same": 80}


@pytest.mark.parametrize(
    "hero",
    [
        "tonk-redbeer",
        "arvedui-miriel",
        "tragurk",
        "garynor-the-belly",
        "zaria-tearleaf",
        "fylee-stepshadow",
        "alan-ironstar",
    ],
)
def test_par_with_a_hero_is_what_an_exhaustive_search_finds(hero):
    found = report(compare(range(6), (hero,), tiny=True))
    assert found == {"same": 6}


@pytest.mark.parametrize(
    "heroes", [("ros-thanir", "alan-ironstar"), ("zaria-tearleaf", "tragurk"), ("fylee-stepshadow", "ros-thanir")]
)
def test_par_with_two_heroes_is_what_an_exhaustive_search_finds(heroes):
    found = report(compare(range(8), heroes, tiny=True))
    assert found == {"same": 8}


def test_the_most_missions_are_what_an_exhaustive_search_finds():
    checked = 0
    for one in compare(range(400, 416)):
        if one.deal.adventure is not None:
            continue
        for within in (2, one.deal.size // 2, one.deal.size):
            found = ParSearch(one.deal).most_missions(within)
            assert found.is_proved
            assert found.missions == most_missions(one.deal, within), (one.seed, within)
            checked += 1
    assert checked > 20


@pytest.mark.parametrize(
    ("scenario", "seed", "par"), [("level-2", "3", 38), ("level-4", "1", 31), ("level-1", "4", 36)]
)
def test_par_of_whole_deals(scenario, seed, par):
    """Another model, with a variable for each card at each time, proved the same numbers."""
    _, game, deal = solo(scenario, seed)
    result = find_par(deal, Aim(game.goal, win=True))
    assert result.is_proved
    assert result.par == par


def test_the_deeds_of_a_line_can_be_done_at_the_table():
    table, game, deal = solo("level-4", "1")
    line = find_par(deal, Aim(game.goal, win=True)).line
    for deed in line.deeds:
        table = phase.play(table, 1, deed.card) if deed.laid else phase.discard(table, 1, [deed.card])
        table = phase.refill(table, 1)
    assert table.story == line.played.story
    assert line.played.state.completed == game.goal
    assert not line.played.state.broken


def test_a_deed_too_early_is_not_possible():
    """The schedule lays nothing before it has come: a card of the deck is not in the hand at first."""
    table, _, deal = solo("level-4", "1")
    with pytest.raises(IllegalChoice):
        phase.play(table, 1, next(card for card in deal.deck if card not in deal.hand))


def test_the_bound_from_counts_is_never_above_par():
    sharp = 0
    for one in compare(range(600, 640)):
        bound = count_bound(one.deal, one.aim, CpSatRunner(Limits()))
        if one.fewest is not None:
            assert bound is not None
            assert bound <= one.fewest, one.seed
            sharp += bound == one.fewest
    assert sharp > 2


@pytest.mark.parametrize("seed", [39, 100, 114])
def test_the_narrow_model_is_too_narrow_for_some_deals_and_the_wide_one_too_wide(seed):
    """Otherwise the full model would never be asked, and a mistake in it would go unseen."""
    (one,) = compare(range(seed, seed + 1))
    search = ParSearch(one.deal)
    assert search._ask(one.aim, one.fewest, narrow(one.deal, one.aim), 10.0) is NoLine.PROVED
    assert search._ask(one.aim, one.fewest, wide(one.deal, one.aim), 10.0) is NoLine.NOT_COVERED
    assert isinstance(search._ask(one.aim, one.fewest, full(one.deal, one.aim), 10.0), ParLine)


def test_par_grows_with_the_missions_up_to_the_most():
    _, _, deal = solo("level-4", "11")
    small = deal._replace(deck=deal.deck[:20])
    curve = dict(ParSearch(small).curve())
    pars = [result.par for result in curve.values() if result.par is not None]
    assert pars == sorted(set(pars))
    assert pars[0] == find_par(deal, Aim(1)).par
    assert curve[max(curve)].bound is None
    assert all(result.is_proved for result in curve.values())


def test_a_limit_gives_a_bound_and_no_false_proof():
    _, game, deal = solo("level-4", "1")
    result = find_par(deal, Aim(game.goal, win=True), Limits(work=0.0))
    assert not result.is_proved
    assert result.bound is not None
    assert result.bound <= 31


def test_a_goal_beyond_the_missions_cannot_be_reached():
    _, _, deal = solo("level-4", "1")
    result = find_par(deal, Aim(13))
    assert result.is_proved
    assert result.par is None


def test_the_schedule_finds_nothing_to_discard_where_every_card_is_needed():
    """Q3: a hand of one card that is needed later cannot wait for the card that comes after it."""
    _, game, deal = solo("level-4", "1")
    line = find_par(deal, Aim(game.goal, win=True)).line
    story = list(_placed(deal, line))
    assert deeds_of(deal, story) is not None
    small = deal._replace(hand=(story[1].card,), deck=(story[0].card,))
    swapped = [story[0]._replace(place=1), story[1]._replace(place=0)]
    assert deeds_of(small, swapped) is None


def _placed(deal, line):
    left = [PlacedCard(card, 0) for card in deal.hand] + [PlacedCard(card, n) for n, card in enumerate(deal.deck, 1)]
    for card in line.played.story:
        found = next(one for one in left if one.card == card)
        left.remove(found)
        yield found
