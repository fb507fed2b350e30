"""Slips among the cards that the skill of an editing hero looks at."""

from collections.abc import Iterator

from dtcli.rules.cards import Item
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from solver.studies.nearest_reading.record_places import RecordPlace, RecordPlaces
from solver.studies.nearest_reading.slips import Slip, SlipKind
from solver.studies.nearest_reading.story_changes import Changes, StoryChanges
from solver.studies.nearest_reading.written_record import Laid


class WindowSlips:
    """The slips that are tried among the next cards of one record."""

    def __init__(self, places: RecordPlaces, story_changes: StoryChanges) -> None:
        self.places, self.story_changes = places, story_changes
        self.cards, self.kinds = places.cards, story_changes.kinds

    def windows(
        self, place: RecordPlace, slips: int, changes: Changes
    ) -> Iterator[tuple[RecordPlace, tuple[Slip, ...], Changes]]:
        """Yield the ways in which the cards that a skill looks at may have this many slips."""
        waiting: list[tuple[RecordPlace, tuple[Slip, ...], Changes, tuple[int, ...]]] = [(place, (), changes, ())]
        while waiting:
            at, edits, changed, moved = waiting.pop()
            if len(edits) == slips:
                there = self.places.settled(at)
                kept = len(at.front)
                if moved and kept < len(there.front):
                    waited = there.front[kept]._replace(skills=(*moved, *there.front[kept].skills))
                    there = there._replace(front=(*there.front[:kept], waited, *there.front[kept + 1 :]))
                elif moved:
                    continue
                yield there, edits, changed
                continue
            if len(at.front) >= CARDS_SEEN:
                continue
            waiting += self._window_steps(at, edits, changed, moved)

    def _window_steps(
        self, at: RecordPlace, edits: tuple[Slip, ...], changed: Changes, moved: tuple[int, ...]
    ) -> Iterator[tuple[RecordPlace, tuple[Slip, ...], Changes, tuple[int, ...]]]:
        """Yield what the next card that a skill looks at may be, with one more slip or without."""
        index = at.next
        first = not at.front
        token = self.cards[index] if index < len(self.cards) else None
        used = at.used
        for kind in self.kinds:
            skills = token.skills[used:] if token and first else ()
            next_used = len(token.skills) if token and first else used  # the skill looks at the card that was left out
            slip = Slip(SlipKind.LEFT_OUT, index, Item(kind), next_used + at.forgotten.count(index))
            front = (*at.front, Laid(Item(kind), None, None, (*moved, *skills)))
            after = self.story_changes.changed(changed, Item(kind), 1)
            yield at._replace(front=front, used=next_used), (*edits, slip), after, ()
        if token is None:
            return
        kept = Laid(token.card, None, token.note, (*moved, *token.skills[used:]), None, token.slot)
        onward = at._replace(next=index + 1, used=0)
        yield onward._replace(front=(*at.front, kept)), edits, changed, ()
        if token.note is not None:
            slip = Slip(SlipKind.WRONG_DECISION, token.note)
            yield onward._replace(front=(*at.front, kept._replace(note=None))), (*edits, slip), changed, ()
        for other in self.story_changes.alike(token.card):
            slip = Slip(SlipKind.TYPED_AS_ANOTHER, index, other)
            after = self.story_changes.exchanged(changed, token.card, other)
            yield onward._replace(front=(*at.front, kept._replace(card=other))), (*edits, slip), after, ()
        if index and self.cards[index - 1].card == token.card:
            slip = Slip(SlipKind.DOUBLED, index)
            yield onward, (*edits, slip), self.story_changes.changed(changed, token.card, -1), kept.skills
        if index + 1 < len(self.cards):
            swapped = self.places.swapped(at._replace(front=()))
            front = tuple(one._replace(gap=None) for one in swapped.front)
            front = (front[0]._replace(skills=(*moved, *front[0].skills)), *front[1:])
            yield swapped._replace(front=(*at.front, *front)), (*edits, Slip(SlipKind.SWAPPED, index)), changed, ()
