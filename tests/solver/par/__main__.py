"""Compares par with an exhaustive search at length: ``python -m tests.solver.par --deals 2000``."""

import argparse
import sys

from dtcli.rules.heroes import HEROES
from tests.solver.par.comparison import compare, report


def main() -> None:
    """Compare deals without heroes, then some with each hero."""
    parser = argparse.ArgumentParser(prog="python -m tests.solver.par", description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="deals without heroes")
    parser.add_argument("--with-heroes", type=int, default=40, help="deals with each hero")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    verdicts = report(compare(range(asked.first, asked.first + asked.deals)))
    print("without heroes:", dict(verdicts))
    for hero in HEROES:
        found = report(compare(range(asked.first, asked.first + asked.with_heroes), (hero,), tiny=True))
        print(f"{hero}:", dict(found))
        verdicts += found
    sys.exit(1 if verdicts["different"] else 0)


if __name__ == "__main__":
    main()
