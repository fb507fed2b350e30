"""How long par of a deal takes, how often it is proved, and how good a line is after a second."""

import statistics
import time

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.play.game.setup import Setup
from solver.limits import Limits
from solver.par.open_deal import Aim, OpenDeal
from solver.par.search import find_par

DEALS = 40
LIMIT = 30.0
FIRST = 1.0
CLOSE = 2
"""How many deeds above par a first line may be."""


def main(deals: int = DEALS) -> None:
    """Measure solo deals of every scenario, without heroes, on one core."""
    print(f"par of {deals} solo deals of each scenario, limit {LIMIT:.0f} s; wall time, one core")
    print("wanted: median 3 s, 95 % within 30 s to a proof; a line within two deeds of par after 1 s")
    every: list[float] = []
    close = proved = 0
    for scenario in scenarios().values():
        times = []
        for number in range(1, deals + 1):
            setup = Setup(bundled_cards("house"), scenario, f"1-{number}")
            deal = OpenDeal.of(setup.table(), setup.game((), ()))
            begun = time.perf_counter()
            result = find_par(deal, Aim(scenario.goal, win=True), Limits.within(LIMIT))
            times.append(time.perf_counter() - begun)
            proved += result.is_proved
            first = result
            if times[-1] > FIRST:
                first = find_par(deal, Aim(scenario.goal, win=True), Limits(seconds=FIRST))
            close += result.par is not None and first.par is not None and first.par - result.par <= CLOSE
        every += times
        _report(scenario.id, times)
    _report("all", every)
    n = len(every)
    print(f"  proved {proved} of {n}; a line within {CLOSE} deeds of par after {FIRST:.0f} s: {close} of {n}")


def _report(name: str, times: list[float]) -> None:
    times.sort()
    high = times[min(len(times) - 1, int(len(times) * 0.95))]
    print(f"  {name:<20} median {statistics.median(times):5.2f} s   95 % {high:5.2f}   most {times[-1]:5.2f}")
