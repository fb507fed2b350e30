"""Why a goal cannot be reached: facts of the game that together stand against it, none of which can be left out.

The solver names facts that are enough to make the goal unreachable (an assumption core). Then each of them is left out
in turn: if the goal stays out of reach it is not needed, otherwise the engine has played a line that shows that it is.
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
from solver.outcome import Outcome, won
from solver.plan import read_plan
from solver.plan_execution import Stuck, execute_plan
from solver.question import Question, Replay, ask, played, with_goal
from solver.search import Disagreement, FoundLine, PriorBounds, Search, refine
from solver.studies.analysis import or_as_recorded

EXPLANATION = Limits(work=300)
"""What an explanation may take, unless something else is asked for."""


WORK_ON_ALTERNATIVES = 0.3
"""How much of it may go into looking for a smaller set of reasons than the first."""
QUICK = 1 / 12
"""The part of the work on a proof in which a line that shows a fact to be needed is usually found."""
WORK_ON_A_LINE = (0.02, 0.08)
"""The least and the most work on such a line, however much a proof takes."""


class Explanation(NamedTuple):
    """Why a goal cannot be reached, or how it can."""

    question: Question
    goal: int
    best: FoundLine
    """The best line of the game."""
    found: FoundLine
    """A line that reaches the goal that was asked about, if one does; otherwise the best that was looked for."""
    reasons: tuple[Fact, ...] | None
    """Facts that together stand against the goal, each of them needed; None if it can be reached, or is not known.

    If every line breaks they stand against a whole backpack, whatever the goal.
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

    Where the conditions of an adventure stand in the way of the victory, these are explained.
    """
    return explain_question(ask(replay), goal, limits=limits, on_progress=on_progress)


def explain_question(
    question: Question,
    goal: int | None = None,
    *,
    limits: Limits = EXPLANATION,
    on_progress: Callable[[float], None] | None = None,
) -> Explanation:
    """Return why so many missions cannot be completed in a game that has been looked at before."""
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
        except KeyboardInterrupt:  # while a model was being built or a plan followed
            search.runner.interrupted = True
    return Explanation(question, goal, best, found, reasons, time.monotonic() - began, search.interrupted)


def next_goal(game: Game, best: Outcome) -> int:
    """Return what to ask for beyond the best: one mission more, or what the best line lacks first.

    If every line breaks that is a whole backpack; if the missions are there and the adventure's conditions are not,
    those.
    """
    if best.broken:
        return 0
    if game.adventure is not None and not best.won and best.missions >= (game.goal or 0):
        return game.goal or 0
    return best.missions + 1


def _is_out_of_reach(goal: int, best: FoundLine) -> bool:
    """Return whether the best line shows that no line wins with so many missions: it would have been better."""
    return best.proved and goal > best.outcome.missions


def _reasons(state: State, runner: CpSatRunner) -> tuple[Fact, ...]:
    """Return the smallest set of reasons that was found; that they are enough is proved by a fresh model.

    That each of them is needed has been shown by a line that the engine played.
    """
    court = ReasonFinder(state, runner)
    reasons = court.reasons()
    if reasons is None:
        message = "the goal is out of reach, and yet nothing stands against it"
        raise Disagreement(message, state)
    in_order = tuple(sorted(reasons, key=_order))
    if reasons not in court.proved_roughly and ReasonFinder(state, runner).against(in_order) is None:
        message = f"the reasons are not enough when they are looked at again: {reasons}"
        raise Disagreement(message, state)
    return in_order


_KINDS_OF_FACTS = (Need, Must, Supply, Room, Hold, Complete)


def _order(fact: Fact) -> tuple[int, int, str]:
    """Return where a fact comes when facts are told: by what kind it is, then in the order of the story."""
    place = getattr(fact, "place", getattr(fact, "rank", 0))
    return _KINDS_OF_FACTS.index(type(fact)), place, getattr(fact, "kind", "")


class ReasonFinder:
    """Says whether some facts are enough to make the victory in a game impossible."""

    def __init__(self, state: State, runner: CpSatRunner) -> None:
        self.state = state
        self.runner = runner
        self.exact: dict[int, Exactness] = {}
        self.rough = self.resolution = self._build()
        """The model that is asked first, and the one that tells more plans apart which cannot be played."""
        self.proved_roughly: set[frozenset[Fact]] = set()
        """Facts that are enough as a model says that has never been changed."""
        self.left_out: list[frozenset[Fact]] = []
        """What is left out in each of the lines that were played."""

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

        There may be several such sets. As long as that takes little work, another one is looked for without each fact
        of the first, and a smaller one is preferred; that it is the smallest of all is not claimed.
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
        """Look for a line without each of the facts that is not known to be needed, with this much work for each.

        A line is found much sooner than it is proved that there is none. So most facts that are needed are known
        before the first of the others is left out.
        """
        for fact in sorted(facts, key=_order, reverse=True):
            if fact not in self._needed(facts):
                try:
                    self.against(facts - {fact}, work)
                except OutOfLimits:
                    if self.runner.exhausted:
                        raise

    def _shrunk(self, facts: frozenset[Fact]) -> frozenset[Fact]:
        """Return those of the facts that are left when none can be left out any more; several are left out at once."""
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
        """Return those of the facts that are known to be needed: in a line without them all others hold."""
        return {fact for left_out in self.left_out if len(left_out & facts) == 1 for fact in left_out & facts}

    def against(self, facts: Collection[Fact], work: float = math.inf) -> frozenset[Fact] | None:
        """Return those of the facts that make victory impossible; None if it is not, whatever else is left out.

        Raises ``OutOfLimits`` where that takes more than so much work, or than is left.
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
        """Let the engine play a plan in the game without what it leaves out; return where that is not possible.

        There may be room wherever none of the facts is against it.
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
        """Make the model more exact where the engine cannot play a plan, or exclude the plan."""
        resolution = self.resolution
        plan = read_plan(resolution, solution)
        if self.exact.get(stuck.run) is not Exactness.EVERY:
            refine(self.exact, plan, stuck.run)
            self.resolution = self._build()
            return
        # Where a plan gets stuck, only more room helps, or a token that is taken in a gap.
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
