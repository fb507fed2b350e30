"""The order in which the story is revealed: fixed, except for the skills of Nintrabash, Zigarat Ho and Arvedui.

The story is modelled as its missions in order, with runs of items between them: where in a run an item lies matters
only to skills used inside that run. A place is an index into the unrevealed story; cards that Arvedui may bring back
have places after the last one. H2 and H6 are modelled by their total effect, whenever they are used:

* Nintrabash throws away cards from a window of five places. After another throw the window reaches as many places
  further as it has holes; after Zigarat Ho it may hold any of the cards that he moved (``_windows``).
* Zigarat Ho makes the order free within a window of five cards; holes that Nintrabash left widen it. Any order of the
  missions in the window and any items between them can be reached, so the model needs only counts (``_arrivals``).

With two of the same skill (copied by Ro's Thanir) in combination with the other one, the windows here are too generous;
the search then rejects plans that the engine cannot execute.
"""

from collections.abc import Sequence
from typing import NamedTuple

from dtcli.rules.cards import Card, Item
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.items import Kind
from solver.model.dominance import EVERY_ARGUMENT, Dominance
from solver.model.expressions import MANY, NO, YES, Amount, Lit, Model, opposite


class CardWindow(NamedTuple):
    """Consecutive places, and whether a skill is used on exactly these."""

    start: int
    width: int
    chosen: Lit

    @property
    def end(self) -> int:
        """The first place after the window."""
        return self.start + self.width


class FreeZone:
    """Consecutive places in which the order is free if Zigarat Ho is used: where they may start and end."""

    def __init__(self, model: Model, starts: dict[int, Lit], ends: dict[int, Lit]) -> None:
        self.model, self.starts, self.ends = model, starts, ends
        self.used = model.any_of(*starts.values())

    def begun(self, place: int) -> Lit:
        """Return whether the zone starts at this place or before it."""
        return self.model.any_of(*(lit for start, lit in self.starts.items() if start <= place))

    def open(self, place: int) -> Lit:
        """Return whether the zone ends after this place."""
        return self.model.any_of(*(lit for end, lit in self.ends.items() if end > place))

    def covers(self, first: int, last: int) -> Lit:
        """Return whether the zone reaches from one place to another."""
        return self.model.all_of(self.begun(first), self.open(last))


class StoryOrder:
    """Which cards may be revealed when. The rank of a mission is its number in the order of reveals."""

    is_free = False
    """Whether cards may be moved to any place."""

    def __init__(  # noqa: PLR0913  (what a story is, and who may change it)
        self,
        model: Model,
        story: Sequence[Card],
        *,
        throwers: int,
        movers: int,
        appended: int,
        timed: bool,
        begun: bool = False,
        dominance: Dominance = EVERY_ARGUMENT,
    ) -> None:
        """Model an order; ``timed`` says that it matters in which gap these skills are used.

        A game that has ``begun`` may have revealed missions before this story.
        """
        self.model = model
        self.story = story
        self.begun = begun
        self.size = len(story) + appended
        self.appended = appended
        self.timed = timed
        self.dominance = dominance
        self.quests = [place for place, card in enumerate(story) if not isinstance(card, Item)]
        self.quests += range(len(story), self.size)
        self.kinds = tuple(dict.fromkeys(card.kind for card in story if isinstance(card, Item)))
        self._prefix = self._count()
        self._lying: dict[tuple[Kind, int], Amount] = {}
        self.thrown = [[model.choice() for _ in range(self.size)] for _ in range(throwers)]
        self.gone = [model.any_of(*lits) for lits in zip(*self.thrown, strict=True)] or [NO] * self.size
        self.is_generous = bool(throwers and movers) and throwers + movers > 2  # noqa: PLR2004  (one of each)
        """Whether the windows are wider than the rules allow, because several skills change the story in turn."""
        self.movers = [self._zone(CARDS_SEEN, CARDS_SEEN, throwers) for _ in range(movers)]
        """Where each use of Zigarat Ho makes the order free."""
        self.joined = self._join(throwers)
        """Where two uses of Zigarat Ho overlap."""
        self.zones = [*self.movers, *([self.joined] if self.joined else [])]
        self.throws = [self._windows(n) for n in range(throwers)]
        self.seats = self._seats()
        self._arrived: dict[int, dict[Kind, Amount]] = {}
        if self.joined and not self.is_generous:
            self._keep_late_cards_late(self.joined)

    # --- What the rest of the model asks

    def run_of(self, place: int) -> int:
        """Return the rank of the mission that ends the run in which the gap before this place lies."""
        return sum(quest < place for quest in self.quests)

    def seated(self, rank: int) -> list[tuple[int, Lit]]:
        """Return the places of the cards that may be the mission of this rank, each with its literal."""
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
            self.model.between(coming[kind], 0, MANY)  # no item is revealed twice
        return coming

    def count_before(self, kind: Kind, place: int) -> Amount:
        """Return how many items of a kind lie before a place and were not thrown away."""
        if not self.thrown:
            return Amount.of(self._prefix[place][kind])
        n = self._prefix[place][kind]
        if (kind, n) not in self._lying:  # the same for all places up to the next item of the kind
            lost = self.model.total(self.gone[at] for at in range(place) if self._kind(at) == kind)
            self._lying[kind, n] = Amount.of(n) - lost
        return self._lying[kind, n]

    def comes_between(self, kind: Kind, start: int, end: int) -> bool:
        """Return whether an item of this kind lies between two places."""
        return self._prefix[start][kind] < self._prefix[end][kind]

    def moves(self, mover: int) -> list[CardWindow]:
        """Return the windows in which a use of Zigarat Ho may begin; the zones say how far they reach."""
        zones = (self.movers[mover], *([self.joined] if self.joined else []))
        return [CardWindow(start, CARDS_SEEN, lit) for zone in zones for start, lit in zone.starts.items()]

    def is_laid(self, place: int) -> bool:
        """Return whether the place is in the story, and not that of a card brought back."""
        return place < len(self.story)

    # --- H2

    def _windows(self, thrower: int) -> list[CardWindow]:
        """Return the windows of this use of Nintrabash; all cards thrown away lie in the chosen one."""
        model, thrown = self.model, self.thrown[thrower]
        others = [lits for n, lits in enumerate(self.thrown) if n < thrower]
        most = CARDS_SEEN * (1 + len(others)) + (CARDS_SEEN - 1) * len(self.movers)
        windows = []
        for start in range(self.size):
            for width in range(CARDS_SEEN, most + 1):
                if width > CARDS_SEEN and start + width > self.size:
                    break
                wide = width > CARDS_SEEN
                widest = width == most or start + width == self.size
                if wide and not widest and not others and self._may_leave_out_narrow_windows:
                    continue
                window = CardWindow(start, min(width, self.size - start), model.choice())
                if wide and self.is_generous:
                    self._widen_generously(window, others)
                elif wide:
                    self._widen(window, thrower, others)
                windows.append(window)
                if not self.timed and not wide and len(self.thrown) == 1 and self.dominance.nintrabash_waits:
                    model.implies(window.chosen, thrown[start])
        model.at_most_one(window.chosen for window in windows)
        for place, lit in enumerate(thrown):
            covering = [window.chosen for window in windows if window.start <= place < window.end]
            model.some(opposite(lit), *covering)
        model.between(model.total(thrown), 0, CARDS_SEEN)
        return windows

    @property
    def _may_leave_out_narrow_windows(self) -> bool:
        return self.dominance.widest_window_is_enough and not self.is_generous

    def _widen(self, window: CardWindow, thrower: int, others: list[list[Lit]]) -> None:
        """Require the conditions under which a window is wider than five."""
        model, places = self.model, range(window.start, window.end)
        if others:  # holes of the throw before it
            holes = model.total(lits[place] for lits in others for place in places)
            model.between(holes, window.width - CARDS_SEEN, MANY, window.chosen)
            for lits in others:
                for place in range(window.start + CARDS_SEEN, self.size):
                    model.implies(window.chosen, opposite(lits[place]))
            return
        # Zigarat Ho before it: his five cards are the first of the window, and any of them may be among those seen
        (zone,) = self.zones
        end = min(window.start + CARDS_SEEN, self.size)
        model.implies(window.chosen, zone.starts.get(window.start, NO), zone.ends.get(end, NO))
        moved = model.total(self.thrown[thrower][place] for place in places[:CARDS_SEEN])
        for beyond, place in enumerate(places[CARDS_SEEN:], 1):
            model.between(moved, 0, CARDS_SEEN - beyond, window.chosen, self.thrown[thrower][place])

    def _widen_generously(self, window: CardWindow, others: list[list[Lit]]) -> None:
        """Require a reason for a window wider than five: holes of an earlier throw, or Zigarat Ho before it."""
        model, places = self.model, range(window.start, window.end)
        holes = model.total(lits[place] for lits in others for place in places)
        moved = [zone.used for zone in self.movers] + ([self.joined.used] * len(self.movers) if self.joined else [])
        model.between(holes + model.total(moved) * (CARDS_SEEN - 1), window.width - CARDS_SEEN, MANY, window.chosen)

    # --- H6

    def _zone(self, narrowest: int, widest: int, throwers: int) -> FreeZone:
        """Return a zone of ``narrowest`` to ``widest`` cards that are not thrown away, or fewer at the end."""
        model, size = self.model, self.size
        widest_with_holes = widest + CARDS_SEEN * throwers
        starts: dict[int, Lit] = {}
        for start in range(size):
            may_be_late = self.timed or self.appended or not self.dominance.zigarat_ho_is_not_late
            if start + narrowest > size and not may_be_late and start:
                break
            last = min(start + widest_with_holes, size)
            needs_no_mission = self.timed or not self.dominance.zigarat_ho_needs_a_mission
            if needs_no_mission or any(start <= quest < last for quest in self.quests):
                starts[start] = model.choice()
        model.at_most_one(starts.values())
        if narrowest == widest_with_holes:
            ends: dict[int, list[Lit]] = {}
            for start, lit in starts.items():
                ends.setdefault(min(start + widest, size), []).append(lit)
            return FreeZone(model, starts, {end: model.any_of(*lits) for end, lits in ends.items()})
        zone = FreeZone(model, starts, {end: model.choice() for end in range(1, size + 1)})
        model.at_most_one(zone.ends.values())
        for start, lit in starts.items():
            reach = range(min(start + narrowest, size), min(start + widest_with_holes, size) + 1)
            model.some(opposite(lit), *(zone.ends[end] for end in reach))
            for end in reach:
                if end - start > widest:
                    self._widen_zone(zone, start, end, end - start - widest)
        model.between(model.total(zone.ends.values()) - model.amount(zone.used), 0, 0)
        return zone

    def _widen_zone(self, zone: FreeZone, start: int, end: int, holes: int) -> None:
        """Require as many holes, from an earlier throw, as a zone is wider than its cards."""
        model, begins, ends = self.model, zone.starts[start], zone.ends[end]
        model.between(model.total(self.gone[place] for place in range(start, end)), holes, MANY, begins, ends)
        if self.is_generous:
            return
        for place in range(start + CARDS_SEEN, self.size):
            model.some(opposite(begins), opposite(ends), opposite(self.gone[place]))

    def _join(self, throwers: int) -> FreeZone | None:
        """Return the zone of two overlapping rearrangements: the original is used among cards that the copy has moved.

        If they do not overlap, the original comes after the copy.
        """
        if len(self.movers) < 2:  # noqa: PLR2004  (one or none)
            return None
        model = self.model
        first, second = self.movers
        joined = self._zone(CARDS_SEEN + 1, 2 * CARDS_SEEN - 1, throwers)
        for zone in self.movers:
            model.some(opposite(zone.used), opposite(joined.used))
        for end, one in first.ends.items():
            for start, other in second.starts.items():
                if start < end:
                    model.some(opposite(one), opposite(other))
        return joined

    def _keep_late_cards_late(self, joined: FreeZone) -> None:
        """Require that cards which only the second of two rearrangements reaches come after the gap between them."""
        model = self.model
        for start, begins in joined.starts.items():
            middle = min(start + CARDS_SEEN, self.size)
            for rank in range(self.run_of(start), len(self.quests)):
                arrived = self.arrived(rank)
                late = [
                    model.at_least(n, copy)
                    for kind, n in arrived.items()
                    for copy in range(self._prefix[middle][kind] + 1, n.hi + 1)
                ]
                rows = self.seats[self.run_of(start) : rank]
                near = model.total(lit for row in rows for place, lit in row.items() if start <= place < middle)
                items = model.sum(n - self._prefix[start][kind] for kind, n in arrived.items())
                early = model.sum((items, near, model.total(late) * -1))
                late += [lit for place, lit in self.seats[rank].items() if place >= middle]
                for end, ends in joined.ends.items():
                    if self.quests[rank] < end <= start + 2 * CARDS_SEEN - 1:
                        for lit in late:
                            model.between(early, end - start - CARDS_SEEN, MANY, begins, ends, lit)

    def _seats(self) -> list[dict[int, Lit]]:
        """Return for each rank which cards may have it; without Zigarat Ho it is always the same one."""
        model = self.model
        if not self.zones:
            return [{place: YES} for place in self.quests]
        seats: list[dict[int, Lit]] = []
        for seat in self.quests:
            row: dict[int, Lit] = {}
            for place in self.quests:
                covering = [zone.covers(min(seat, place), max(seat, place)) for zone in self.zones]
                if place == seat or (abs(place - seat) < self.reach and any(lit != NO for lit in covering)):
                    row[place] = model.choice()
                    if place != seat:
                        model.some(opposite(row[place]), *covering)
            seats.append(row)
        for seat, row in zip(self.quests, seats, strict=True):
            model.between(model.total(row.values()), 1, 1)
            if self.dominance.discarded_missions_keep_their_rank:
                model.implies(self.gone[seat], row[seat])
        for place in self.quests:
            model.between(model.total(row[place] for row in seats if place in row), 1, 1)
        return seats

    @property
    def reach(self) -> int:
        """The most places that a zone can have."""
        joined = CARDS_SEEN - 1 if self.joined else 0
        return CARDS_SEEN * (1 + len(self.thrown)) + joined

    def _arrivals(self, rank: int) -> dict[Kind, Amount]:
        """Return how many items come before a mission: those before it, or any number of those in a zone around it."""
        if rank == len(self.quests):
            return {kind: self.count_before(kind, self.size) for kind in self.kinds}
        model, seat = self.model, self.quests[rank]
        covered = model.any_of(*(zone.covers(seat, seat) for zone in self.zones))
        first = max(0, seat - self.reach + 1)
        last = min(self.size, seat + self.reach)
        arrived: dict[Kind, Amount] = {}
        for kind in self.kinds:
            plain = self.count_before(kind, seat)
            low, high = self._prefix[first][kind], self._prefix[last][kind]
            if covered == NO or low == high:
                arrived[kind] = plain
                continue
            count = arrived[kind] = model.number(max(0, low - (plain.hi - plain.lo)), high)
            model.between(count - plain, 0, 0, opposite(covered))
            for zone in self.zones:
                for start, lit in zone.starts.items():
                    if first <= start <= seat:
                        model.between(count - self.count_before(kind, start), 0, MANY, lit)
                for end, lit in zone.ends.items():
                    if seat < end <= last:
                        model.between(count - self.count_before(kind, end), -MANY, 0, lit)
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
