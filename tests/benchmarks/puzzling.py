"""The time to generate a puzzle by grade, and how many positions pass each check."""

import time
from collections import Counter
from statistics import median

from solver.puzzles.batch import PuzzleRequest, fulfil
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.judging import Rejection

WANTED = 10.0
"""The most seconds for a puzzle of the third grade, in the median."""


PUZZLES = 7


def main(puzzles: int = PUZZLES) -> None:
    """Print seconds by grade, and how many positions pass each check."""
    rejected: Counter[Rejection] = Counter()
    found = 0
    for grade in (1, 2, 3):
        seconds = []
        for n in range(puzzles):
            before = time.perf_counter()
            result = fulfil(PuzzleRequest(PuzzleRequirements(grade=grade), f"grade{grade}#benchmark-{n}"))
            seconds.append(time.perf_counter() - before)
            rejected += result.rejected
            found += result.puzzle is not None
        seconds.sort()
        wanted = f", wanted {WANTED:.0f}" if grade == 3 else ""
        print(f"grade {grade}: median {median(seconds):.1f} s{wanted}, slowest {seconds[-1]:.1f} s, {puzzles} puzzles")
    left = rejected.total() + found
    print(f"{left} positions")
    for reason in Rejection:
        if rejected[reason]:
            passed = 1 - rejected[reason] / left
            print(f"{rejected[reason]:>7} refused: {reason.value:<40} {passed:6.1%} of {left} pass")
            left -= rejected[reason]
    print(f"{found} puzzles")
