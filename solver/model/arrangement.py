"""A story whose cards may be moved: each stays in its place or moves to another.

Cards that are not moved keep their order. Of a moved item only its run matters, of a moved mission its rank and how
much of the rest comes before it. Nintrabash and Zigarat Ho are not supported: their windows would have to follow
the cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise, product

from dtcli.rules.cards import Adventure
from dtcli.rules.items import Kind
from solver.model.expressions import NO, YES, Amount, Lit, opposite
from solver.model.order import StoryOrder


class Arrangement(StoryOrder):
    """The unknown order of a story."""

    is_free = True
    moved: list[Lit]
    """For each place, whether its card is moved."""
    _come: list[list[Lit]]
    """For each rank, the places that the unmoved story has passed by then."""
    _shifted: dict[Kind, list[Amount]]
    """For each kind and rank, how many of the moved items come before it."""

    @property
    def missions(self) -> list[int]:
        """The places of the missions and adventures in the story."""
        return [place for place in self.quests if self.is_laid(place)]

    def _seats(self) -> list[dict[int, Lit]]:
        """Return which mission may have which rank; an unmoved one is revealed when the story reaches its place."""
        model = self.model
        self.moved = [model.choice() for _ in self.story]
        self._come = [[model.choice() for _ in self.story] for _ in self.missions]
        self._shifted = {kind: self._shift(kind) for kind in sorted(self.kinds)}
        seats = [{place: model.choice() for place in self.missions} for _ in self.missions]
        for row, come in zip(seats, self._come, strict=True):
            model.between(model.total(row.values()), 1, 1)
            for place, lit in row.items():
                here = [opposite(come[place]), *([come[place - 1]] if place else [])]
                for there in here:
                    model.some(opposite(lit), self.moved[place], there)
        for place in self.missions:
            model.between(model.total(row[place] for row in seats), 1, 1)
            for row in seats[: self._missions_below(place)]:
                model.some(opposite(row[place]))
        self._demand_progress(seats)
        return seats + [{place: YES} for place in self.quests[len(self.missions) :]]

    def _demand_progress(self, seats: list[dict[int, Lit]]) -> None:
        """Require that the story passes one place after the other and never goes back.

        It passes a moved card as soon as it reaches it, and an unmoved mission as soon as that is revealed, so each
        order has exactly one description.
        """
        model = self.model
        for come in self._come:
            for near, far in pairwise(come):
                model.implies(far, near)
            for place, moved in enumerate(self.moved):
                model.some(opposite(moved), come[place], *([opposite(come[place - 1])] if place else []))
        for before, after in pairwise(self._come):
            for one, other in zip(before, after, strict=True):
                model.implies(one, other)
        for row, after in zip(seats, self._come[1:], strict=False):
            for place, lit in row.items():
                model.some(opposite(lit), self.moved[place], after[place])

    def _missions_below(self, place: int) -> int:
        """Return how many missions must lie below a card: some for an adventure, none for others (V1, X16)."""
        card = self.story[place]
        return card.scroll.reputation if isinstance(card, Adventure) and not self.begun else 0

    def _shift(self, kind: Kind) -> list[Amount]:
        model, places = self.model, self._places_of(kind)
        every = model.total(self.moved[place] for place in places)
        counts = [model.number(0, len(places)) for _ in self.missions]
        for before, after in pairwise([*counts, every]):
            model.between(after - before, 0, len(places))
        return counts

    def _places_of(self, kind: Kind) -> list[int]:
        return [place for place in range(len(self.story)) if self._kind(place) == kind]

    def _arrivals(self, rank: int) -> dict[Kind, Amount]:
        """Return how many items come before a mission: the unmoved ones before it, and those moved there."""
        if rank >= len(self.missions):
            return {kind: self.count_before(kind, self.size) for kind in self.kinds}
        return {kind: self.model.sum((self._shifted[kind][rank], self._unmoved(kind, rank))) for kind in self.kinds}

    def _unmoved(self, kind: Kind, rank: int) -> Amount:
        model, come = self.model, self._come[rank]
        return model.total(model.all_of(opposite(self.moved[place]), come[place]) for place in self._places_of(kind))

    def may_come_in(self, place: int, run: int) -> Lit:
        """Return whether a card may be revealed in a run; a moved item may be in any run."""
        if not self.is_laid(place):
            return YES
        if place in self.quests:
            return self.seats[run].get(place, NO) if run < len(self.missions) else NO
        if run > len(self.missions):
            return self.moved[place]
        not_before = opposite(self._come[run - 1][place]) if run else YES
        by_then = self._come[run][place] if run < len(self.missions) else YES
        return self.model.any_of(self.moved[place], self.model.all_of(not_before, by_then))

    # --- Solutions

    def arranged(self, solution: list[int]) -> Iterator[tuple[int, ...]]:
        """Yield the orders that a solution describes, as places of cards.

        In the first one the moved items come last in their runs, in the others anywhere in them; this matters to
        skills used there.
        """
        model = self.model
        items = [place for place, lit in enumerate(self.moved) if self._kind(place) and not model.holds(lit, solution)]
        shifted = {
            kind: [place for place in self._places_of(kind) if model.holds(self.moved[place], solution)]
            for kind in sorted(self.kinds)
        }
        placed: set[int] = set()
        runs: list[Iterable[tuple[int, ...]]] = []
        for rank, row in enumerate(self.seats[: len(self.missions)]):
            come = sum(model.holds(lit, solution) for lit in self._come[rank])
            near = {kind: model.value(amounts[rank], solution) for kind, amounts in self._shifted.items()}
            unmoved = [place for place in items if place < come and place not in placed]
            moved = [place for kind, n in near.items() for place in shifted[kind][:n] if place not in placed]
            mission = next(place for place, lit in row.items() if model.holds(lit, solution))
            runs += (_mixed(unmoved, moved), [(mission,)])
            placed.update(unmoved, moved)
        rest = [place for places in shifted.values() for place in places if place not in placed]
        runs.append(_mixed([place for place in items if place not in placed], rest))
        for order in product(*runs):
            yield tuple(chain(*order))

    def forbid(self, solution: list[int]) -> None:
        """Exclude the arrangement of a solution."""
        model = self.model
        rows = (self.moved, *(row.values() for row in self.seats), *self._come)
        lits = [lit for row in rows for lit in row]
        different = [opposite(lit) if model.holds(lit, solution) else lit for lit in lits if lit != YES]
        for amount in (amount for amounts in self._shifted.values() for amount in amounts):
            value = model.value(amount, solution)
            different += (opposite(model.at_least(amount, value)), model.at_least(amount, value + 1))
        model.some(*different)


def _mixed(unmoved: Sequence[int], moved: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to insert the moved cards among the unmoved ones, which keep their order; at the end first."""
    if not moved:
        yield tuple(unmoved)
        return
    for before in _mixed(unmoved, moved[:-1]):
        for at in range(len(before), -1, -1):
            yield (*before[:at], moved[-1], *before[at:])
