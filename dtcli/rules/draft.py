"""The draft: a position that the rules change in place until it becomes the next state."""

from dtcli.english import plural
from dtcli.rules.backpack import Backpack, slot_limit
from dtcli.rules.cards import Card, Item, Quest
from dtcli.rules.decisions import Decision, Gap
from dtcli.rules.items import Kind, Pile
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Event, EventKind, Game, State


class Draft(Backpack):
    """A position that may still change. It reads like a ``State``, belongs to one caller, and is never stored."""

    __slots__ = (
        "_at",
        "_laid",
        "adventure_completed",
        "completed",
        "events",
        "failed",
        "game",
        "guesses",
        "last_failed",
        "pending",
        "record_events",
        "revealed",
        "solved",
        "unused",
        "waiver",
    )  # fmt: skip

    def __init__(self, position: "Position", *, record_events: bool = True) -> None:
        self.record_events = record_events
        self.game: Game = position.game
        self._laid = position.story
        self._at = 0
        self.revealed: int = position.revealed
        self.cards = _counts(position.cards)
        self.tokens = _counts(position.tokens)
        self.supply = _counts(position.supply)
        self.slots = position.slots
        self.completed: int = position.completed
        self.failed: int = position.failed
        self.unused: tuple[HeroId, ...] = position.unused
        self.last_failed: Quest | None = position.last_failed
        self.extra_slot = position.extra_slot
        self.adventure_completed: bool = position.adventure_completed
        self.effect = position.effect
        self.waiver: int = position.waiver
        self.guesses: frozenset[Kind] = position.guesses
        self.solved: bool = position.solved
        self.pending: Decision | None = position.pending
        self.broken = position.broken
        self.peak = position.peak
        self.events: list[Event] = []
        self.board = self.game.slots
        self.tokens_return = self.game.tokens_return
        self.limit = slot_limit(self.board, self.effect, extra_slot=self.extra_slot)

    def freeze(self) -> State:
        """Return the finished state; the draft must not be changed afterwards."""
        return State(
            self.game, self.story, self.revealed, Pile.adopt(self.cards), Pile.adopt(self.tokens),
            Pile.adopt(self.supply), self.slots, self.completed, self.failed, self.unused, self.last_failed,
            self.extra_slot, self.adventure_completed, self.effect, self.waiver, self.guesses, self.solved,
            self.pending, self.broken, self.peak, tuple(self.events),
        )  # fmt: skip

    @property
    def story(self) -> tuple[Card, ...]:
        """The unrevealed cards, next one first."""
        return self._laid[self._at :]

    @story.setter
    def story(self, cards: tuple[Card, ...]) -> None:
        self._laid, self._at = cards, 0

    @property
    def next_card(self) -> Card:
        """The card that will be revealed next."""
        return self._laid[self._at]

    @property
    def last_card(self) -> Card | str:
        """The card that was revealed last."""
        return self._laid[self._at - 1] if self._at else "a card"

    @property
    def over(self) -> bool:
        """Whether the resolution has ended (R8)."""
        return self.broken or (self._at >= len(self._laid) and self.pending is None)

    @property
    def decision(self) -> Decision | None:
        """The open decision; None when the resolution is over."""
        if self.pending is not None:
            return self.pending
        return None if self.over else Gap(self.revealed + 1)

    def turn_card(self) -> Card:
        """Reveal the next card of the story and return it."""
        card = self._laid[self._at]
        self._at += 1
        self.revealed += 1
        return card

    def pack_items(self, before: int) -> None:
        """Reveal item after item into the backpack (R1), up to the gap before that reveal or to the next mission."""
        laid, first = self._laid, self._at
        self._at = at = self.pack(laid, first, min(len(laid), first + before - 1 - self.revealed))
        self.revealed += at - first
        if self.record_events:
            for card in laid[first:at]:
                assert isinstance(card, Item)
                self.add_event(EventKind.ITEM_PLACED, card, (card.kind,))
        if self.slots > self.limit:
            self.break_if_overfull()

    def break_if_overfull(self) -> None:
        """Break the backpack if more slots are filled than there are, and add the event (B3)."""
        super().break_if_overfull()
        if self.broken and self.record_events:
            detail = f"{plural(self.slots, 'slot')} filled, {self.limit} allowed"
            self.add_event(EventKind.BACKPACK_BROKE, detail=detail)

    def add_event(
        self, what: EventKind, card: Card | None = None, kinds: tuple[Kind, ...] = (), **more: object
    ) -> None:
        """Add an event. For speed, callers check ``record_events`` before they call."""
        self.events.append(Event(what, card, kinds, **more))  # type: ignore[arg-type]


Position = State | Draft


def _counts(copies: Pile | dict[Kind, int]) -> dict[Kind, int]:
    return copies.counts() if isinstance(copies, Pile) else copies.copy()
