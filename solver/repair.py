"""The fewest changed decisions that turn a recorded game into a won one, and the proof that fewer are not enough.

The model counts what differs from the record and looks for the least. What it takes for unchanged is done exactly as
recorded; where the engine finds that this cannot be, the plan is refused and the next one is looked for.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from dtcli.rules.choices import Choice
from dtcli.rules.notes import Note
from dtcli.rules.record import follow
from dtcli.rules.resolution import start
from dtcli.rules.state import State
from solver.cpsat import Runner
from solver.follow import Stuck, follow_plan
from solver.limits import Limits
from solver.model.resolution import Exactness, Resolution
from solver.outcome import Outcome, play
from solver.plan import read_plan
from solver.question import Question, Replay, Terms, ask
from solver.recorded import Change, Recorded, changes, recorded, rewritten
from solver.search import Disagreement, Found, Known, Search, refine

REPAIR = Limits(work=300)
"""What a repair may take, unless something else is asked for."""


class Repair(NamedTuple):
    """How a recorded game can be won with few changes."""

    question: Question
    recorded: Outcome | None
    """What the record comes to; None where a forgotten choice leaves it open."""
    best: Found
    """The best line, whatever it changes."""
    mended: "Mended"
    notes: tuple[Note, ...]
    """All that is decided in the repaired game."""
    seconds: float
    interrupted: bool

    @property
    def possible(self) -> bool | None:
        """Whether the game can be won at all; None if that is not known."""
        if self.mended.choices is not None:
            return True
        return False if self.best.proved else None

    @property
    def proved(self) -> bool:
        """Whether it is proved that fewer changes are not enough, or that none are."""
        return self.mended.proved if self.possible else self.best.proved


class Mended(NamedTuple):
    """A line that wins, what it changes, and what is known about lines that change less."""

    choices: tuple[Choice, ...] | None
    outcome: Outcome | None
    changes: tuple[Change, ...]
    fewest: int
    """No line wins with fewer changes."""
    proved: bool


def repair(
    replay: Replay,
    goal: int | None = None,
    *,
    limits: Limits = REPAIR,
    tell: Callable[[float], None] | None = None,
) -> Repair:
    """Return the fewest changes that win a recorded game, or reach a goal; raises ``InvalidReplay`` like ``best``.

    Where there is nothing to win, to keep the backpack whole is what is asked for.
    """
    return repair_question(ask(replay, Terms(goal=goal)), limits=limits, tell=tell)


def repair_question(
    question: Question, *, limits: Limits = REPAIR, tell: Callable[[float], None] | None = None
) -> Repair:
    """Return the fewest changes that win a game that has been looked at before; all of its notes count."""
    began = time.monotonic()
    run = follow(question.game, question.notes, frames=True)
    opening = start(question.game)
    played = None if run.open is not None else tuple(step.choice for step in run.steps)
    before = None if played is None else play(opening, played)[1]
    search = Search(limits)
    search.runner.tick = tell
    best = search.line(opening, known=Known(played))
    record = recorded(opening, question.notes)
    if played is not None and before is not None and is_good(before):
        mended = Mended(played, before, (), 0, proved=True)
    elif not is_good(best.outcome):
        mended = Mended(None, None, (), 0, proved=False)
    else:
        at_hand = tuple(changes(record, opening, best.choices))
        mended = mend(opening, record, search.runner, Mended(best.choices, best.outcome, at_hand, 0, proved=False))
    notes = () if mended.choices is None else rewritten(record, opening, mended.choices)
    return Repair(question, before, best, mended, notes, time.monotonic() - began, search.interrupted)


def is_good(outcome: Outcome) -> bool:
    """Return whether this is what a repair is after: won, or whole where there is nothing to win."""
    return not outcome.broken and outcome.won is not False


def mend(state: State, record: Recorded, runner: Runner, at_hand: Mended) -> Mended:
    """Return the line that wins with the fewest changes; ``at_hand`` is one that wins with some."""
    return _Mender(state, record, runner, at_hand).mend()


class _Mender:
    def __init__(self, state: State, record: Recorded, runner: Runner, at_hand: Mended) -> None:
        self.state, self.record, self.runner = state, record, runner
        self.best = at_hand
        self.exact: dict[int, Exactness] = {}

    def mend(self) -> Mended:
        resolution = self._build()
        while True:
            try:
                solved = self.runner.solve(resolution.model, self._see_bound)
            except KeyboardInterrupt:
                self.runner.interrupted = True
                return self.best
            if solved.solution is None:
                return self._proved() if solved.ended else self.best
            plan = read_plan(resolution, solved.solution)
            choices = follow_plan(plan, self.state)
            promised = sum(resolution.model.holds(lit, solved.solution) for lit in resolution.changed)
            if isinstance(choices, Stuck):
                if not solved.ended:
                    return self.best
                self.best = self.best._replace(fewest=max(self.best.fewest, promised))
                resolution = self._refuse(resolution, solved.solution, choices)
                continue
            as_promised = self._keep(tuple(choices), promised)
            if not solved.ended:
                return self.best
            self.best = self.best._replace(fewest=max(self.best.fewest, promised))
            if as_promised:
                return self._proved()
            resolution.forbid(solved.solution)

    def _build(self) -> Resolution:
        """Build the model: the game is won, as little as possible is changed, and what that leaves open is the best."""
        resolution = Resolution(self.state, exact_runs=self.exact, record=self.record)
        model, game = resolution.model, self.state.game
        if game.goal is not None or game.adventure is not None:
            model.some(resolution.aims.won)
        changed = model.total(resolution.changed)
        model.between(changed, self.best.fewest, len(self.best.changes))
        rest = resolution.aims.weigh(model)
        self.weight = rest.hi - rest.lo + 1
        self.least = rest.lo
        model.maximize(rest - changed * self.weight)
        return resolution

    def _see_bound(self, total: float) -> None:
        fewest = -((round(total) - self.least) // self.weight)
        self.best = self.best._replace(fewest=max(self.best.fewest, min(fewest, len(self.best.changes))))

    def _keep(self, choices: tuple[Choice, ...], promised: int) -> bool:
        """Keep a line if it changes less, or is better and changes no more; return whether it keeps the promise."""
        _, outcome = play(self.state, choices)
        changed = tuple(changes(self.record, self.state, choices))
        if not is_good(outcome) or len(changed) < promised:
            message = f"the model promised {promised} changes, the engine counts {len(changed)}: {outcome}"
            raise Disagreement(message, self.state)
        known = self.best
        if known.outcome is None or (-len(changed), outcome.rank) > (-len(known.changes), known.outcome.rank):
            self.best = self.best._replace(choices=choices, outcome=outcome, changes=changed)
        return len(changed) == promised

    def _refuse(self, resolution: Resolution, solution: list[int], stuck: Stuck) -> Resolution:
        if self.exact.get(stuck.run) is Exactness.EVERY:
            resolution.forbid(solution)
            return resolution
        refine(self.exact, read_plan(resolution, solution), stuck.run)
        return self._build()

    def _proved(self) -> Mended:
        return self.best._replace(fewest=len(self.best.changes), proved=True)
