"""What a solved puzzle has changed: the rating, the streak, the text to share, and the themes that may now be shown."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from dtcli.english import plural
from dtcli.formats.puzzle.file import CheckedPuzzle
from dtcli.formats.puzzle.results import PuzzleResult
from dtcli.play.puzzle.facts import known_themes
from dtcli.play.puzzle.share import how_it_went, share_text
from dtcli.play.puzzle.statistics import statistics, summary
from dtcli.play.storage.puzzle_results import StoredResults


class SolvedReport(NamedTuple):
    """What is shown after a solution."""

    went: str
    """Attempts, help and time, over all sessions."""
    rating: str
    """The rating and its change; empty if the puzzle has no grade."""
    streak: str
    """The streak of days; empty if this is not the puzzle of today."""
    themes: tuple[str, ...]
    share: tuple[str, ...]
    """The lines of the text to share."""


def report_of(
    checked: CheckedPuzzle, result: PuzzleResult, stored: Iterable[PuzzleResult], *, today: date
) -> SolvedReport:
    """Return the report on a puzzle that was solved in the session of a result; takes a moment to find its themes."""
    earlier = [one for one in stored if one.session != result.session]
    sessions = [*(one for one in earlier if one.puzzle == result.puzzle), result]
    return SolvedReport(
        went=how_it_went(summary(sessions)),
        rating=_rating(earlier, result, today),
        streak=_streak(earlier, result, today),
        themes=known_themes(checked),
        share=tuple(share_text(sessions)),
    )


def _rating(earlier: list[PuzzleResult], result: PuzzleResult, today: date) -> str:
    if result.grade is None:
        return ""
    before = statistics(StoredResults(tuple(earlier)), today=today)
    after = statistics(StoredResults((*earlier, result)), today=today)
    now = f"{after.rating.rating:.0f}"
    if after.rated == before.rated:
        return f"{now}, unchanged: an earlier session decided"
    if not before.rated:
        return f"{now}, from your first rated puzzle"
    change = round(after.rating.rating) - round(before.rating.rating)
    return f"{now} ({change:+d})"


def _streak(earlier: list[PuzzleResult], result: PuzzleResult, today: date) -> str:
    streak = statistics(StoredResults((*earlier, result)), today=today).streak
    if result.day is None or result.day != result.begun[:10]:
        return ""
    return f"{plural(streak.now, 'day')}, most {streak.longest}"
