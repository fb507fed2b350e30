"""Compares the best line with an exhaustive search, with the engine, and with its own record."""

from collections.abc import Iterator
from typing import NamedTuple

from dtcli.rules import State, start
from dtcli.rules.follow import follow
from solver.limits import Limits
from solver.line_notes import notes_of
from solver.model.dominance import EVERY_ARGUMENT, Dominance
from solver.preference import play
from solver.search import Disagreement, FoundLine, best_line
from tests.solver.exhaustive import Rank, best_rank

MOST = 8_000
"""More positions than this are too many for a comparison."""
LIMITS = Limits(work=30)
"""Ample: the best line of a small game takes a thousandth of it."""


class Comparison(NamedTuple):
    """The result of a comparison; ``wrong`` is empty if both agree."""

    wrong: tuple[str, ...]
    found: FoundLine | None = None
    """None if solver and engine disagree."""

    @property
    def broke(self) -> bool:
        """Whether every line breaks."""
        return self.found is not None and self.found.outcome.broken


def compare(state: State, *, most: int = MOST, dominance: Dominance = EVERY_ARGUMENT) -> Comparison:
    """Compare the solver's line with all lines; raises ``TooManyPositions``."""
    rank = best_rank(state, most)
    try:
        found = best_line(state, limits=LIMITS, dominance=dominance)
    except Disagreement as error:
        return Comparison((f"disagreement: {error}",))
    return Comparison(tuple(_wrong(state, found, rank)), found)


def _wrong(state: State, found: FoundLine, rank: Rank) -> Iterator[str]:
    if found.outcome.rank != rank:
        yield f"the solver found {found.outcome.rank}, the best is {rank}"
    if not found.proved:
        yield "nothing is proved"
    if found.bound != found.outcome.missions:
        yield f"{found.outcome.missions} missions, but the bound is {found.bound}"
    final, outcome = play(state, found.choices)
    if not final.over or outcome != found.outcome:
        yield f"the engine played {outcome}, the solver says {found.outcome}"
    if not _equal(final, found.final):
        yield f"the line ends in {final}, the solver says {found.final}"
    if state == start(state.game):
        run = follow(state.game, notes_of(state, found.choices))
        if run.refusals or run.open is not None or not _equal(run.final, final):
            yield f"the record of the line ends elsewhere, with {run.refusals or 'no refusal'}"
        if run.assumed:
            yield f"the record of the line leaves out {run.assumed}"


def _equal(one: State, other: State) -> bool:
    """Return whether two states are equal; ``==`` ignores how they came about."""
    return one == other
