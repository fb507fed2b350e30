"""The campaign gets harder from level to level, and its deals can be won.

The bots play the same deals in every run, so the results do not vary. docs/cards.md has the table of many more deals.
"""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from dtcli.batch.lab.outcomes import WINNABLE
from dtcli.batch.work.lab_searches import WinnabilityWork
from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.rules.score import Status
from solver.bots.five_minutes import BOTS
from tests.balance.measuring import HEAD, LEVELS, RULE, games_of, judged, table

DOCS = Path(__file__).resolve().parents[2] / "docs/cards.md"
DEALS = {"level-1": 500, "level-2": 500, "level-3": 200, "level-4": 200}
"""Levels 1 and 2 are closer to each other."""
HARD = ("the-darkest-dungeon", "level-3", "unnatural-foes", "level-4", "the-book-of-fate")


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_wins_less_from_level_to_level(bot):
    rates = [games_of(bot, level, "levels", DEALS[level]).total(Status.WON) / DEALS[level] for level in LEVELS]
    assert all(harder < easier for easier, harder in pairwise(rates)), rates
    assert rates[-1] > 0.1 / len(BOTS), "the last level is hard, but not hopeless"


@pytest.mark.parametrize("scenario", HARD)
def test_every_deal_of_a_hard_scenario_can_be_won(scenario):
    found = judged(WinnabilityWork(bundled_cards("house")), scenario, "winnable", 120)
    assert found.total(WINNABLE) == found.deals == 120


def test_the_table_of_a_small_run():
    """The same deals as one by one."""
    lines = table(["level-4", "training-grounds"], "small", 20, 1).splitlines()
    assert lines[:2] == [HEAD, RULE]
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| Level 4", "| Training Grounds"]
    won = games_of("careful", "level-4", "small", 20).total(Status.WON)
    assert lines[2].startswith(f"| Level 4 | {won / 20:.1%} (")


def test_the_table_in_the_docs():
    """All scenarios and bots; and for each bot, the intervals of two levels in a row do not overlap."""
    text = DOCS.read_text(encoding="utf-8")
    assert f"{HEAD}\n{RULE}\n" in text
    cells = r" [\d.]+% \(([\d.]+) to ([\d.]+)\) \| [\d.]+ \| [\d.]+% \|"
    rows = re.findall(rf"^\| ([^|]+) \|{cells * len(BOTS)}$", text, re.MULTILINE)
    assert [title for title, *_ in rows] == [one.title for one in scenarios().values()]
    levels = [[float(end) for end in ends] for title, *ends in rows if title.startswith("Level")]
    assert len(levels) == len(LEVELS)
    for low in range(0, 2 * len(BOTS), 2):
        assert all(harder[low + 1] < easier[low] for easier, harder in pairwise(levels)), levels
