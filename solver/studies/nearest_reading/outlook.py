"""Whether a position gets past the card at which a record is contradicted, without a further slip.

This depends only on the kinds that the cards up to there name. So it is found once for all positions that agree in
these, in the slots filled and in the effects in force.
"""

from collections.abc import Iterator
from typing import NamedTuple

from dtcli.rules.cards import Item
from dtcli.rules.decisions import UseSkill
from dtcli.rules.notes import SkillNote
from dtcli.rules.rulings import ARVEDUI_MIRIEL
from solver.studies.nearest_reading.compact_positions import CompactPosition, CompactPositions
from solver.studies.nearest_reading.record_places import RecordPlace, RecordPlaces
from solver.studies.nearest_reading.slips import WINDOW_HEROES, acting
from solver.studies.nearest_reading.written_record import Laid, WrittenRecord


class OnwardStep(NamedTuple):
    """A step without a slip."""

    place: RecordPlace
    position: CompactPosition
    broken: bool = False
    contradicted: bool = False
    """Whether the record goes on at this card, although the backpack broke."""


class Outlook:
    """The steps of one record without a slip, and how far they get."""

    def __init__(self, record: WrittenRecord, positions: CompactPositions, places: RecordPlaces) -> None:
        self.record, self.cards, self.notes = record, record.cards, record.notes
        self.positions, self.places = positions, places
        self.numbers = [positions.number[one.card.kind] if isinstance(one.card, Item) else -1 for one in self.cards]
        """The number of the kind of each item card."""
        self._known: dict[object, bool] = {}
        self._kinds: dict[tuple[int, int], tuple[int, ...]] = {}

    def is_end(self, place: RecordPlace) -> bool:
        """Return whether nothing is recorded after the last card."""
        return not self.record.late and not self.places.never_again(place)

    def steps(self, place: RecordPlace, position: CompactPosition) -> Iterator[OnwardStep]:
        """Yield the steps to the next card, or through the next skill; none at the end."""
        token = self.places.token(place)
        if token is None:
            return
        if not place.front and place.next < len(self.cards) and not place.used:
            end = self.places.run_end[place.next]
            if end > place.next:
                packed = self.positions.packed(position, self.numbers[place.next : end])
                yield OnwardStep(place._replace(next=end, forgotten=()), packed or position, packed is None)
                return
        if token.skills:
            note = self.notes[token.skills[0]]
            assert isinstance(note, SkillNote)
            for use in self.positions.ways_to_use(position, note, self.places.story(place)):
                there = self.places.settled(place) if acting(use) in WINDOW_HEROES else place
                step = self.use(self.places.after_skill(there), position, use)
                if step is not None:
                    yield step
            return
        then = self.places.after(place)
        for way in self.positions.reveal(position, token.card, token.note):
            yield OnwardStep(then, way.position, way.broken, way.contradicted_after)

    def use(self, place: RecordPlace, position: CompactPosition, use: UseSkill) -> OnwardStep | None:
        """Return the step of using a skill that is legal; None if the record says more about cards that it discards."""
        story, hero = self.places.story(place), acting(use)
        if hero == ARVEDUI_MIRIEL:
            quest = self.positions.last_failed(position)
            assert quest is not None
            said = self.record.again[place.brought] if place.brought < len(self.record.again) else Laid(quest)
            again = Laid(quest, None, said.note, said.skills, None, len(self.cards) + place.brought)
            place = place._replace(tail=(*place.tail, again), brought=place.brought + 1)
        elif hero in WINDOW_HEROES:
            looked_at = self.places.place_after_window(place, use)
            if looked_at is None:
                return None
            place = looked_at
        then, broken = self.positions.used(position, use, story)
        return OnwardStep(place, then, broken)

    def gets_past(self, place: RecordPlace, position: CompactPosition, card: int) -> bool:
        """Return whether some way without a slip gets past a card, or to an end that agrees with the record."""
        if place.next > card and not place.front:
            return True
        key: object
        if place.front or place.tail or place.next >= len(self.cards):
            key = (place, position, card)
        else:
            cards, tokens, supply, slots, mode, _ = position
            counts = tuple(
                [(cards[kind], tokens[kind], supply[kind]) for kind in self._kinds_between(place.next, card)]
            )
            key = (place.next, place.used, place.brought, card, slots, mode, counts)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._finds_way(place, position, card)
        return known

    def _finds_way(self, place: RecordPlace, position: CompactPosition, card: int) -> bool:
        if self.places.token(place) is None:
            return self.is_end(place)
        for step in self.steps(place, position):
            if step.broken:
                if not step.contradicted and not self.places.decisions(step.place):
                    return True
            elif self.gets_past(step.place, step.position, card):
                return True
        return False

    def _kinds_between(self, first: int, last: int) -> tuple[int, ...]:
        """Return the kinds that decide what happens from one card to another."""
        known = self._kinds.get((first, last))
        if known is None:
            found: set[int] = set()
            end = max(last + 1, self.places.run_end[last])  # a run of items is packed whole
            for one in self.cards[first:end]:
                found.update(self.positions.relevant(one.card))
                if one.skills:
                    found.update(range(len(self.positions.kinds)))
            known = self._kinds[first, last] = tuple(sorted(found))
        return known
