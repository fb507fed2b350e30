"""Makes the puzzles of the day that ship: ``python -m tests.puzzles.make_daily [--until DATE] [--grades 1,2,3]``.

Days that are in the file are kept, so a run can be stopped and begun again. Each puzzle is proved before it is written:
no card too many, one answer, and the solver agrees. Hard grades take longest: with ``--grades`` the others come first,
in a file of their own until no day is missing.
"""

import argparse
import os
import sys
import time
from datetime import date, timedelta
from pathlib import Path

from dtcli.formats.puzzle.daily import DAILY_IDS, daily_grade, read_daily_ids
from dtcli.formats.puzzle.file import check_puzzle, read_id
from dtcli.formats.puzzle.ids import full_id
from dtcli.formats.writing import write_whole
from solver.puzzles.daily import daily_candidates
from solver.puzzles.examination import examine

SHIPPED = Path(__file__).resolve().parents[2] / "dtcli" / "data" / DAILY_IDS
UNFINISHED = SHIPPED.with_suffix(".unfinished")
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
        sound = examined.is_sound and not examined.problems and proof is not None and proof.proved
        if (
            sound
            and report is not None
            and report.difficulty.grade == daily_grade(day)
            and untitled(found) not in taken
        ):
            return found
    return None


def write(made: dict[date, str]) -> int:
    """Write both files, and return how many days ship."""
    shipped: dict[date, str] = {}
    day = FIRST
    while day in made:
        shipped[day] = made[day]
        day += timedelta(1)
    for path, days in ((SHIPPED, shipped), (UNFINISHED, made)):
        lines = [f"{day.isoformat()} {puzzle_id}\n" for day, puzzle_id in sorted(days.items())]
        write_whole(path, HEADER + "".join(lines))
    if shipped == made:
        UNFINISHED.unlink()
    return len(shipped)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--until", type=date.fromisoformat, default=LAST)
    parser.add_argument("--grades", default="1,2,3,4,5")
    options = parser.parse_args()
    os.nice(10)
    wanted = set(map(int, options.grades.split(",")))
    made: dict[date, str] = {}
    for path in (SHIPPED, UNFINISHED):
        if path.exists():
            made |= read_daily_ids(path.read_text(encoding="utf-8"))
    taken = set(map(untitled, made.values()))
    for number in range((options.until - FIRST).days + 1):
        day = FIRST + timedelta(number)
        if day in made or daily_grade(day) not in wanted:
            continue
        begun = time.monotonic()
        found = proved_id(day, taken)
        if found is not None:
            made[day] = found
            taken.add(untitled(found))
        shipped = write(made)
        seconds = time.monotonic() - begun
        result = "nothing found" if found is None else found
        sys.stdout.write(f"{day} grade {daily_grade(day)} in {seconds:.0f} s, {shipped} days ship: {result}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
