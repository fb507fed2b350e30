"""Has bots play deals of the scenarios, with the works of ``dtcli lab``, and makes the table of docs/cards.md."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from dtcli.batch.lab.deals import deals_of
from dtcli.batch.lab.outcomes import LabGroup, groups_of
from dtcli.batch.work.lab import DealWork
from dtcli.batch.work.lab_bots import BotWork
from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.rules.score import Status
from solver.bots.five_minutes import BOTS

LEVELS = ("level-1", "level-2", "level-3", "level-4")
HEAD = "| scenario | " + " | ".join(f"{bot} wins | missions | broken" for bot in BOTS) + " |"
RULE = "| --- |" + " ---: | ---: | ---: |" * len(BOTS)


def judged(work: DealWork, scenario: str, seed: str, deals: int, bot: str | None = None) -> LabGroup:
    """Return what a work found out about the first deals of a seed."""
    inputs = deals_of((scenarios()[scenario],), seed, deals, (bot,)).make()
    counts = Counter(work.outcome(work.judge(raw, attended=False)) for raw in inputs)
    (group,) = groups_of(counts)
    return group


def games_of(bot: str, scenario: str, seed: str, deals: int) -> LabGroup:
    """Return how a bot fares with the house cards."""
    return judged(BotWork(bundled_cards("house")), scenario, seed, deals, bot)


def table(names: Sequence[str], seed: str, deals: int, jobs: int) -> str:
    """Return the table of all bots in these scenarios."""
    lines = [HEAD, RULE]
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        games = {(bot, name): pool.submit(games_of, bot, name, seed, deals) for name in names for bot in BOTS}
        for name in names:
            cells = [cell for bot in BOTS for cell in _cells(games[bot, name].result())]
            lines.append(f"| {scenarios()[name].title} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cells(group: LabGroup) -> tuple[str, str, str]:
    """Return the share of games won with its 95 % interval, the mean of the missions, and the share of broken games."""
    low, high = group.interval(Status.WON)
    missions = sum(number * n for number, n in group.missions().items()) / group.deals
    won, broken = (group.total(status) / group.deals for status in (Status.WON, Status.BROKEN))
    return f"{won:.1%} ({100 * low:.1f} to {100 * high:.1f})", f"{missions:.2f}", f"{broken:.1%}"
