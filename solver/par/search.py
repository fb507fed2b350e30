"""Finds par: asks for each number of deeds whether it is enough, and proves that fewer are not."""

import math
from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple

from dtcli.rules.resolution import start
from solver.cpsat import CpSatRunner
from solver.limits import LIMITS, Limits, OutOfLimits
from solver.par.beam import short_line
from solver.par.count_bound import count_bound
from solver.par.greedy import greedy_line
from solver.par.open_deal import Aim, OpenDeal
from solver.par.planned_line import PlannedLine
from solver.par.playing import LineRefused, ParLine, PlayedLine, play_line
from solver.par.schedule import deeds_of
from solver.par.scope import Scope, full, narrow, why_not_exact, wide
from solver.par.step_model import StepModel
from solver.search import Disagreement

FIRST_WORK = 4.0
"""Work for each question in the first round; every round has more than the one before, and another seed."""
MORE_WORK = 2
LINEAR = 2
"""Every so many rounds, the search uses a linear relaxation: slower, but it settles questions that others do not."""
BEAM_WIDTHS = (20, 100)
"""The width of the first search for a short line, and of the next if the first is not proved to be the best."""
EASIER = 2
"""How many more deeds than the bound the question for a first line allows, then again so many more."""


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


class NoLine(Enum):
    """Why a question about a number of deeds has no line for an answer."""

    PROVED = "proved"
    """There is none."""
    NOT_COVERED = "not covered"
    """The model has none, but it does not cover every line of this deal."""
    LIMIT = "limit"
    """A limit was reached."""


class ParSearch:
    """Answers questions about one deal within the same limits."""

    def __init__(self, deal: OpenDeal, limits: Limits = LIMITS, on_progress: OnProgress | None = None) -> None:
        self.deal = deal
        self.is_exact = why_not_exact(deal) is None
        self._best: ParLine | None = None
        self._bound = 0
        """No line has fewer deeds."""
        self._next = 0
        """The model has no line with fewer deeds; the same as the bound where it covers every line."""
        self._round = 1
        self._on_progress = on_progress
        self.runner = CpSatRunner(limits, None if on_progress is None else self._tick)

    def _tick(self, seconds: float) -> None:
        assert self._on_progress is not None
        self._on_progress(ParProgress(self._bound, None if self._best is None else len(self._best.deeds), seconds))

    def par(self, aim: Aim, at_least: int = 0) -> ParResult:
        """Return the fewest deeds that reach the aim; ``at_least`` is a bound that is known."""
        self._best, self._bound, self._next, self._round = None, at_least, at_least, 1
        if aim.missions > self.deal.missions:
            return ParResult(None, None)
        try:
            self._best = greedy_line(self.deal, aim)
            counted = count_bound(self.deal, aim, self.runner)
            if counted is None:
                return ParResult(None, None)
            self._bound = self._next = max(at_least, counted)
            self._find_short_line(aim)
            self._search(aim)
        except OutOfLimits:
            pass
        except KeyboardInterrupt:  # between two searches
            self.runner.interrupted = True
        if self._best is None and self._bound > self.deal.size:
            return ParResult(None, None)
        return ParResult(self._best, self._bound, self.runner.interrupted)

    def most_missions(self, within: int) -> "MostMissions":
        """Return the most missions that can be completed within so many deeds."""
        most, line = self.deal.missions, None
        try:
            while most and not self._may_reach(most, within):
                most -= 1
            for missions in range(most, 0, -1):
                answer = self.line_within(Aim(missions), within)
                if isinstance(answer, ParLine):
                    line = answer
                    break
                if answer is NoLine.PROVED and missions == most:
                    most -= 1
        except OutOfLimits:
            pass
        except KeyboardInterrupt:  # as above
            self.runner.interrupted = True
        return MostMissions(line, most, self.runner.interrupted)

    def _may_reach(self, missions: int, within: int) -> bool:
        counted = count_bound(self.deal, Aim(missions), self.runner)
        return counted is not None and counted <= within

    def curve(self) -> "Iterator[tuple[int, ParResult]]":
        """Yield par for one mission, two, and so on, up to the first number that cannot be reached or is not known."""
        at_least = 0
        for missions in range(1, self.deal.missions + 1):
            result = self.par(Aim(missions), at_least)
            yield missions, result
            if result.bound is None or not result.is_proved:
                return
            at_least = result.bound + 1  # a line can end with the mission that it is about

    def _find_short_line(self, aim: Aim) -> None:
        """Look for a line close to the bound without CP-SAT."""
        for width in BEAM_WIDTHS:
            self.runner.check_time()
            self._keep_if_better(short_line(self.deal, aim, width))
            if self._is_settled:
                return

    def _keep_if_better(self, line: ParLine | None) -> None:
        if line is not None and (self._best is None or len(line.deeds) < len(self._best.deeds)):
            self._best = line

    def _search(self, aim: Aim) -> None:
        """Ask about the bound, then for a line close to it, then with more and more work about what is left between."""
        work = FIRST_WORK
        self._ask_upwards(aim, work)
        while not self._is_settled and not self.runner.interrupted:
            self._find_close_line(aim, work)
            work *= MORE_WORK
            self._round += 1
            self._ask_upwards(aim, work)
            while self._best is not None and len(self._best.deeds) - 1 > self._next:
                if not isinstance(self._reaches(aim, len(self._best.deeds) - 1, work), ParLine):
                    break

    @property
    def _is_settled(self) -> bool:
        return self._next > self.deal.size or (self._best is not None and len(self._best.deeds) <= self._next)

    def _ask_upwards(self, aim: Aim, work: float) -> None:
        """Ask about the fewest deeds that are not ruled out until the answer is a line or not known."""
        while not self._is_settled and self._reaches(aim, self._next, work) in (NoLine.PROVED, NoLine.NOT_COVERED):
            pass

    def _find_close_line(self, aim: Aim, work: float) -> None:
        """Ask with more and more deeds until there is a line, unless a better one is known."""
        deeds = self._next
        while deeds < self.deal.size:
            deeds = min(deeds + EASIER, self.deal.size)
            if self._best is not None and len(self._best.deeds) <= deeds:
                return
            self._reaches(aim, deeds, work)

    def _reaches(self, aim: Aim, deeds: int, work: float) -> "ParLine | NoLine":
        """Ask whether so many deeds are enough, and remember the line or the bound."""
        answer = self.line_within(aim, deeds, work)
        match answer:
            case ParLine():
                self._keep_if_better(answer)
            case NoLine.PROVED:
                self._bound = max(self._bound, deeds + 1)
                self._next = max(self._next, deeds + 1)
            case NoLine.NOT_COVERED:
                self._next = max(self._next, deeds + 1)
        return answer

    def line_within(self, aim: Aim, deeds: int, work: float = math.inf) -> "ParLine | NoLine":
        """Return a line with at most so many deeds, or why there is none; raise ``OutOfLimits`` at the start."""
        if not aim.missions and not aim.win:
            return ParLine((), play_line(self.deal.game, PlannedLine((), ()), aim))
        for scope in self._scopes(aim):
            answer = self._ask(aim, deeds, scope, work)
            if isinstance(answer, ParLine) or answer is NoLine.LIMIT:
                return answer
            if answer is NoLine.PROVED and scope != narrow(self.deal, aim):
                return NoLine.PROVED if self.is_exact else NoLine.NOT_COVERED
        return NoLine.NOT_COVERED

    def _scopes(self, aim: Aim) -> Iterator[Scope]:
        """Yield the scopes to ask about: a small model that finds most lines, a wide one that proves most bounds."""
        yield narrow(self.deal, aim)
        yield wide(self.deal, aim)
        yield full(self.deal, aim)

    def _ask(self, aim: Aim, deeds: int, scope: Scope, work: float) -> "ParLine | NoLine":
        """Return a line of this scope, or why there is none; ``NOT_COVERED`` if only the wide scope has one."""
        if self.runner.exhausted:
            raise OutOfLimits
        model = StepModel(self.deal, aim, deeds, scope, self.runner.check_time)
        linear = self._round % LINEAR == 0
        result = self.runner.solve(model.m, presolve=True, work=work, seed=self._round, linear=linear)
        if result.solution is None:
            return NoLine.PROVED if result.ended else NoLine.LIMIT
        if scope.rewards_are_free:
            return NoLine.NOT_COVERED
        line = model.line(result.solution)
        played = self._played(line, aim)
        found = deeds_of(self.deal, line.laid())
        if found is not None:
            return ParLine(tuple(found), played)
        if scope.with_hand_limit:  # cards that Zigarat Ho rearranges are not checked there
            return NoLine.NOT_COVERED
        return self._ask(aim, deeds, scope._replace(with_hand_limit=True), work)

    def _played(self, line: PlannedLine, aim: Aim) -> PlayedLine:
        try:
            return play_line(self.deal.game, line, aim)
        except LineRefused as refusal:
            story = tuple(card.card for card in line.laid())
            message = f"par: {refusal}"
            raise Disagreement(message, start(self.deal.game.with_changes(story=story))) from refusal
