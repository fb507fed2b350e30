"""The solver against an exhaustive search in a sample of small games; ``python -m tests.solver`` compares many more."""

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from random import Random

import pytest

from dtcli.rules import HEROES, Adventure, Game, HeroId, State, start
from dtcli.rules.cards import Effect
from dtcli.rules.decisions import Payment
from dtcli.rules.rulings import ROS_THANIR, TEN_HEROES, TRAGURK, Borrowing, SpentRewards
from tests.rules.game_builder import after, gap, mission, reveal_on, use
from tests.rules.random_games import random_play
from tests.solver.compare import Comparison, compare
from tests.solver.exhaustive import TooManyPositions
from tests.solver.small import small_game

Seeded = tuple[str, State]
"""A name for the failure message, and what is compared."""
FEW = 2_500
"""Games with more positions are left to the long comparison."""
PAIRS = tuple(combinations(TEN_HEROES, 2))
SWITCHES = tuple(product((False, True), Borrowing, SpentRewards))


def games(seeds: Iterable[int], heroes: tuple[HeroId, ...] | None = None) -> Iterator[tuple[str, Game]]:
    for seed in seeds:
        game = small_game(Random(seed), heroes)
        yield f"small_game(Random({seed}), {heroes})", game


def from_the_start(named: Iterable[tuple[str, Game]]) -> Iterator[Seeded]:
    return ((name, start(game)) for name, game in named)


def compared(states: Iterable[Seeded], *, enough: int, most: int = FEW) -> list[Comparison]:
    """Compare games that are not too large until there are enough."""
    done: list[Comparison] = []
    for name, state in states:
        try:
            comparison = compare(state, most=most)
        except TooManyPositions:
            continue
        assert not comparison.wrong, f"{name}: {'; '.join(comparison.wrong)}"
        done.append(comparison)
        if len(done) == enough:
            return done
    pytest.fail(f"only {len(done)} games were compared, not {enough}")


def test_without_heroes():
    compared(from_the_start(games(range(100), ())), enough=60)


@pytest.mark.parametrize("hero", HEROES)
def test_each_hero(hero: HeroId):
    """Every hero of the registry: the model knows what the skill does."""
    first = 1_000 + 100 * list(HEROES).index(hero)
    compared(from_the_start(games(range(first, first + 100), (hero,))), enough=14, most=2 * FEW)


def test_there_are_forty_five_pairs():
    assert len(PAIRS) == 45


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_each_pair_of_heroes(pair: tuple[HeroId, ...]):
    first = 3_000 + 100 * PAIRS.index(pair)
    compared(from_the_start(games(range(first, first + 100), pair)), enough=6)


@pytest.mark.parametrize("effect", Effect)
def test_each_effect(effect: Effect):
    having = ((name, game) for name, game in games(range(10_000, 11_000)) if _effect(game) is effect)
    done = compared(from_the_start(having), enough=14)
    in_force = [one for one in done if one.found is not None and one.found.final.effect is effect]
    assert len(in_force) >= 4


def _effect(game: Game) -> Effect | None:
    return next((card.effect for card in game.story if isinstance(card, Adventure)), None)


@pytest.mark.parametrize(("any_optional", "thanir", "spent"), SWITCHES)
def test_each_setting_of_the_switches(any_optional: bool, thanir: Borrowing, spent: SpentRewards):
    lenders = TEN_HEROES[1:]
    having = (
        (name, game)
        for seed in range(20_000, 20_200)
        for name, game in games([seed], (ROS_THANIR, lenders[seed % len(lenders)]))
        if game.rulings[:3] == (any_optional, thanir, spent) and len(game.story) > 4
    )
    compared(from_the_start(having), enough=6)


def test_stories_that_break_for_sure():
    done = compared(from_the_start(games(range(30_000, 30_100))), enough=75)
    assert sum(one.broke for one in done) >= 7


def test_from_the_middle_of_a_game():
    states = [
        (f"{name}, after {step.before.revealed} reveals: {step.choice}", step.after)
        for name, game in games(range(40_000, 40_030))
        for step in random_play(game, Random(name))
    ]
    assert sum(state.pending is not None for _, state in states) >= 10
    compared(states, enough=120, most=1_000)


def test_from_a_payment_that_is_followed_by_an_offer():
    waiting = gap("map sword bow", then=(mission("sword bow", "cup?"), mission("cup")), heroes=(TRAGURK,))
    state = reveal_on(after(waiting, use(TRAGURK, remove="map")))
    assert isinstance(state.pending, Payment)
    assert not compare(state).wrong
