"""What the forgotten choices of an incomplete replay can have led to: the lowest and the highest outcome.

Every answer to every forgotten choice is followed by the engine; positions that are the same are followed once. Answers
that make a recorded choice illegal cannot have been given, and do not count.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

from dtcli.rules.decisions import Choice, Forgotten
from dtcli.rules.follow import Run, branches, follow
from dtcli.rules.notes import Note
from dtcli.rules.score import Result, result_of
from dtcli.rules.state import Game, State

MOST_WORK = 3_000_000
"""The work after which the bounds are called unknown, some ten seconds; counted, so that all machines agree."""
WORK_OF_AN_ANSWER = 16
"""What it takes to follow an answer, measured in revealed cards; the cards that it reveals come on top."""


class Range(NamedTuple):
    """The worst and the best of many endings."""

    lowest: Result
    highest: Result


class DecidingChoice(NamedTuple):
    """The first forgotten choice whose answer makes a difference, and what each answer leaves possible."""

    decision: Forgotten
    state: State
    answers: tuple[tuple[Choice, Range], ...]


class Bounds(NamedTuple):
    """What an incomplete replay can have led to."""

    range: Range
    decides: DecidingChoice | None
    """None where all answers come to the same."""


class TooManyEndings(Exception):  # noqa: N818  (it is what it says)
    """A limit was reached before every way to fill in the forgotten choices was followed."""

    def __init__(self, seen: Range | None) -> None:
        super().__init__("a limit was reached")
        self.seen = seen
        """The worst and the best of the endings reached by then; others may be worse or better."""


def bounds(
    game: Game, notes: tuple[Note, ...], *, work: int | None = None, seconds: float | None = None
) -> Bounds | None:
    """Return the bounds of a replay; None if no answer agrees with what was recorded.

    Raises ``TooManyEndings`` after so much work, ``MOST_WORK`` unless given, or after so many seconds.
    """
    explorer = _EndingSearch(MOST_WORK if work is None else work, seconds)
    run = follow(game, notes, assume=False)
    found = explorer.range_of(run)
    if found is None:
        return None
    return Bounds(found, None if found.lowest == found.highest else explorer.deciding(run))


class _OpenRun:
    """A run that stopped at a forgotten choice: the answers still to be followed, what the others lead to."""

    def __init__(self, run: Run) -> None:
        self.position = run.position
        self.revealed = run.final.revealed
        self.ways = branches(run)
        self.range: Range | None = None

    def add(self, found: Range | None) -> None:
        self.range = _together(self.range, found)


class _EndingSearch:
    """Follows every answer, depth first, on a stack of its own: a record can leave out hundreds of choices."""

    def __init__(self, work: int, seconds: float | None) -> None:
        self.known: dict[object, Range | None] = {}
        self.work_left = work
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.seen: Range | None = None

    def range_of(self, run: Run) -> Range | None:
        """Return the endings that this run can have, or None if the record forbids them all."""
        if run.open is None or run.refusals:
            return _ended(run)
        if run.position not in self.known:
            self._explore(run)
        return self.known[run.position]

    def deciding(self, run: Run) -> DecidingChoice:
        """Return the first forgotten choice, those before it answered as assumed, whose answers differ in range."""
        while True:
            assert run.open is not None  # a run that has ended has a single ending
            ways = [(choice, after, self.range_of(after)) for choice, after in branches(run)]
            possible = [(choice, after, found) for choice, after, found in ways if found is not None]
            if len({found for _, _, found in possible}) > 1:
                return DecidingChoice(run.open, run.final, tuple((choice, found) for choice, _, found in possible))
            run = possible[0][1]

    def _explore(self, run: Run) -> None:
        """Find the range of an open run and of all open runs that it leads to."""
        waiting = [_OpenRun(run)]
        while waiting:
            at = waiting[-1]
            for after in self._followed(at):
                if after.open is None or after.refusals:
                    found = _ended(after)
                    self.seen = _together(self.seen, found)
                else:
                    below = _OpenRun(after)
                    if below.position not in self.known:
                        waiting.append(below)
                        break
                    found = self.known[below.position]
                at.add(found)
            else:
                self.known[at.position] = at.range
                waiting.pop()
                if waiting:
                    waiting[-1].add(at.range)

    def _followed(self, at: _OpenRun) -> Iterator[Run]:
        """Return the runs after each answer that is left; raise ``TooManyEndings`` at a limit."""
        for _, after in at.ways:
            self.work_left -= WORK_OF_AN_ANSWER + after.final.revealed - at.revealed
            if self.work_left < 0 or (self.deadline is not None and time.monotonic() > self.deadline):
                raise TooManyEndings(self.seen)
            yield after


def _ended(run: Run) -> Range | None:
    """Return how a run ended; None for one in which the rules refuse what was recorded."""
    if run.refusals:
        return None
    end = result_of(run.final)
    return Range(end, end)


def _together(one: Range | None, other: Range | None) -> Range | None:
    if one is None or other is None:
        return one or other
    return Range(
        min(one.lowest, other.lowest, key=lambda end: end.rank),
        max(one.highest, other.highest, key=lambda end: end.rank),
    )
