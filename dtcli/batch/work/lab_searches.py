"""The works of the lab that know all cards: whether a deal can be won, and its par."""

from dataclasses import dataclass
from typing import ClassVar

from dtcli.batch.lab.deals import LabDeal
from dtcli.batch.lab.outcomes import CLASSES, NOT_WINNABLE, UNKNOWN, WINNABLE
from dtcli.batch.work.lab import DealFinding, DealWork, JudgedDeal
from dtcli.exit_codes import ExitCode, exit_code
from solver.limits import Limits, OutOfLimits
from solver.par.greedy import greedy_line
from solver.par.open_deal import Aim, OpenDeal
from solver.par.playing import ParLine
from solver.par.search import NoLine, ParSearch

WINNABILITY = Limits(work=20.0)
"""The limits for one deal; the greedy player needs none of it."""
PAR = Limits(work=60.0)


@dataclass(frozen=True)
class WinnabilityWork(DealWork):
    """Whether deals can be won with all cards known."""

    limits: Limits = WINNABILITY

    name: ClassVar[str] = "lab winnability"
    statuses: ClassVar[tuple[str, ...]] = CLASSES
    per_task: ClassVar[int] = 20

    def find(self, dealt: OpenDeal, deal: LabDeal) -> DealFinding:
        """Return whether the deal can be won: first the greedy player tries, then a search decides."""
        del deal
        aim = _aim(dealt)
        quick = greedy_line(dealt, aim)
        if quick is not None:
            return DealFinding(WINNABLE, quick.played.state.completed)
        if aim.missions > dealt.missions:
            return DealFinding(NOT_WINNABLE)
        search = ParSearch(dealt, self.limits)
        try:
            answer = search.line_within(aim, dealt.size)
        except OutOfLimits:
            answer = NoLine.LIMIT
        if search.runner.interrupted:
            raise KeyboardInterrupt
        if isinstance(answer, ParLine):
            return DealFinding(WINNABLE, answer.played.state.completed)
        return DealFinding(NOT_WINNABLE if answer is NoLine.PROVED else UNKNOWN)

    def exit_code(self, verdict: JudgedDeal) -> int:
        """Return whether the answer is known."""
        if verdict.problems:
            return exit_code(verdict.problems)
        return ExitCode.LIMIT if verdict.found.status == UNKNOWN else ExitCode.OK


@dataclass(frozen=True)
class ParWork(DealWork):
    """Par of deals."""

    limits: Limits = PAR

    name: ClassVar[str] = "lab par"
    statuses: ClassVar[tuple[str, ...]] = CLASSES

    def find(self, dealt: OpenDeal, deal: LabDeal) -> DealFinding:
        """Return par, or the best line and the bound."""
        del deal
        aim = _aim(dealt)
        result = ParSearch(dealt, self.limits).par(aim)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.line is not None:
            return DealFinding(WINNABLE, result.line.played.state.completed, result.par, result.bound)
        if result.bound is None:
            return DealFinding(NOT_WINNABLE)
        return DealFinding(UNKNOWN, bound=result.bound)

    def exit_code(self, verdict: JudgedDeal) -> int:
        """Return whether par is proved."""
        if verdict.problems:
            return exit_code(verdict.problems)
        found = verdict.found
        is_proved = found.status == NOT_WINNABLE or (found.par is not None and found.par == found.bound)
        return ExitCode.OK if is_proved else ExitCode.LIMIT


def _aim(dealt: OpenDeal) -> Aim:
    return Aim(dealt.game.goal or 0, win=True)
