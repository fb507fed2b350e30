"""The steps of a line: in each any number of items are laid, then one event ends it.

An event is a mission or adventure that is laid and completed, or laid and failed; one that Arvedui has brought back and
that is completed at the end of the story; a skill; the end of the cards that Zigarat Ho rearranges; or nothing, in the
first steps of a line that needs fewer.
"""

from collections.abc import Callable
from itertools import accumulate, pairwise

from dtcli.rules.items import Kind
from dtcli.rules.rulings import ARVEDUI_MIRIEL, ZIGARAT_HO
from solver.model.expressions import NO, ZERO, Amount, Lit, Model, opposite
from solver.par.open_deal import OpenDeal, PlacedQuest
from solver.par.scope import Scope, SkillSource, skill_sources

LitsOf = Callable[[tuple[int, int]], list[Lit]]
"""The literals of a quest in a step."""


class Events:
    """Which event ends each step, and which items are laid in it. Steps are counted from 0."""

    def __init__(self, m: Model, deal: OpenDeal, deeds: int, scope: Scope, *, has_tail: bool) -> None:
        self.m, self.deal, self.deeds, self.scope = m, deal, deeds, scope
        self.quests: tuple[PlacedQuest, ...] = tuple(quest for quest in deal.quests if quest.place < deeds)
        self.sources = skill_sources(deal, scope)
        windows = [source for source in self.sources if source.hero == ZIGARAT_HO]
        brings_back = any(source.hero == ARVEDUI_MIRIEL for source in self.sources)
        quests = min(scope.completions + scope.failures, len(self.quests) + brings_back)
        self.count = quests + len(self.sources) + len(windows)
        self.steps = range(self.count)
        every = [(quest, step) for quest in range(len(self.quests)) for step in self.steps]
        self.completed = {at: m.choice() for at in every}
        self.failed = {at: m.choice() if scope.failures else NO for at in every}
        self.returned = {at: m.choice() if brings_back else NO for at in every}
        self.uses = {(source, step): m.choice() for source in self.sources for step in self.steps}
        self.window_ends = [m.choice() if windows else NO for _ in self.steps]
        has_spare = len(self.sources) > 0 or scope.failures > 0 or quests > scope.completions
        has_spare = has_spare or deal.adventure is not None
        self.spare = [m.choice() if has_spare else NO for _ in self.steps]
        self._require_one_event()
        self.laid_by = [self._running(lambda at: [self.completed[at], self.failed[at]], n) for n in self._numbers]
        self.done_by = [self._running(lambda at: [self.completed[at], self.returned[at]], n) for n in self._numbers]
        self.items = {kind: self._item_copies(kind, has_tail=has_tail) for kind in deal.game.kinds}
        for step in self.steps:
            self._require_no_items_in_spare(step)

    @property
    def _numbers(self) -> range:
        return range(len(self.quests))

    def _require_one_event(self) -> None:
        m = self.m
        for step in self.steps:
            quests = [lits[n, step] for lits in (self.completed, self.failed, self.returned) for n in self._numbers]
            used = [self.uses[source, step] for source in self.sources]
            every = [*quests, *used, self.window_ends[step], self.spare[step]]
            m.at_most_one(every)
            m.some(*every)
            if step:
                m.implies(self.spare[step], self.spare[step - 1])
        for n in self._numbers:
            m.at_most_one([lits[n, step] for lits in (self.completed, self.failed) for step in self.steps])
            m.at_most_one([lits[n, step] for lits in (self.completed, self.returned) for step in self.steps])
        for source in self.sources:
            m.at_most_one([self.uses[source, step] for step in self.steps])
        m.at_most_one(self.window_ends)

    def _running(self, of: LitsOf, quest: int) -> list[Lit]:
        """Return for each step whether one of these was true up to it."""
        m, found, before = self.m, list[Lit](), NO
        for step in self.steps:
            new = [lit for lit in of((quest, step)) if lit != NO]
            now = m.choice()
            m.between(m.total([before, *new]) - m.amount(now), 0, 0)
            found.append(now)
            before = now
        return found

    def _item_copies(self, kind: Kind, *, has_tail: bool) -> list[tuple[int, list[Lit]]]:
        """Return for each copy its place, and for each step whether it was laid up to it; last for the whole story.

        Copies are equal, so the first ones are laid first, unless it matters which are left for discarding.
        """
        m, copies = self.m, list[tuple[int, list[Lit]]]()
        for place in self.deal.item_places(kind):
            if place >= self.deeds:
                break
            laid = [m.choice() for _ in self.steps]
            laid.append(m.choice() if has_tail or not laid else laid[-1])
            for before, after in pairwise(laid):
                m.implies(before, after)
            if copies and not self.scope.with_hand_limit:
                for first, second in zip(copies[-1][1], laid, strict=True):
                    m.implies(second, first)
            copies.append((place, laid))
        return copies

    def _require_no_items_in_spare(self, step: int) -> None:
        for copies in self.items.values():
            for _, laid in copies:
                self.m.implies(self.spare[step], opposite(laid[step]))

    # --- What the rules ask

    def laid_items(self, kind: Kind, step: int) -> Amount:
        """Return how many items of a kind are laid up to the event of a step; ``count`` for the whole story."""
        return self.m.total([laid[step] for _, laid in self.items[kind]])

    def quest_laid(self, step: int) -> Amount:
        """Return 1 if a quest is laid at the end of the step."""
        return self.m.total([lits[n, step] for lits in (self.completed, self.failed) for n in self._numbers])

    def is_quest(self, step: int) -> list[Lit]:
        """Return the events of a step that reveal a quest."""
        return [lits[n, step] for lits in (self.completed, self.failed, self.returned) for n in self._numbers]

    def completions(self, step: int) -> list[tuple[PlacedQuest, Lit]]:
        """Return the quests with the literals that complete them in this step."""
        return [
            (quest, lits[n, step])
            for n, quest in enumerate(self.quests)
            for lits in (self.completed, self.returned)
            if lits[n, step] != NO
        ]

    def used(self, source: SkillSource, before: int) -> Lit:
        """Return whether a skill is used in a step before this one."""
        return self.m.any_of(*(self.uses[source, step] for step in range(before)))

    def cards_laid(self, step: int) -> Amount:
        """Return how many cards are laid up to and with the event of a step; ``count`` for the whole story."""
        m = self.m
        items = m.sum([self.laid_items(kind, step) for kind in self.items])
        last = min(step, self.count - 1)
        return items + (m.total([laid[last] for laid in self.laid_by]) if self.count else ZERO)

    def needs_by(self, kind: Kind, step: int) -> Amount:
        """Return how many copies of a kind the quests list that are completed up to a step."""
        parts = [
            self.m.amount(done[step]) * quest.card.listed[kind]
            for quest, done in zip(self.quests, self.done_by, strict=True)
        ]
        return self.m.sum(parts)


def cumulative(amounts: list[Amount]) -> list[Amount]:
    """Return the running totals."""
    return list(accumulate(amounts, Amount.__add__))
