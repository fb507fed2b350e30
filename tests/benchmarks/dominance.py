"""What each dominance argument saves: the best line of the same stories with it and without it, in one run.

Work is what CP-SAT counts and the same everywhere; times are CPU time of this process, without importing OR-Tools. A
ratio above 1 is what the argument saves. Where it is about 1, the argument hardly matters to stories of this kind.
"""

import random
import time
from statistics import median
from typing import NamedTuple

from dtcli.rules import HeroId
from dtcli.rules.rulings import (
    ALAN,
    FYLEE,
    NINTRABASH,
    ROS_THANIR,
    TONK_REDBEER,
    TRAGURK,
    ZARIA,
    ZIGARAT_HO,
)
from dtcli.rules.state import State
from solver.limits import Limits
from solver.model.dominance import EVERY_ARGUMENT, Dominance
from solver.search import FoundLine, Search
from tests.benchmarks.solving import believable, state_of

STORIES = 12
LIMITS = Limits(work=20)
PARTIES: dict[str, tuple[HeroId, ...]] = {
    "run_is_one_moment": (TONK_REDBEER, ALAN, ZARIA),
    "nintrabash_waits": (NINTRABASH,),
    "widest_window_is_enough": (NINTRABASH, ZIGARAT_HO),
    "zigarat_ho_needs_a_mission": (ZIGARAT_HO,),
    "zigarat_ho_is_not_late": (ZIGARAT_HO,),
    "discarded_missions_keep_their_rank": (NINTRABASH, ZIGARAT_HO),
    "no_skill_in_a_run_that_breaks": (TONK_REDBEER, FYLEE),
    "zaria_guesses_right": (ZARIA, ROS_THANIR),
    "first_without_skills": (ALAN, TRAGURK),
}
"""For each argument the heroes of the stories: those that it is about."""


class Cost(NamedTuple):
    """What one search took."""

    work: float
    ms: float


class WithAndWithout(NamedTuple):
    """One story, searched with an argument and without it."""

    used: Cost
    unused: Cost

    @property
    def work_ratio(self) -> float:
        return self.unused.work / self.used.work

    @property
    def time_ratio(self) -> float:
        return self.unused.ms / self.used.ms


def search(state: State, dominance: Dominance) -> tuple[FoundLine, Cost]:
    """Return the best line and what it took to find and prove it."""
    searching = Search(LIMITS, dominance=dominance)
    began = time.process_time()
    found = searching.line(state)
    return found, Cost(searching.runner.work, (time.process_time() - began) * 1000)


def measure(state: State, name: str) -> WithAndWithout:
    """Search a story with and without an argument; where both are proved, the optimum must be the same."""
    found, used = search(state, EVERY_ARGUMENT)
    other, unused = search(state, EVERY_ARGUMENT.without(name))
    if found.proved and other.proved:
        assert found.outcome.rank == other.outcome.rank, f"{name}: {found.outcome}, without it {other.outcome}"
    return WithAndWithout(used, unused)


def main(stories: int = STORIES) -> None:
    """Print one row for each argument."""
    assert PARTIES.keys() == set(Dominance._fields)
    chance = random.Random(6)
    cards = [believable(chance) for _ in range(stories)]
    search(state_of(cards[0]), EVERY_ARGUMENT)  # so that loading does not count
    print(f"dominance: {stories} stories of 12 missions and 45 to 60 cards; without the argument / with it")
    print(f"  {'':<36}{'counted work':>16}{'CPU time':>16}{'CPU ms':>16}")
    both = f"{'median':>8}{'total':>8}"
    print(f"  {'argument':<36}{both}{both}{'with':>8}{'without':>8}   heroes")
    for name, party in PARTIES.items():
        measured = [measure(state_of(story, party), name) for story in cards]
        with_it, without = sum(one.used.ms for one in measured), sum(one.unused.ms for one in measured)
        work = sum(one.unused.work for one in measured) / sum(one.used.work for one in measured)
        print(
            f"  {name:<36}{median(one.work_ratio for one in measured):>8.2f}{work:>8.2f}"
            f"{median(one.time_ratio for one in measured):>8.2f}{without / with_it:>8.2f}"
            f"{with_it:>8.0f}{without:>8.0f}   {', '.join(party)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
