"""Why a goal cannot be reached: facts of the game that together stand against it, none of which can be left out.

The solver names facts that are enough to make the goal unreachable (an assumption core). Then each of them is left out
in turn: if the goal stays out of reach it is not needed, otherwise the engine has played a line that shows that it is.
"""

import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from dtcli.rules.resolution import start
from dtcli.rules.state import Game, State
from solver.analysis import or_as_recorded
from solver.cpsat import Runner
from solver.follow import Stuck, follow_plan
from solver.limits import Limits, OutOfLimits
from solver.model.facts import Complete, Fact, Hold, Must, Need, Room, Supply, variant
from solver.model.resolution import Exactness, Resolution
from solver.model.terms import opposite
from solver.outcome import Outcome, won
from solver.plan import read_plan
from solver.question import Question, Replay, ask, played, with_goal
from solver.search import Disagreement, Found, Known, Search, refine

EXPLANATION = Limits(work=300)
"""What an explanation may take, unless something else is asked for."""


WORK_ON_ALTERNATIVES = 0.5
"""How much of it may go into looking for a smaller set of reasons than the first."""


class Explanation(NamedTuple):
    """Why a goal cannot be reached, or how it can."""

    question: Question
    goal: int
    best: Found
    """The best line of the game."""
    found: Found
    """The best line for the goal that was asked about."""
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
    tell: Callable[[float], None] | None = None,
) -> Explanation:
    """Return why a number of missions cannot be completed, by default one more than the best line completes.

    Where the conditions of an adventure stand in the way of the victory, these are explained.
    """
    return explain_question(ask(replay), goal, limits=limits, tell=tell)


def explain_question(
    question: Question,
    goal: int | None = None,
    *,
    limits: Limits = EXPLANATION,
    tell: Callable[[float], None] | None = None,
) -> Explanation:
    """Return why so many missions cannot be completed in a game that has been looked at before."""
    began = time.monotonic()
    search = Search(limits)
    if tell is not None:
        search.runner.tick = tell
    opening = start(question.game)
    best = search.line(opening)
    if not best.proved:
        best = or_as_recorded(best, opening, played(question))
    goal = next_goal(question.game, best.outcome) if goal is None else goal
    state = start(with_goal(question.game, goal))
    found = best._replace(outcome=best.outcome._replace(won=won(best.final._replace(game=state.game))))
    if not found.outcome.won:
        found = search.line(state, known=Known(best.choices))
    reasons = None
    if found.proved and not found.outcome.won:
        try:
            whole = start(question.game.but(goal=0, adventure=None))._replace(effect=state.effect)
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


def _reasons(state: State, runner: Runner) -> tuple[Fact, ...]:
    """Return the smallest set of reasons that was found; that they are enough is proved again with a fresh model.

    That each of them is needed has been shown by a line that the engine played.
    """
    reasons = Court(state, runner).reasons()
    if reasons is None:
        message = "the goal is out of reach, and yet nothing stands against it"
        raise Disagreement(message, state)
    in_order = tuple(sorted(reasons, key=_order))
    if Court(state, runner).against(in_order) is None:
        message = f"the reasons are not enough when they are looked at again: {reasons}"
        raise Disagreement(message, state)
    return in_order


_KINDS_OF_FACTS = (Need, Must, Supply, Room, Hold, Complete)


def _order(fact: Fact) -> tuple[int, int, str]:
    """Return where a fact comes when facts are told: by what kind it is, then in the order of the story."""
    place = getattr(fact, "place", getattr(fact, "rank", 0))
    return _KINDS_OF_FACTS.index(type(fact)), place, getattr(fact, "kind", "")


class Court:
    """Says whether some facts are enough to make the victory in a game impossible."""

    def __init__(self, state: State, runner: Runner) -> None:
        self.state = state
        self.runner = runner
        self.exact: dict[int, Exactness] = {}
        self.resolution = self._build()

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
        first = self.against(self.facts)
        if first is None:
            return None
        smallest, needed = first, set[Fact]()
        most_work = self.runner.work + WORK_ON_ALTERNATIVES
        for fact in sorted(first, key=_order):
            if self.runner.work > most_work:
                break
            other = self.against(self.facts - {fact})
            if other is None:
                needed.add(fact)
            elif len(other) < len(smallest):
                smallest = other
        for fact in sorted(smallest - needed, key=_order, reverse=True):
            if fact in smallest and (enough := self.against(smallest - {fact})) is not None:
                smallest = enough
        return smallest

    def against(self, facts: Collection[Fact]) -> frozenset[Fact] | None:
        """Return those of the facts that make victory impossible; None if it is not, whatever else is left out."""
        while True:
            if self.runner.exhausted:
                raise OutOfLimits
            resolution = self.resolution
            lits = {opposite(resolution.facts.left_out(fact)): fact for fact in sorted(facts, key=_order)}
            resolution.model.assume(lits)
            solved = self.runner.solve(resolution.model)
            if solved.solution is None:
                if not solved.ended:
                    raise OutOfLimits
                return frozenset(lits[lit] for lit in solved.core)
            if self._can_be_played(resolution, solved.solution, facts):
                return None

    def _can_be_played(self, resolution: Resolution, solution: list[int], facts: Collection[Fact]) -> bool:
        """Let the engine play a plan in the game without what it leaves out; if it cannot, refuse the plan.

        There may be room wherever none of the facts is against it.
        """
        model, moment = resolution.model, resolution.moment
        left_out = {fact for fact, lit in resolution.facts.lits.items() if model.holds(lit, solution)}
        supply = {kind: model.value(n, solution) for kind, n in moment.supply_at_start.items()}
        plan = read_plan(resolution, solution)
        roomy = {fact.rank for fact in resolution.facts.lits if isinstance(fact, Room) and fact not in facts}
        choices = follow_plan(plan, variant(self.state, left_out, supply), roomy)
        if not isinstance(choices, Stuck):
            return True
        if self.exact.get(choices.run) is Exactness.EVERY:
            # Where a plan gets stuck, only more room helps, or a token that somebody takes in a gap.
            ways_out = [resolution.facts.left_out(fact) for fact in sorted(facts, key=_order) if isinstance(fact, Room)]
            taken = dict.fromkeys(use.take for run in plan.runs for use in run.uses if use.take is not None)
            ways_out += [model.at_least(moment.supply_at_start[kind], supply[kind] + 1) for kind in taken]
            resolution.forbid(solution, choices.run, ways_out)
        else:
            refine(self.exact, plan, choices.run)
            self.resolution = self._build()
        return False
