"""The search for the best line: build the model, solve it, read the plan, execute it with the engine.

Four questions are asked, each only if those before it leave it open: the best line without skills that does not break;
a better one with skills; and, if every line breaks, the best losing line without and with skills. A plan that the
engine cannot execute makes the model more exact where it got stuck, until the best plan can be executed.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from dtcli.rules.decisions import Choice, Failure, IllegalChoice, RewardOffer
from dtcli.rules.noted_choices import default_choice, noted_or_default
from dtcli.rules.resolution import apply, options
from dtcli.rules.state import State
from solver.cpsat import CpSatResult, CpSatRunner
from solver.limits import LIMITS, Limits, OutOfLimits
from solver.model.dominance import EVERY_ARGUMENT, Dominance
from solver.model.missions import KeptNotes
from solver.model.resolution import Aims, Exactness, Resolution
from solver.plan import Plan, read_plan
from solver.plan_execution import Stuck, execute_plan
from solver.preference import Outcome, most_missions, play
from solver.recorded import note_on

COSTS = 2
"""The index of the first cost among the aims, after won and missions."""


class Progress(NamedTuple):
    """How far a search has come."""

    seconds: float
    found: Outcome
    """The best line so far."""
    bound: int
    """No line completes more missions, as far as is known."""


OnProgress = Callable[[Progress], None]


class FoundLine(NamedTuple):
    """A line, and what is known about all others."""

    choices: tuple[Choice, ...]
    final: State
    outcome: Outcome
    bound: int
    """No line completes more missions."""
    proved: bool
    """No line is better, in any point of the order of preference."""
    interrupted: bool = False


class PriorBounds(NamedTuple):
    """What is known before a search begins: a line, and bounds on the outcome."""

    line: tuple[Choice, ...] | None = None
    """A line that can be played."""
    ceiling: Outcome | None = None
    """No line is better than this."""
    floor: Outcome | None = None
    """Only lines better than this are searched for."""

    def after(self, choice: Choice, cost: Outcome) -> "PriorBounds":
        """Return what is known after a choice with this cost."""
        follows = self.line is not None and self.line[:1] == (choice,)
        line = self.line[1:] if self.line and follows else None
        return PriorBounds(line, self.ceiling and self.ceiling.less(cost), self.floor and self.floor.less(cost))


NO_BOUNDS = PriorBounds()


class Disagreement(Exception):  # noqa: N818  (it is what it says)
    """The engine contradicts the solver: a bug, to be reported with the story."""

    def __init__(self, message: str, state: State, plan: Plan | None = None) -> None:
        super().__init__(message)
        self.state, self.plan = state, plan


def best_line(
    state: State,
    *,
    limits: Limits = LIMITS,
    kept: KeptNotes | None = None,
    on_progress: OnProgress | None = None,
    known: PriorBounds = NO_BOUNDS,
    dominance: Dominance = EVERY_ARGUMENT,
) -> FoundLine:
    """Return the best line from a state on. ``kept`` binds the decisions at missions.

    ``known`` shortens the search and does not change the rank of its answer.
    """
    return Search(limits, on_progress, dominance).line(state, kept, known)


def _best_known_first(state: State, known: PriorBounds) -> list[Choice]:
    """Return the options, with the choice of the known line first."""
    first = known.line[:1] if known.line else ()
    return [*first, *(choice for choice in options(state) if choice not in first)]


class _End(StrEnum):
    """How the search through one model ended."""

    BEST = "best"
    NONE = "none"
    """No line, or none better than the one at hand."""
    STOPPED = "stopped"


class Search:
    """One search or several in a row, within the same limits."""

    def __init__(
        self, limits: Limits, on_progress: OnProgress | None = None, dominance: Dominance = EVERY_ARGUMENT
    ) -> None:
        self.on_progress = on_progress
        self.dominance = dominance
        self.runner = CpSatRunner(limits, None if on_progress is None else self._tick)
        self.origin: State
        self.found: FoundLine

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self.runner.interrupted

    def _tick(self, seconds: float) -> None:
        assert self.on_progress is not None
        self.on_progress(Progress(seconds, self.found.outcome, self.found.bound))

    def line(self, state: State, kept: KeptNotes | None = None, known: PriorBounds = NO_BOUNDS) -> FoundLine:
        """Return the best line from a state on; where a decision is open, the best over all its answers."""
        if state.pending is None:
            return self._from_gap(state, kept, known)
        found: FoundLine | None = None
        for choice in _best_known_first(state, known):
            after, first = play(state, [choice])
            rest = self.line(after, kept, known.after(choice, first))
            whole = rest.outcome.after(first)
            bound = max(rest.bound, found.bound) if found else rest.bound
            proved = rest.proved and (found is None or found.proved)
            if found is None or whole.rank > found.outcome.rank:
                found = rest._replace(choices=(choice, *rest.choices), outcome=whole)
            found = found._replace(bound=bound, proved=proved, interrupted=self.interrupted)
            if known.ceiling is not None and found.outcome.rank >= known.ceiling.rank:
                return found._replace(bound=found.outcome.missions, proved=True)
        assert found is not None
        return found

    def _from_gap(self, state: State, kept: KeptNotes | None, known: PriorBounds) -> FoundLine:
        """Return the best line from a gap on, or the best that could be found within the limits."""
        self.origin = state
        self.found = self._plain(state, kept)
        if known.line is not None:
            final, outcome = play(state, known.line)
            if outcome.rank >= self.found.outcome.rank:
                self.found = self.found._replace(choices=known.line, final=final, outcome=outcome)
        if state.over or (known.ceiling is not None and self.found.outcome.rank >= known.ceiling.rank):
            return self._proved()
        try:
            return self._best(state, kept, known)
        except OutOfLimits:
            return self.found
        except KeyboardInterrupt:  # while a model was built or a plan executed
            self.runner.interrupted = True
            return self.found._replace(interrupted=True)

    def _best(self, state: State, kept: KeptNotes | None, known: PriorBounds) -> FoundLine:
        bare = state._replace(unused=())
        for may_break in (False, True):
            if not may_break and known.ceiling is not None and known.ceiling.broken:
                continue
            at_hand = self._at_hand(known, may_break=may_break)
            bare_first = self.dominance.first_without_skills and known.ceiling is None
            if bare_first and at_hand is None and state.unused:
                end = self._improve(bare, kept, may_break=may_break, above=None)
                if end is _End.STOPPED:
                    return self.found._replace(interrupted=self.interrupted)
                if end is _End.BEST:
                    at_hand = self.found.outcome
                    if self._is_perfect(at_hand, state):
                        return self._proved()
            ceiling = known.ceiling if known.ceiling is not None and known.ceiling.broken is may_break else None
            end = self._improve(state, kept, may_break=may_break, above=at_hand, below=ceiling)
            if end is _End.STOPPED:
                return self.found._replace(interrupted=self.interrupted)
            if end is _End.BEST or at_hand is not None:
                return self._proved()
        message = "every line breaks, but no best one was found"
        raise Disagreement(message, state)

    def _at_hand(self, known: PriorBounds, *, may_break: bool) -> Outcome | None:
        """Return the best known outcome that breaks, or does not, like the lines to be searched."""
        lines = [self.found.outcome] if known.line is not None else []
        lines += [] if known.floor is None else [known.floor]
        alike = [outcome for outcome in lines if outcome.broken is may_break]
        return max(alike, key=lambda outcome: outcome.rank, default=None)

    def _proved(self) -> FoundLine:
        return self.found._replace(proved=True, bound=self.found.outcome.missions)

    def _plain(self, state: State, kept: KeptNotes | None) -> FoundLine:
        """Return the line that uses no skill and decides as kept, or else takes and discards nothing."""
        choices: list[Choice] = []
        at = state
        while not at.over:
            place = len(state.story) - len(at.story) - 1
            choice = _as_kept(at, kept, place) or default_choice(at) or next(iter(options(at)))
            choices.append(choice)
            at = apply(at, choice)
        _, outcome = play(state, choices)
        return FoundLine(tuple(choices), at, outcome, most_missions(state), proved=False)

    def _is_perfect(self, outcome: Outcome, state: State) -> bool:
        """Return whether skills cannot improve a line without them: it completes every mission and wins."""
        return not outcome.broken and outcome.won is not False and outcome.missions == most_missions(state)

    def _improve(
        self,
        state: State,
        kept: KeptNotes | None,
        *,
        may_break: bool,
        above: Outcome | None,
        below: Outcome | None = None,
    ) -> _End:
        """Search for the best line, breaking or not, that is better than ``above``, and keep it if there is one."""
        exact = {} if self.dominance.run_is_one_moment else every_run_exact(state)
        ceiling = None if below is None else _ceiling(below, state)
        resolution: Resolution | None = None
        while True:
            if self.runner.exhausted:
                return _End.STOPPED
            if resolution is None:
                resolution = Resolution(
                    state,
                    may_break=may_break,
                    exact_runs=exact,
                    kept=kept,
                    watch=self.runner.check_time,
                    dominance=self.dominance,
                )
                floor = None if above is None else _values(above, state)
                _aim(resolution, floor, ceiling)
            solution, ended, _ = self._solve(resolution, state)
            if solution is None:
                return _End.NONE if ended else _End.STOPPED
            plan = read_plan(resolution, solution)
            choices = execute_plan(plan, state)
            if not isinstance(choices, Stuck):
                self._keep(state, choices, resolution, solution, plan)
                return _End.BEST if ended else _End.STOPPED
            if not ended:
                return _End.STOPPED
            ceiling = resolution.aims.values(resolution.model, solution)
            if exact.get(choices.run) is Exactness.EVERY:
                resolution.forbid(solution, choices.run)
            else:
                refine(exact, plan, choices.run)
                resolution = None

    def _keep(
        self, state: State, choices: list[Choice], resolution: Resolution, solution: list[int], plan: Plan
    ) -> None:
        """Play the line with the engine and keep it if it is better; raise ``Disagreement`` if the model was wrong."""
        try:
            final, outcome = play(self.origin, choices)  # origin still has the skills that the line does not use
        except IllegalChoice as error:
            message = f"the engine refuses the line: {error}"
            raise Disagreement(message, state, plan) from error
        aims, model = resolution.aims, resolution.model
        promised = (plan.broken, *aims.values(model, solution))
        played = (outcome.broken, *_values(outcome, state))
        if promised != played:
            message = f"the model promised {promised}, the engine played {played}"
            raise Disagreement(message, state, plan)
        if outcome.rank > self.found.outcome.rank:
            self.found = self.found._replace(choices=tuple(choices), final=final, outcome=outcome)

    def _solve(self, resolution: Resolution, state: State) -> CpSatResult:
        """Solve the model, and update the bound on missions meanwhile."""
        known = self.found.bound

        def see_bound(total: float) -> None:
            missions = state.completed + resolution.aims.missions_within(round(total))
            self.found = self.found._replace(bound=max(self.found.outcome.missions, min(known, missions)))

        tells = not resolution.now.may_break and state.unused == state.game.heroes
        return self.runner.solve(resolution.model, see_bound if tells else None)


def _aim(resolution: Resolution, floor: tuple[int, ...] | None, ceiling: tuple[int, ...] | None) -> None:
    """Maximize the aims above the floor and up to the ceiling, which a rougher model proved."""
    model, aims = resolution.model, resolution.aims
    total = aims.weigh(model)
    model.maximize(total)
    if floor is not None:
        model.between(total, _highest_not_above(aims, floor) + 1, total.hi)
    if ceiling is not None:
        model.between(total, total.lo, _highest_not_above(aims, ceiling))


def _ceiling(below: Outcome, state: State) -> tuple[int, ...]:
    """Return a ceiling in the order of a model's aims that holds in a rough model too.

    A rough model has the missions of every line, but not always its costs: Zigarat Ho is left out where no mission is
    near, and the line seems to cost less without him. So the costs are not bounded.
    """
    return (*_values(below, state)[:COSTS], 0, 0, 0)


def _highest_not_above(aims: Aims, values: tuple[int, ...]) -> int:
    """Return the highest total that is not better than these values, which may lie outside this model's ranges.

    With more missions than there are, all costs are free; with a higher cost than possible, all lines that are equal
    up to that cost are better.
    """
    most = (1, aims.missions.hi, aims.skills.hi, aims.tokens.hi, aims.discards.hi)
    for n, (value, hi) in enumerate(zip(values, most, strict=True)):
        if value > hi:
            same = values[:n]
            return aims.total((*same, *most[n:])) - 1 if n >= COSTS else aims.total((*same, *most[n:COSTS], 0, 0, 0))
    return aims.total(values)


def every_run_exact(state: State) -> dict[int, Exactness]:
    """Return full exactness for every run that a story can have, with missions that are brought back."""
    return dict.fromkeys(range(len(state.story) + len(state.unused) + 1), Exactness.EVERY)


def refine(exact: dict[int, Exactness], plan: Plan, stuck: int) -> None:
    """Raise the exactness of the run where execution got stuck, and of every run in which the plan uses skills."""
    known = exact.get(stuck, Exactness.ROUGH)
    for rank, run in enumerate(plan.runs):
        if run.uses:
            exact.setdefault(rank, Exactness.FIRST)
    exact[stuck] = Exactness(known + 1)


def _as_kept(state: State, kept: KeptNotes | None, place: int) -> Choice | None:
    """Return the noted answer to the open decision about the card at a place, as far as it is possible."""
    if kept is None or not isinstance(state.decision, RewardOffer | Failure):
        return None
    return noted_or_default(state, note_on(kept.notes, place, place))


def _values(outcome: Outcome, state: State) -> tuple[int, ...]:
    """Return an outcome in the order of a model's aims."""
    missions = outcome.missions - state.completed
    return bool(outcome.won), missions, outcome.skills, outcome.tokens, outcome.discards
