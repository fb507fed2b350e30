"""Compares par with an exhaustive search over the engine on random small deals."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from dtcli.rules.rulings import HeroId
from solver.limits import Limits
from solver.par.open_deal import Aim, OpenDeal
from solver.par.search import ParResult, find_par
from tests.solver.par.exhaustive import TooManyStories, fewest_deeds
from tests.solver.par.random_deals import random_aim, random_deal

LIMITS = Limits(work=10.0)


class Compared(NamedTuple):
    """A deal, par by the solver, and the fewest deeds by exhaustive search."""

    seed: int
    deal: OpenDeal
    aim: Aim
    result: ParResult
    fewest: int | None

    @property
    def verdict(self) -> str:
        """Whether the two agree: ``same``, ``within its bounds`` if par is not proved, or ``different``."""
        par, bound, fewest = self.result.par, self.result.bound, self.fewest
        if self.result.is_proved:
            return "same" if par == fewest else "different"
        above = fewest is None or (bound is not None and bound <= fewest)
        below = par is None or (fewest is not None and fewest <= par)
        return "within its bounds" if above and below else "different"


def compare(seeds: range, heroes: tuple[HeroId, ...] | None = (), *, tiny: bool = False) -> Iterator[Compared]:
    """Yield the comparison for each seed; with None for heroes each deal draws its own."""
    for seed in seeds:
        chance = Random(f"par {seed}")
        deal = random_deal(chance, heroes, tiny=tiny)
        aim = random_aim(chance, deal)
        try:
            fewest = fewest_deeds(deal, aim)
        except TooManyStories:
            continue
        yield Compared(seed, deal, aim, find_par(deal, aim, LIMITS), fewest)


def report(compared: Iterator[Compared], say: Callable[[str], object] = print) -> Counter[str]:
    """Print every difference and return how often each verdict came."""
    verdicts: Counter[str] = Counter()
    for one in compared:
        verdicts[one.verdict] += 1
        if one.verdict == "different":
            say(f"seed {one.seed}: par {one.result.par}, bound {one.result.bound}, exhaustive {one.fewest}")
    return verdicts
