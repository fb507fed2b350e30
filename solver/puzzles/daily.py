"""Makes the puzzle of a day: its grade follows from the weekday, its title from the date."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Any

from dtcli.formats.limits import USUAL_TRIES
from dtcli.formats.puzzle.daily import DAY_KEY, daily_grade
from solver.puzzles.batch import PuzzleRequest, fulfil
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.daily_titles import daily_title
from solver.puzzles.judging import Watch, ignore

if TYPE_CHECKING:
    from dtcli.formats.schema import PuzzleFile

MOST_SEEDS = 20


def daily_candidates(day: date, *, tries: int = USUAL_TRIES, watch: Watch = ignore) -> Iterator["PuzzleFile"]:
    """Yield puzzles for a day, each from another seed: the first is its puzzle unless it was the puzzle of another day.

    ``watch`` is called after every position that was refused.
    """
    for number in range(1, MOST_SEEDS + 1):
        seed = f"daily-{day.isoformat()}" if number == 1 else f"daily-{day.isoformat()}.{number}"
        request = PuzzleRequest(PuzzleRequirements(grade=daily_grade(day)), seed)
        found: Any = fulfil(request, tries=tries, watch=watch).puzzle
        if found is not None:
            found.update({"title": daily_title(day), DAY_KEY: day.isoformat()})
            yield found
