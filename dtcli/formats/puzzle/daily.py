"""The puzzles of the day: which grade each weekday has, and the ids of the days that ship.

The file of ids is made by ``python -m tests.puzzles.make_daily``.
"""

from collections.abc import Mapping
from datetime import date
from functools import cache

from dtcli.formats.card_sets import DATA

GRADES = (1, 1, 2, 2, 3, 4, 5)
"""The grade of the puzzle of the day, from Monday on."""
DAILY_IDS = "daily_puzzles.txt"
"""The file of ids, one line for each day: the date and the full id."""

DAY_KEY = "_day"
"""The key of a puzzle that was made for a day; its value is the date."""


def daily_grade(day: date) -> int:
    """Return the grade of a day's puzzle.

    >>> daily_grade(date(2026, 11, 22))
    5
    """
    return GRADES[day.weekday()]


@cache
def daily_ids() -> Mapping[date, str]:
    """Return the full ids of the puzzles of the day that ship, by date, without gaps."""
    return read_daily_ids((DATA / DAILY_IDS).read_text("utf-8"))


def read_daily_ids(text: str) -> dict[date, str]:
    r"""Return the ids by date from the content of the file.

    >>> read_daily_ids("# a comment\n2026-11-19 dt1.abc\n")
    {datetime.date(2026, 11, 19): 'dt1.abc'}
    """
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {date.fromisoformat(day): puzzle_id for day, puzzle_id in lines}


@cache
def _days() -> Mapping[str, date]:
    return {puzzle_id: day for day, puzzle_id in daily_ids().items()}


def day_of_id(puzzle_id: str) -> date | None:
    """Return the day whose puzzle ships under this full id; None if it is not a puzzle of the day."""
    return _days().get(puzzle_id)
