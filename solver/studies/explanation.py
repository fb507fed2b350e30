"""Why a goal cannot be reached: a set of facts of the game that rule it out, each of them needed.

CP-SAT names facts that are enough to make the goal unreachable (an assumption core). Then each of them is left out in
turn: if the goal stays out of reach, it is not needed; otherwise the engine has played a line that shows that it is.
"""

import math
import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from dtcli.rules.items import Kind
from dtcli.rules.resolution import start
from dtcli.rules.state import Game, State
from solver.cpsat import CpSatRunner
from solver.limits import Limits, OutOfLimits
from solver.model.expressions import opposite
from solver.model.facts import Complete, Fact, Hold, Must, Need, Room, Supply, variant
from solver.model.resolution import Exactness, Resolution
from solver.plan import read_plan
from solver.plan_execution import Stuck, execute_plan
from solver.preference import Outcome, won
from solver.question import Question, Replay, ask, played, with_goal
from solver.search import Disagreement, FoundLine, PriorBounds, Search, refine
from solver.studies.analysis import or_as_recorded

EXPLANATION = Limits(work=300)
"""The default limits of an explanation."""


WORK_ON_ALTERNATIVES = 0.3
"""The work that may be spent on a smaller set of reasons than the first."""
QUICK = 1 / 12
"""A line that shows that a fact is needed is usually found with this part of the work of a proof."""
WORK_ON_A_LINE = (0.02, 0.08)
"""The least and the most work on such a line."""


class Explanation(NamedTuple):
    """Why a goal cannot be reached, or a line that reaches it."""

    question: Question
    goal: int
    best: FoundLine
    """The best line of the game."""
    found: FoundLine
    """A line that reaches the goal, if there is one; otherwise the best line found."""
    reasons: tuple[Fact, ...] | None
    """Facts that together rule out the goal, each of them needed; None if it can be reached, or is unknown.

    If every line breaks, they rule out a whole backpack, whatever the goal is.
    """
    seconds: float
    interrupted: bool

    @property
    def reachable(self) -> bool | None:
        """Whether the goal can be reached; None if that is not known."""
        if self.found.outcome.won:
            return True
        return False if self.found.proved else None

    @property
    def proved(self) -> bool:
        """Whether nothing was left open by a limit."""
        return self.best.proved and (bool(self.found.outcome.won) or self.reasons is not None)


def explain(
    replay: Replay,
    goal: int | None = None,
    *,
    limits: Limits = EXPLANATION,
    on_progress: Callable[[float], None] | None = None,
) -> Explanation:
    """Return why a number of missions cannot be completed, by default one more than the best line completes.

    If the conditions of an adventure prevent a victory, these are explained.
    """
    return explain_question(ask(replay, needs_record=False), goal, limits=limits, on_progress=on_progress)


def explain_question(
    question: Question,
    goal: int | None = None,
    *,
    limits: Limits = EXPLANATION,
    on_progress: Callable[[float], None] | None = None,
) -> Explanation:
    """Return why so many missions cannot be completed in a game whose question has been built."""
    began = time.monotonic()
    search = Search(limits)
    if on_progress is not None:
        search.runner.tick = on_progress
    opening = start(question.game)
    best = search.line(opening)
    if not best.proved:
        best = or_as_recorded(best, opening, played(question))
    goal = next_goal(question.game, best.outcome) if goal is None else goal
    state = start(with_goal(question.game, goal))
    found = best._replace(outcome=best.outcome._replace(won=won(best.final._replace(game=state.game))))
    if not found.outcome.won and not _is_out_of_reach(goal, best):
        found = search.line(state, known=PriorBounds(best.choices))
    reasons = None
    if found.proved and not found.outcome.won:
        try:
            whole = start(question.game.with_changes(goal=0, adventure=None))._replace(effect=state.effect)
            reasons = _reasons(whole if found.outcome.broken else state, search.runner)
        except OutOfLimits:
            reasons = None
        except KeyboardInterrupt:  # while a model was built or a plan executed
            search.runner.interrupted = True
    return Explanation(question, goal, best, found, reasons, time.monotonic() - began, search.interrupted)


def next_goal(game: Game, best: Outcome) -> int:
    """Return the goal to explain by default: one mission more than the best line, or what it lacks first.

    If every line breaks, that is a whole backpack (0 missions); if only the adventure's conditions are missing, the
    game's own goal.
    """
    if best.broken:
        return 0
    if game.adventure is not None and not best.won and best.missions >= (game.goal or 0):
        return game.goal or 0
    return best.missions + 1


def _is_out_of_reach(goal: int, best: FoundLine) -> bool:
    """Return whether the best line proves that no line completes so many missions."""
    return best.proved and goal > best.outcome.missions


def _reasons(state: State, runner: CpSatRunner) -> tuple[Fact, ...]:
    """Return the smallest set of reasons found; a new model proves that they are enough.

    A line that the engine played has shown that each of them is needed.
    """
    court = ReasonFinder(state, runner)
    reasons = court.reasons()
    if reasons is None:
        message = "the goal is out of reach, but no facts rule it out"
        raise Disagreement(message, state)
    in_order = tuple(sorted(reasons, key=_order))
    if reasons not in court.proved_roughly and ReasonFinder(state, runner).against(in_order) is None:
        message = f"the reasons are not enough in a new model: {reasons}"
        raise Disagreement(message, state)
    return in_order


_KINDS_OF_FACTS = (Need, Must, Supply, Room, Hold, Complete)


def _order(fact: Fact) -> tuple[int, int, str]:
    """Return the sort key of a fact: by kind of fact, then in the order of the story."""
    place = getattr(fact, "place", getattr(fact, "rank", 0))
    return _KINDS_OF_FACTS.index(type(fact)), place, getattr(fact, "kind", "")


class ReasonFinder:
    """Finds sets of facts that make victory in a game impossible."""

    def __init__(self, state: State, runner: CpSatRunner) -> None:
        self.state = state
        self.runner = runner
        self.exact: dict[int, Exactness] = {}
        self.rough = self.resolution = self._build()
        """The model that is solved first, and the one that has been refined by plans that could not be executed."""
        self.proved_roughly: set[frozenset[Fact]] = set()
        """Sets of facts that the unrefined model has proved to be enough."""
        self.left_out: list[frozenset[Fact]] = []
        """For each line that was played, the facts that it leaves out."""

    def _build(self) -> Resolution:
        resolution = Resolution(self.state, exact_runs=self.exact, firm=False, watch=self.runner.check_time)
        resolution.model.some(resolution.aims.won)
        resolution.model.expect_not(resolution.skills_used)
        return resolution

    @property
    def facts(self) -> frozenset[Fact]:
        """All facts that could be left out."""
        return frozenset(self.resolution.facts.lits)

    def reasons(self) -> frozenset[Fact] | None:
        """Return facts that make victory impossible, none of which can be left out; None if it is possible.

        There may be several such sets. As long as it takes little work, another one is searched for without each fact
        of the first, and a smaller one is preferred. It need not be the smallest of all.
        """
        before = self.runner.work
        first = self.against(self.facts)
        if first is None:
            return None
        proof = self.runner.work - before
        most_work = self.runner.work + WORK_ON_ALTERNATIVES
        smallest = first
        for fact in sorted(first, key=_order):
            if self.runner.work + proof > most_work:
                break
            other = self.against(self.facts - {fact})
            if other is not None and len(other) < len(smallest):
                smallest = other
        least, most = WORK_ON_A_LINE
        self._look_for_lines(smallest, min(most, max(least, QUICK * proof)))
        return self._shrunk(smallest)

    def _look_for_lines(self, facts: frozenset[Fact], work: float) -> None:
        """Search for a line without each fact that is not known to be needed, with this much work for each.

        A line is found much sooner than it is proved that there is none. So most needed facts are known before the
        first of the others is left out.
        """
        for fact in sorted(facts, key=_order, reverse=True):
            if fact not in self._needed(facts):
                try:
                    self.against(facts - {fact}, work)
                except OutOfLimits:
                    if self.runner.exhausted:
                        raise

    def _shrunk(self, facts: frozenset[Fact]) -> frozenset[Fact]:
        """Return a subset of the facts of which none can be left out; several are left out at once."""
        size = len(facts)
        while in_doubt := sorted(facts - self._needed(facts), key=_order, reverse=True):
            part = in_doubt[:size]
            enough = self.against(facts - set(part))
            if enough is not None:
                facts = enough
            else:
                size = max(1, len(part) // 2)
        return facts

    def _needed(self, facts: frozenset[Fact]) -> set[Fact]:
        """Return the facts that are known to be needed: each is the only one that some line leaves out."""
        return {fact for left_out in self.left_out if len(left_out & facts) == 1 for fact in left_out & facts}

    def against(self, facts: Collection[Fact], work: float = math.inf) -> frozenset[Fact] | None:
        """Return a subset of the facts that makes victory impossible; None if they leave it possible.

        Raises ``OutOfLimits`` if that takes more than ``work``, or more than is left.
        """
        most_work = self.runner.work + work
        resolution = self.rough
        while True:
            if self.runner.exhausted or self.runner.work >= most_work:
                raise OutOfLimits
            lits = {opposite(resolution.facts.left_out(fact)): fact for fact in sorted(facts, key=_order)}
            resolution.model.assume(lits)
            solved = self.runner.solve(resolution.model, work=most_work - self.runner.work)
            if solved.solution is None:
                if not solved.ended:
                    raise OutOfLimits
                core = frozenset(lits[lit] for lit in solved.core)
                if resolution is self.rough:
                    self.proved_roughly.add(core)
                return core
            stuck = self._play(resolution, solved.solution, facts)
            if stuck is None:
                return None
            if resolution is self.resolution:
                self._refuse(solved.solution, facts, stuck)
            resolution = self.resolution

    def _play(self, resolution: Resolution, solution: list[int], facts: Collection[Fact]) -> Stuck | None:
        """Execute a plan in the game without the facts that it leaves out; return where that gets stuck.

        The backpack has unlimited room wherever no ``Room`` fact is given.
        """
        left_out = {fact for fact, lit in resolution.facts.lits.items() if resolution.model.holds(lit, solution)}
        roomy = {fact for fact in resolution.facts.lits if isinstance(fact, Room) and fact not in facts}
        changed = variant(self.state, left_out, _supply(resolution, solution))
        choices = execute_plan(read_plan(resolution, solution), changed, {fact.rank for fact in roomy})
        if isinstance(choices, Stuck):
            return choices
        self.left_out.append(frozenset(left_out | roomy))
        return None

    def _refuse(self, solution: list[int], facts: Collection[Fact], stuck: Stuck) -> None:
        """Make the model more exact where a plan got stuck, or exclude the plan."""
        resolution = self.resolution
        plan = read_plan(resolution, solution)
        if self.exact.get(stuck.run) is not Exactness.EVERY:
            refine(self.exact, plan, stuck.run)
            self.resolution = self._build()
            return
        # Only more room helps a plan that got stuck, or a token that is taken in a gap.
        model, supply = resolution.model, _supply(resolution, solution)
        ways_out = [resolution.facts.left_out(fact) for fact in sorted(facts, key=_order) if isinstance(fact, Room)]
        taken = dict.fromkeys(use.take for run in plan.runs for use in run.uses if use.take is not None)
        at_start = resolution.now.supply_at_start
        ways_out += [model.at_least(at_start[kind], supply[kind] + 1) for kind in taken]
        resolution.forbid(solution, stuck.run, ways_out)


def _supply(resolution: Resolution, solution: list[int]) -> dict[Kind, int]:
    """Return the tokens of each kind that a solution begins with."""
    at_start = resolution.now.supply_at_start
    return {kind: resolution.model.value(n, solution) for kind, n in at_start.items()}
