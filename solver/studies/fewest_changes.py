"""The line that wins with the fewest changes, and the proof that fewer are not enough.

The model counts the differences from the record and minimizes them. Uses that it counts as unchanged are executed
exactly as recorded; if the engine finds that impossible, the plan is rejected and the next one is searched for.
"""

from typing import NamedTuple

from dtcli.english import plural
from dtcli.rules.decisions import Choice
from dtcli.rules.state import State
from solver.cpsat import CpSatRunner
from solver.limits import OutOfLimits
from solver.model.resolution import Exactness, Resolution
from solver.plan import read_plan
from solver.plan_execution import Stuck, execute_plan
from solver.preference import Outcome, play
from solver.recorded import Change, Recorded, changes
from solver.search import Disagreement, FoundLine, refine


class RepairedLine(NamedTuple):
    """A winning line, its changes, and what is known about lines with fewer changes."""

    choices: tuple[Choice, ...] | None
    outcome: Outcome | None
    changes: tuple[Change, ...]
    fewest: int
    """No line wins with fewer changes."""
    proved: bool


NOT_REPAIRED = RepairedLine(None, None, (), 0, proved=False)


def is_good(outcome: Outcome) -> bool:
    """Return whether a repair may end like this: won, or whole if there is nothing to win."""
    return not outcome.broken and outcome.won is not False


def must_win(resolution: Resolution) -> None:
    """Require that the game is won, if there is something to win; the model requires a whole backpack anyway."""
    game = resolution.state.game
    if game.goal is not None or game.adventure is not None:
        resolution.model.some(resolution.aims.won)


def repair_line(state: State, record: Recorded, runner: CpSatRunner, known: FoundLine) -> RepairedLine:
    """Return the line that wins with the fewest changes; ``known`` is a winning line."""
    changed = tuple(changes(record, state, known.choices))
    at_hand = RepairedLine(known.choices, known.outcome, changed, 0, proved=False)
    return _RepairSearch(state, record, runner, at_hand).run()


class _RepairSearch:
    def __init__(self, state: State, record: Recorded, runner: CpSatRunner, at_hand: RepairedLine) -> None:
        self.state, self.record, self.runner = state, record, runner
        self.best = at_hand
        self.exact: dict[int, Exactness] = {}

    def run(self) -> RepairedLine:
        if self.runner.exhausted:
            return self.best
        try:
            return self._search()
        except OutOfLimits:
            return self.best
        except KeyboardInterrupt:  # while a model was built or a plan executed
            self.runner.interrupted = True
            return self.best

    def _search(self) -> RepairedLine:
        resolution = self._build()
        while True:
            solved = self.runner.solve(resolution.model, self._see_bound)
            if solved.solution is None:
                return self._proved() if solved.ended else self.best
            plan = read_plan(resolution, solved.solution)
            choices = execute_plan(plan, self.state)
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
            resolution.forbid(solved.solution, len(plan.runs) - 1)

    def _build(self) -> Resolution:
        """Build the model: a won game with the fewest changes, and among these the best outcome."""
        resolution = Resolution(self.state, exact_runs=self.exact, kept=self.record, watch=self.runner.check_time)
        model = resolution.model
        must_win(resolution)
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
        """Keep a line with fewer changes, or a better outcome; return whether it has as many changes as promised."""
        _, outcome = play(self.state, choices)
        changed = tuple(changes(self.record, self.state, choices))
        if not is_good(outcome) or len(changed) < promised:
            message = f"the model promised {plural(promised, 'change')}, the engine counts {len(changed)}: {outcome}"
            raise Disagreement(message, self.state)
        known = self.best
        if known.outcome is None or (-len(changed), outcome.rank) > (-len(known.changes), known.outcome.rank):
            self.best = self.best._replace(choices=choices, outcome=outcome, changes=changed)
        return len(changed) == promised

    def _refuse(self, resolution: Resolution, solution: list[int], stuck: Stuck) -> Resolution:
        if self.exact.get(stuck.run) is Exactness.EVERY:
            resolution.forbid(solution, stuck.run)
            return resolution
        refine(self.exact, read_plan(resolution, solution), stuck.run)
        return self._build()

    def _proved(self) -> RepairedLine:
        return self.best._replace(fewest=len(self.best.changes), proved=True)
