"""Finds par: asks for each number of deeds whether it is enough, and proves that fewer are not."""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from solver.cpsat import CpSatRunner
from solver.limits import LIMITS, Limits, OutOfLimits
from solver.par.count_bound import count_bound
from solver.par.open_deal import Aim, OpenDeal
from solver.par.playing import PlayedLine, play_line
from solver.par.schedule import Deed, deeds_of
from solver.par.scope import Scope, full, narrow, why_not_exact, wide
from solver.par.step_model import StepModel

FIRST_WORK = 1.0
"""Work for each question in the first round; every round has four times the work of the one before."""
MORE_WORK = 4
EASIER = 2
"""How many more deeds than the bound the question for a first line allows, then again so many more."""


class ParLine(NamedTuple):
    """A line of play that reaches an aim."""

    deeds: tuple[Deed, ...]
    played: PlayedLine


class ParResult(NamedTuple):
    """The fewest deeds that reach an aim, as far as they are known."""

    line: ParLine | None
    """The line with the fewest deeds that was found."""
    bound: int | None
    """No line has fewer deeds; None if no number of deeds is enough."""
    interrupted: bool = False

    @property
    def par(self) -> int | None:
        """The number of deeds of the line; None without one."""
        return None if self.line is None else len(self.line.deeds)

    @property
    def is_proved(self) -> bool:
        """Whether par is known, or it is known that there is none."""
        return self.bound is None or self.par == self.bound


class ParProgress(NamedTuple):
    """How far a search has come."""

    bound: int
    best: int | None
    seconds: float


OnProgress = Callable[[ParProgress], None]


def find_par(deal: OpenDeal, aim: Aim, limits: Limits = LIMITS, on_progress: OnProgress | None = None) -> ParResult:
    """Return the fewest deeds after which the resolution can reach the aim, with a line that does."""
    return ParSearch(deal, limits, on_progress).par(aim)


class ParSearch:
    """Answers questions about one deal within the same limits."""

    def __init__(self, deal: OpenDeal, limits: Limits = LIMITS, on_progress: OnProgress | None = None) -> None:
        self.deal = deal
        self._best: ParLine | None = None
        self._bound = 0
        self._on_progress = on_progress
        self.runner = CpSatRunner(limits, None if on_progress is None else self._tick)

    def _tick(self, seconds: float) -> None:
        assert self._on_progress is not None
        self._on_progress(ParProgress(self._bound, None if self._best is None else len(self._best.deeds), seconds))

    def par(self, aim: Aim, at_least: int = 0) -> ParResult:
        """Return the fewest deeds that reach the aim; ``at_least`` is a bound that is known."""
        self._best, self._bound = None, at_least
        if aim.missions > self.deal.missions:
            return ParResult(None, None)
        try:
            counted = count_bound(self.deal, aim, self.runner)
        except OutOfLimits:
            counted = 0
        if counted is None:
            return ParResult(None, None)
        self._bound = max(at_least, counted)
        try:
            return self._search(aim)
        except OutOfLimits:
            return ParResult(self._best, self._bound, self.runner.interrupted)

    def _search(self, aim: Aim) -> ParResult:
        """Ask about the bound, then for any line, then with more and more work about what is left between them."""
        if self._reaches(aim, self._bound, FIRST_WORK) is False:
            self._raise_bound(aim, FIRST_WORK)
        work = FIRST_WORK
        while not self._is_settled and not self.runner.interrupted:
            if self._best is None:
                self._find_any_line(aim, work)
            work *= MORE_WORK
            self._raise_bound(aim, work)
            while self._best is not None and len(self._best.deeds) - 1 > self._bound:
                if self._reaches(aim, len(self._best.deeds) - 1, work) is not True:
                    break
        if self._bound > self.deal.size:
            return ParResult(None, None)
        return ParResult(self._best, self._bound, self.runner.interrupted)

    @property
    def _is_settled(self) -> bool:
        return self._bound > self.deal.size or (self._best is not None and len(self._best.deeds) <= self._bound)

    def _raise_bound(self, aim: Aim, work: float) -> None:
        """Ask about the bound until the answer is not no."""
        while not self._is_settled and self._reaches(aim, self._bound, work) is False:
            pass

    def _find_any_line(self, aim: Aim, work: float) -> None:
        """Ask with more and more deeds until there is a line."""
        deeds = self._bound
        while self._best is None and deeds < self.deal.size:
            deeds = min(deeds + EASIER, self.deal.size)
            if self._reaches(aim, deeds, work) is False:
                self._bound = max(self._bound, deeds + 1)

    def _reaches(self, aim: Aim, deeds: int, work: float = math.inf) -> bool | None:
        """Return whether so many deeds are enough, None if that is not known; remember the line or the bound."""
        answer = self.line_within(aim, deeds, work)
        if isinstance(answer, ParLine):
            if self._best is None or len(answer.deeds) < len(self._best.deeds):
                self._best = answer
            return True
        if answer is False and deeds == self._bound:
            self._bound = deeds + 1
        return answer

    def line_within(self, aim: Aim, deeds: int, work: float = math.inf) -> "ParLine | bool | None":
        """Return a line with at most so many deeds, False if it is proved that there is none, or None."""
        for scope in self._scopes(aim):
            answer = self._ask(aim, deeds, scope, work)
            if isinstance(answer, ParLine):
                return answer
            if answer is None:
                return None
            if answer is False and (scope.rewards_are_free or scope == full(self.deal, aim)):
                return False if why_not_exact(self.deal) is None else None
        return None

    def _scopes(self, aim: Aim) -> Iterator[Scope]:
        """Yield the scopes to ask about: a small model that finds most lines, a wide one that proves most bounds."""
        yield narrow(self.deal, aim)
        yield wide(self.deal, aim)
        yield full(self.deal, aim)

    def _ask(self, aim: Aim, deeds: int, scope: Scope, work: float) -> "ParLine | bool | None":
        """Return a line of this scope, False if there is none, True if the wide scope has one, None if not known."""
        if self.runner.exhausted:
            raise OutOfLimits
        model = StepModel(self.deal, aim, deeds, scope, self.runner.check_time)
        result = self.runner.solve(model.m, presolve=True, work=work)
        if result.solution is None:
            return False if result.ended else None
        if scope.rewards_are_free:
            return True
        line = model.line(result.solution)
        played = play_line(self.deal.game, line, aim)
        found = deeds_of(self.deal, line.laid())
        if found is not None:
            return ParLine(tuple(found), played)
        if scope.with_hand_limit:
            return None
        return self._ask(aim, deeds, scope._replace(with_hand_limit=True), work)
