"""Reads and writes the lines of the file of puzzle results: sessions with puzzles, and runs of the storm.

Any line gives a result, or None if it is damaged. Where the file is, and what is done with damaged lines, is decided in
``dtcli.play.storage``.
"""

import json
from datetime import date, datetime
from typing import Any, NamedTuple

from dtcli.formats.json.text import compact, decode
from dtcli.formats.limits import MOST_COUNTED, MOST_GRADE, MOST_ID, MOST_NAME, MOST_TITLE

_LONGEST_SESSION = 1_000_000_000.0
"""Seconds."""


class PuzzleResult(NamedTuple):
    """What was done with a puzzle in one session: all counts so far."""

    session: str
    puzzle: str
    """The digest of its position and goal."""
    begun: str
    """The date and time, with the time zone."""
    title: str = ""
    id: str | None = None
    grade: int | None = None
    day: str | None = None
    """The date whose puzzle of the day it is."""
    seconds: float = 0.0
    """The time from the first card to the solution, or to the last change."""
    attempts: int = 0
    """How often the story was played to its end, up to the solution."""
    solved: bool = False
    """Whether the goal was reached before the solution was seen."""
    hints: int = 0
    undos: int = 0
    checks: int = 0
    restarts: int = 0
    solution: bool = False
    """Whether the solution was seen before the puzzle was solved."""


class StormResult(NamedTuple):
    """A run of the storm."""

    session: str
    begun: str
    seconds: float
    """The time limit."""
    solved: int
    mistakes: int
    combo: int = 0
    """The most puzzles solved one after the other."""
    hardest: int = 0
    """The highest grade that was solved."""


Result = PuzzleResult | StormResult
_KINDS: dict[str, type[PuzzleResult] | type[StormResult]] = {"puzzle": PuzzleResult, "storm": StormResult}
_YEARS = range(1970, 3000)
_TEXTS = {"session": MOST_NAME, "puzzle": MOST_NAME, "begun": MOST_NAME, "title": MOST_TITLE, "id": MOST_ID, "day": 10}


class UnknownResult(NamedTuple):
    """A line of a kind that only a later dtcli knows; it is kept and not counted."""

    kind: str


def result_line(result: Result) -> str:
    """Return a result as a line of the file, without its end."""
    kind = next(kind for kind, known in _KINDS.items() if isinstance(result, known))
    return compact({"kind": kind, **result._asdict()})


def read_result(line: str) -> Result | UnknownResult | None:
    """Return the result of a line; None if the line is damaged.

    >>> read_result('{"kind": "sprint"}'), read_result('{"kind": "puz')
    (UnknownResult(kind='sprint'), None)
    """
    try:
        data = decode(line)
    except (ValueError, RecursionError, json.JSONDecodeError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        return None
    known = _KINDS.get(data["kind"])
    if known is None:
        return UnknownResult(data["kind"])
    given = {key: value for key, value in data.items() if key in known._fields}
    missing = set(known._fields) - set(known._field_defaults) - set(given)
    if missing or not all(_fits(key, value, known) for key, value in given.items()):
        return None
    return known(**given)


def _fits(key: str, value: Any, known: type[PuzzleResult] | type[StormResult]) -> bool:
    """Return whether a value has the type and the size that its key asks for."""
    if key in ("id", "day", "grade") and value is None:
        return True
    if key in _TEXTS:
        return isinstance(value, str) and len(value) <= _TEXTS[key] and _is_moment(key, value)
    if key == "seconds":
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LONGEST_SESSION
    if known is PuzzleResult and key in ("solved", "solution"):
        return isinstance(value, bool)
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return 1 <= value <= MOST_GRADE if key == "grade" else 0 <= value <= MOST_COUNTED


def _is_moment(key: str, value: str) -> bool:
    """Return whether the value of a key for a date is one, written with hyphens; other keys take any text."""
    if key not in ("day", "begun"):
        return True
    try:
        day = date.fromisoformat(value[:10])
        is_whole = key == "day" or datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False
    return is_whole and day.isoformat() == value[:10] and day.year in _YEARS
