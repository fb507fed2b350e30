"""The bounds of an incomplete replay: the worst and the best result over all its silent choices."""

import time
from collections.abc import Iterable
from typing import NamedTuple

from dtcli.rules.decisions import Choice, Forgotten
from dtcli.rules.notes import Note
from dtcli.rules.score import Result
from dtcli.rules.silent_choices import Fit, SilentChoice, TooManyReadings, explore
from dtcli.rules.state import Game, State

MOST_WORK = 3_000_000
"""The work after which the bounds are unknown, about ten seconds; counted, so that it is the same on every machine."""


class Range(NamedTuple):
    """The worst and the best of many results."""

    lowest: Result
    highest: Result

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Range":
        """Return the range of these results, of which there is at least one."""
        ordered = sorted(results, key=lambda result: result.rank)
        return cls(ordered[0], ordered[-1])


class DecidingChoice(NamedTuple):
    """The first silent choice whose answers differ, and the range of each answer."""

    decision: Forgotten
    state: State
    answers: tuple[tuple[Choice, Range], ...]


class Bounds(NamedTuple):
    """The bounds of an incomplete replay."""

    range: Range
    decides: DecidingChoice | None
    """None if all answers have the same result."""


class TooManyEndings(Exception):  # noqa: N818  (it is what it says)
    """A limit was reached before every answer to the silent choices was followed."""

    def __init__(self, seen: Range | None) -> None:
        super().__init__("a limit was reached")
        self.seen = seen
        """The worst and the best of the results found by then; others may be worse or better."""


def bounds(
    game: Game, notes: tuple[Note, ...], *, work: int | None = None, seconds: float | None = None
) -> Bounds | None:
    """Return the bounds of a replay; None if no answer agrees with what was recorded.

    Raises ``TooManyEndings`` after this much work, by default ``MOST_WORK``, or this many seconds.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    stop = None if deadline is None else lambda: time.monotonic() > deadline
    try:
        root = explore(game, notes, work=MOST_WORK if work is None else work, stop=stop)
    except TooManyReadings as limit:
        raise TooManyEndings(Range.of(limit.seen) if limit.seen else None) from None
    if root.fit is Fit.NONE:
        return None
    found = Range.of(root.results)
    return Bounds(found, _deciding(root) if isinstance(root, SilentChoice) and found.lowest != found.highest else None)


def _deciding(root: SilentChoice) -> DecidingChoice:
    """Return the first silent choice whose answers differ in range; those before it are answered plainly."""
    node = root
    while True:
        possible = node.fitting(root.fit)
        answers = tuple((choice, Range.of(after.results)) for choice, after in possible)
        if len({found for _, found in answers}) > 1:
            return DecidingChoice(node.decision, node.state, answers)
        after = possible[0][1]
        assert isinstance(after, SilentChoice)  # a run that has ended has a single result
        node = after
