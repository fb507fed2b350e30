"""A run of items gap by gap: some items come, the backpack is checked, one skill is used, and so on (H0, B3).

As many gaps as there are skills, each somewhere in the run, not before the one ahead of it: so every order of skills
and items that the rules allow is there, and nothing else.
"""

from collections.abc import Callable, Sequence

from dtcli.rules.items import Kind
from solver.model.edits import Edit
from solver.model.order import Order
from solver.model.skills import Crew, Step
from solver.model.terms import MANY, NO, ZERO, Amount, Lit, opposite

Counts = dict[Kind, Amount]


class GapChain:
    """The gaps of one run."""

    def __init__(self, order: Order, crew: Crew, rank: int) -> None:
        self.order, self.crew, self.rank = order, crew, rank
        self.model = order.model
        self._came: Counts = order.arrived(rank - 1) if rank else {}

    def build(self, *, allowed: Lit, loans: Sequence[tuple[Edit, Lit]], survive: Callable[[], None]) -> list[Step]:
        """Let skills be used in the gaps of the run; ``survive`` checks the backpack."""
        model, moment = self.model, self.crew.moment
        lent: list[list[Lit]] = [[] for _ in loans]
        steps = []
        for _ in range(len(self.crew.timed) + len(loans)):
            came, places = self._gap()
            moment.pack(self._until(came))
            moment.settle()
            survive()
            for here, (edit, lit) in zip(lent, loans, strict=True):
                here.append(model.choice())
                model.implies(here[-1], lit)
                self._tie(edit, here[-1], places)
            steps.append(self.crew.step(allowed=allowed, exactly=True, loans=[here[-1] for here in lent]))
            survive()
        for here, (_, lit) in zip(lent, loans, strict=True):
            model.between(model.total(here) - model.amount(lit), 0, 0)
        return steps

    def rest(self) -> Counts:
        """Return what comes between the last gap and the mission."""
        return self._until(self.order.arrived(self.rank))

    def _until(self, came: Counts) -> Counts:
        """Return what has come since the gap before, and move on."""
        part = {kind: self.model.sum((n, self._came.get(kind, ZERO) * -1)) for kind, n in came.items()}
        for n in part.values():
            self.model.between(n, 0, MANY)
        self._came = came
        return part

    def _gap(self) -> tuple[Counts, dict[int, Lit]]:
        """Return some gap of the run: how many items have come before it in total, and before which place it is."""
        model, order, rank = self.model, self.order, self.rank
        low = order.arrived(rank - 1) if rank else dict.fromkeys(order.kinds, ZERO)
        high = order.arrived(rank)
        came = {kind: model.number(low[kind].lo, high[kind].hi) for kind in order.kinds}
        places: dict[int, Lit] = {}
        for place in self._places():
            here = places[place] = model.choice()
            if not order.is_laid(place):  # a card must be unrevealed (H0)
                model.some(opposite(here), *(self.crew.used[skill] for skill in self.crew.brought_back))
            for zone in order.zones:
                model.implies(here, opposite(zone.covers(place - 1, place)))
            for kind in order.kinds:
                model.between(came[kind] - order.count_before(kind, place), 0, 0, here)
        inside = []
        for zone in order.zones:  # among cards whose order is free, any of them may have come
            inside.append(model.choice())
            model.implies(inside[-1], zone.used)
            for kind in order.kinds:
                for start, lit in zone.starts.items():
                    model.between(came[kind] - order.count_before(kind, start), 0, MANY, inside[-1], lit)
                for end, lit in zone.ends.items():
                    model.between(came[kind] - order.count_before(kind, end), -MANY, 0, inside[-1], lit)
        model.between(model.total((*places.values(), *inside)), 1, 1)
        return came, places

    def _places(self) -> range:
        """Return the places before which a gap of this run may lie."""
        order, rank = self.order, self.rank
        reach = order.reach if order.zones else 0
        start = order.quests[rank - 1] if rank else 0
        end = order.quests[rank] if rank < len(order.quests) else order.size
        return range(max(0, start - reach), min(order.size, end + reach) + 1)

    def _tie(self, edit: Edit, here: Lit, places: dict[int, Lit]) -> None:
        """Demand that Nintrabash or Zigarat Ho are borrowed in the gap before the window they work on."""
        for window in edit.windows:
            gap = edit.gap_of(window)
            if gap is not None:
                lit = places.get(gap, NO) if self.order.run_of(gap) == self.rank else NO
                self.model.some(opposite(here), opposite(window.chosen), lit)
