"""The order in which the story is revealed: fixed, except for what Nintrabash, Zigarat Ho and Arvedui do to it.

The story is seen as its missions in order, with runs of items between them: where an item lies within a run matters
only to skills used inside that run. A place is an index into the unrevealed story; cards that Arvedui may bring back
have places behind the last one. H2 and H6 are here as what they may change in total, whenever they are used:

* Nintrabash throws away cards from a window of five places. After another throw the window reaches as many places
  further as it has holes; after Zigarat Ho it may hold any of the cards that he moved (``_windows``).
* Zigarat Ho makes the order free within a window of five cards; holes that Nintrabash left widen it. Any order of the
  missions in the window and any items between them can be reached, so the model needs only counts (``_regions``).

With two of the same skill (copied by Ro's Thanir) in combination with the other one, the windows here are too generous;
a plan that the engine cannot follow is then refused by the search.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dtcli.rules.cards import Card, Item
from dtcli.rules.heroes.story import CARDS_SEEN
from dtcli.rules.items import Kind
from solver.model.terms import MANY, NO, YES, Amount, Lit, Model, opposite


class Window(NamedTuple):
    """Some places in a row, and whether a skill works on just these."""

    start: int
    width: int
    chosen: Lit

    @property
    def end(self) -> int:
        """The first place behind the window."""
        return self.start + self.width

    def covers(self, *places: int) -> bool:
        """Return whether all these places lie in the window."""
        return all(self.start <= place < self.end for place in places)


class Order:
    """What may be revealed when. Ranks count the missions in the order in which they are revealed."""

    def __init__(
        self, model: Model, story: Sequence[Card], *, throwers: int, movers: int, appended: int, timed: bool
    ) -> None:
        """Begin with nothing decided; ``timed`` says that it matters when exactly these skills are used."""
        self.model = model
        self.story = story
        self.size = len(story) + appended
        self.appended = appended
        self.timed = timed
        self.quests = [place for place, card in enumerate(story) if not isinstance(card, Item)]
        self.quests += range(len(story), self.size)
        self.kinds = {card.kind for card in story if isinstance(card, Item)}
        self._prefix = self._count()
        self.thrown = [[model.choice() for _ in range(self.size)] for _ in range(throwers)]
        self.gone = [model.any_of(*lits) for lits in zip(*self.thrown, strict=True)] or [NO] * self.size
        self.regions = [self._regions(throwers) for _ in range(movers)]
        self.joined = self._join(throwers)
        self.free = [window for windows in (*self.regions, self.joined) for window in windows]
        """Every window in which the order may be free."""
        self.throws = [self._windows(n) for n in range(throwers)]
        self.seats = self._seats()
        self._arrived: dict[int, dict[Kind, Amount]] = {}
        if not throwers:
            self._keep_late_cards_late()

    # --- What the rest of the model asks

    def run_of(self, place: int) -> int:
        """Return the rank of the mission that ends the run in which the gap before this place lies."""
        return sum(quest < place for quest in self.quests)

    def seated(self, rank: int) -> list[tuple[int, Lit]]:
        """Return the places of the cards that may be the mission of this rank, and when they are."""
        model = self.model
        return [
            (place, model.all_of(lit, opposite(self.gone[place])))
            for place, lit in self.seats[rank].items()
            if lit != NO
        ]

    def arrived(self, rank: int) -> dict[Kind, Amount]:
        """Return how many items of each kind have come before the mission of this rank."""
        if rank not in self._arrived:
            self._arrived[rank] = self._arrivals(rank)
        return self._arrived[rank]

    def arriving(self, rank: int) -> dict[Kind, Amount]:
        """Return how many items of each kind come in the run before the mission of this rank."""
        every = self.arrived(rank)
        if not rank:
            return every
        before = self.arrived(rank - 1)
        coming = {}
        for kind, n in every.items():
            coming[kind] = self.model.sum((n, before[kind] * -1))
            self.model.between(coming[kind], 0, MANY)  # whatever is moved, nothing is revealed twice
        return coming

    def count_before(self, kind: Kind, place: int) -> Amount:
        """Return how many items of a kind lie before a place and were not thrown away."""
        if not self.thrown:
            return Amount.of(self._prefix[place][kind])
        lost = self.model.total(self.gone[at] for at in range(place) if self.gone[at] != NO and self._kind(at) == kind)
        return Amount.of(self._prefix[place][kind]) - lost

    def is_laid(self, place: int) -> bool:
        """Return whether the place is one of the story as it lies now."""
        return place < len(self.story)

    # --- H2

    def _windows(self, thrower: int) -> list[Window]:
        """Return where this throw may look; all that is thrown lies in the window that is chosen."""
        model, thrown = self.model, self.thrown[thrower]
        others = [lits for n, lits in enumerate(self.thrown) if n < thrower]
        windows = []
        for start in range(self.size):
            most = CARDS_SEEN * (1 + len(others)) + (CARDS_SEEN - 1 if self.regions else 0)
            for width in range(CARDS_SEEN, most + 1):
                if width > CARDS_SEEN and start + width > self.size:
                    break
                if width > CARDS_SEEN and not others and start + width != self.size and width != most:
                    continue
                window = Window(start, min(width, self.size - start), model.choice())
                if width > CARDS_SEEN:
                    self._widen(window, thrower, others)
                windows.append(window)
                if not self.timed and not others and not self.regions:
                    model.implies(window.chosen, thrown[start])  # it can wait until the first card that goes
        model.at_most_one(window.chosen for window in windows)
        for place, lit in enumerate(thrown):
            model.some(opposite(lit), *(window.chosen for window in windows if window.covers(place)))
        model.between(model.total(thrown), 0, CARDS_SEEN)
        return windows

    def _widen(self, window: Window, thrower: int, others: list[list[Lit]]) -> None:
        """Say when a window may be wider than five."""
        model, places = self.model, range(window.start, window.end)
        if others:  # holes of the throw before it
            if not self.regions:
                holes = model.total(lits[place] for lits in others for place in places)
                model.between(holes, window.width - CARDS_SEEN, MANY, window.chosen)
                for lits in others:
                    for place in range(window.start + CARDS_SEEN, self.size):
                        model.implies(window.chosen, opposite(lits[place]))
            return
        # Zigarat Ho before it: his five cards lie first in the window, any of them may be among those looked at
        region = [one.chosen for one in self.free if one.start == window.start]
        model.some(opposite(window.chosen), *region)
        if len(self.regions) == 1:
            moved = model.total(self.thrown[thrower][place] for place in places[:CARDS_SEEN])
            for beyond, place in enumerate(places[CARDS_SEEN:], 1):
                lit = self.thrown[thrower][place]
                model.between(moved, 0, CARDS_SEEN - beyond, window.chosen, lit)

    # --- H6

    def _regions(self, throwers: int) -> list[Window]:
        """Return where Zigarat Ho may make the order free: five cards, and the holes among them."""
        model = self.model
        regions = []
        for window in self._wide_windows(CARDS_SEEN, CARDS_SEEN * (1 + throwers)):
            regions.append(window)
            if window.width > CARDS_SEEN:
                holes = model.total(self.gone[place] for place in range(window.start, window.end))
                model.between(holes, window.width - CARDS_SEEN, MANY, window.chosen)
                for place in range(window.start + CARDS_SEEN, self.size):
                    model.implies(window.chosen, opposite(self.gone[place]))
        model.at_most_one(region.chosen for region in regions)
        return regions

    def _wide_windows(self, narrowest: int, widest: int) -> Iterator[Window]:
        for start in range(self.size):
            for width in range(narrowest, widest + 1):
                clipped = start + width > self.size
                if clipped and (width > CARDS_SEEN or not (self.timed or self.appended or start == 0)):
                    break
                window = Window(start, min(width, self.size - start), NO)
                if self.timed or any(window.covers(quest) for quest in self.quests):
                    yield window._replace(chosen=self.model.choice())

    def _join(self, throwers: int) -> list[Window]:
        """Return where two rearrangements overlap: the copy first, the original while some of its cards lie there.

        Two that do not overlap are the original behind the copy.
        """
        if len(self.regions) < 2:  # noqa: PLR2004  (one or none)
            return []
        model = self.model
        first, second = self.regions
        widest = 2 * CARDS_SEEN - 1 + CARDS_SEEN * throwers
        joined = list(self._wide_windows(CARDS_SEEN + 1, widest))
        joined += [
            Window(start, self.size - start, model.choice())
            for start in range(max(0, self.size - widest + 1), self.size - CARDS_SEEN)
            if not any(one.start == start and one.end == self.size for one in joined)
        ]
        for regions in self.regions:
            model.at_most_one(window.chosen for window in (*regions, *joined))
        for one in first:
            for other in second:
                if other.start < one.end:
                    model.some(opposite(one.chosen), opposite(other.chosen))
        return joined

    def _keep_late_cards_late(self) -> None:
        """Demand of joined rearrangements that what only the second can reach comes after the gap between them."""
        model = self.model
        for window in self.joined:
            start, middle = window.start, window.start + CARDS_SEEN
            between = window.width - CARDS_SEEN
            first = self.run_of(start)
            for rank, seat in enumerate(self.quests):
                if not window.covers(seat):
                    continue
                arrived = self.arrived(rank)
                late = [
                    model.at_least(n, copy)
                    for kind, n in arrived.items()
                    for copy in range(self._prefix[middle][kind] + 1, n.hi + 1)
                ]
                rows = self.seats[first:rank]
                near = model.total(lit for row in rows for place, lit in row.items() if start <= place < middle)
                items = model.sum(n - self._prefix[start][kind] for kind, n in arrived.items())
                early = model.sum((items, near, model.total(late) * -1))
                for lit in late:
                    model.between(early, between, MANY, window.chosen, lit)
                for place, lit in self.seats[rank].items():
                    if middle <= place < window.end:
                        model.between(early, between, MANY, window.chosen, lit)

    def _seats(self) -> list[dict[int, Lit]]:
        """Return for each rank which card may be there; without Zigarat Ho it is always the same one."""
        model = self.model
        if not self.free:
            return [{place: YES} for place in self.quests]
        seats: list[dict[int, Lit]] = []
        for rank, seat in enumerate(self.quests):
            row: dict[int, Lit] = {}
            for place in self.quests:
                covering = [one.chosen for one in self.free if one.covers(seat, place)]
                if not covering and place != seat:
                    continue
                lit = row[place] = model.choice(f"seat{rank},{place}")
                if place != seat:
                    model.some(opposite(lit), *covering)
            seats.append(row)
        for row in seats:
            model.between(model.total(row.values()), 1, 1)
        for place in self.quests:
            model.between(model.total(row[place] for row in seats if place in row), 1, 1)
        return seats

    def _arrivals(self, rank: int) -> dict[Kind, Amount]:
        model = self.model
        if rank == len(self.quests):
            return {kind: self.count_before(kind, self.size) for kind in self.kinds}
        seat = self.quests[rank]
        covering = [one for one in self.free if one.covers(seat)]
        arrived: dict[Kind, Amount] = {}
        for kind in self.kinds:
            plain = self.count_before(kind, seat)
            low = min((self._prefix[one.start][kind] for one in covering), default=plain.hi)
            high = max((self._prefix[one.end][kind] for one in covering), default=plain.hi)
            if low == high:
                arrived[kind] = plain
                continue
            lost = plain.hi - plain.lo
            count = arrived[kind] = model.number(max(0, low - lost), high)
            moved = []
            for one in covering:
                low, high = self._prefix[one.start][kind], self._prefix[one.end][kind]
                if low == high:
                    continue
                moved.append(one.chosen)
                model.between(count - self.count_before(kind, one.start), 0, MANY, one.chosen)
                model.between(count - self.count_before(kind, one.end), -MANY, 0, one.chosen)
            model.between(count - plain, 0, 0, *(opposite(lit) for lit in moved))
        return arrived

    def _count(self) -> list[dict[Kind, int]]:
        counts = dict.fromkeys(self.kinds, 0)
        prefix = [counts.copy()]
        for place in range(self.size):
            kind = self._kind(place)
            if kind is not None:
                counts[kind] += 1
            prefix.append(counts.copy())
        return prefix

    def _kind(self, place: int) -> Kind | None:
        card = self.story[place] if place < len(self.story) else None
        return card.kind if isinstance(card, Item) else None
