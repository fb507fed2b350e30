"""The positions that a record can reach with some slips corrected: one level for each number of slips."""

import time
from collections.abc import Callable, Iterable, Mapping

from dtcli.rules.cards import Card, Mission
from dtcli.rules.decisions import UseSkill
from dtcli.rules.notes import SkillNote
from dtcli.rules.scenarios import Scenario
from solver.limits import OutOfLimits
from solver.studies.nearest_reading.compact_positions import CompactPosition, CompactPositions
from solver.studies.nearest_reading.outlook import Outlook
from solver.studies.nearest_reading.record_places import RecordPlace, RecordPlaces
from solver.studies.nearest_reading.rest_slips import RestSlips
from solver.studies.nearest_reading.slips import Slip, SlipKind
from solver.studies.nearest_reading.story_changes import Changes, StoryChanges
from solver.studies.nearest_reading.written_record import WrittenRecord

TICKS = 64
"""After how many steps the clock is read."""
SECONDS_BETWEEN = 0.25
"""How often progress is reported."""


PutOff = tuple["ReadingNode", tuple[Slip, ...], RecordPlace, CompactPosition, Changes]
"""A position that slips reach which do not get past the contradiction alone."""


class ReadingNode:
    """A position in the record with some slips corrected."""

    __slots__ = (
        "broke", "broken", "changes", "children", "furthest", "horizon", "parents", "place", "position", "ranked",
        "weight",
    )  # fmt: skip

    def __init__(self, place: RecordPlace, position: CompactPosition, changes: Changes) -> None:
        self.place, self.position, self.changes = place, position, changes
        self.weight = 0.0
        """How implausible the slips are with which it was reached first."""
        self.broken = False
        """Whether the backpack has broken, so that this is an end."""
        self.broke = False
        """Whether the backpack breaks at the next card."""
        self.children: list[ReadingNode] = []
        """What it leads to without a further slip."""
        self.furthest = 0
        """The last card as written that is reached from here without a further slip."""
        self.horizon: int | None = None
        """The last card as written at which a way from here without a further slip contradicts the record."""
        self.parents: list[tuple[ReadingNode | None, tuple[Slip, ...]]] = []
        self.ranked: list[tuple[float, tuple[Slip, ...]]] | None = None


class Exploration:
    """The positions of one record, and the steps from one to the next with the slips that explain them."""

    def __init__(
        self, record: WrittenRecord, scenario: Scenario | None, missions: Mapping[str, Mission], *, deadline: float
    ) -> None:
        self.record, self.cards, self.notes, self.deadline = record, record.cards, record.notes, deadline
        self.positions = CompactPositions(record)
        self.places = RecordPlaces(record)
        self.story_changes = StoryChanges(record, scenario, missions)
        self.slips = 0
        """The number of slips of the level that is explored."""
        self.levels: dict[int, dict[object, ReadingNode]] = {}
        self.ends: dict[int, list[ReadingNode]] = {}
        self._seen: dict[tuple[RecordPlace, CompactPosition], list[tuple[int, Changes]]] = {}
        self._waiting: list[ReadingNode] = []
        self._put_off: dict[int, list[PutOff]] = {}
        self._sorted: int | None = None
        """The level whose positions that were put off are sorted, the most plausible last."""
        self.last_slip = True
        """Whether no further slip comes after those that are tried, so that they must get past the contradiction."""
        self._ticks = 0
        self._began = time.monotonic()
        self._next_progress = self._began + SECONDS_BETWEEN
        self.on_progress: Callable[[float], None] | None = None
        self.outlook = Outlook(record, self.positions, self.places)
        self.rest_slips = RestSlips(self.places, self.story_changes)
        self.weigh: Callable[[Slip], float] = lambda slip: float(slip.kind)
        """How implausible a slip is."""
        self.work = 0
        """How many positions have been tried on this level."""
        self.most_slips = 0
        """Up to how many slips are looked for."""

    def begin_level(self, slips: int) -> None:
        """Begin an empty level with this many slips."""
        self.slips = slips
        self.levels[slips], self.work = {}, 0
        self.ends.setdefault(slips, [])
        self._waiting = []

    def tick(self) -> None:
        """Count a step, report progress, and raise OutOfLimits after the deadline."""
        self._ticks += 1
        if self._ticks % TICKS:
            return
        now = time.monotonic()
        if now > self.deadline:
            raise OutOfLimits
        if self.on_progress is not None and now >= self._next_progress:
            self._next_progress = now + SECONDS_BETWEEN
            self.on_progress(now - self._began)

    def reach(
        self,
        parent: ReadingNode | None,
        slips: tuple[Slip, ...],
        place: RecordPlace,
        position: CompactPosition,
        changes: Changes,
    ) -> None:
        """Add a position to the level; a position that fewer slips reach as well is left out.

        A slip that does not get past the contradiction is put off until further slips are added.
        """
        self.work += 1
        self.tick()
        if slips and parent is not None and self.last_slip:
            legal = self.story_changes.is_legal(changes)
            if not (legal and self._reaches_end(parent, place, position)):
                if self.slips < self.most_slips:
                    self._put_off.setdefault(self.slips, []).append((parent, slips, place, position, changes))
                return
        key = (place, position)
        known = self.levels[self.slips].get((key, changes))
        if known is not None:
            known.parents.append((parent, slips))
            if parent is not None and not slips:
                parent.children.append(known)
            return
        seen = self._seen.setdefault(key, [])
        if any(level < self.slips and self.story_changes.allows_more(before, changes) for level, before in seen):
            return
        seen.append((self.slips, changes))
        node = ReadingNode(place, position, changes)
        node.weight = (parent.weight if parent is not None else 0.0) + sum(map(self.weigh, slips))
        node.parents.append((parent, slips))
        if parent is not None and not slips:
            parent.children.append(node)
        self.levels[self.slips][key, changes] = node
        self._waiting.append(node)

    def _reaches_end(self, parent: ReadingNode, place: RecordPlace, position: CompactPosition) -> bool:
        """Return whether a position gets to the end without a further slip, and first past where others end."""
        past = self.outlook.gets_past
        return past(place, position, parent.furthest) and past(place, position, len(self.cards))

    def has_put_off(self, slips: int) -> bool:
        """Return whether positions with so many slips were put off."""
        return bool(self._put_off.get(slips))

    def reach_put_off(self, count: int) -> None:
        """Add so many of the positions that were put off to the level, the most plausible first."""
        put_off = self._put_off[self.slips]
        if self._sorted != self.slips:
            put_off.sort(key=lambda one: one[0].weight + sum(map(self.weigh, one[1])), reverse=True)
            self._sorted = self.slips
        for _ in range(min(count, len(put_off))):
            self.reach(*put_off.pop())

    def advance_all(self) -> None:
        """Follow every new position of the level as far as it gets without a further slip."""
        while self._waiting:
            self.tick()
            self._advance(self._waiting.pop())

    def _advance(self, node: ReadingNode) -> None:
        """Go on without a slip."""
        if self.places.token(node.place) is None:
            if self.outlook.is_end(node.place):
                self.ends[self.slips].append(node)
            return
        for step in self.outlook.steps(node.place, node.position):
            if not step.broken:
                self.reach(node, (), step.place, step.position, node.changes)
            elif step.contradicted:
                node.broke = True
            else:
                self.end_broken(node, (), step.place)

    def pack(
        self,
        node: ReadingNode,
        slips: tuple[Slip, ...],
        run: tuple[int, int],
        then: RecordPlace,
        changes: Changes | None = None,
        *,
        more: tuple[int, ...] = (),
    ) -> None:
        """Put a run of items, from one index to another, into the backpack, and more of these kinds."""
        packed = self.positions.packed(node.position, [*self.outlook.numbers[slice(*run)], *more])
        if packed is not None:
            self.reach(node, slips, then, packed, node.changes if changes is None else changes)
            return
        self.end_broken(node, slips, then, changes)

    def reveal(  # noqa: PLR0913  (a step and the slips that explain it)
        self,
        node: ReadingNode,
        slips: tuple[Slip, ...],
        card: Card,
        note: int | None,
        then: RecordPlace,
        changes: Changes | None = None,
        *,
        before: CompactPosition | None = None,
    ) -> None:
        """Reveal a card in every way that agrees with its note; ``before`` is the position if not that of the node."""
        for way in self.positions.reveal(before or node.position, card, note):
            if not way.broken:
                self.reach(node, slips, then, way.position, node.changes if changes is None else changes)
                continue
            if way.contradicted_after:
                node.broke = node.broke or not slips
            else:
                self.end_broken(node, slips, then, changes)

    def use(
        self,
        node: ReadingNode,
        slips: tuple[Slip, ...],
        use: UseSkill | None,
        place: RecordPlace,
        changes: Changes | None = None,
    ) -> None:
        """Use a skill, or none, in place of the next one that is recorded."""
        place = self.places.after_skill(place)
        if use is None:
            self.reach(node, slips, place, node.position, node.changes if changes is None else changes)
            return
        self.use_at(node, slips, use, place, node.position, changes)

    def use_at(
        self,
        node: ReadingNode,
        slips: tuple[Slip, ...],
        use: UseSkill,
        place: RecordPlace,
        before: CompactPosition,
        changes: Changes | None = None,
    ) -> None:
        """Use a skill that is legal in a position at a place, from which the notes go on."""
        changes = node.changes if changes is None else changes
        step = self.outlook.use(place, before, use)
        if step is not None and step.broken:
            self.end_broken(node, slips, step.place, changes)
        elif step is not None:
            self.reach(node, slips, step.place, step.position, changes)

    def end_broken(
        self, node: ReadingNode, slips: tuple[Slip, ...], then: RecordPlace, changes: Changes | None = None
    ) -> None:
        """Add an end at which the backpack breaks; what is recorded after it, or is too much there, is wrong."""
        node.broke = node.broke or not slips
        changes = node.changes if changes is None else changes
        wrong = self.places.decisions(then)
        if self.slips + len(wrong) > self.most_slips:
            return
        noted = self._corrections(wrong)
        for more, changed in self.rest_slips.legal_rests(then, changes, self.most_slips - self.slips - len(wrong)):
            end = ReadingNode(then, node.position, changed)
            end.broken = True
            end.parents.append((node, (*slips, *noted, *more)))
            self.ends.setdefault(self.slips + len(wrong) + len(more), []).append(end)

    def end_corrected(self, node: ReadingNode, wrong: Iterable[int]) -> None:
        """Add an end at which these notes are wrong."""
        end = ReadingNode(node.place, node.position, node.changes)
        end.parents.append((node, self._corrections(wrong)))
        self.ends[self.slips].append(end)

    def _corrections(self, wrong: Iterable[int]) -> tuple[Slip, ...]:
        """Return the slips that take these notes out."""
        return tuple(
            Slip(SlipKind.WRONG_SKILL if isinstance(self.notes[one], SkillNote) else SlipKind.WRONG_DECISION, one)
            for one in wrong
        )
