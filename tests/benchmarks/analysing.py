"""The time of an analysis, compared with the search for the best line of the same game.

Both are timed in the same run, one right after the other, on the same game. Times are taken in process, as in
``solving``.
"""

import random
import time
from collections.abc import Callable, Sequence
from itertools import islice
from statistics import mean, median
from typing import NamedTuple, TypeVar

from dtcli.formats.card_sets import scenarios
from dtcli.rules import Game, HeroId, UseSkill, apply, follow, options, score, start
from dtcli.rules.decisions import Choice, Gap
from dtcli.rules.notes import Writer
from dtcli.rules.rulings import TEN_HEROES
from dtcli.rules.state import State
from solver.limits import Limits
from solver.question import Question, ask
from solver.search import best_line
from solver.studies.analysis import analyze_question
from tests.benchmarks.games import CARDS, story

T = TypeVar("T")
SCENARIOS = ["level-3", "unnatural-foes", "level-4"]
"""Scenarios whose missions need all 48 items of the box, so that a game can be played to its end."""
ITEMS = 48
STORIES = 15
WANTED = 5.0
"""The most time of an analysis, in units of the search for the best line."""
LIMITS = Limits(work=500)
ROUNDS = 2
"""How often each time is measured; the shortest counts."""
CARELESS = (0.1, 0.3, 0.6)
"""Probabilities of a random decision at a mission, for different players."""
MANY = 200
"""Uses of a skill among which one is chosen at random."""


class MeasuredAnalysis(NamedTuple):
    """One recorded game, solved and analysed."""

    story: int
    heroes: tuple[HeroId, ...]
    solve_ms: float
    analyze_ms: float
    mistakes: int
    broke: bool
    """The record ends with a broken backpack."""
    proved: bool

    @property
    def ratio(self) -> float:
        return self.analyze_ms / self.solve_ms

    @property
    def name(self) -> str:
        return " + ".join((f"story {self.story}", *self.heroes))


# --- games and players


def full_game(chance: random.Random, number: int) -> Game:
    """Return a game of 12 missions and 48 items that can be played to its end even without heroes."""
    scenario = SCENARIOS[number % len(SCENARIOS)]
    while True:
        game = Game(CARDS.kinds, tuple(story(chance, scenario, ITEMS)), goal=scenarios()[scenario].goal)
        if not best_line(start(game)).outcome.broken:
            return game


def with_heroes(game: Game, heroes: Sequence[HeroId]) -> Game:
    return Game(game.kinds, game.story, tuple(heroes), goal=game.goal)


class CarelessPlayer:
    """A player who decides well or at random, and uses each skill at a random moment or never."""

    def __init__(self, game: Game, chance: random.Random, carelessness: float) -> None:
        self.chance, self.carelessness = chance, carelessness
        self.moments = {hero: chance.randrange(1, len(game.story) * 4 // 3) for hero in game.heroes}
        """The gap from which on each skill is used; after the last card means never."""
        self.best: list[Choice] = []
        """The best line without skills from the current position."""

    def choose(self, state: State) -> Choice:
        if not self.best:
            self.best = list(best_line(state._replace(unused=())).choices)
        well = self.best.pop(0)
        choice = self._skill(state) if isinstance(state.decision, Gap) else self._by_chance(state)
        if choice is None or choice == well:
            return well
        self.best.clear()
        return choice

    def _by_chance(self, state: State) -> Choice | None:
        return self.chance.choice(list(options(state))) if self.chance.random() < self.carelessness else None

    def _skill(self, state: State) -> UseSkill | None:
        for hero in state.unused:
            if self.moments[hero] <= state.revealed:
                uses = (choice for choice in options(state) if isinstance(choice, UseSkill) and choice.hero == hero)
                if some := list(islice(uses, MANY)):
                    return self.chance.choice(some)
        return None


def recorded(game: Game, chance: random.Random) -> Question:
    """Return the question about a game recorded by such a player."""
    player, state, writer = CarelessPlayer(game, chance, chance.choice(CARELESS)), start(game), Writer()
    while not state.over:
        choice = player.choose(state)
        writer.write(state, choice)
        state = apply(state, choice)
    return ask(game)._replace(notes=writer.notes, recorded=score(follow(game, writer.notes)))


# --- measuring


def measure(number: int, game: Game) -> MeasuredAnalysis:
    """Solve and analyse one game; the same story always has the same player."""
    question = recorded(game, random.Random(number))
    solve_ms, found = _timed(lambda: best_line(question.start, limits=LIMITS))
    analyze_ms, analysis = _timed(lambda: analyze_question(question, limits=LIMITS))
    if found.proved and analysis.best.proved:
        assert found.outcome.rank == analysis.best.outcome.rank, f"{found.outcome}, {analysis.best.outcome}: {game}"
    broke = analysis.recorded is not None and analysis.recorded.broken
    return MeasuredAnalysis(number, game.heroes, solve_ms, analyze_ms, len(analysis.mistakes), broke, analysis.proved)


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the shortest of several times, and the result."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        result = work()
        times.append((time.perf_counter() - began) * 1000)
    return min(times), result


def by_hero(stories: int) -> None:
    """Print the ratios without heroes, with each alone, and with three at random, always on the same stories."""
    chance = random.Random(5)
    same = [full_game(chance, number) for number in range(stories)]
    print(f"analysis / best line: 12 missions and {ITEMS} items, at most {LIMITS.work:.0f} units of work; times in ms")
    print(f"  {'':<27}{'best line':>14}{'analysis':>14}{'ratio':>14}")
    both = f"{'median':>8}{'worst':>6}"
    print(
        f"  {'heroes':<19}{'games':>8}{3 * both}{'mistakes':>10}{'broke':>7}{'proved':>8}   ratio at most {WANTED:.0f}?"
    )
    _print_row("none", [measure(number, game) for number, game in enumerate(same)])
    everybody: list[MeasuredAnalysis] = []
    for hero in TEN_HEROES:
        alone = [measure(number, with_heroes(game, [hero])) for number, game in enumerate(same)]
        _print_row(hero, alone)
        everybody += alone
    _print_row("one, all of these", everybody)
    three = [with_heroes(game, chance.sample(TEN_HEROES, 3)) for game in same]
    _print_row("three of ten", [measure(number, game) for number, game in enumerate(three)])
    print("  mistakes: decisions that lost something, mean; broke: records that end with a broken backpack")
    print("  met: by the median; a record with many mistakes has as many values to prove")


def _print_row(name: str, measured: list[MeasuredAnalysis]) -> None:
    worst = max(measured, key=lambda one: one.ratio)
    columns: list[list[float]] = [[one.solve_ms for one in measured], [one.analyze_ms for one in measured]]
    times = "".join(f"{median(values):>8.0f}{max(values):>6.0f}" for values in columns)
    ratio = median(one.ratio for one in measured)
    within = sum(one.ratio <= WANTED for one in measured)
    print(
        f"  {name:<19}{len(measured):>8}{times}{ratio:>8.1f}{worst.ratio:>6.1f}"
        f"{mean(one.mistakes for one in measured):>10.1f}{sum(one.broke for one in measured):>7}"
        f"{sum(one.proved for one in measured):>8}"
        f"   {'met' if ratio <= WANTED else 'MISSED'}, by {within} of them; worst: {worst.name}",
        flush=True,
    )


def main(stories: int = STORIES) -> None:
    """Print the table; fewer stories make a shorter and less certain run."""
    best_line(start(full_game(random.Random(0), 0)))  # so that loading does not count
    by_hero(stories)


if __name__ == "__main__":
    main()
