"""Statistics over puzzles: one summary for each puzzle, the streak of days, the rating, the best runs of the storm.

docs/puzzles.md defines what counts. Grades and results come from the file of results; nothing is solved again.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from dtcli.formats.puzzle.results import PuzzleResult, StormResult
from dtcli.play.puzzle.glicko2 import MOST_DEVIATION, Opponent, Rating, rated
from dtcli.play.storage.history import Streak
from dtcli.play.storage.puzzle_results import StoredResults

RATING_OF_GRADE = {1: 1100.0, 2: 1300.0, 3: 1500.0, 4: 1700.0, 5: 1900.0}
DEVIATION_OF_GRADE = 100.0
"""How well the rating of a grade is known."""
BEST_STORMS = 10


class PuzzleSummary(NamedTuple):
    """All sessions with one puzzle, up to the one that solved it."""

    puzzle: str
    title: str
    id: str | None
    grade: int | None
    day: str | None
    first: str
    """When it was begun first."""
    solved: bool
    when: str
    """When the session began that solved it, or else the last one."""
    sessions: int
    attempts: int
    seconds: float
    hints: int
    undos: int
    checks: int
    restarts: int
    solution: bool
    """Whether the solution was seen before it was solved."""
    score: float | None
    """What it counts in the rating: 1, 0.5 or 0; None if nothing is decided yet."""
    rated_on: str | None
    """The day on which it was decided."""


class GradeTally(NamedTuple):
    """The puzzles of one grade; the grade is None for those without."""

    grade: int | None
    puzzles: int
    solved: int
    first_try: int
    """How many were solved with the first attempt and without help."""
    attempts: int
    hints: int
    seconds: float
    """The average time of a solved puzzle."""


class PuzzleStatistics(NamedTuple):
    """Everything that ``dtcli history --puzzles`` shows."""

    puzzles: tuple[PuzzleSummary, ...]
    grades: tuple[GradeTally, ...]
    total: GradeTally
    streak: Streak
    """Days in a row whose puzzle was solved on its day."""
    rating: Rating
    rated: int
    """How many puzzles count in the rating."""
    storms: tuple[StormResult, ...]
    """The best runs, the best first."""
    runs: int

    def as_json(self) -> list[dict[str, Any]]:
        """Return the records of ``--json``: one for each puzzle, the best runs of the storm, then the total."""
        total = {key: value for key, value in self.total._asdict().items() if key != "grade"}
        total["grades"] = [one._asdict() for one in self.grades]
        rating = {**self.rating._asdict(), "puzzles": self.rated}
        return [
            *({"kind": "puzzle", **one._asdict()} for one in self.puzzles),
            *({"kind": "storm", **one._asdict()} for one in self.storms),
            {"kind": "total", **total, "streak": self.streak._asdict(), "rating": rating, "storms": self.runs},
        ]


def statistics(found: StoredResults, *, today: date) -> PuzzleStatistics:
    """Return the statistics over everything that was kept."""
    by_puzzle: dict[str, list[PuzzleResult]] = {}
    for result in found.puzzles:
        by_puzzle.setdefault(result.puzzle, []).append(result)
    puzzles = tuple(summary(sessions) for sessions in by_puzzle.values())
    grades = sorted({one.grade for one in puzzles}, key=lambda grade: grade or 0)
    counted = [one for one in puzzles if one.score is not None and one.grade is not None]
    return PuzzleStatistics(
        puzzles=puzzles,
        grades=tuple(_tally(grade, [one for one in puzzles if one.grade == grade]) for grade in grades),
        total=_tally(None, puzzles),
        streak=daily_streak(found.puzzles, today=today),
        rating=rating_of(counted, today=today),
        rated=len(counted),
        storms=best_storms(found.storms),
        runs=len(found.storms),
    )


def best_storms(runs: Iterable[StormResult]) -> tuple[StormResult, ...]:
    """Return the best runs: the most solved, then the fewest mistakes, then the earliest."""
    ranked = sorted(runs, key=lambda run: (-run.solved, run.mistakes, run.begun))
    return tuple(ranked[:BEST_STORMS])


def summary(sessions: list[PuzzleResult]) -> PuzzleSummary:
    """Return the summary of the sessions with one puzzle, in the order in which they began."""
    end = next((n for n, one in enumerate(sessions, 1) if one.solved), len(sessions))
    counted = sessions[:end]
    first, last = counted[0], counted[-1]
    score, rated_on = _score(counted)
    return PuzzleSummary(
        puzzle=first.puzzle,
        title=last.title,
        id=last.id,
        grade=last.grade,
        day=last.day,
        first=first.begun,
        solved=last.solved,
        when=last.begun,
        sessions=len(counted),
        attempts=sum(one.attempts for one in counted),
        seconds=round(sum(one.seconds for one in counted), 1),
        hints=sum(one.hints for one in counted),
        undos=sum(one.undos for one in counted),
        checks=sum(one.checks for one in counted),
        restarts=sum(one.restarts for one in counted),
        solution=any(one.solution for one in counted),
        score=score,
        rated_on=rated_on,
    )


def _score(sessions: list[PuzzleResult]) -> tuple[float | None, str | None]:
    """Return the score of a puzzle and the day on which the first session decided it."""
    helped = False
    for one in sessions:
        helped = helped or bool(one.hints or one.undos or one.checks or one.restarts)
        if one.solution or (one.attempts and not one.solved):
            return 0.0, one.begun[:10]
        if one.solved:
            return (0.5 if helped or one.attempts > 1 else 1.0), one.begun[:10]
    return None, None


def rating_of(puzzles: Iterable[PuzzleSummary], *, today: date) -> Rating:
    """Return the rating after these puzzles; each day is a rating period, also a day without puzzles."""
    rating = Rating()
    last: date | None = None
    ordered = sorted(puzzles, key=lambda one: (one.rated_on or "", one.puzzle))
    for text, group in groupby(ordered, key=lambda one: one.rated_on or ""):
        day = date.fromisoformat(text)
        rating = _rested(rating, last, day - timedelta(1))
        rating = rated(
            rating,
            [
                Opponent(RATING_OF_GRADE[one.grade], DEVIATION_OF_GRADE, one.score)
                for one in group
                if one.grade is not None and one.score is not None
            ],
        )
        last = day
    return _rested(rating, last, today - timedelta(1))


def _rested(rating: Rating, last: date | None, until: date) -> Rating:
    """Return the rating after the days without puzzles that follow the last one."""
    for _ in range((until - last).days if last is not None else 0):
        if rating.deviation >= MOST_DEVIATION:
            break
        rating = rated(rating, ())
    return rating


def daily_streak(results: Iterable[PuzzleResult], *, today: date) -> Streak:
    """Return how many days in a row the puzzle of the day was solved on its day, up to today or yesterday."""
    days = sorted({date.fromisoformat(one.day) for one in results if one.solved and one.day == one.begun[:10]})
    streak, last = Streak(), None
    for day in days:
        if last is not None and day - last != timedelta(1):
            streak = streak.after(won=False)
        streak, last = streak.after(won=True), day
    still_runs = last is not None and today - last <= timedelta(1)
    return streak if still_runs else streak._replace(now=0)


def _tally(grade: int | None, puzzles: Iterable[PuzzleSummary]) -> GradeTally:
    every = list(puzzles)
    solved = [one for one in every if one.solved]
    return GradeTally(
        grade=grade,
        puzzles=len(every),
        solved=len(solved),
        first_try=sum(one.score == 1 for one in every),
        attempts=sum(one.attempts for one in every),
        hints=sum(one.hints for one in every),
        seconds=round(sum(one.seconds for one in solved) / len(solved), 1) if solved else 0.0,
    )
