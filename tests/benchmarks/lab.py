"""How long `dtcli lab` takes for a deal, by scenario: winnability, the bots, and par with its proof rate.

Times are CPU seconds, so that a busy machine matters less.
"""

import time
from collections.abc import Iterable
from statistics import median

from dtcli.batch.lab.deals import LabDeal, deal_word
from dtcli.batch.work.lab import DealWork, JudgedDeal
from dtcli.batch.work.lab_bots import BotWork
from dtcli.batch.work.lab_searches import ParWork, WinnabilityWork
from dtcli.formats.card_sets import DEFAULT_CARD_SET, bundled_cards, scenarios
from solver.limits import Limits

DEALS = 3
QUICK = 100
"""Deals for winnability and bots, for each deal of which par is found."""
LIMITS = Limits(work=20.0)


def _timed(work: DealWork, deals: Iterable[LabDeal]) -> tuple[list[JudgedDeal], list[float]]:
    found, seconds = [], []
    for deal in deals:
        begun = time.process_time()
        found.append(work.judge(deal.raw(), attended=False))
        seconds.append(time.process_time() - begun)
    return found, seconds


def main(deals: int) -> None:
    names = bundled_cards(DEFAULT_CARD_SET)
    print(f"lab, CPU time for a deal: {deals * QUICK} deals of each scenario, par of {deals} within {LIMITS.work:.0f}")
    print(f"{'':<22}{'winnability, mean':>19}{'most':>10}{'bot, mean':>12}{'par, median':>14}{'most':>8}{'proved':>8}")
    for scenario in scenarios():

        def deals_for(number: int, bot: str | None = None, scenario: str = scenario) -> list[LabDeal]:
            return [LabDeal(scenario, None, deal_word("1", n), bot) for n in range(1, number + 1)]

        _, won = _timed(WinnabilityWork(names), deals_for(deals * QUICK))
        _, bots = _timed(BotWork(names), deals_for(deals * QUICK, "careful"))
        found, par = _timed(ParWork(names, limits=LIMITS), deals_for(deals))
        proved = sum(one.found.par is not None and one.found.par == one.found.bound for one in found)
        print(
            f"{scenario:<22}{1000 * sum(won) / len(won):>16.1f} ms{1000 * max(won):>7.0f} ms"
            f"{1000 * sum(bots) / len(bots):>9.1f} ms{median(par):>12.1f} s{max(par):>6.1f} s{proved:>5} of {deals}"
        )
