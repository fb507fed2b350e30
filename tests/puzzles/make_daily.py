"""Makes the puzzles of the day that ship: ``python -m tests.puzzles.make_daily [--until DATE] [--grades 1,2,3]``.

Days that are in the file are kept, so a run can be stopped and begun again. Each puzzle is proved before it is written:
no card too many, one answer, and the solver agrees. Hard grades take longest, half a minute each: processes with
different ``--grades`` can run at once. Days behind a gap wait in a file of their own.
"""

import argparse
import os
import sys
import time
from datetime import date, timedelta
from itertools import takewhile
from pathlib import Path

from dtcli.formats.locks import lock
from dtcli.formats.puzzle.daily import DAILY_IDS, daily_grade, read_daily_ids
from dtcli.formats.puzzle.file import check_puzzle, read_id
from dtcli.formats.puzzle.ids import full_id
from dtcli.formats.writing import write_whole
from solver.puzzles.daily import daily_candidates
from solver.puzzles.examination import examine

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "dtcli" / "data" / DAILY_IDS
UNFINISHED = ROOT / "build" / DAILY_IDS
"""All days that were made, with gaps; the shipped file ends before the first gap."""
FIRST, LAST = date(2026, 11, 19), date(2028, 12, 31)
HEADER = "# The puzzles of the day, made and proved by python -m tests.puzzles.make_daily.\n"
TRIES = 30_000


def untitled(puzzle_id: str) -> str:
    """Return the id of a puzzle without its title."""
    data = dict(read_id(puzzle_id).data or {})
    return full_id({key: value for key, value in data.items() if key != "title"})


def proved_id(day: date, taken: set[str]) -> str | None:
    """Return the full id of a day's puzzle; None if none was found that is proved and new."""
    for puzzle in daily_candidates(day, tries=TRIES):
        found = full_id(puzzle)
        examined = examine(check_puzzle(read_id(found)))
        proof, report = examined.proof, examined.report
        if report is None or proof is None or examined.problems or not proof.proved:
            continue
        if report.difficulty.grade == daily_grade(day) and untitled(found) not in taken:
            return found
    return None


def made_days() -> dict[date, str]:
    """Return the days that are in the files."""
    made: dict[date, str] = {}
    for path in (SHIPPED, UNFINISHED):
        if path.exists():
            made |= read_daily_ids(path.read_text(encoding="utf-8"))
    return made


def add(day: date, puzzle_id: str) -> int:
    """Add a day, unless another process was first, and return how many days ship."""
    with lock(UNFINISHED.with_suffix(".lock")):
        made = {day: puzzle_id, **made_days()}
        shipped = list(takewhile(made.__contains__, (FIRST + timedelta(n) for n in range(len(made)))))
        for path, days in ((SHIPPED, shipped), (UNFINISHED, sorted(made))):
            write_whole(path, HEADER + "".join(f"{day.isoformat()} {made[day]}\n" for day in days))
        if len(shipped) == len(made):
            UNFINISHED.unlink()
    return len(shipped)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--until", type=date.fromisoformat, default=LAST)
    parser.add_argument("--grades", default="1,2,3,4,5")
    options = parser.parse_args()
    os.nice(10)
    UNFINISHED.parent.mkdir(exist_ok=True)
    wanted = set(map(int, options.grades.split(",")))
    for number in range((options.until - FIRST).days + 1):
        day = FIRST + timedelta(number)
        made = made_days()
        if day in made or daily_grade(day) not in wanted:
            continue
        begun = time.monotonic()
        found = proved_id(day, set(map(untitled, made.values())))
        result = "nothing found" if found is None else f"{add(day, found)} days ship: {found}"
        sys.stdout.write(f"{day} grade {daily_grade(day)} in {time.monotonic() - begun:.0f} s, {result}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
