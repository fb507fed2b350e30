"""The position of a resolution: what is fixed (``Game``), what changes (``State``), what happened (``Event``).

``State`` is a value and never changes; ``Draft`` is the workbench on which the rules prepare the next one.
The backpack's own rules (B1 to B3) and where leaving copies go (R6) are decided here, because every other
rule packs and unpacks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from dtcli.rules.cards import Adventure, Card, Effect, KindInfo, Quest
from dtcli.rules.choices import Decision, Gap
from dtcli.rules.items import COPIES_PER_SLOT, Kind, Pile
from dtcli.rules.rulings import FYLEE, HeroId, Rulings, SpentRewards

SLOTS = 8
SLOTS_EXTENDED = 7


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """What is fixed before the first card is revealed."""

    kinds: Mapping[Kind, KindInfo]
    story: tuple[Card, ...]
    heroes: tuple[HeroId, ...] = ()
    rulings: Rulings = field(default_factory=Rulings)
    goal: int | None = None
    extended: bool = False
    adventure: Adventure | None = None

    @property
    def slots(self) -> int:
        """The slots of the backpack board (B2)."""
        return SLOTS_EXTENDED if self.extended else SLOTS

    @property
    def tokens_matter(self) -> bool:
        """Whether it can make a difference that a copy leaves as card or as token (X6)."""
        return self.rulings.spent_rewards is SpentRewards.RETURN or FYLEE in self.heroes


class What(StrEnum):
    """The things that can happen in a resolution."""

    ITEM_PLACED = "item-placed"
    MISSION_COMPLETED = "mission-completed"
    MISSION_FAILED = "mission-failed"
    ITEMS_PAID = "items-paid"
    REWARD_TAKEN = "reward-taken"
    REWARD_DECLINED = "reward-declined"
    REWARD_RUN_OUT = "reward-run-out"
    ITEMS_DISCARDED = "items-discarded"
    SKILL_USED = "skill-used"
    ITEMS_REMOVED = "items-removed"
    CARDS_DISCARDED = "cards-discarded"
    CARDS_REARRANGED = "cards-rearranged"
    MISSION_BROUGHT_BACK = "mission-brought-back"
    GUESS_WRONG = "guess-wrong"
    EFFECT_ON = "effect-on"
    EXTRA_SLOT_GONE = "extra-slot-gone"
    BACKPACK_BROKE = "backpack-broke"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. Which of the fields are filled depends on ``what``."""

    what: What
    card: Card | None = None
    kinds: tuple[Kind, ...] = ()
    cards: tuple[Card, ...] = ()
    hero: HeroId | None = None
    borrowed: HeroId | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A position in a resolution. Equal states have equal futures."""

    game: Game = field(repr=False)
    story: tuple[Card, ...]
    """The unrevealed cards, next one first."""
    revealed: int
    cards: Pile
    tokens: Pile
    supply: Pile
    slots: int
    completed: int
    failed: int
    unused: tuple[HeroId, ...]
    last_failed: Quest | None = None
    extra_slot: bool = False
    adventure_completed: bool = False
    effect: Effect | None = None
    waiver: int = 0
    guesses: frozenset[Kind] = frozenset()
    solved: bool = False
    pending: Decision | None = None
    broken: bool = False
    peak: int = field(default=0, compare=False)
    events: tuple[Event, ...] = field(default=(), compare=False, repr=False)
    """What the last choice did."""

    @property
    def over(self) -> bool:
        """Whether the resolution has ended: the story is empty or the backpack broke (R8)."""
        return self.broken or (not self.story and self.pending is None)

    @property
    def decision(self) -> Decision | None:
        """What is open now; nothing when the resolution is over."""
        if self.pending is not None:
            return self.pending
        return None if self.over else Gap(self.revealed + 1)

    @property
    def limit(self) -> int:
        """How many slots may be filled now."""
        return slot_limit(self.game, self.effect, extra_slot=self.extra_slot)

    def held(self, kind: Kind) -> int:
        """Return how many copies of the kind are in the backpack, cards and tokens together."""
        return self.cards[kind] + self.tokens[kind]


def slot_limit(game: Game, effect: Effect | None, *, extra_slot: bool) -> int:
    """Return the slots that may be filled (B2). Two extra slots never add up (H3, X1)."""
    return game.slots + (1 if extra_slot or effect is Effect.EXTRA_SLOT else 0)


def opening(game: Game) -> State:
    """Return the state before the first reveal: empty backpack, full supply, every skill unused."""
    supply = Pile({kind: info.tokens for kind, info in game.kinds.items()})
    return State(
        game=game,
        story=game.story,
        revealed=0,
        cards=Pile(),
        tokens=Pile(),
        supply=supply,
        slots=0,
        completed=0,
        failed=0,
        unused=game.heroes,
    )


class Draft:
    """The next state while a rule prepares it. Lives inside one call of the engine, never longer."""

    __slots__ = (
        "adventure_completed",
        "broken",
        "cards",
        "completed",
        "effect",
        "events",
        "extra_slot",
        "failed",
        "game",
        "guesses",
        "last_failed",
        "peak",
        "pending",
        "quiet",
        "revealed",
        "slots",
        "solved",
        "story",
        "supply",
        "tokens",
        "unused",
        "waiver",
    )  # fmt: skip

    def __init__(self, state: State, *, quiet: bool = False) -> None:
        self.quiet = quiet
        self.game = state.game
        self.story = state.story
        self.revealed = state.revealed
        self.cards = state.cards.counts()
        self.tokens = state.tokens.counts()
        self.supply = state.supply.counts()
        self.slots = state.slots
        self.completed = state.completed
        self.failed = state.failed
        self.unused = state.unused
        self.last_failed = state.last_failed
        self.extra_slot = state.extra_slot
        self.adventure_completed = state.adventure_completed
        self.effect = state.effect
        self.waiver = state.waiver
        self.guesses = state.guesses
        self.solved = state.solved
        self.pending: Decision | None = None
        self.broken = state.broken
        self.peak = state.peak
        self.events: list[Event] = []

    def freeze(self) -> State:
        """Return the finished state."""
        return State(
            self.game, self.story, self.revealed, Pile.adopt(self.cards),
            Pile.adopt(self.tokens), Pile.adopt(self.supply),
            self.slots, self.completed, self.failed, self.unused, self.last_failed, self.extra_slot,
            self.adventure_completed, self.effect, self.waiver, self.guesses, self.solved, self.pending,
            self.broken, self.peak, tuple(self.events),
        )  # fmt: skip

    def tell(
        self,
        what: What,
        card: Card | None = None,
        kinds: tuple[Kind, ...] = (),
        **more: object,
    ) -> None:
        """Note what happened, unless nobody wants to know."""
        if not self.quiet:
            self.events.append(Event(what, card, kinds, **more))  # type: ignore[arg-type]

    def held(self, kind: Kind) -> int:
        """Return how many copies of the kind are in the backpack."""
        return self.cards.get(kind, 0) + self.tokens.get(kind, 0)

    def place_card(self, kind: Kind) -> None:
        """Put an item card into the backpack (R1)."""
        self.cards[kind] = self.cards.get(kind, 0) + 1
        self._fill(kind)

    def place_token(self, kind: Kind) -> None:
        """Put a token from the supply into the backpack (R3)."""
        _take_one(self.supply, kind)
        self.tokens[kind] = self.tokens.get(kind, 0) + 1
        self._fill(kind)

    def _fill(self, kind: Kind) -> None:
        if self.held(kind) % COPIES_PER_SLOT == 1:  # B1: the first copy that no open slot of its kind can hold
            self.slots += 1
            self.peak = max(self.peak, self.slots)
            self.break_if_overfull()

    def break_if_overfull(self) -> None:
        """Break the backpack when more slots are filled than there are (B3)."""
        limit = slot_limit(self.game, self.effect, extra_slot=self.extra_slot)
        if self.slots > limit:
            self.broken = True
            self.tell(What.BACKPACK_BROKE, detail=f"{self.slots} slots filled, {limit} allowed")

    def leave(self, kinds: Iterable[Kind], tokens: Iterable[Kind] = ()) -> None:
        """Take copies out of the backpack: those in ``tokens`` as tokens, of other kinds cards first (R6)."""
        back = self.game.rulings.spent_rewards is SpentRewards.RETURN
        said = list(tokens)
        for kind in kinds:
            if kind in said:
                said.remove(kind)
            elif kind in self.cards:
                self._take_out(self.cards, kind)
                continue
            self._take_out(self.tokens, kind)
            if back:  # R6, X5
                self.supply[kind] = self.supply.get(kind, 0) + 1

    def remove_from_game(self, tokens: Iterable[Kind]) -> None:
        """Take tokens out of the backpack and out of the game (H9)."""
        for kind in tokens:
            self._take_out(self.tokens, kind)

    def _take_out(self, copies: dict[Kind, int], kind: Kind) -> None:
        _take_one(copies, kind)
        if self.held(kind) % COPIES_PER_SLOT == 0:  # B1: it was alone in its slot
            self.slots -= 1


def _take_one(copies: dict[Kind, int], kind: Kind) -> None:
    if copies[kind] == 1:
        del copies[kind]
    else:
        copies[kind] -= 1


def tokens_leaving(
    backpack: Draft | State, kinds: Iterable[Kind], tokens: Iterable[Kind]
) -> dict[Kind, tuple[int, int]]:
    """Return for each leaving kind how many copies leave, and how many of these as tokens (R6)."""
    said = Pile.of(*tokens)
    leaving = {}
    for kind, n in Pile.of(*kinds).items():
        cards = backpack.cards.get(kind, 0)
        leaving[kind] = (n, said[kind] or max(0, n - cards))
    return leaving


def why_cannot_leave(
    backpack: Draft | State, kinds: Iterable[Kind], tokens: Iterable[Kind], *, verb: str
) -> str | None:
    """Return why these copies cannot leave the backpack in this way, or None."""
    kinds, said = tuple(kinds), Pile.of(*tokens)
    leaving = Pile.of(*kinds)
    for kind in said:
        if said[kind] > leaving[kind]:
            return f"{said[kind]} {kind} cannot leave as tokens where {leaving[kind]} {kind} leave"
    for kind, (n, as_tokens) in tokens_leaving(backpack, kinds, said.copies()).items():
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


def token_variants(backpack: Draft | State, kinds: Iterable[Kind], *, asked: bool) -> list[tuple[Kind, ...]]:
    """Return every way to say which copies leave as tokens; just the default unless ``asked`` (R6, X6)."""
    variants: list[tuple[Kind, ...]] = [()]
    if not asked:
        return variants
    for kind, (n, fewest) in tokens_leaving(backpack, kinds, ()).items():
        cards = backpack.cards.get(kind, 0)
        most = min(n, backpack.held(kind) - cards)
        more = [(kind,) * t for t in range(fewest + 1, most + 1)]
        variants += [said + named for named in more for said in variants]
    return variants
