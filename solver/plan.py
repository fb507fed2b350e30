"""Translates a solution of the model into a plan: skills used in each run, decisions at each mission."""

from dataclasses import dataclass

from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId
from solver.model.expressions import NO, Amount, Lit
from solver.model.resolution import Resolution
from solver.model.skills import PossibleUse
from solver.model.story_edits import StoryEdit
from solver.recorded import RecordedUse


@dataclass(frozen=True, slots=True)
class PlannedUse:
    """A skill used in any gap of a run or, for Nintrabash and Zigarat Ho, of the story."""

    hero: HeroId
    borrowed: bool
    remove: tuple[Kind, ...] = ()
    take: Kind | None = None
    right_guess: bool = False
    recorded: RecordedUse | None = None
    """The recorded use, if it must be repeated exactly."""


@dataclass(frozen=True, slots=True)
class PlannedQuest:
    """The decisions at a mission; ``place`` is the place of its card."""

    place: int
    completed: bool
    waive: tuple[Kind, ...]
    in_full: tuple[Kind, ...]
    take: Kind | None
    discard: tuple[Kind, ...]
    tokens: dict[Kind, int]


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """A run of items, with the skills used in it and the mission that ends it; no mission at the end of the story."""

    uses: tuple[PlannedUse, ...]
    tokens: dict[Kind, int]
    """How many of the copies that skills remove are tokens."""
    arrived: dict[Kind, int]
    """How many items have come when the run ends."""
    quest: PlannedQuest | None


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the model decides; ``plan_execution`` finds the gaps and the order of skills."""

    runs: tuple[PlannedRun, ...]
    thrown: tuple[frozenset[int], ...]
    """For each use of Nintrabash, the places of the cards that are discarded."""
    edits: tuple[PlannedUse, ...]
    """Nintrabash and Zigarat Ho, if they are used and not borrowed."""
    broken: bool
    completed: int
    """The missions completed in the end, including those before the plan."""


def read_plan(resolution: Resolution, solution: list[int]) -> Plan:
    """Return the plan that a solution of the model describes."""
    return _PlanReader(resolution, solution).plan()


class _PlanReader:
    def __init__(self, resolution: Resolution, solution: list[int]) -> None:
        self.resolution, self.solution = resolution, solution

    def value(self, amount: Amount) -> int:
        return self.resolution.model.value(amount, self.solution)

    def holds(self, lit: Lit) -> bool:
        return self.resolution.model.holds(lit, self.solution)

    def copies(self, amounts: dict[Kind, Amount]) -> tuple[Kind, ...]:
        return tuple(kind for kind, n in amounts.items() for _ in range(self.value(n)))

    def plan(self) -> Plan:
        order, edits = self.resolution.order, self.resolution.edits
        used = [edit for edit in edits if self.holds(edit.used)]
        return Plan(
            tuple(self.run(rank) for rank in range(len(self.resolution.runs))),
            tuple(
                frozenset(place for place, lit in enumerate(lits) if self.holds(lit))
                for lits, edit in zip(order.thrown, edits, strict=False)
                if self.holds(edit.used)
            ),
            tuple(
                PlannedUse(edit.skill.hero, borrowed=False, recorded=self.recorded(edit))
                for edit in used
                if not any(self.holds(lit) for lit in edit.borrowed.values())
            ),
            not self.holds(self.resolution.now.alive),
            self.resolution.state.completed + self.value(self.resolution.aims.missions),
        )

    def recorded(self, made: PossibleUse | StoryEdit) -> RecordedUse | None:
        """Return the recorded use that this one repeats."""
        changes = self.resolution.skill_changes
        again = changes.again(made) if changes is not None else None
        return again.recorded if again is not None and self.holds(again.lit) else None

    def run(self, rank: int) -> PlannedRun:
        resolution = self.resolution
        run = resolution.runs[rank]
        uses = [
            PlannedUse(
                use.skill.hero,
                self.holds(use.borrowed),
                self.copies(use.remove),
                next((kind for kind, lit in use.take.items() if self.holds(lit)), None),
                self.holds(use.right_guess),
                self.recorded(use),
            )
            for step in run.steps
            for use in step.uses
            if self.holds(use.used)
        ]
        uses += [
            PlannedUse(edit.skill.hero, borrowed=True, recorded=self.recorded(edit))
            for edit in resolution.edits
            if self.holds(edit.borrowed.get(rank, NO))
        ]
        tokens: dict[Kind, int] = {}
        for step in run.steps:
            for kind, n in step.tokens.items():
                tokens[kind] = tokens.get(kind, 0) + self.value(n)
        arrived = {kind: self.value(n) for kind, n in resolution.order.arrived(rank).items()}
        return PlannedRun(tuple(uses), tokens, arrived, self.quest(rank))

    def quest(self, rank: int) -> PlannedQuest | None:
        revealed = self.resolution.runs[rank].reveal
        if revealed is None:
            return None
        for one in revealed.resolved:
            if self.holds(one.there):
                return PlannedQuest(
                    one.place,
                    self.holds(one.completed),
                    self.copies(one.waived),
                    tuple(kind for kind, lit in one.in_full.items() if self.holds(lit)),
                    next((kind for kind, lit in one.offer.takes.items() if self.holds(lit)), None),
                    self.copies(one.discarded),
                    {kind: self.value(n) for kind, n in revealed.tokens.items()},
                )
        return None
