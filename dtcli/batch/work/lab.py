"""The works of the lab: each judges one deal, which its input names by scenario and seed."""

import sys
import time
from abc import abstractmethod
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from dtcli.batch.fields import PROBLEMS, Field, FieldType
from dtcli.batch.lab.deals import LabDeal
from dtcli.batch.lab.outcomes import CLASSES, NOT_WINNABLE, UNKNOWN, WINNABLE, DealOutcome
from dtcli.batch.work.base import Work
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.card_sets import scenarios
from dtcli.formats.names import Names
from dtcli.formats.problems import Problem
from dtcli.formats.sources.raw_inputs import RawInput
from dtcli.render.terminal import Printer
from dtcli.rules.deal import deal_of_seed
from dtcli.rules.rulings import DEFAULT_EDITION, EDITIONS, HeroId
from dtcli.rules.scenarios import goal_of
from dtcli.rules.state import Game
from dtcli.signals import EXIT_INTERRUPTED, stop_search_on_interrupt
from solver.limits import Limits, OutOfLimits
from solver.par.greedy import greedy_line
from solver.par.open_deal import Aim, OpenDeal
from solver.par.search import ParLine, ParSearch

WINNABILITY = Limits(work=20.0)
"""The limits for one deal; the greedy player needs none of it."""
PAR = Limits(work=60.0)


class DealFinding(NamedTuple):
    """What was found out about a deal."""

    status: str
    missions: int | None = None
    par: int | None = None
    """The fewest deeds of a line that was found, where they were searched."""
    bound: int | None = None


class JudgedDeal(NamedTuple):
    """A deal, what was found out about it, and in how many seconds."""

    deal: LabDeal
    goal: int | None
    found: DealFinding
    seconds: float = 0.0
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class DealWork(Work[JudgedDeal]):
    """A work that finds something out about a deal with all cards known."""

    card_set: Names
    edition: str = DEFAULT_EDITION
    heroes: tuple[HeroId, ...] = ()
    extended: bool = False
    goal: int | None = None
    """The number of missions to complete, if it is not that of the scenario or adventure."""

    fields: ClassVar[tuple[Field, ...]] = (
        Field("scenario"),
        Field("seed"),
        Field("status"),
        Field("par", FieldType.INTEGER),
        Field("bound", FieldType.INTEGER),
        Field("missions", FieldType.INTEGER),
        Field("seconds", FieldType.NUMBER),
        Field("adventure"),
        Field("goal", FieldType.INTEGER),
        Field("extended", FieldType.BOOLEAN),
        Field("heroes", FieldType.TEXTS),
        PROBLEMS,
    )

    @abstractmethod
    def find(self, dealt: OpenDeal, deal: LabDeal) -> DealFinding:
        """Return what is found out about a deal; raise ``KeyboardInterrupt`` if Ctrl-C stopped the search."""

    def judge(self, raw: RawInput, *, attended: bool) -> JudgedDeal:
        """Deal the cards, and find something out about them. Ctrl-C ends the program: this deal gets no row."""
        deal = LabDeal.of(raw)
        dealt = self.dealt(deal)
        begun = time.monotonic()
        try:
            with stop_search_on_interrupt() if attended else nullcontext():
                found = self.find(dealt, deal)
        except KeyboardInterrupt:
            sys.exit(EXIT_INTERRUPTED)
        return JudgedDeal(deal, dealt.game.goal, found, time.monotonic() - begun)

    def dealt(self, deal: LabDeal) -> OpenDeal:
        """Return the cards of a deal."""
        names, rulings = self.card_set, EDITIONS[self.edition]
        scenario = None if deal.scenario is None else scenarios()[deal.scenario]
        adventure = None if deal.adventure is None else names.cards.adventures[deal.adventure]
        setting = scenario or adventure
        assert setting is not None
        game = Game(
            kinds=names.cards.kinds,
            story=(),
            heroes=self.heroes,
            rulings=rulings,
            goal=goal_of(scenario, adventure, rulings) if self.goal is None else self.goal,
            extended=self.extended,
            adventure=adventure,
        )
        return OpenDeal.of(deal_of_seed(names.cards, setting, deal.seed), game)

    def crashed(self, raw: RawInput, problem: Problem) -> JudgedDeal:
        """Return the deal with the problem that says why it could not be judged."""
        return JudgedDeal(LabDeal.of(raw), self.goal, DealFinding(UNKNOWN), problems=(raw.located(problem),))

    def record(self, verdict: JudgedDeal) -> dict[str, Any]:
        """Return the verdict as JSON has it."""
        deal, found = verdict.deal, verdict.found
        return {
            "scenario": deal.scenario,
            "seed": deal.seed,
            "status": found.status,
            "par": found.par,
            "bound": found.bound,
            "missions": found.missions,
            "seconds": round(verdict.seconds, 3),
            "adventure": deal.adventure,
            "goal": verdict.goal,
            "extended": self.extended,
            "heroes": list(self.heroes),
            "problems": [problem.as_json() for problem in verdict.problems],
        }

    def outcome(self, verdict: JudgedDeal) -> str:
        """Return what the summary counts."""
        found = verdict.found
        return DealOutcome(verdict.deal.group, found.status, found.par, found.bound, found.missions).text()

    def print_text(self, verdict: JudgedDeal) -> None:
        """Print the deal and what was found."""
        found = verdict.found
        words = [found.status]
        if found.missions is not None:
            words.append(f"{found.missions} missions")
        if found.par is not None:
            words.append(f"par {found.par}" if found.par == found.bound else f"par {found.bound} to {found.par}")
        Printer().line(f"{verdict.deal.group:<28}{verdict.deal.seed:<16}", ", ".join(words))

    def header(self, verdict: JudgedDeal) -> Mapping[str, Any]:
        """Return the edition and the number of players, which the record does not have."""
        del verdict
        return {"edition": self.edition, "players": 1}

    def digest(self, verdict: JudgedDeal) -> None:
        """Return None: deals have no digest."""
        del verdict


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
            answer = None
        if search.runner.interrupted:
            raise KeyboardInterrupt
        if isinstance(answer, ParLine):
            return DealFinding(WINNABLE, answer.played.state.completed)
        return DealFinding(NOT_WINNABLE if answer is False else UNKNOWN)

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
        """Return par, or the best line and the bound; the greedy player's line counts where the search has none."""
        del deal
        aim = _aim(dealt)
        result = ParSearch(dealt, self.limits).par(aim)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.line is not None:
            return DealFinding(WINNABLE, result.line.played.state.completed, result.par, result.bound)
        if result.bound is None:
            return DealFinding(NOT_WINNABLE)
        quick = greedy_line(dealt, aim)
        if quick is not None:
            return DealFinding(WINNABLE, quick.played.state.completed, len(quick.deeds), result.bound)
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
