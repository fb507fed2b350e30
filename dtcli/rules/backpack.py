"""The backpack: how many slots its copies fill, when it breaks, and which copies leave it (B1 to B3, R6, X6).

``Backpack`` is the part of a ``Draft`` that packs and unpacks; it knows nothing of the story or of events.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from dtcli.rules.cards import Card, Effect, Item
from dtcli.rules.items import Kind, Pile
from dtcli.rules.rulings import FYLEE, HeroId, Rulings, SpentRewards

COPIES_PER_SLOT: Final = 3
SLOTS = 8
SLOTS_EXTENDED = 7


def slots_for(copies: int) -> int:
    """Return how many slots this many copies of one kind fill (B1).

    >>> [slots_for(copies) for copies in range(5)]
    [0, 1, 1, 1, 2]
    """
    return -(-copies // COPIES_PER_SLOT)


def opens_slot(copies: int) -> bool:
    """Return whether the last of this many copies of one kind needs a new slot (B1).

    >>> [copies for copies in range(1, 8) if opens_slot(copies)]
    [1, 4, 7]
    """
    return copies % COPIES_PER_SLOT == 1


def board_slots(*, extended: bool) -> int:
    """Return the slots of the backpack board (B2)."""
    return SLOTS_EXTENDED if extended else SLOTS


def slot_limit(board: int, effect: Effect | None, *, extra_slot: bool) -> int:
    """Return how many slots of this board may be filled; two extra slots never add up (B2, H3, X1)."""
    return board + (1 if extra_slot or effect is Effect.EXTRA_SLOT else 0)


def tokens_return(rulings: Rulings) -> bool:
    """Return whether tokens that leave the backpack go back to the supply (R6)."""
    return rulings.spent_rewards is SpentRewards.RETURN


def tokens_matter(rulings: Rulings, heroes: Iterable[HeroId]) -> bool:
    """Return whether it can make a difference that a copy leaves as a card or as a token (X6)."""
    return tokens_return(rulings) or FYLEE in heroes


class Backpack:
    """The backpack and the token supply, while the next state is prepared."""

    __slots__ = ("board", "broken", "cards", "effect", "extra_slot", "limit", "peak", "slots", "supply", "tokens",
                 "tokens_return")  # fmt: skip

    board: int
    """The slots of the backpack board."""
    limit: int
    """How many slots may be filled now; ``set_slots`` keeps it up to date."""
    slots: int
    """How many slots are filled."""
    peak: int
    """The most slots that were ever filled."""
    broken: bool
    cards: dict[Kind, int]
    tokens: dict[Kind, int]
    supply: dict[Kind, int]
    """The tokens that can still be taken."""
    tokens_return: bool
    extra_slot: bool
    """Whether Tonk's slot is there (H3)."""
    effect: Effect | None
    """The effect of a completed adventure (V3)."""

    def held(self, kind: Kind) -> int:
        """Return how many copies of the kind are in the backpack."""
        return self.cards.get(kind, 0) + self.tokens.get(kind, 0)

    def set_slots(self, *, extra: bool, effect: Effect | None) -> None:
        """Change what decides the number of slots: Tonk's extra slot (H3) and the adventure's effect (V3)."""
        self.extra_slot, self.effect = extra, effect
        self.limit = slot_limit(self.board, effect, extra_slot=extra)

    def break_if_overfull(self) -> None:
        """Break the backpack if more slots are filled than there are (B3)."""
        if self.slots > self.limit:
            self.broken = True

    def pack(self, cards: Sequence[Card], first: int, end: int) -> int:
        """Pack the items from index ``first`` up to ``end``, to a mission, or to the one that is too many.

        Return the index after the last one packed; the caller breaks an overfull backpack. Most cards of a story are
        items, so a resolution spends most of its time in this loop.
        """
        held_cards, held_tokens, slots, limit = self.cards, self.tokens, self.slots, self.limit
        at = first
        while at < end and slots <= limit and type(card := cards[at]) is Item:
            at += 1
            kind = card.kind
            n = held_cards[kind] = held_cards.get(kind, 0) + 1
            if (n + held_tokens.get(kind, 0)) % COPIES_PER_SLOT == 1:  # B1: opens_slot(), inlined for speed
                slots += 1
                self.peak = max(self.peak, slots)
        self.slots = slots
        return at

    def place_token(self, kind: Kind) -> None:
        """Put a token from the supply into the backpack (R3)."""
        left = self.supply.pop(kind) - 1
        if left:
            self.supply[kind] = left
        n = self.tokens[kind] = self.tokens.get(kind, 0) + 1
        if opens_slot(n + self.cards.get(kind, 0)):
            self.slots += 1
            self.peak = max(self.peak, self.slots)
            self.break_if_overfull()

    def leave(self, leaving: Pile, tokens: Iterable[Kind] = ()) -> None:
        """Take copies out of the backpack: those in ``tokens`` as tokens, of other kinds cards first (R6)."""
        cards, as_said = self.cards, Pile.of(*tokens) if tokens else None
        for kind, n in leaving.items():
            as_cards = held = cards.get(kind, 0)
            if held > n or as_said is not None:
                as_cards = min(held, n - as_said[kind] if as_said else n)
            if as_cards:
                if as_cards == held:
                    del cards[kind]
                else:
                    cards[kind] = held - as_cards
                held += self.tokens.get(kind, 0)
                # B1: slots_for(held - as_cards) - slots_for(held), inlined for speed
                self.slots += -held // COPIES_PER_SLOT - (as_cards - held) // COPIES_PER_SLOT
            if as_cards < n:
                self._leave_tokens(kind, n - as_cards, back=self.tokens_return)  # X5

    def remove_from_game(self, tokens: Iterable[Kind]) -> None:
        """Take tokens out of the backpack and out of the game (H9)."""
        for kind, n in Pile.of(*tokens).items():
            self._leave_tokens(kind, n, back=False)

    def _leave_tokens(self, kind: Kind, n: int, *, back: bool) -> None:
        held = self.held(kind)
        self.slots -= slots_for(held) - slots_for(held - n)
        self.tokens[kind] -= n
        if not self.tokens[kind]:
            del self.tokens[kind]
        if back:
            self.supply[kind] = self.supply.get(kind, 0) + n


class Counts(Protocol):
    """Copies of each kind: a ``Pile`` or a dictionary."""

    def get(self, kind: Kind, default: int, /) -> int:
        """Return the number of copies of this kind, or the default if there are none."""


class Contents(Protocol):
    """The view of the backpack that a state and a draft share."""

    @property
    def cards(self) -> Counts:
        """The copies held as cards."""

    def held(self, kind: Kind) -> int:
        """Return how many copies of the kind are held as cards and tokens together."""


def tokens_leaving(backpack: Contents, kinds: Iterable[Kind], tokens: Iterable[Kind]) -> dict[Kind, tuple[int, int]]:
    """Return for each leaving kind how many copies leave, and how many of these as tokens (R6)."""
    as_said = Pile.of(*tokens)
    leaving = {}
    for kind, n in Pile.of(*kinds).items():
        cards = backpack.cards.get(kind, 0)
        leaving[kind] = (n, as_said[kind] or max(0, n - cards))
    return leaving


def why_cannot_leave(backpack: Contents, kinds: Iterable[Kind], tokens: Iterable[Kind], *, verb: str) -> str | None:
    """Return why these copies cannot leave the backpack in this way, or None."""
    kinds, tokens = tuple(kinds), tuple(tokens)
    leaving, as_said = Pile.of(*kinds), Pile.of(*tokens)
    if not as_said and all(n <= backpack.held(kind) for kind, n in leaving.items()):
        return None
    for kind in as_said:
        if as_said[kind] > leaving[kind]:
            return f"{as_said[kind]} {kind} cannot leave as tokens where {leaving[kind]} {kind} leave"
    for kind, (n, as_tokens) in tokens_leaving(backpack, kinds, as_said.copies()).items():
        held = backpack.held(kind)
        cards = backpack.cards.get(kind, 0)
        held_tokens = held - cards
        if held < n:
            return f"{verb} takes {n} {kind}, the backpack holds {held}"
        if as_tokens > held_tokens:
            return f"{as_tokens} {kind} cannot leave as tokens, the backpack holds {held_tokens} {kind} as tokens"
        if n - as_tokens > cards:
            return f"only {cards} {kind} can leave as cards, so {n - cards} must leave as tokens"
    return None


def token_variants(backpack: Contents, kinds: Iterable[Kind], *, asked: bool) -> list[tuple[Kind, ...]]:
    """Return every way to name the copies that leave as tokens; just the default unless ``asked`` (R6, X6)."""
    variants: list[tuple[Kind, ...]] = [()]
    if not asked:
        return variants
    for kind, (n, fewest) in tokens_leaving(backpack, kinds, ()).items():
        cards = backpack.cards.get(kind, 0)
        most = min(n, backpack.held(kind) - cards)
        more = [(kind,) * t for t in range(fewest + 1, most + 1)]
        variants += [before + named for named in more for before in variants]
    return variants
