"""A run of items gap by gap: some items come, the backpack is checked, skills are used, and so on (H0, B3).

There are two degrees of exactness, both of which allow everything that the rules allow:

* ``first``: the first skill of the run is used in a real gap, the others anywhere after it. For a run with a single
  skill this is exact.
* ``every``: as many gaps as there are skills, in order, one skill in each. This allows every order of skills and items
  that the rules allow, and nothing else.
"""

from collections.abc import Callable, Sequence

from dtcli.rules.items import Kind
from solver.model.expressions import MANY, NO, ZERO, Amount, Lit, opposite
from solver.model.order import FreeZone, StoryOrder
from solver.model.skills import HeroSkills, SkillStep
from solver.model.story_edits import StoryEdit

Counts = dict[Kind, Amount]
Loans = Sequence[tuple[StoryEdit, Lit]]
"""Nintrabash and Zigarat Ho, and whether each is borrowed in this run."""


class GapChain:
    """The gaps of one run."""

    def __init__(self, order: StoryOrder, hero_skills: HeroSkills, rank: int) -> None:
        self.order, self.hero_skills, self.rank = order, hero_skills, rank
        self.model = order.model
        self._came: Counts = order.arrived(rank - 1) if rank else {}

    def first(self, *, allowed: Lit, loans: Loans, survive: Callable[[], None]) -> list[SkillStep]:
        """Model the first skill of the run in a gap and the others after it; ``survive`` checks the backpack."""
        model, now = self.model, self.hero_skills.now
        came, places, idle = self._gap()
        now.pack(self._until(came))
        now.settle()
        survive()
        here: list[Lit] = []
        later: list[Lit] = []
        for edit, lit in loans:
            here.append(model.choice())
            later.append(model.choice())
            model.between(model.total((here[-1], later[-1])) - model.amount(lit), 0, 0)
            self._tie(edit, here[-1], places)
        head = self.hero_skills.step(allowed=allowed, loans=here)
        now.pack(self._until(self.order.arrived(self.rank)))
        begun = model.any_of(*here, *(use.used for use in head.uses))
        self._exclude(begun, idle)
        for lit in later:
            model.implies(lit, begun)
        return [head, self.hero_skills.step(allowed=model.all_of(allowed, begun), loans=later)]

    def every(self, *, allowed: Lit, loans: Loans, survive: Callable[[], None]) -> list[SkillStep]:
        """Model each skill of the run in a gap of its own."""
        model, now = self.model, self.hero_skills.now
        lent: list[list[Lit]] = [[] for _ in loans]
        steps = []
        for _ in range(len(self.hero_skills.timed) + len(loans)):
            came, places, idle = self._gap()
            now.pack(self._until(came))
            now.settle()
            survive()
            for here, (edit, lit) in zip(lent, loans, strict=True):
                here.append(model.choice())
                model.implies(here[-1], lit)
                self._tie(edit, here[-1], places)
            step = self.hero_skills.step(allowed=allowed, exactly=True, loans=[here[-1] for here in lent])
            steps.append(step)
            self._exclude(model.any_of(*(here[-1] for here in lent), *(use.used for use in step.uses)), idle)
            survive()
        for here, (_, lit) in zip(lent, loans, strict=True):
            model.between(model.total(here) - model.amount(lit), 0, 0)
        now.pack(self._until(self.order.arrived(self.rank)))
        return steps

    def _until(self, came: Counts) -> Counts:
        """Return what has come since the previous gap, and make this the previous one."""
        part = {kind: self.model.sum((n, self._came.get(kind, ZERO) * -1)) for kind, n in came.items()}
        for n in part.values():
            self.model.between(n, 0, MANY)
        self._came = came
        return part

    def _exclude(self, used: Lit, idle: Lit) -> None:
        """Require a gap if a skill is used, and none otherwise."""
        self.model.some(used, idle)
        self.model.some(opposite(used), opposite(idle))

    def _gap(self) -> tuple[Counts, dict[int, Lit], Lit]:
        """Return a gap of the run: the items that come before it, its place, and whether there is none.

        If there is none, nothing has come since the previous gap.
        """
        model, order, rank = self.model, self.order, self.rank
        low = order.arrived(rank - 1) if rank else dict.fromkeys(order.kinds, ZERO)
        high = order.arrived(rank)
        came = dict(low)
        moving = [kind for kind in order.kinds if order.zones or order.comes_between(kind, *self._ends())]
        for kind in moving:
            came[kind] = model.number(low[kind].lo, high[kind].hi)
        places: dict[int, Lit] = {}
        for place in self._places():
            here = places[place] = model.choice()
            if not order.is_laid(place):  # a card must be unrevealed (H0)
                model.some(opposite(here), *(self.hero_skills.used[skill] for skill in self.hero_skills.brought_back))
            for zone in order.zones:
                model.implies(here, opposite(zone.covers(place - 1, place)))
            for kind in moving:
                model.between(came[kind] - order.count_before(kind, place), 0, 0, here)
        inside = [self._inside(zone, came, moving) for zone in order.zones]
        idle = model.choice()
        for kind in moving:
            model.between(came[kind] - self._came.get(kind, ZERO), 0, 0, idle)
        model.between(model.total((*places.values(), *inside, idle)), 1, 1)
        return came, places, idle

    def _inside(self, zone: FreeZone, came: Counts, moving: list[Kind]) -> Lit:
        """Return whether the gap lies among cards whose order is free, of which any may have come."""
        model, order = self.model, self.order
        here = model.choice()
        model.implies(here, zone.used)
        for kind in moving:
            for start, lit in zone.starts.items():
                model.between(came[kind] - order.count_before(kind, start), 0, MANY, here, lit)
            for end, lit in zone.ends.items():
                model.between(came[kind] - order.count_before(kind, end), -MANY, 0, here, lit)
        return here

    def _ends(self) -> tuple[int, int]:
        """Return the places before which the first and the last gap of the run lie, if nothing is moved."""
        order, rank = self.order, self.rank
        start = order.quests[rank - 1] + 1 if rank else 0
        return start, order.quests[rank] if rank < len(order.quests) else order.size

    def _places(self) -> range:
        """Return the places before which a gap of this run may lie."""
        start, end = self._ends()
        reach = self.order.reach if self.order.zones else 0
        return range(max(0, start - reach), min(self.order.size, end + reach) + 1)

    def _tie(self, edit: StoryEdit, here: Lit, places: dict[int, Lit]) -> None:
        """Require that Nintrabash or Zigarat Ho is borrowed in the gap before the window of the skill."""
        for window in edit.windows:
            gap = edit.gap_of(window)
            if gap is not None:
                lit = places.get(gap, NO) if self.order.run_of(gap) == self.rank else NO
                self.model.some(opposite(here), opposite(window.chosen), lit)
