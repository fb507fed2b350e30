"""The time to generate a puzzle by grade, how many positions pass each check, and a batch run to its end."""

import subprocess
import sys
import time
from collections import Counter
from statistics import median
from tempfile import TemporaryDirectory

from dtcli.formats.puzzle.file import read_puzzles
from dtcli.formats.puzzle.ids import NEWEST_GENERATOR, ShortId
from solver.puzzles.batch import PuzzleRequest, fulfil
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.judging import Rejection

WANTED = {3: 3.0, 5: 20.0}
"""The most seconds of one core for a puzzle of a grade, in the median."""
PUZZLES, BATCH = 7, 100


def main(puzzles: int = PUZZLES, batch: int = BATCH) -> None:
    """Print seconds by grade, how many positions pass each check, and the time of a batch."""
    rejected: Counter[Rejection] = Counter()
    found = 0
    for grade in range(1, 6):
        seconds = []
        for n in range(puzzles):
            seed = str(ShortId(grade, f"benchmark-{n}", NEWEST_GENERATOR))
            before = time.process_time()
            result = fulfil(PuzzleRequest(PuzzleRequirements(grade=grade), seed))
            seconds.append(time.process_time() - before)
            rejected += result.rejected
            found += result.puzzle is not None
        seconds.sort()
        wanted = f", wanted {WANTED[grade]:.0f}" if grade in WANTED else ""
        print(f"grade {grade}: median {median(seconds):.1f} s{wanted}, slowest {seconds[-1]:.1f} s, {puzzles} puzzles")
    left = rejected.total() + found
    print(f"{left} positions")
    for reason in Rejection:
        if rejected[reason]:
            passed = 1 - rejected[reason] / left
            print(f"{rejected[reason]:>7} refused: {reason.value:<40} {passed:6.1%} of {left} pass")
            left -= rejected[reason]
    print(f"{found} puzzles")
    if batch:
        time_batch(batch)


def time_batch(count: int) -> None:
    """Print how long a batch takes on two cores, and whether a position or a title repeats."""
    with TemporaryDirectory() as folder:
        path = f"{folder}/batch.ndjson"
        arguments = ["--grade", "3", "--count", str(count), "--jobs", "2", "--seed", "batch", "--write", path]
        before = time.perf_counter()
        command = [sys.executable, "-m", "dtcli", "puzzle", "new", *arguments]
        code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
        seconds = time.perf_counter() - before
        made = [document.data for document in read_puzzles([path])]
    titles = {data["title"] for data in made if data}
    positions = {str((data.get("start"), data["story"])) for data in made if data}
    print(
        f"--count {count} --jobs 2: exit {code} after {seconds:.0f} s, {len(made)} puzzles, "
        f"{len(positions)} positions, {len(titles)} titles"
    )
