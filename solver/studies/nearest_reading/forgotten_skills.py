"""Forgotten skills: what a skill explains that was used, but not recorded.

A skill that removes items can as well be used later, up to a mission, a recorded decision, or an item that breaks the
backpack: only there it is tried. A skill that looks at the next cards is tried where it moves the first of them.
"""

from collections.abc import Iterator
from itertools import pairwise

from dtcli.rules.cards import Card, Item
from dtcli.rules.decisions import UseSkill
from dtcli.rules.items import Kind
from dtcli.rules.notes import SkillNote
from dtcli.rules.rulings import ROS_THANIR, ZARIA, HeroId
from solver.studies.nearest_reading.compact_positions import CompactPosition
from solver.studies.nearest_reading.exploration import Exploration, ReadingNode
from solver.studies.nearest_reading.record_places import RecordPlace
from solver.studies.nearest_reading.slip_relevance import SlipRelevance
from solver.studies.nearest_reading.slips import WINDOW_HEROES, Slip, SlipKind, acting
from solver.studies.nearest_reading.written_record import Laid


class ForgottenSkills:
    """The forgotten skills that are tried at a node."""

    def __init__(self, exploration: Exploration, relevance: SlipRelevance) -> None:
        self.exploration, self.relevance = exploration, relevance
        self.record, self.cards, self.notes = exploration.record, exploration.cards, exploration.notes
        self.positions, self.places = exploration.positions, exploration.places
        self.story_changes = exploration.story_changes
        self._ahead = self._heroes_ahead()

    def _heroes_ahead(self) -> list[frozenset[HeroId]]:
        """Return for each card the heroes whose skills are recorded before it or later."""
        last = frozenset(hero for one in self.record.again for hero in self._heroes_of(one.skills))
        found = [last | {*self._heroes_of(self.record.late)}]
        for one in reversed(self.cards):
            found.append(found[-1] | {*self._heroes_of(one.skills)})
        return found[::-1]

    def _heroes_of(self, notes: tuple[int, ...]) -> Iterator[HeroId]:
        for index in notes:
            note = self.notes[index]
            if isinstance(note, SkillNote):
                yield note.use.hero
                if note.use.borrowed is not None:
                    yield note.use.borrowed

    def explore(self, node: ReadingNode) -> None:
        """Reach everything that one forgotten skill before the next card explains."""
        place, unused = node.place, self.positions.unused(node.position)
        token = self.places.token(place) if unused else None
        if token is None:
            return
        if not place.front and not place.used and place.next < len(self.cards):
            end = self.places.run_end[place.next]
            if end > place.next:
                self._explore_run(node, unused, end)
                return
        if token.slot is not None and len(token.skills) <= self._recorded(token.slot):
            self._explore_gap(node, unused, node.position, place, removing=True)

    def _recorded(self, slot: int) -> int:
        """Return how many skills are recorded in a slot."""
        if slot < len(self.cards):
            return len(self.cards[slot].skills)
        again = slot - len(self.cards)
        return len(self.record.again[again].skills) if again < len(self.record.again) else 0

    def _explore_run(self, node: ReadingNode, unused: tuple[HeroId, ...], end: int) -> None:
        """Reach what a skill used in a run of items explains."""
        looking = tuple(hero for hero in unused if hero in WINDOW_HEROES or hero == ROS_THANIR)
        position, start = node.position, node.place.next
        for at in range(start, end):
            there = node.place if at == start else node.place._replace(next=at, forgotten=())
            packed = self.positions.packed(position, (self.exploration.outlook.numbers[at],))
            if packed is None:
                self._explore_gap(node, unused, position, there, removing=True)
                return
            if looking:
                self._explore_gap(node, looking, position, there, removing=False)
            position = packed

    def _explore_gap(
        self,
        node: ReadingNode,
        heroes: tuple[HeroId, ...],
        position: CompactPosition,
        place: RecordPlace,
        *,
        removing: bool,
    ) -> None:
        """Reach what a skill used at this place explains; skills that look at no cards only if ``removing``."""
        token = self.places.token(place)
        assert token is not None
        assert token.slot is not None
        used = self._recorded(token.slot) - len(token.skills) + place.forgotten.count(token.slot)
        noted = place._replace(forgotten=(*place.forgotten, token.slot))
        settled = self.places.settled(noted)
        story = self.places.story(settled)
        ahead = self._ahead[place.next].union(
            *(self._heroes_of(one.skills) for one in (*place.front, *place.tail) if one.skills)
        )
        for hero in heroes:
            for use in self._tried_uses(hero, position, story, token, removing=removing):
                if use.order is not None and _is_unsorted(use.order, (*settled.front, *settled.tail)):
                    continue
                spent = hero in ahead or use.borrowed in ahead
                if self.relevance.wants_use(node, use, spent=spent):
                    slip = Slip(SlipKind.FORGOTTEN_SKILL, token.slot, None, used, use)
                    there = settled if acting(use) in WINDOW_HEROES else noted
                    self.exploration.use_at(node, (slip,), use, there, position)

    def explore_with_items(self, node: ReadingNode, kinds: tuple[Kind, ...]) -> None:
        """Reach what a forgotten skill explains that removes items which were left out before it."""
        place, unused = node.place, self.positions.unused(node.position)
        token = self.places.token(place) if unused else None
        if token is None or token.gap is None or token.slot is None:
            return
        numbers = [self.positions.number[kind] for kind in kinds]
        position = self.positions.packed(node.position, numbers)
        if position is None:
            return
        used = self._recorded(token.slot) - len(token.skills) + place.forgotten.count(token.slot)
        items = tuple(Slip(SlipKind.LEFT_OUT, token.gap, Item(kind), used) for kind in kinds)
        changes = node.changes
        for kind in kinds:
            changes = self.story_changes.changed(changes, Item(kind), 1)
        noted = place._replace(forgotten=(*place.forgotten, token.slot))
        for hero in unused:
            for use in self.positions.uses(position, hero, self.places.story(noted)):
                if acting(use) not in WINDOW_HEROES and {*numbers} <= {*self.positions.concerned(use)}:
                    slip = Slip(SlipKind.FORGOTTEN_SKILL, token.slot, None, used, use)
                    self.exploration.use_at(node, (*items, slip), use, noted, position, changes)

    def _tried_uses(
        self, hero: HeroId, position: CompactPosition, story: tuple[Card, ...], token: Laid, *, removing: bool
    ) -> Iterator[UseSkill]:
        """Yield the uses of a skill that cannot as well be used later."""
        for use in self.positions.uses(position, hero, story):
            skill = acting(use)
            if skill in WINDOW_HEROES:
                if _moves_first(use) or (not _is_idle(use) and (token.skills or (use.borrowed and removing))):
                    yield use
            elif not removing:
                continue
            elif skill == ZARIA and use.borrowed is None:
                if not token.skills and not isinstance(token.card, Item) and use.guess in token.card.listed:
                    yield use
            else:
                yield use


def _moves_first(use: UseSkill) -> bool:
    """Return whether the next card does not stay the next."""
    return 1 in use.discard if use.discard is not None else bool(use.order) and use.order[0] != 1  # type: ignore[index]


def _is_unsorted(order: tuple[int, ...], seen: tuple[Laid, ...]) -> bool:
    """Return whether items that come one after the other could as well keep their order."""
    plain = [isinstance(one.card, Item) and one.is_plain for one in seen]
    return any(one > other and plain[one - 1] and plain[other - 1] for one, other in pairwise(order))


def _is_idle(use: UseSkill) -> bool:
    """Return whether all cards stay where they are."""
    if use.discard is not None:
        return not use.discard
    return use.order == tuple(sorted(use.order or ()))
