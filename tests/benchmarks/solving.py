"""The time to find and prove the best line: by hero, by length, and against the exhaustive search.

Times are taken in process: building the model counts, importing ortools does not.
"""

import math
import random
import time
from collections.abc import Iterable, Sequence
from itertools import groupby
from statistics import mean, median
from typing import NamedTuple

from dtcli.rules import Game, HeroId, start
from dtcli.rules.cards import Card, Mission
from dtcli.rules.rulings import TEN_HEROES, TONK_REDBEER
from dtcli.rules.state import State
from solver.limits import Limits
from solver.preference import Outcome
from solver.search import best_line
from tests.benchmarks.games import CARDS, story
from tests.solver.exhaustive import TooManyPositions, best_rank
from tests.solver.small import small_game

SCENARIOS = ["training-grounds", "level-1", "level-2", "the-book-of-fate"]
LIMITS = Limits(work=60)
GROWTH_LIMITS = Limits(work=10)
"""Stories twice as long as a real one, with heroes, are hard: some stay unproved."""
STORIES = 40
MISSIONS = (4, 8, 12, 16, 24)
"""Lengths for the growth of the time."""
CARDS_LAID = (12, 18, 24, 30, 36, 42, 48, 54)
"""Lengths for the comparison with the exhaustive search."""
SMALL_GAMES_EACH = 10
"""Small games for every requested story: they take very little time."""
MOST_POSITIONS = 50_000
"""Positions after which the exhaustive search gives up."""


class Wanted(NamedTuple):
    """The targets of the solver, in milliseconds."""

    median: float
    slow: float
    """For 95 % of the stories."""


NO_HERO, ONE_HERO, FIVE_HEROES = Wanted(30, 100), Wanted(150, 500), Wanted(500, 4000)


class SolvedStory(NamedTuple):
    """One story and its solution."""

    cards: int
    ms: float
    outcome: Outcome
    proved: bool

    @property
    def breaks(self) -> bool:
        """Whether it is proved that every line breaks."""
        return self.proved and self.outcome.broken


class ComparedStory(NamedTuple):
    """One story, solved and searched exhaustively."""

    solved: SolvedStory
    exhaustive_ms: float
    gave_up: bool
    """The time is that until the search gave up, so the real ratio is higher."""

    @property
    def ratio(self) -> float:
        return self.exhaustive_ms / self.solved.ms


# --- stories


def believable(chance: random.Random) -> list[Card]:
    """Return a story of 12 missions and 45 to 60 cards."""
    return story(chance, chance.choice(SCENARIOS), items=chance.randint(33, 48))


def up_to_mission(cards: Sequence[Card], number: int) -> list[Card]:
    """Return the beginning of a story, up to the mission of that number."""
    at = [place for place, card in enumerate(cards, 1) if isinstance(card, Mission)]
    return list(cards[: at[number - 1]])


def state_of(cards: Sequence[Card], heroes: Sequence[HeroId] = ()) -> State:
    return start(Game(CARDS.kinds, tuple(cards), tuple(heroes)))


# --- measuring


def solve(state: State, limits: Limits = LIMITS) -> SolvedStory:
    began = time.perf_counter()
    found = best_line(state, limits=limits)
    return SolvedStory(len(state.game.story), _ms_since(began), found.outcome, found.proved)


def compare(state: State) -> ComparedStory:
    """Solve a story in both ways; if both are complete, they must agree."""
    solved = solve(state)
    began = time.perf_counter()
    try:
        rank = best_rank(state, MOST_POSITIONS)
    except TooManyPositions:
        rank = None
    ms = _ms_since(began)
    if rank is not None and solved.proved:
        assert rank == solved.outcome.rank, f"exhaustive {rank}, solver {solved.outcome.rank}: {state.game}"
    return ComparedStory(solved, ms, gave_up=rank is None)


def _ms_since(began: float) -> float:
    return (time.perf_counter() - began) * 1000


def slow_of(times: Iterable[float]) -> float:
    """Return the time within which 95 % are done."""
    ordered = sorted(times)
    return ordered[math.ceil(0.95 * len(ordered)) - 1]


# --- the three tables


def by_hero(stories: int) -> None:
    """Print times without heroes, with each alone (always on the same stories), and with five at random."""
    chance = random.Random(1)
    same = [believable(chance) for _ in range(stories)]
    of_five = [state_of(believable(chance), chance.sample(TEN_HEROES, 5)) for _ in range(math.ceil(stories * 1.5))]
    print(f"by hero: 12 missions and 45 to 60 cards, at most {LIMITS.work:.0f} units of work; times in ms")
    print(
        f"  {'heroes':<18}{'stories':>8}{'median':>8}{'95 %':>8}{'worst':>8}{'proved':>8}{'broken':>8}{'missions':>10}"
        "   wanted (median / 95 %)"
    )
    _print_hero("none", [solve(state_of(cards)) for cards in same], NO_HERO)
    everybody: list[SolvedStory] = []
    for hero in TEN_HEROES:
        alone = [solve(state_of(cards, [hero])) for cards in same]
        _print_hero(hero, alone, ONE_HERO)
        everybody += alone
    _print_hero("one, all of these", everybody, ONE_HERO)
    _print_hero("five of ten", [solve(state) for state in of_five], FIVE_HEROES)
    print("  broken: every line breaks, for sure; missions: mean, the missions before a break included")


def _print_hero(name: str, all_solved: list[SolvedStory], wanted: Wanted) -> None:
    times = [solved.ms for solved in all_solved]
    middle, slow = median(times), slow_of(times)
    verdicts = ["met" if ms <= most else "MISSED" for ms, most in zip((middle, slow), wanted, strict=True)]
    print(
        f"  {name:<18}{len(times):>8}{middle:>8.0f}{slow:>8.0f}{max(times):>8.0f}"
        f"{sum(solved.proved for solved in all_solved):>8}{sum(solved.breaks for solved in all_solved):>8}"
        f"{mean(solved.outcome.missions for solved in all_solved):>10.1f}"
        f"   {wanted.median:.0f} / {wanted.slow:.0f}: {' / '.join(verdicts)}",
        flush=True,
    )


def growth(stories: int) -> None:
    """Print times by the number of missions: beginnings of the same stories, each two believable ones in a row."""
    chance = random.Random(2)
    long = [believable(chance) + believable(chance) for _ in range(stories)]
    three = [chance.sample(TEN_HEROES, 3) for _ in long]
    parties = {"no heroes": [[]] * stories, TONK_REDBEER: [[TONK_REDBEER]] * stories, "three heroes": three}
    print(
        f"growth: beginnings of {stories} stories of 24 missions, at most {GROWTH_LIMITS.work:.0f} units of work; in ms"
    )
    print("  " + " " * 16 + "".join(f"{name:^36}" for name in parties).rstrip())
    print(f"  {'missions':>8}{'cards':>8}" + f"{'median':>10}{'worst':>10}{'broken':>8}{'proved':>8}" * len(parties))
    for missions in MISSIONS:
        beginnings = [up_to_mission(cards, missions) for cards in long]
        print(f"  {missions:>8}{mean(len(cards) for cards in beginnings):>8.0f}", end="")
        for heroes in parties.values():
            party = [solve(state_of(cards, who), GROWTH_LIMITS) for cards, who in zip(beginnings, heroes, strict=True)]
            times = [solved.ms for solved in party]
            broken, proved = sum(solved.breaks for solved in party), sum(solved.proved for solved in party)
            print(f"{median(times):>10.0f}{max(times):>10.0f}{broken:>8}{proved:>8}", end="", flush=True)
        print()


def against_exhaustive(stories: int) -> None:
    """Print the ratio of exhaustive search to solver, on small games and on beginnings of stories."""
    print(f"exhaustive search / solver, medians; it gives up after {MOST_POSITIONS:,} positions; times in ms")
    print(f"  {'':<24}{'cards':>6}{'games':>7}{'solver':>9}{'exhaustive':>12}{'ratio':>9}{'gave up':>9}")
    for name, heroes in (("small, no heroes", 0), ("small, one hero", 1)):
        chance = random.Random(3)
        parties = [tuple(chance.sample(TEN_HEROES, heroes)) for _ in range(stories * SMALL_GAMES_EACH)]
        compared = [compare(start(small_game(chance, party))) for party in parties]
        _print_ratio(name, "all", compared)
        for four, bucket in groupby(sorted(compared, key=_four_cards), key=_four_cards):
            _print_ratio("", f"{4 * four + 1}-{4 * four + 4}", list(bucket))
    chance = random.Random(4)
    whole = [believable(chance) for _ in range(stories)]
    _print_beginnings("believable, no heroes", whole, [])
    _print_beginnings("believable, Tonk alone", whole[: math.ceil(stories / 4)], [TONK_REDBEER])


def _print_beginnings(name: str, whole: list[list[Card]], heroes: list[HeroId]) -> None:
    """Print the ratio for longer and longer beginnings, as long as the exhaustive search finishes half of them."""
    for length in CARDS_LAID:
        compared = [compare(state_of(cards[:length], heroes)) for cards in whole if len(cards) >= length]
        # If every line breaks early, the exhaustive search is short, however long the story is.
        for title, breaks in ((name, False), ("  every line breaks", True)):
            if alike := [one for one in compared if one.solved.breaks is breaks]:
                _print_ratio(title, str(length), alike)
        if 2 * sum(one.gave_up for one in compared) > len(compared):
            break


def _four_cards(one: ComparedStory) -> int:
    return (one.solved.cards - 1) // 4


def _print_ratio(name: str, cards: str, compared: list[ComparedStory]) -> None:
    gave_up = sum(one.gave_up for one in compared)
    least = ">=" if gave_up else ""
    print(
        f"  {name:<24}{cards:>6}{len(compared):>7}{median(one.solved.ms for one in compared):>9.1f}"
        f"{least + format(median(one.exhaustive_ms for one in compared), '.1f'):>12}"
        f"{least + format(median(one.ratio for one in compared), '.2f'):>9}{gave_up:>9}",
        flush=True,
    )


def main(stories: int = STORIES) -> None:
    """Print the three tables; fewer stories make a shorter and less certain run."""
    solve(state_of(believable(random.Random(0))))  # so that loading does not count
    by_hero(stories)
    print()
    growth(max(1, stories // 2))
    print()
    against_exhaustive(stories)


if __name__ == "__main__":
    main()
