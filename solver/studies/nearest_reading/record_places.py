"""The places in a record: the next card, the skills before it, and the cards that a skill has moved."""

from typing import NamedTuple

from dtcli.rules.cards import Card, Item
from dtcli.rules.decisions import UseSkill
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from solver.studies.nearest_reading.slips import after_window
from solver.studies.nearest_reading.written_record import Laid, WrittenRecord


class RecordPlace(NamedTuple):
    """Where a reading is in the record."""

    next: int
    """The index of the next card as written."""
    used: int = 0
    """How many of the skills before that card have been used."""
    front: tuple[Laid, ...] = ()
    """Cards that come before it."""
    tail: tuple[Laid, ...] = ()
    """Missions brought back, which come last."""
    brought: int = 0
    """How many missions have been brought back."""
    forgotten: tuple[int, ...] = ()
    """The slots of cards to come before which forgotten skills have been used, one for each skill."""


class RecordPlaces:
    """The places of one record."""

    def __init__(self, record: WrittenRecord) -> None:
        self.record, self.cards = record, record.cards
        self.run_end = self._run_ends()
        """For each card the index after the run of plain items that it begins."""

    def _run_ends(self) -> list[int]:
        """Return for each card the index after the run of plain items that it begins."""
        ends = [0] * (len(self.cards) + 1)
        ends[len(self.cards)] = len(self.cards)
        for at in reversed(range(len(self.cards))):
            one = self.cards[at]
            if not (isinstance(one.card, Item) and one.is_plain):
                ends[at] = at
            else:
                after = at + 1
                plain = after < len(self.cards) and ends[after] > after
                ends[at] = ends[after] if plain else after
        return ends

    def token(self, place: RecordPlace) -> Laid | None:
        """Return the next card with the skills that are left before it."""
        if place.front:
            return place.front[0]
        if place.next < len(self.cards):
            token = self.cards[place.next]
            return token._replace(skills=token.skills[place.used :]) if place.used else token
        return place.tail[0] if place.tail else None

    def after(self, place: RecordPlace) -> RecordPlace:
        """Return the place after the next card."""
        if place.front:
            return place._replace(front=place.front[1:], forgotten=_without(place.forgotten, place.front[0].slot))
        if place.next < len(self.cards):
            return place._replace(next=place.next + 1, used=0, forgotten=())
        return place._replace(tail=place.tail[1:], forgotten=_without(place.forgotten, place.tail[0].slot))

    def after_skill(self, place: RecordPlace) -> RecordPlace:
        """Return the place after the next skill that is recorded."""
        token = self.token(place)
        assert token is not None
        left = token._replace(skills=token.skills[1:])
        if place.front:
            return place._replace(front=(left, *place.front[1:]))
        if place.next < len(self.cards):
            return place._replace(used=place.used + 1)
        return place._replace(tail=(left, *place.tail[1:]))

    def story(self, place: RecordPlace) -> tuple[Card, ...]:
        """Return the cards to come; only how many there are counts, up to those that a skill looks at."""
        rest = (*place.front, *self.cards[place.next : place.next + CARDS_SEEN + 1], *place.tail)
        return tuple(one.card for one in rest[: CARDS_SEEN + 1])

    def never_again(self, place: RecordPlace) -> list[int]:
        """Return the notes on missions that were to be brought back but were not."""
        left = self.record.again[place.brought :]
        return [index for one in left for index in (*one.skills, *(() if one.note is None else (one.note,)))]

    def decisions(self, place: RecordPlace) -> list[int]:
        """Return the notes at or after this place."""
        if place.next < len(self.cards):
            first = self.cards[place.next]
            rest = (*place.front, first._replace(skills=first.skills[place.used :]), *self.cards[place.next + 1 :])
        else:
            rest = place.front
        found = [
            index for one in (*rest, *place.tail) for index in (*one.skills, *(() if one.note is None else (one.note,)))
        ]
        return [*found, *self.never_again(place), *self.record.late]

    def settled(self, place: RecordPlace) -> RecordPlace:
        """Return the place with the cards that a skill looks at in front."""
        front, at, used = list(place.front), place.next, place.used
        while len(front) < CARDS_SEEN and at < len(self.cards):
            token = self.cards[at]
            front.append(token._replace(skills=token.skills[used:], gap=None))
            at, used = at + 1, 0
        return place._replace(next=at, used=used, front=tuple(one._replace(gap=None) for one in front))

    def swapped(self, place: RecordPlace) -> RecordPlace:
        """Return the place with the next two cards swapped; the skills stay where they are."""
        one, other = self.cards[place.next], self.cards[place.next + 1]
        front = (
            Laid(other.card, None, other.note, one.skills[place.used :], one.gap, one.slot),
            Laid(one.card, None, one.note, other.skills, other.gap, other.slot),
        )
        return place._replace(next=place.next + 2, used=0, front=front)

    def place_after_window(self, place: RecordPlace, use: UseSkill) -> RecordPlace | None:
        """Return the place after a skill that looks at the next cards; None if the record says more about them."""
        rest = max(0, CARDS_SEEN - len(place.front)) if place.next >= len(self.cards) else 0
        seen = (*place.front, *place.tail[:rest])
        if not after_window(seen, use) and place.next < len(self.cards):  # skills wait for the card after those
            seen = (*seen, self.cards[place.next]._replace(gap=None))
            place = place._replace(next=place.next + 1, used=0)
        queue = after_window(seen, use)
        if sum(one.note is not None for one in queue) < sum(one.note is not None for one in seen):
            return None  # a decision is recorded at a card that is discarded
        if sum(len(one.skills) for one in queue) < sum(len(one.skills) for one in seen):
            return None  # a skill is recorded after the last card
        return place._replace(front=queue, tail=place.tail[rest:])


def _without(forgotten: tuple[int, ...], slot: int | None) -> tuple[int, ...]:
    return tuple(one for one in forgotten if one != slot) if forgotten else ()
