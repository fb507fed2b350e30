"""What became of each card of a story in its resolution, by the engine's events."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from dtcli.rules.cards import Card, Item
from dtcli.rules.follow import Frame, Run
from dtcli.rules.items import Kind, Pile
from dtcli.rules.state import Event, EventKind, State, opening


class Fate(StrEnum):
    """The end of a card of the story."""

    COMPLETED = "completed"
    FAILED = "failed"
    PAID = "paid"
    """An item that paid a mission."""
    REMOVED = "removed"
    """An item that paid for a skill."""
    THROWN_OUT = "thrown-out"
    """An item that was discarded after a failure (R7)."""
    HELD = "held"
    """An item left in the backpack, where the adventure wants it (R9)."""
    LEFT = "left"
    """Another item left in the backpack."""
    DISCARDED = "discarded"
    """A card that a hero discarded before it was revealed."""
    NOT_REVEALED = "not-revealed"


class CardFates(NamedTuple):
    """The fate of each card of a story, and what the missions that failed missed, by their place from 0."""

    cards: tuple[Fate, ...]
    missing: dict[int, tuple[Kind, ...]]


_LEAVING = {
    EventKind.ITEMS_PAID: Fate.PAID,
    EventKind.ITEMS_REMOVED: Fate.REMOVED,
    EventKind.ITEMS_DISCARDED: Fate.THROWN_OUT,
}


def fates_of(run: Run, story: Sequence[Card]) -> CardFates:
    """Return what became of the cards of a story in a run that was followed to its end with frames."""
    reader = _FateReader(story)
    before = opening(run.final.game).cards
    for frame in run.frames:
        reader.read(frame, before)
        before = frame.state.cards
    reader.keep_what_is_held(run.final)
    return CardFates(tuple(reader.fates), reader.missing)


class _FateReader:
    def __init__(self, story: Sequence[Card]) -> None:
        self.story = story
        self.fates = [Fate.NOT_REVEALED] * len(story)
        self.missing: dict[int, tuple[Kind, ...]] = {}
        self._coming = list(range(len(story)))
        """The places of the unrevealed cards, in the order in which they are revealed."""

    def read(self, frame: Frame, before: Pile) -> None:
        """Read what happened in a frame; ``before`` has the item cards in the backpack before it."""
        place = None
        if frame.card is not None:
            place = self._coming.pop(0)
            if isinstance(frame.card, Item):
                self.fates[place] = Fate.LEFT
                before = Pile.of(*before.copies(), frame.card.kind)
        left = {kind: n - frame.state.cards[kind] for kind, n in before.items()}
        for event in frame.events:
            self._read_event(event, place, left)
        self._reorder(frame.state)

    def _read_event(self, event: Event, place: int | None, left: dict[Kind, int]) -> None:
        match event.what:
            case EventKind.MISSION_COMPLETED if place is not None:
                self.fates[place] = Fate.COMPLETED
            case EventKind.MISSION_FAILED if place is not None:
                self.fates[place] = Fate.FAILED
                self.missing[place] = event.kinds
            case EventKind.MISSION_BROUGHT_BACK:
                failed = [n for n, fate in enumerate(self.fates) if fate is Fate.FAILED]
                back = next(n for n in reversed(failed) if self.story[n] == event.card)
                self.fates[back] = Fate.NOT_REVEALED
                self._coming.append(back)
            case EventKind.ITEMS_PAID | EventKind.ITEMS_REMOVED | EventKind.ITEMS_DISCARDED:
                self._items_leave(event.kinds, _LEAVING[event.what], left)

    def _items_leave(self, kinds: Sequence[Kind], fate: Fate, left: dict[Kind, int]) -> None:
        """Give a fate to the item cards that left the backpack; of these kinds tokens may have left instead."""
        for kind in kinds:
            if left.get(kind, 0) > 0:
                left[kind] -= 1
                self._end_first(kind, fate)

    def _end_first(self, kind: Kind, fate: Fate) -> None:
        """Give a fate to the first item of a kind that is in the backpack; a start may have put others there."""
        there = (n for n, card in enumerate(self.story) if card == Item(kind) and self.fates[n] is Fate.LEFT)
        place = next(there, None)
        if place is not None:
            self.fates[place] = fate

    def _reorder(self, state: State) -> None:
        """Follow the unrevealed cards after a skill has discarded or rearranged some; equal cards change nothing."""
        if [self.story[n] for n in self._coming] == list(state.story):
            return
        gone, order = list(self._coming), []
        for card in state.story:
            found = next(n for n in gone if self.story[n] == card)
            gone.remove(found)
            order.append(found)
        for n in gone:
            self.fates[n] = Fate.DISCARDED
        self._coming = order

    def keep_what_is_held(self, final: State) -> None:
        """Mark the items in the backpack that the adventure wants there at the end."""
        adventure = final.game.adventure
        if adventure is None or final.broken:
            return
        for kind in adventure.scroll.hold:
            self._end_first(kind, Fate.HELD)
