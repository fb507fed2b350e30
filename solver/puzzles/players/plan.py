"""What a player who works backwards expects of a position: the last missions get what they need, by counting.

The count is as rough as a person's. Items are packed and missions pay for themselves in order. A reward that is still
to come can stand for any one item that it may be. After a failed mission only what a later mission of the plan lists
is kept. The rules engine decides what really happens.
"""

from collections import Counter
from typing import NamedTuple

from dtcli.rules.backpack import slot_limit, slots_for
from dtcli.rules.cards import Item, Quest
from dtcli.rules.decisions import RewardOffer
from dtcli.rules.items import Kind
from dtcli.rules.rewards import reward_of
from dtcli.rules.state import Game, State


class Expectation(NamedTuple):
    """What a plan expects from a position on."""

    whole: bool
    planned: int
    """How many missions of the plan get what they need."""
    completed: int
    """How many missions are completed in all."""
    named: bool
    """Whether the mission that the goal names is among them."""


def missions_to_plan(game: Game, last: int, named: Quest | None) -> frozenset[Quest]:
    """Return the last missions of the story, or those up to the mission that the goal names (G4)."""
    quests = [card for card in game.story if not isinstance(card, Item)]
    if named in quests:
        quests = quests[: quests.index(named) + 1]
    return frozenset(quests[-last:]) if last else frozenset()


def expect(state: State, plan: frozenset[Quest], named: Quest | None) -> Expectation:
    """Return what to expect from a position, for these missions of the story."""
    return _Count(state, plan).run(named)


class _Count:
    """The items that a player counts on while he goes through the story."""

    def __init__(self, state: State, plan: frozenset[Quest]) -> None:
        self.state, self.plan = state, plan
        self.held: dict[Kind, int] = dict(state.cards.items())
        for kind, n in state.tokens.items():
            self.held[kind] = self.held.get(kind, 0) + n
        self.slots = sum(map(slots_for, self.held.values()))
        self.limit = slot_limit(state.game.slots, state.effect, extra_slot=state.extra_slot)
        self.rewards: list[tuple[Kind, ...]] = []
        """The rewards to come that are not spoken for, each as the kinds that it may be."""
        if isinstance(state.pending, RewardOffer):
            self.rewards.append(state.pending.kinds)
        self.needed: Counter[Kind] = Counter()
        """What the missions of the plan that are still to come list."""
        for card in state.story:
            if not isinstance(card, Item) and card in plan:
                self.needed.update(card.needs)

    def run(self, named: Quest | None) -> Expectation:
        planned = completed = 0
        found = False
        for card in self.state.story:
            if isinstance(card, Item):
                self._change(card.kind, 1)
                if self.slots > self.limit:
                    return Expectation(whole=False, planned=planned, completed=completed, named=found)
                continue
            if card in self.plan:
                self.needed.subtract(card.needs)
            if self._completes(card):
                planned += card in self.plan
                completed += 1
                found = found or card == named
            else:
                self._let_go(card)
        return Expectation(whole=True, planned=planned, completed=completed, named=found)

    def _change(self, kind: Kind, by: int) -> None:
        n = self.held.get(kind, 0)
        self.held[kind] = n + by
        self.slots += slots_for(n + by) - slots_for(n)

    def _completes(self, quest: Quest) -> bool:
        """Complete a mission if it gets what it needs, and count its reward; return whether it does."""
        missing = [kind for kind, n in quest.listed.items() for _ in range(n - self.held.get(kind, 0))]
        if missing and (quest not in self.plan or not self._speak_for(missing)):
            return False
        for kind, n in quest.listed.items():
            self._change(kind, -min(n, self.held.get(kind, 0)))
        reward = reward_of(quest)
        if not reward.is_nothing:
            self.rewards.append(tuple(kind for kind in reward.kinds or self.state.supply if self.state.supply[kind]))
        return True

    def _speak_for(self, missing: list[Kind]) -> bool:
        """Let rewards that are still to come stand for missing items, if there are enough of them."""
        left = sorted(self.rewards, key=len)
        for kind in missing:
            fitting = next((reward for reward in left if kind in reward), None)
            if fitting is None:
                return False
            left.remove(fitting)
        self.rewards = left
        return True

    def _let_go(self, quest: Quest) -> None:
        """Discard what a failed mission lists, except for what a later mission of the plan lists too."""
        for kind, n in quest.listed.items():
            held = self.held.get(kind, 0)
            self._change(kind, -max(0, min(n, held - self.needed[kind])))
