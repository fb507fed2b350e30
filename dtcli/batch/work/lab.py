"""The interface of the works of the lab: each judges one deal, which its input names by scenario and seed."""

import sys
import time
from abc import abstractmethod
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from dtcli.batch.fields import PROBLEMS, Field, FieldType
from dtcli.batch.lab.deals import LabDeal
from dtcli.batch.lab.outcomes import UNKNOWN, DealOutcome
from dtcli.batch.work.base import Work
from dtcli.english import plural
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
from solver.par.open_deal import OpenDeal


class DealFinding(NamedTuple):
    """What was found out about a deal."""

    status: str
    missions: int | None = None
    par: int | None = None
    """The fewest deeds of a line that was found, where they were searched."""
    bound: int | None = None
    deeds: int | None = None
    """The deeds of a bot."""


class JudgedDeal(NamedTuple):
    """A deal, what was found out about it, and in how many seconds."""

    deal: LabDeal
    goal: int | None
    found: DealFinding
    seconds: float = 0.0
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class DealWork(Work[JudgedDeal]):
    """A work that finds something out about a deal."""

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
            words.append(plural(found.missions, "mission"))
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
