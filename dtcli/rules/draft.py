"""The workbench on which the rules prepare the next state.

The backpack's own rules (B1 to B3) and where leaving copies go (R6) are decided here, because every other rule packs
and unpacks.
"""

from collections.abc import Iterable

from dtcli.english import plural
from dtcli.rules.cards import Card, Effect, Item, Quest
from dtcli.rules.decisions import Decision, Gap
from dtcli.rules.items import COPIES_PER_SLOT, Kind, Pile, slots_for
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Event, Game, State, What, slot_limit


class Draft:
    """A position that may still change. Reads like a ``State``; belongs to one caller and is never kept."""

    __slots__ = (
        "_at", "_laid", "adventure_completed", "broken", "cards", "completed", "effect", "events", "extra_slot",
        "failed", "game", "guesses", "last_failed", "limit", "loud", "peak", "pending", "revealed", "slots",
        "solved", "supply", "tokens", "unused", "waiver",
    )  # fmt: skip

    def __init__(self, position: "Position", *, loud: bool = True) -> None:
        self.loud = loud
        self.game: Game = position.game
        self._laid = position.story
        self._at = 0
        self.revealed: int = position.revealed
        self.cards: dict[Kind, int] = _counts(position.cards)
        self.tokens: dict[Kind, int] = _counts(position.tokens)
        self.supply: dict[Kind, int] = _counts(position.supply)
        self.slots: int = position.slots
        self.completed: int = position.completed
        self.failed: int = position.failed
        self.unused: tuple[HeroId, ...] = position.unused
        self.last_failed: Quest | None = position.last_failed
        self.extra_slot: bool = position.extra_slot
        self.adventure_completed: bool = position.adventure_completed
        self.effect: Effect | None = position.effect
        self.waiver: int = position.waiver
        self.guesses: frozenset[Kind] = position.guesses
        self.solved: bool = position.solved
        self.pending: Decision | None = position.pending
        self.broken: bool = position.broken
        self.peak: int = position.peak
        self.events: list[Event] = []
        self.limit = slot_limit(self.game, self.effect, extra_slot=self.extra_slot)
        """How many slots may be filled now; ``set_slots`` keeps it right."""

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
        """What is open now; nothing when the resolution is over."""
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
        """Reveal item after item into the backpack (R1), up to the gap before that reveal or to the next mission.

        Most cards of a story are items, so this loop is where a resolution spends its time.
        """
        laid, at, slots, limit, loud = self._laid, self._at, self.slots, self.limit, self.loud
        cards, tokens = self.cards, self.tokens
        end = min(len(laid), at + before - 1 - self.revealed)
        while at < end and slots <= limit and type(card := laid[at]) is Item:
            at += 1
            kind = card.kind
            n = cards[kind] = cards.get(kind, 0) + 1
            if (n + tokens.get(kind, 0)) % COPIES_PER_SLOT == 1:  # B1: no slot of its kind had room
                slots += 1
                self.peak = max(self.peak, slots)
            if loud:
                self.tell(What.ITEM_PLACED, card, (kind,))
        self.revealed += at - self._at
        self._at, self.slots = at, slots
        if slots > limit:
            self.break_if_overfull()

    def tell(self, what: What, card: Card | None = None, kinds: tuple[Kind, ...] = (), **more: object) -> None:
        """Note what happened. Where nobody listens (not ``loud``), nobody should call."""
        self.events.append(Event(what, card, kinds, **more))  # type: ignore[arg-type]

    def held(self, kind: Kind) -> int:
        """Return how many copies of the kind are in the backpack."""
        return self.cards.get(kind, 0) + self.tokens.get(kind, 0)

    def place_token(self, kind: Kind) -> None:
        """Put a token from the supply into the backpack (R3)."""
        left = self.supply.pop(kind) - 1
        if left:
            self.supply[kind] = left
        n = self.tokens[kind] = self.tokens.get(kind, 0) + 1
        if (n + self.cards.get(kind, 0)) % COPIES_PER_SLOT == 1:
            self.slots += 1
            self.peak = max(self.peak, self.slots)
            self.break_if_overfull()

    def set_slots(self, *, extra: bool, effect: Effect | None) -> None:
        """Change what decides on the number of slots: Tonk's extra slot (H3) and the adventure's effect (V3)."""
        self.extra_slot, self.effect = extra, effect
        self.limit = slot_limit(self.game, effect, extra_slot=extra)

    def break_if_overfull(self) -> None:
        """Break the backpack when more slots are filled than there are (B3)."""
        if self.slots > self.limit:
            self.broken = True
            if self.loud:
                detail = f"{plural(self.slots, 'slot')} filled, {self.limit} allowed"
                self.tell(What.BACKPACK_BROKE, detail=detail)

    def leave(self, leaving: Pile, tokens: Iterable[Kind] = ()) -> None:
        """Take copies out of the backpack: those in ``tokens`` as tokens, of other kinds cards first (R6)."""
        cards, said = self.cards, Pile.of(*tokens) if tokens else None
        for kind, n in leaving.items():
            as_cards = held = cards.get(kind, 0)
            if held > n or said is not None:
                as_cards = min(held, n - said[kind] if said else n)
            if as_cards:
                if as_cards == held:
                    del cards[kind]
                else:
                    cards[kind] = held - as_cards
                held += self.tokens.get(kind, 0)
                self.slots -= (held + 2) // COPIES_PER_SLOT - (held - as_cards + 2) // COPIES_PER_SLOT  # B1
            if as_cards < n:
                self._take_tokens(kind, n - as_cards, back=self.game.tokens_return)  # X5

    def remove_from_game(self, tokens: Iterable[Kind]) -> None:
        """Take tokens out of the backpack and out of the game (H9)."""
        for kind, n in Pile.of(*tokens).items():
            self._take_tokens(kind, n, back=False)

    def _take_tokens(self, kind: Kind, n: int, *, back: bool) -> None:
        held = self.held(kind)
        self.slots -= slots_for(held) - slots_for(held - n)
        self.tokens[kind] -= n
        if not self.tokens[kind]:
            del self.tokens[kind]
        if back:
            self.supply[kind] = self.supply.get(kind, 0) + n


Position = State | Draft


def _counts(copies: Pile | dict[Kind, int]) -> dict[Kind, int]:
    return copies.counts() if isinstance(copies, Pile) else copies.copy()
