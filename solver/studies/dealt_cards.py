"""The cards of a deal, one by one: when each was drawn, and when it was laid or discarded, by whom."""

from dataclasses import dataclass

from dtcli.formats.replay.five_minutes import RecordedEvent
from dtcli.rules.cards import Card
from dtcli.rules.table import Table


@dataclass(slots=True, eq=False)
class DealtCard:
    """A copy of a card that came to a hand, and what a player did with it.

    Moments are the numbers of recorded actions, from 1; a card that was dealt to a hand was drawn at 0.
    """

    card: Card
    player: int
    drawn: int
    deed: int | None = None
    """Which deed laid or discarded it, counted from 1; None if it stayed in the hand."""
    t: float | None = None
    """When that was, in seconds of the clock."""
    laid: int | None = None
    """The moment at which it was laid."""
    discarded: int | None = None
    """The moment at which it was discarded."""
    story_place: int = 0
    """Its place in the story, counted from 1; 0 if it was not laid."""

    @property
    def left(self) -> int | None:
        """The moment at which it left the hand."""
        return self.laid if self.laid is not None else self.discarded

    def is_in_hand_at(self, moment: int) -> bool:
        """Return whether it had been drawn and had not left the hand before this moment."""
        return self.drawn <= moment and (self.left is None or self.left >= moment)


def dealt_cards(table: Table, happened: list[RecordedEvent]) -> tuple[DealtCard, ...]:
    """Return every card that came to a hand; of equal cards in a hand the one drawn first leaves it first."""
    cards = [DealtCard(card, player, 0) for player, hand in enumerate(table.hands, 1) for card in hand]
    deeds = laid = 0
    for moment, event in enumerate(happened, 1):
        for card in event.cards:
            if event.deed == "draw":
                cards.append(DealtCard(card, event.player, moment))
                continue
            one = next(
                one for one in cards if one.card == card and one.player == event.player and one.left is None
            )  # fmt: skip
            deeds += 1
            one.deed, one.t = deeds, event.t
            if event.deed == "play":
                laid += 1
                one.laid, one.story_place = moment, laid
            else:
                one.discarded = moment
    return tuple(cards)
