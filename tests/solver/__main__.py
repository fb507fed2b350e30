"""The long comparison of the solver with exhaustive searches, on many random small games.

    python -m tests.solver --games 3000 --seed 0
    python -m tests.solver --games 500 --heroes ros-thanir,tragurk
    python -m tests.solver --games 1500 --analyses
    python -m tests.solver --games 1500 --explanations
    python -m tests.solver --games 1500 --repairs
    python -m tests.solver --games 20000 --bounds
    python -m tests.solver --games 1000 --without nintrabash_waits

Exits with 1 if any game differs, and prints the command that repeats it.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import StrEnum
from random import Random
from typing import NamedTuple

from dtcli.rules import Game, HeroId, start
from dtcli.rules.rulings import TEN_HEROES
from solver.model.dominance import EVERY_ARGUMENT, Dominance
from tests.solver import exhaustive_analysis, exhaustive_bounds, exhaustive_explanation, exhaustive_repair
from tests.solver.compare import MOST, compare
from tests.solver.exhaustive import TooManyPositions
from tests.solver.records import game_to_record, with_record
from tests.solver.small import small_game

PROCESSES = 2
CHUNK = 10
"""Games that a process takes at a time."""
NEWS = 10.0
"""Seconds between two progress messages."""


class ComparisonResult(StrEnum):
    """The result for one game."""

    SAME = "same"
    DIFFERENT = "different"
    TOO_LARGE = "too large"


class Subject(StrEnum):
    """What is compared."""

    LINE = "line"
    """The best line from the opening."""
    ANALYSIS = "analyses"
    """Every position of a random record, and the values of its decisions."""
    EXPLANATION = "explanations"
    """Why one mission more than the best line completes cannot be completed."""
    REPAIR = "repairs"
    """The fewest changes that win a game recorded with mistakes."""
    BOUNDS = "bounds"
    """The worst and the best result of an incomplete record."""


class ComparisonTask(NamedTuple):
    """One game to compare."""

    seed: int
    heroes: tuple[HeroId, ...] | None
    most: int
    about: Subject
    without: str | None = None
    """A dominance argument that is not used."""

    @property
    def game(self) -> Game:
        """The game of the seed."""
        make = {Subject.REPAIR: game_to_record, Subject.BOUNDS: exhaustive_bounds.packed_game}.get(
            self.about, small_game
        )
        return make(Random(self.seed), self.heroes)

    @property
    def again(self) -> str:
        """The command that compares just this game."""
        heroes = "" if self.heroes is None else f" --heroes {','.join(self.heroes)}"
        about = "" if self.about is Subject.LINE else f" --{self.about}"
        about += f" --without {self.without}" if self.without else ""
        return f"python -m tests.solver --games 1 --seed {self.seed} --most {self.most}{heroes}{about}"


class ComparedGame(NamedTuple):
    """A game that was compared, and the result."""

    question: ComparisonTask
    heroes: tuple[HeroId, ...]
    verdict: ComparisonResult
    broke: bool = False
    wrong: str = ""


def answer(question: ComparisonTask) -> ComparedGame:
    """Compare one game."""
    game = question.game
    try:
        wrong, broke = _COMPARE[question.about](game, question)
    except TooManyPositions:
        return ComparedGame(question, game.heroes, ComparisonResult.TOO_LARGE)
    except Exception as error:  # noqa: BLE001  (whatever it is, the other games go on)
        return ComparedGame(question, game.heroes, ComparisonResult.DIFFERENT, wrong=f"{type(error).__name__}: {error}")
    verdict = ComparisonResult.DIFFERENT if wrong else ComparisonResult.SAME
    return ComparedGame(question, game.heroes, verdict, broke=broke, wrong="; ".join(wrong))


def _best_line(game: Game, question: ComparisonTask) -> tuple[tuple[str, ...], bool]:
    dominance = EVERY_ARGUMENT if question.without is None else EVERY_ARGUMENT.without(question.without)
    comparison = compare(start(game), most=question.most, dominance=dominance)
    return comparison.wrong, comparison.broke


def _analysis(game: Game, question: ComparisonTask) -> tuple[tuple[str, ...], bool]:
    notes = exhaustive_analysis.random_record(game, Random(f"record {question.seed}"))
    judged = exhaustive_analysis.compare(game, notes, most=question.most)
    return judged.wrong, judged.analysis is not None and judged.analysis.best.outcome.broken


def _explanation(game: Game, question: ComparisonTask) -> tuple[tuple[str, ...], bool]:
    compared = exhaustive_explanation.compare(game, most=question.most)
    return compared.wrong, compared.explanation is not None and compared.explanation.best.outcome.broken


def _repair(game: Game, question: ComparisonTask) -> tuple[tuple[str, ...], bool]:
    game, notes = with_record(game, Random(f"record {question.seed}"), question.most)
    compared = exhaustive_repair.compare(game, notes, most=question.most)
    best = compared.repair and compared.repair.best
    return compared.wrong, best is not None and best.outcome.broken


def _bounds(game: Game, question: ComparisonTask) -> tuple[tuple[str, ...], bool]:
    chance = Random(f"record {question.seed}")
    compared = exhaustive_bounds.compare(
        game, exhaustive_bounds.forget(exhaustive_bounds.full_record(game, chance), chance), question.most
    )
    return compared.wrong, compared.bounds is not None and compared.bounds.range.highest.broken


_COMPARE = {
    Subject.LINE: _best_line,
    Subject.ANALYSIS: _analysis,
    Subject.EXPLANATION: _explanation,
    Subject.REPAIR: _repair,
    Subject.BOUNDS: _bounds,
}


def answers(questions: list[ComparisonTask]) -> Iterator[ComparedGame]:
    """Compare many games, and print differences as soon as they are found."""
    started = told = time.monotonic()
    with ProcessPoolExecutor(PROCESSES) as pool:
        for n, one in enumerate(pool.map(answer, questions, chunksize=CHUNK), 1):
            if one.verdict is ComparisonResult.DIFFERENT:
                say(f"different: {one.wrong}\n  heroes: {', '.join(one.heroes) or 'none'}\n  {one.question.again}")
            now = time.monotonic()
            if now - told > NEWS:
                told = now
                say(f"{n} of {len(questions)} games, {now - started:.0f} s")
            yield one


def say(text: str) -> None:
    """Print and flush, so that a pipe shows it at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def summary(seen: Counter[tuple[int, ComparisonResult]], broke: int) -> Iterator[str]:
    """Return the counts of results: by the number of heroes, and in total."""
    for heroes in sorted({heroes for heroes, _ in seen}):
        yield f"{heroes} heroes: {_counts({verdict: seen[heroes, verdict] for verdict in ComparisonResult})}"
    total = {verdict: sum(n for (_, one), n in seen.items() if one is verdict) for verdict in ComparisonResult}
    yield f"all: {_counts(total)}; {broke} broke for sure"


def _counts(of: dict[ComparisonResult, int]) -> str:
    compared = of[ComparisonResult.SAME] + of[ComparisonResult.DIFFERENT]
    return (
        f"compared {compared}, too large {of[ComparisonResult.TOO_LARGE]}, different {of[ComparisonResult.DIFFERENT]}"
    )


def hero_ids(text: str) -> tuple[HeroId, ...]:
    """Return the heroes that the option names; none for an empty text."""
    heroes = tuple(HeroId(name) for name in text.split(",") if name)
    for hero in heroes:
        if hero not in TEN_HEROES:
            raise argparse.ArgumentTypeError(f"{hero} is none of {', '.join(TEN_HEROES)}")  # noqa: EM102
    return heroes


_OPTIONS = {
    Subject.ANALYSIS: "judge a random record of each game, at all positions",
    Subject.EXPLANATION: "explain why one mission more than the best is out of reach",
    Subject.REPAIR: "repair a random record of each game",
    Subject.BOUNDS: "compare the bounds of a record with gaps with every game that agrees with it",
}


def main() -> int:
    """Compare, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.solver", description="Compare solver and full search")
    parser.add_argument("--games", type=int, default=3000, help="how many games")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game; the others count on")
    parser.add_argument("--heroes", type=hero_ids, help="these heroes, with commas, instead of random ones")
    parser.add_argument("--most", type=int, default=MOST, help="positions above which a game is too large")
    about = parser.add_mutually_exclusive_group()
    for what, meaning in _OPTIONS.items():
        about.add_argument(f"--{what}", dest="about", action="store_const", const=what, help=meaning)
    about.add_argument("--without", choices=Dominance._fields, help="solve without this dominance argument")
    said = parser.parse_args()
    asked = said.about or Subject.LINE
    questions = [ComparisonTask(said.seed + n, said.heroes, said.most, asked, said.without) for n in range(said.games)]
    started = time.monotonic()
    seen: Counter[tuple[int, ComparisonResult]] = Counter()
    broke = 0
    for one in answers(questions):
        seen[len(one.heroes), one.verdict] += 1
        broke += one.broke
    for line in summary(seen, broke):
        say(line)
    say(f"{time.monotonic() - started:.0f} s")
    compared = any(n for (_, verdict), n in seen.items() if verdict is ComparisonResult.SAME)
    return 0 if compared and not any(verdict is ComparisonResult.DIFFERENT for _, verdict in seen) else 1


if __name__ == "__main__":
    sys.exit(main())
