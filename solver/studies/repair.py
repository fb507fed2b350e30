"""The fewest changed decisions that make a recorded game a won one, and if needed the fewest moved cards."""

import time
from collections.abc import Callable
from typing import NamedTuple

from dtcli.rules.notes import Note
from dtcli.rules.resolution import start
from solver.limits import Limits
from solver.preference import Outcome, play
from solver.question import Question, Replay, Terms, ask, played
from solver.recorded import recorded, rewritten
from solver.search import FoundLine, PriorBounds, Search
from solver.studies.fewest_changes import NOT_REPAIRED, RepairedLine, is_good, repair_line
from solver.studies.rearrangement import Rearranged, Rearranger

REPAIR = Limits(work=300)
"""The default limits of a repair."""


class Repair(NamedTuple):
    """How a recorded game can be won with few changes."""

    question: Question
    recorded: Outcome | None
    """The outcome of the record; None if a forgotten choice leaves it open."""
    best: FoundLine | None
    """The best line, whatever it changes; None if the record is good as it is."""
    repaired_line: RepairedLine
    rearranged: Rearranged | None
    """If cards have to be moved: the story of the repaired game."""
    notes: tuple[Note, ...]
    """All decisions of the repaired game."""
    seconds: float
    interrupted: bool

    @property
    def possible(self) -> bool | None:
        """Whether the game can be won; None if that is not known."""
        if self.repaired_line.choices is not None:
            return True
        if self.rearranged is not None:
            return False if self.rearranged.proved else None
        return False if self.best is not None and self.best.proved else None

    @property
    def proved(self) -> bool:
        """Whether it is proved that fewer changes are not enough, or that no changes are."""
        if self.rearranged is not None:
            return self.rearranged.proved
        return self.repaired_line.proved or self.possible is False


def repair(
    replay: Replay,
    goal: int | None = None,
    *,
    order: bool = False,
    limits: Limits = REPAIR,
    on_progress: Callable[[float], None] | None = None,
) -> Repair:
    """Return the fewest changes that win a recorded game, or reach a goal; raises ``InvalidReplay`` like ``best``.

    If there is nothing to win, the repaired game keeps the backpack whole. With ``order`` cards may be moved if the
    story cannot be won as it is: as few as possible, and then as few decisions as possible are changed.
    """
    return repair_question(
        ask(replay, Terms(goal=goal), needs_record=False), order=order, limits=limits, on_progress=on_progress
    )


def repair_question(
    question: Question,
    *,
    order: bool = False,
    limits: Limits = REPAIR,
    on_progress: Callable[[float], None] | None = None,
) -> Repair:
    """Return the fewest changes that win a game whose question has been built; all of its notes count."""
    began = time.monotonic()
    opening = start(question.game)
    record = recorded(opening, question.notes)
    line = played(question)
    before = None if line is None else play(opening, line)[1]
    search = Search(limits)
    search.runner.tick = on_progress
    best: FoundLine | None = None
    rearranged: Rearranged | None = None
    if before is not None and is_good(before):
        repaired_line = RepairedLine(line, before, (), 0, proved=True)
    else:
        best = search.line(opening, known=PriorBounds(line))
        repaired_line = NOT_REPAIRED
        if is_good(best.outcome):
            repaired_line = repair_line(opening, record, search.runner, best)
        elif order and best.proved:
            rearranged = Rearranger(question.game, record, search).rearranged()
            repaired_line, record, opening = rearranged.repaired_line, rearranged.record, rearranged.start or opening
    notes = () if repaired_line.choices is None else rewritten(record, opening, repaired_line.choices)
    return Repair(
        question, before, best, repaired_line, rearranged, notes, time.monotonic() - began, search.interrupted
    )
