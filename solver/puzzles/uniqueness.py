"""When a puzzle has a unique answer: what a step is (P1), which steps are the same (P2), what must agree (P3).

The rulings are in ``docs/puzzles.md``. ``all_lines`` builds the lines of a puzzle by P1 and P2.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from dtcli.rules.cards import Card, Item
from dtcli.rules.decisions import Choice, Reveal
from dtcli.rules.items import Pile
from dtcli.rules.state import State
from solver.puzzles.line_graph import Node, bottom_up
from solver.puzzles.solution import DecidedStep, decided_steps

if TYPE_CHECKING:
    from solver.puzzles.all_lines import AllLines


def ends_step(before: State, choice: Choice, after: State, *, in_gap: bool) -> bool:
    """Return whether a choice ends a step (P1); ``in_gap`` says that the step began in a gap.

    Such a step ends when a mission is revealed or the game is over; any other step is a single decision.
    """
    return not in_gap or after.over or (isinstance(choice, Reveal) and not isinstance(before.story[0], Item))


def normalised(state: State) -> State:
    """Return a position in its normal form (P2): with no skill left, the items between two missions are sorted.

    The backpack holds the same at the next mission, and either breaks on the way to it in every order or in none.
    """
    if state.unused or not state.story:
        return state
    return state._replace(story=tuple(_sorted_items(state.story)))


def same_end(broken: State) -> State:
    """Return a broken position with all items up to the next mission packed, if no skill is left (P2).

    Two broken positions are the same if this is: in every order of these items the backpack breaks before the mission.
    """
    n = items_ahead(broken.story)
    if broken.unused or not n:
        return broken
    items = (card.kind for card in broken.story[:n] if isinstance(card, Item))
    cards = Pile.of(*broken.cards.copies(), *items)
    return broken._replace(cards=cards, story=broken.story[n:], revealed=broken.revealed + n)


def items_ahead(story: tuple[Card, ...]) -> int:
    """Return how many items come before the next mission, or before the end."""
    return next((n for n, card in enumerate(story) if not isinstance(card, Item)), len(story))


def _sorted_items(story: tuple[Card, ...]) -> Iterator[Card]:
    """Yield the story with each run of items sorted."""
    for is_item, run in groupby(story, key=lambda card: isinstance(card, Item)):
        cards = list(run)
        yield from sorted(cards, key=str) if is_item else cards


def is_unique(lines: "AllLines") -> bool:
    """Return whether all lines that reach the goal agree in every step that matters (P3)."""
    if not lines.is_open(lines.start):
        return False
    agreed: dict[Node, tuple[DecidedStep, ...]] = {}
    """For each node, what every line from there to the goal decides in the steps that matter."""
    for node in bottom_up(lines.start, agreed, lambda one: [way.to for way in lines.good_ways(one)]):
        good = lines.good_ways(node)
        found = {agreed[way.to] for way in good} or {()}
        if len(found) > 1 or (lines.matters(node) and len(good) > 1):
            return False
        (rest,) = found
        agreed[node] = (*decided_steps(lines, [(node, good[0])]), *rest) if good else rest
    return True
