"""Which slips can make a difference alone: these are tried first, the others only together with further slips."""

from dtcli.rules.cards import Item
from dtcli.rules.decisions import UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import TRAGURK
from solver.studies.nearest_reading.exploration import Exploration, ReadingNode
from solver.studies.nearest_reading.story_changes import Changes

ALWAYS = 1_000_000
"""The horizon of a node at which every slip may make a difference."""


class SlipRelevance:
    """How far each node gets, and which kinds of items matter there."""

    def __init__(self, exploration: Exploration) -> None:
        self.cards, self.positions = exploration.cards, exploration.positions
        self.story_changes = exploration.story_changes
        self.first_pass = True
        """Whether the slips that can make a difference alone are tried, or the others."""
        self._influence: dict[tuple[int, int], set[int]] = {}

    def find_horizon(self, end: ReadingNode) -> None:
        """Set how far a node gets without a further slip; ``ALWAYS`` if it ends for another reason than a card."""
        stack = [end]
        while stack:
            node = stack[-1]
            missing = [child for child in node.children if child.horizon is None]
            if node.horizon is None and missing:
                stack += missing
                continue
            stack.pop()
            if node.horizon is None:
                place = node.place
                here = ALWAYS if place.front or place.tail or self._may_break(node) else place.next
                if here == len(self.cards):
                    here = ALWAYS
                node.furthest = max([place.next, *(child.furthest for child in node.children)])
                node.horizon = max([here, *(child.horizon or 0 for child in node.children)])

    def _may_break(self, node: ReadingNode) -> bool:
        """Return whether fewer filled slots could help at this node."""
        return node.broke or self.positions.changes_limit(node.position)

    def _influences(self, place: int, horizon: int) -> set[int]:
        """Return the kinds that can make a difference at the card ``horizon`` if the backpack differs at ``place``."""
        known = self._influence.get((place, horizon))
        if known is not None:
            return known
        held: set[int] = set()
        supply: set[int] = set()
        for at in range(horizon, place - 1, -1):
            one = self.cards[at]
            if not isinstance(one.card, Item):
                needs = {self.positions.number[kind] for kind in one.card.listed}
                gives = {*self.positions.relevant(one.card)}
                if at == horizon or gives & held or gives & supply:
                    held |= needs
                    supply |= gives
            if one.skills:
                held = {*range(len(self.positions.kinds))}
                break
        self._influence[place, horizon] = held
        return held

    def wants_use(self, node: ReadingNode, use: UseSkill, *, spent: bool) -> bool:
        """Return whether a forgotten use of a skill belongs to this pass.

        A skill that is recorded later cannot make a difference alone, because it is ``spent`` then.
        """
        if spent:
            return not self.first_pass
        hero = HEROES[use.borrowed or use.hero]
        if not hero.removes[1] or hero.id == TRAGURK or node.horizon is None or node.horizon >= ALWAYS:
            return self.first_pass
        influences = self._influences(node.place.next, node.horizon)
        return self.first_pass is not influences.isdisjoint(self.positions.concerned(use))

    def is_wanted(self, node: ReadingNode, changes: Changes, *kinds: int) -> bool:
        """Return whether a slip that changes how many copies there are of these kinds belongs to this pass.

        The first pass takes the slips that can make a difference alone, the second all others.
        """
        if not self.story_changes.is_legal(changes):
            return not self.first_pass
        if not kinds or node.horizon is None or node.horizon >= ALWAYS:
            return self.first_pass
        influences = self._influences(node.place.next, node.horizon)
        return self.first_pass is not influences.isdisjoint(kinds)
