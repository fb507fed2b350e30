"""Finds par: asks for each number of deeds whether it is enough, and proves that fewer are not."""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from dtcli.rules.resolution import start
from solver.cpsat import CpSatRunner
from solver.limits import LIMITS, Limits, OutOfLimits
from solver.par.count_bound import count_bound
from solver.par.open_deal import Aim, OpenDeal
from solver.par.planned_line import PlannedLine
from solver.par.playing import LineRefused, PlayedLine, play_line
from solver.par.schedule import Deed, deeds_of
from solver.par.scope import Scope, full, narrow, why_not_exact, wide
from solver.par.step_model import StepModel
from solver.search import Disagreement

FIRST_WORK = 4.0
"""Work for each question in the first round; every round has more than the one before, and another seed."""
MORE_WORK = 2
LINEAR = 2
"""Every so many rounds, the search uses a linear relaxation: slower, but it settles questions that others do not."""
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


class MostMissions(NamedTuple):
    """The most missions within a number of deeds, as far as they are known."""

    line: ParLine | None
    """The line with the most missions that was found; None if there is none with a mission."""
    bound: int
    """No line completes more."""
    interrupted: bool = False

    @property
    def missions(self) -> int:
        """The missions of the line."""
        return 0 if self.line is None else self.line.played.state.completed

    @property
    def is_proved(self) -> bool:
        """Whether no line completes more."""
        return self.missions == self.bound


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
        self._round = 1
        self._on_progress = on_progress
        self.runner = CpSatRunner(limits, None if on_progress is None else self._tick)

    def _tick(self, seconds: float) -> None:
        assert self._on_progress is not None
        self._on_progress(ParProgress(self._bound, None if self._best is None else len(self._best.deeds), seconds))

    def par(self, aim: Aim, at_least: int = 0) -> ParResult:
        """Return the fewest deeds that reach the aim; ``at_least`` is a bound that is known."""
        self._best, self._bound, self._round = None, at_least, 1
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

    def most_missions(self, within: int) -> "MostMissions":
        """Return the most missions that can be completed within so many deeds."""
        most = self.deal.missions
        try:
            while most:
                counted = count_bound(self.deal, Aim(most), self.runner)
                if counted is not None and counted <= within:
                    break
                most -= 1
            for missions in range(most, 0, -1):
                answer = self.line_within(Aim(missions), within)
                if isinstance(answer, ParLine):
                    return MostMissions(answer, most)
                if answer is False and missions == most:
                    most -= 1
                if self.runner.interrupted:
                    return MostMissions(None, most, interrupted=True)
        except OutOfLimits:
            return MostMissions(None, most, self.runner.interrupted)
        return MostMissions(None, most)

    def curve(self) -> "Iterator[tuple[int, ParResult]]":
        """Yield par for one mission, two, and so on, up to the first number that cannot be reached or is not known."""
        at_least = 0
        for missions in range(1, self.deal.missions + 1):
            result = self.par(Aim(missions), at_least)
            yield missions, result
            if result.bound is None or not result.is_proved:
                return
            at_least = result.bound + 1  # a line can end with the mission that it is about

    def _search(self, aim: Aim) -> ParResult:
        """Ask about the bound, then for any line, then with more and more work about what is left between them."""
        if self._reaches(aim, self._bound, FIRST_WORK) is False:
            self._raise_bound(aim, FIRST_WORK)
        work = FIRST_WORK
        while not self._is_settled and not self.runner.interrupted:
            if self._best is None:
                self._find_any_line(aim, work)
            work *= MORE_WORK
            self._round += 1
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
        result = self.runner.solve(
            model.m, presolve=True, work=work, seed=self._round, linear=self._round % LINEAR == 0
        )
        if result.solution is None:
            return False if result.ended else None
        if scope.rewards_are_free:
            return True
        line = model.line(result.solution)
        played = self._played(line, aim)
        found = deeds_of(self.deal, line.laid())
        if found is not None:
            return ParLine(tuple(found), played)
        if scope.with_hand_limit:
            return None
        return self._ask(aim, deeds, scope._replace(with_hand_limit=True), work)

    def _played(self, line: PlannedLine, aim: Aim) -> PlayedLine:
        try:
            return play_line(self.deal.game, line, aim)
        except LineRefused as refusal:
            story = tuple(card.card for card in line.laid())
            message = f"par: {refusal}"
            raise Disagreement(message, start(self.deal.game.with_changes(story=story))) from refusal
