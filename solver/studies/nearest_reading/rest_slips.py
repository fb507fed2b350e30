"""Slips in the rest of a story that is not revealed any more: the backpack broke before, so only legality counts."""

from collections.abc import Iterator

from solver.studies.nearest_reading.record_places import RecordPlace, RecordPlaces
from solver.studies.nearest_reading.slips import Slip, SlipKind
from solver.studies.nearest_reading.story_changes import Changes, StoryChanges


class RestSlips:
    """The slips that are tried among the cards after a break."""

    def __init__(self, places: RecordPlaces, story_changes: StoryChanges) -> None:
        self.cards, self.story_changes = places.cards, story_changes
        self._known: dict[tuple[int, Changes, int], list[tuple[tuple[Slip, ...], Changes]]] = {}

    def legal_rests(self, place: RecordPlace, changes: Changes, most: int) -> list[tuple[tuple[Slip, ...], Changes]]:
        """Return the fewest slips after a place, up to ``most``, that make the story legal, and its changes then."""
        if self.story_changes.is_legal(changes):
            return [((), changes)]
        key = (place.next, changes, most)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(place, changes, most)
        return known

    def _find(self, place: RecordPlace, changes: Changes, most: int) -> list[tuple[tuple[Slip, ...], Changes]]:
        tried: list[tuple[tuple[Slip, ...], Changes]] = [((), changes)]
        for _ in range(most + 1):
            legal = [one for one in tried if self.story_changes.is_legal(one[1])]
            if legal:
                return legal
            tried = [
                ((*slips, slip), after)
                for slips, changed in tried
                for slip, after in self._steps(place, changed, slips[-1].place + 1 if slips else place.next)
            ]
        return []

    def _steps(self, place: RecordPlace, changes: Changes, first: int) -> Iterator[tuple[Slip, Changes]]:
        """Yield the slips from a card on that leave less to object to."""
        objections = self.story_changes.objections(changes)
        for at in range(max(first, place.next), len(self.cards)):
            card = self.cards[at].card
            tries = [
                (Slip(SlipKind.TYPED_AS_ANOTHER, at, other), self.story_changes.exchanged(changes, card, other))
                for other in self.story_changes.alike(card)
            ]
            if at and self.cards[at - 1].card == card:
                tries.append((Slip(SlipKind.DOUBLED, at), self.story_changes.changed(changes, card, -1)))
            yield from (one for one in tries if self.story_changes.objections(one[1]) < objections)
