"""Prints how often a careful and a forgetful bot win each scenario with the house cards.

``python -m tests.balance --deals 4000 --seed 1`` prints the table of docs/cards.md.
"""

import argparse
import sys

from dtcli.formats.card_sets import scenarios
from tests.balance.measuring import table


def main() -> None:
    """Print the table that the arguments ask for."""
    parser = argparse.ArgumentParser(prog="python -m tests.balance", description=__doc__)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="only these scenarios")
    parser.add_argument("--deals", type=int, default=1000, help="deals of each scenario, for each bot")
    parser.add_argument("--seed", default="1", help="deal number i has the seed SEED-i")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args()
    if unknown := set(given.scenarios) - set(scenarios()):
        parser.error(f"unknown scenario {min(unknown)}")
    if given.deals < 1 or given.jobs < 1:
        parser.error("at least 1 deal and 1 process are needed")
    sys.stdout.write(table(given.scenarios or list(scenarios()), given.seed, given.deals, given.jobs) + "\n")


if __name__ == "__main__":
    main()
