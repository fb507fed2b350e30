"""Keeps what is done with a puzzle in one session: a line for each change, so that a kill loses nothing."""

import time
from collections.abc import Callable
from secrets import token_hex

from dtcli.formats.locks import LockedError
from dtcli.formats.puzzle.file import CheckedPuzzle
from dtcli.formats.puzzle.identity import digest_of
from dtcli.formats.puzzle.results import PuzzleResult
from dtcli.play.puzzle.attempt import HelpUsed
from dtcli.play.puzzle.facts import day_of, grade_of, id_of
from dtcli.play.storage.folders import Calendar, local_time
from dtcli.play.storage.puzzle_results import ResultsStore

Clock = Callable[[], float]


def new_result(checked: CheckedPuzzle, *, calendar: Calendar = local_time) -> PuzzleResult:
    """Return the result of a session with a valid puzzle in which nothing was done yet."""
    return PuzzleResult(
        session=token_hex(8),
        puzzle=digest_of(checked),
        begun=calendar().isoformat(timespec="seconds"),
        title=checked.title or "",
        id=id_of(checked),
        grade=grade_of(checked),
        day=day_of(checked),
    )


class PuzzleSession:
    """One player's work on one puzzle, kept after every change.

    The front end calls ``note`` whenever something may have changed. A session in which nothing was done leaves no
    line. The time runs from the beginning until the puzzle is solved.
    """

    def __init__(self, result: PuzzleResult, store: ResultsStore | None, *, now: Clock = time.monotonic) -> None:
        self.result = result
        self.failed: str | None = None
        """Why the last change could not be written; the next change is tried again, and has all counts."""
        self._store = store
        self._now = now
        self._begun = now()
        self._kept = result

    def note(self, used: HelpUsed, *, attempts: int, solved: bool) -> None:
        """Keep these counts if they changed; after the solution only the first counts are kept."""
        if self.result.solved:
            return
        changed = self.result._replace(
            seconds=round(self._now() - self._begun, 1),
            attempts=attempts,
            solved=solved and not used.solution,
            hints=used.hints,
            undos=used.undos,
            checks=used.checks,
            restarts=used.restarts,
            solution=used.solution,
        )
        if changed._replace(seconds=0) == self._kept._replace(seconds=0) and self.failed is None:
            return
        self.result = changed
        self._keep()

    def _keep(self) -> None:
        if self._store is None:
            return
        try:
            self._store.append(self.result)
        except (OSError, LockedError) as error:
            self.failed = getattr(error, "strerror", None) or str(error)
        else:
            self.failed, self._kept = None, self.result
