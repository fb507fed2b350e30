"""The cards: items, missions with their rewards, adventures with their scrolls, and sets of them.

Values only; ``transitions`` decides what a card does when it is revealed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from dtcli.rules.items import Kind, Pile
from dtcli.rules.rulings import HeroId


class RewardRule(StrEnum):
    """The five kinds of reward (R4)."""

    NONE = "none"
    MUST = "must"
    MAY = "may"
    EITHER = "either"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Reward:
    """What a completed mission gives, as the card prints it.

    >>> str(Reward(RewardRule.MAY, (Kind("shield"),)))
    'shield?'
    """

    rule: RewardRule
    kinds: tuple[Kind, ...] = ()
    is_nothing: bool = field(init=False, repr=False, compare=False)
    is_optional: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_nothing", self.rule is RewardRule.NONE)
        object.__setattr__(self, "is_optional", self.rule is RewardRule.MAY)

    def __reduce__(self) -> tuple[Any, ...]:
        return Reward, (self.rule, self.kinds)

    def __str__(self) -> str:
        match self.rule:
            case RewardRule.NONE:
                return "-"
            case RewardRule.ANY:
                return "?"
            case RewardRule.MAY:
                return f"{self.kinds[0]}?"
            case _:
                return "/".join(self.kinds)


NO_REWARD = Reward(RewardRule.NONE)
ANY_REWARD = Reward(RewardRule.ANY)


class Item(NamedTuple):
    """An item card."""

    kind: Kind

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission card; ``id`` and ``deck`` are empty if it was written out in a replay."""

    title: str
    needs: tuple[Kind, ...]
    reward: Reward = NO_REWARD
    id: str = ""
    deck: str = ""
    text: str = ""
    aliases: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """Its titles in other languages."""
    listed: Pile = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "listed", Pile.of(*self.needs))

    def __hash__(self) -> int:
        return hash(self.title)  # cheap and nearly unique: a search hashes cards at every position

    def __reduce__(self) -> tuple[Any, ...]:
        return Mission, (self.title, self.needs, self.reward, self.id, self.deck, self.text, self.aliases)

    def __str__(self) -> str:
        return f"{self.id} {self.title}" if self.id and self.title != self.id else self.title


class Effect(StrEnum):
    """What a completed adventure switches on (V3)."""

    DUPLICATES_ONCE = "duplicates-once"
    EXTRA_SLOT = "extra-slot"
    REWARDS_OPTIONAL = "rewards-optional"
    ANY_REWARD = "any-reward"


class Scroll(NamedTuple):
    """An adventure's scroll: its missions, and what it takes to play and to win (V1, V2, R9)."""

    missions: tuple[str, ...]
    reputation: int
    accomplish: int
    hold: tuple[Kind, ...] = ()
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Adventure:
    """An adventure card with its scroll."""

    id: str
    title: str
    needs: tuple[Kind, ...]
    effect: Effect
    scroll: Scroll
    text: str = ""
    aliases: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """Other names, such as the number printed on the card."""
    listed: Pile = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "listed", Pile.of(*self.needs))

    def __reduce__(self) -> tuple[Any, ...]:
        return Adventure, (self.id, self.title, self.needs, self.effect, self.scroll, self.text, self.aliases)

    def __str__(self) -> str:
        return self.title


Card = Item | Mission | Adventure
Quest = Mission | Adventure
"""A card that is solved, not packed: a mission, or an adventure, which most skills treat as a mission (H11)."""


class KindInfo(NamedTuple):
    """One item kind of a card set: its other names, and how many cards and tokens of it exist (C1)."""

    kind: Kind
    aliases: tuple[str, ...] = ()
    cards: int = 4
    tokens: int = 2


class CardSet(NamedTuple):
    """The cards a game is played with."""

    id: str
    title: str
    kinds: Mapping[Kind, KindInfo]
    missions: Mapping[str, Mission]
    adventures: Mapping[str, Adventure]
    notes: str = ""
    hero_texts: Mapping[HeroId, str] = MappingProxyType({})
    """What is printed on hero cards, where the set says so."""
