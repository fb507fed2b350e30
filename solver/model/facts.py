"""Facts that can make a goal impossible: what missions need, slots of the backpack, tokens in the supply.

A model can be built in which each fact may be left out. This module defines what that means for the game, and
``variant`` changes its cards accordingly, so that the engine can play a game without some of its facts.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from dtcli.rules.cards import Item, Mission, Quest, Reward, RewardRule
from dtcli.rules.items import Kind, Pile
from dtcli.rules.state import State
from solver.model.expressions import NO, Lit, Model

FROM_BEFORE = -1
"""The place of a mission that failed before a game that begins in the middle (X16)."""


@dataclass(frozen=True, slots=True, order=True)
class Need:
    """A mission takes this item. Without the fact its card does not list it."""

    place: int
    kind: Kind


@dataclass(frozen=True, slots=True, order=True)
class Must:
    """A mission's reward must be taken. Without the fact it may be declined."""

    place: int


@dataclass(frozen=True, slots=True, order=True)
class Supply:
    """There are only so many tokens of a kind. Without the fact there may be more."""

    kind: Kind


@dataclass(frozen=True, slots=True, order=True)
class Room:
    """The backpack has only so many slots, from one mission to the next. Without the fact it has room for all.

    ``rank`` is the number of missions and adventures revealed: 0 until the first one is. A card that is thrown away
    does not count, one that is brought back counts again.
    """

    rank: int


@dataclass(frozen=True, slots=True, order=True)
class Hold:
    """The adventure asks to hold copies of this item at the end (R9)."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Complete:
    """The adventure asks to be completed (R9)."""


Fact = Need | Must | Supply | Room | Hold | Complete


class Facts:
    """Which facts are left out: a literal for each fact, created on demand."""

    def __init__(self, model: Model, *, firm: bool) -> None:
        """If the facts are ``firm``, none can be left out."""
        self.model = model
        self.firm = firm
        self.lits: dict[Fact, Lit] = {}

    def left_out(self, fact: Fact) -> Lit:
        """Return whether the game is played without this fact."""
        if self.firm:
            return NO
        if fact not in self.lits:
            self.lits[fact] = self.model.choice()
        return self.lits[fact]


def variant(state: State, left_out: Collection[Fact], supply: Mapping[Kind, int]) -> State:
    """Return the state with its cards changed as if these facts did not hold, and with this supply.

    ``Room``, ``Hold`` and ``Complete`` are not about cards; the caller has to account for them.
    """
    kinds = tuple(state.game.kinds)

    def without(quest: Quest, place: int) -> Quest:
        needs = tuple(kind for kind in quest.needs if Need(place, kind) not in left_out)
        if isinstance(quest, Mission) and Must(place) in left_out:
            quest = replace(quest, reward=Reward(RewardRule.MAY, quest.reward.kinds or kinds))
        return quest if needs == quest.needs else replace(quest, needs=needs)

    last = state.last_failed
    return state._replace(
        story=tuple(card if isinstance(card, Item) else without(card, place) for place, card in enumerate(state.story)),
        supply=Pile(supply),
        last_failed=last and without(last, FROM_BEFORE),
    )
