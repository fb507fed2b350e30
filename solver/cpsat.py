"""Runs CP-SAT with fixed parameters, within limits, and stops it on Ctrl-C. Knows nothing of the game."""

import math
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from ortools.sat.python import cp_model

from solver.limits import Limits, OutOfLimits
from solver.model.expressions import Lit, Model

SEED = 1
LARGE = 2_000
"""Variables of a large model: with Nintrabash, Zigarat Ho and others in one game."""
TICK = 0.1
"""Seconds between two checks of the search."""


class CpSatResult(NamedTuple):
    """The result of solving a model."""

    solution: list[int] | None
    """The values of the best solution found."""
    ended: bool
    """The search is complete: the solution is optimal, or there is none."""
    core: frozenset[Lit] = frozenset()
    """If there is no solution: assumptions that are enough to rule one out."""


class CpSatRunner:
    """Solves models one after the other within the same limits."""

    def __init__(self, limits: Limits, tick: Callable[[float], None] | None = None) -> None:
        """``tick`` is called regularly during a search with the elapsed seconds."""
        self.limits = limits
        self.tick = tick
        self.started = time.monotonic()
        self.work = 0.0
        self.interrupted = False

    def solve(
        self,
        model: Model,
        see_bound: Callable[[float], None] | None = None,
        *,
        work: float = math.inf,
        presolve: bool = False,
        seed: int = SEED,
        linear: bool = False,
    ) -> CpSatResult:
        """Solve a model within the rest of the limits and at most ``work``.

        ``see_bound`` is called with every better bound. ``presolve`` is for models whose choices are not made step by
        step along a story: of the others presolve has little to simplify, and costs ten times what it saves. Another
        ``seed`` gives a search that ran into a dead end another chance, and so does a ``linear`` relaxation, which is
        slow and rules out more.
        """
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = seed
        parameters.linearization_level = 2 if linear else 0
        parameters.catch_sigint_signal = False  # ``_watch`` does
        if not presolve:
            parameters.cp_model_presolve = False
            # Probing pays only for a large model that is not solved again and again under other assumptions.
            parameters.cp_model_probing_level = 2 if model.size > LARGE and not model.has_assumptions else 0
            parameters.use_sat_inprocessing = False
        parameters.max_deterministic_time = max(0.0, min(work, self.limits.work - self.work))
        if self.limits.seconds is not None:
            parameters.max_time_in_seconds = max(0.0, self.limits.seconds - self.elapsed)
        if see_bound is not None:
            solver.best_bound_callback = see_bound
        status = self._watch(solver, model)
        self.work += solver.deterministic_time
        if status == cp_model.INFEASIBLE:
            core = solver.response_proto.sufficient_assumptions_for_infeasibility
            return CpSatResult(None, ended=True, core=frozenset(map(Lit, core)))
        found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        solution = list(solver.response_proto.solution) if found else None
        return CpSatResult(solution, ended=status == cp_model.OPTIMAL)

    def _watch(self, solver: cp_model.CpSolver, model: Model) -> cp_model.CpSolverStatus:
        """Run the solver in a thread, report progress, and stop it on Ctrl-C."""
        ended: list[cp_model.CpSolverStatus] = []
        over = threading.Event()

        def solve() -> None:
            try:
                ended.append(solver.solve(model.cp))
            finally:
                over.set()

        threading.Thread(target=solve, daemon=True).start()
        while not over.is_set():
            try:
                ended_now = over.wait(TICK)
                if self.interrupted:
                    solver.stop_search()  # again, in case the search had not started yet
                elif not ended_now and self.tick is not None:
                    self.tick(self.elapsed)
            except KeyboardInterrupt:
                self.interrupted = True
                solver.stop_search()
        return ended[0]

    @property
    def exhausted(self) -> bool:
        """Whether a limit has been reached or Ctrl-C was pressed, so that no further model can be solved."""
        out_of_time = self.limits.seconds is not None and self.elapsed >= self.limits.seconds
        return self.interrupted or out_of_time or self.work >= self.limits.work

    def check_time(self) -> None:
        """Raise ``OutOfLimits`` if the time limit has passed; for work outside ``solve``."""
        if self.limits.seconds is not None and self.elapsed >= self.limits.seconds:
            raise OutOfLimits

    @property
    def elapsed(self) -> float:
        """Seconds since this runner was created."""
        return time.monotonic() - self.started
