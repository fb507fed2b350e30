"""The position of a resolution: what is fixed (``Game``), what changes (``State``), what happened (``Event``).

``State`` is a value and never changes; the rules prepare the next one on a ``Draft``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from dtcli.rules.backpack import board_slots, slot_limit, slots_for, tokens_matter, tokens_return
from dtcli.rules.cards import Adventure, Card, Effect, KindInfo, Quest
from dtcli.rules.decisions import Decision, Gap
from dtcli.rules.items import Kind, Pile
from dtcli.rules.rulings import HeroId, Rulings

_HISTORY = 2
"""How many fields at the end of a state are about its past and do not count for equality."""


class Start(NamedTuple):
    """A position in the middle of a game from which a puzzle starts; the defaults are those of a whole game (X16)."""

    cards: Pile = Pile()
    tokens: Pile = Pile()
    supply: Pile | None = None
    """The tokens that can still be taken; None for all that are not in the backpack."""
    unused: tuple[HeroId, ...] | None = None
    """The heroes whose skills have not been used; None for all."""
    last_failed: Quest | None = None
    extra_slot: bool = False
    adventure_completed: bool = False
    waiver: int = 0
    guesses: frozenset[Kind] = frozenset()
    solved: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """What is fixed before the first card is revealed."""

    kinds: Mapping[Kind, KindInfo]
    story: tuple[Card, ...]
    heroes: tuple[HeroId, ...] = ()
    rulings: Rulings = Rulings()  # noqa: RUF009  (it cannot change)
    goal: int | None = None
    extended: bool = False
    adventure: Adventure | None = None
    start: Start | None = None
    """Where a puzzle starts; None for a whole game."""
    slots: int = field(init=False)
    """The slots of the backpack board."""
    tokens_return: bool = field(init=False)
    """Whether tokens that leave the backpack go back to the supply."""
    tokens_matter: bool = field(init=False)
    """Whether it can make a difference that a copy leaves as card or as token."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "slots", board_slots(extended=self.extended))
        object.__setattr__(self, "tokens_return", tokens_return(self.rulings))
        object.__setattr__(self, "tokens_matter", tokens_matter(self.rulings, self.heroes))

    def with_changes(self, **other: Any) -> "Game":
        """Return the game with other values for some fields; the board keeps its slots."""
        game = replace(self, **other)
        object.__setattr__(game, "slots", self.slots)
        return game


class EventKind(StrEnum):
    """The kinds of events in a resolution."""

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
    SOLVED_BY_SKILL = "solved-by-skill"
    GUESS_WRONG = "guess-wrong"
    EFFECT_ON = "effect-on"
    EXTRA_SLOT_GONE = "extra-slot-gone"
    BACKPACK_BROKE = "backpack-broke"


class Event(NamedTuple):
    """One thing that happened. Which of the fields are filled depends on ``what``."""

    what: EventKind
    card: Card | None = None
    kinds: tuple[Kind, ...] = ()
    cards: tuple[Card, ...] = ()
    hero: HeroId | None = None
    borrowed: HeroId | None = None
    detail: str = ""


class State(NamedTuple):
    """A position in a resolution. Equal states have equal futures; how they were reached does not count."""

    game: Game
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
    peak: int = 0
    """The most slots that were ever filled."""
    events: tuple[Event, ...] = ()
    """The events of the last choice."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self[:-_HISTORY] == other[:-_HISTORY]

    def __ne__(self, other: object) -> bool:  # a tuple has its own, which compares all fields
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-_HISTORY])

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields[1:-1], self[1:-1], strict=True))
        return f"State({shown})"

    @property
    def over(self) -> bool:
        """Whether the resolution has ended: the story is empty or the backpack broke (R8)."""
        return self.broken or (not self.story and self.pending is None)

    @property
    def decision(self) -> Decision | None:
        """The open decision; None when the resolution is over."""
        if self.pending is not None:
            return self.pending
        return None if self.over else Gap(self.revealed + 1)

    @property
    def limit(self) -> int:
        """How many slots may be filled now."""
        return slot_limit(self.game.slots, self.effect, extra_slot=self.extra_slot)

    def held(self, kind: Kind) -> int:
        """Return how many copies of the kind are in the backpack, cards and tokens together."""
        return self.cards[kind] + self.tokens[kind]


def opening(game: Game) -> State:
    """Return the state before the first reveal: the start of the game if it has one, else an empty backpack."""
    begin = game.start or Start()
    effect = game.adventure.effect if game.adventure and begin.adventure_completed else None
    supply = begin.supply
    if supply is None:
        held = begin.tokens
        supply = Pile.adopt(
            {kind: info.tokens - held[kind] for kind, info in game.kinds.items() if info.tokens > held[kind]}
        )
    filled = sum([slots_for(begin.cards[kind] + begin.tokens[kind]) for kind in {*begin.cards, *begin.tokens}])
    return State(
        game=game,
        story=game.story,
        revealed=0,
        cards=begin.cards,
        tokens=begin.tokens,
        supply=supply,
        slots=filled,
        completed=0,
        failed=0,
        unused=game.heroes if begin.unused is None else tuple(one for one in game.heroes if one in begin.unused),
        last_failed=begin.last_failed,
        extra_slot=begin.extra_slot and effect is not Effect.EXTRA_SLOT,  # X2: the adventure's has taken its place
        adventure_completed=begin.adventure_completed,
        effect=effect,
        waiver=begin.waiver,
        guesses=begin.guesses,
        solved=begin.solved,
        peak=filled,
    )
