"""Runs the benchmarks: all, or those that are named."""

import argparse

from tests.benchmarks import scoring, startup


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        message = "at least 1 is needed"
        raise argparse.ArgumentTypeError(message)
    return number


def _solving(stories: int | None) -> None:
    from tests.benchmarks import solving  # late, so that the others are measured without OR-Tools in memory

    solving.main(stories or solving.STORIES)


def _dominance(stories: int | None) -> None:
    from tests.benchmarks import dominance

    dominance.main(stories or dominance.STORIES)


def _analysing(stories: int | None) -> None:
    from tests.benchmarks import analysing

    analysing.main(stories or analysing.STORIES)


def _small(stories: int | None) -> None:
    from tests.benchmarks import small_stories

    small_stories.main(stories or small_stories.GAMES)


def _batches(games: int | None) -> None:
    from tests.benchmarks import batches  # late: it also needs the tests of batches

    batches.main(games or batches.GAMES)


def _playing() -> None:
    from tests.benchmarks import playing  # late, because there are no pseudo-terminals on Windows

    playing.main()


def _typing() -> None:
    from tests.benchmarks import typing_keys

    typing_keys.main()


def _par(deals: int | None) -> None:
    from tests.benchmarks import par  # late, as above

    par.main(deals or par.DEALS)


def _puzzling(puzzles: int | None) -> None:
    from tests.benchmarks import puzzling

    puzzling.main(puzzles or puzzling.PUZZLES)


def _slips(copies: int | None) -> None:
    from tests.benchmarks import slips

    slips.main(copies or slips.DAMAGED)


def _lab(deals: int | None) -> None:
    from tests.benchmarks import lab

    lab.main(deals or lab.DEALS)


def main() -> None:
    benchmarks = {
        "startup": startup.main,
        "scoring": scoring.main,
        "batches": lambda: _batches(asked.stories),
        "solving": lambda: _solving(asked.stories),
        "dominance": lambda: _dominance(asked.stories),
        "analysing": lambda: _analysing(asked.stories),
        "small": lambda: _small(asked.stories),
        "playing": _playing,
        "typing": _typing,
        "slips": lambda: _slips(asked.stories),
        "par": lambda: _par(asked.stories),
        "puzzling": lambda: _puzzling(asked.stories),
        "lab": lambda: _lab(asked.stories),
    }
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"{', '.join(benchmarks)}; all if none is named")
    parser.add_argument(
        "--stories",
        type=_at_least_one,
        metavar="N",
        help="stories for every row of batches, solving, dominance, analysing, small, slips, puzzling, lab, par "
        "(usually 10000, 40, 12, 15, 100, 5, 7, 3 and 40)",
    )
    asked = parser.parse_args()
    for name in asked.names:
        if name not in benchmarks:
            parser.error(f"there is no benchmark {name!r}, only {', '.join(benchmarks)}")
    for number, name in enumerate(asked.names or benchmarks):
        if number:
            print()
        benchmarks[name]()


if __name__ == "__main__":
    main()
