"""What the forgotten choices of an incomplete replay can have led to: the lowest and the highest outcome.

Every answer to every forgotten choice is followed by the engine; positions that are the same are followed once. Answers
that make a recorded choice illegal cannot have been given, and do not count.
"""

from typing import NamedTuple

from dtcli.rules.choices import Choice, Decision
from dtcli.rules.notes import Note
from dtcli.rules.record import Run, branches, follow
from dtcli.rules.state import Game, State
from solver.outcome import won

MOST_POSITIONS = 20_000
"""How many positions are followed before the bounds are called unknown."""


class Ending(NamedTuple):
    """How a game can have ended."""

    broken: bool
    won: bool | None
    missions: int

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """The ending as a key: the larger, the better."""
        return not self.broken, bool(self.won), self.missions


class Range(NamedTuple):
    """The worst and the best of many endings."""

    lowest: Ending
    highest: Ending


class Deciding(NamedTuple):
    """The first forgotten choice whose answer makes a difference, and what each answer leaves possible."""

    decision: Decision
    state: State
    answers: tuple[tuple[Choice, Range], ...]


class Bounds(NamedTuple):
    """What an incomplete replay can have led to."""

    range: Range
    decides: Deciding | None
    """None where all answers come to the same."""


class TooMany(Exception):  # noqa: N818  (it is what it says)
    """There are more ways to fill in the forgotten choices than can be followed."""


def bounds(game: Game, notes: tuple[Note, ...]) -> Bounds | None:
    """Return the bounds of a replay; None if no answer agrees with what was recorded. May raise ``TooMany``."""
    explorer = _Explorer()
    run = follow(game, notes, assume=False)
    found = explorer.range_of(run)
    return None if found is None else Bounds(found, explorer.deciding(run))


class _Explorer:
    def __init__(self) -> None:
        self.known: dict[State, Range | None] = {}

    def range_of(self, run: Run) -> Range | None:
        """Return the endings that this run can have, or None if the record forbids them all."""
        if run.open is None:
            end = Ending(run.final.broken, won(run.final), run.final.completed)
            return None if run.refusals else Range(end, end)
        if run.final not in self.known:
            if len(self.known) >= MOST_POSITIONS:
                raise TooMany
            self.known[run.final] = None
            self.known[run.final] = _together([self.range_of(after) for _, after in branches(run)])
        return self.known[run.final]

    def deciding(self, run: Run) -> Deciding | None:
        """Return the first forgotten choice, the others answered as assumed, whose answers differ."""
        while run.open is not None:
            ways = [(choice, after, self.range_of(after)) for choice, after in branches(run)]
            possible = [(choice, after, found) for choice, after, found in ways if found is not None]
            if len({found for _, _, found in possible}) > 1:
                return Deciding(run.open, run.final, tuple((choice, found) for choice, _, found in possible))
            run = possible[0][1]
        return None


def _together(ranges: list[Range | None]) -> Range | None:
    possible = [one for one in ranges if one is not None]
    if not possible:
        return None
    lowest = min((one.lowest for one in possible), key=lambda end: end.rank)
    return Range(lowest, max((one.highest for one in possible), key=lambda end: end.rank))
