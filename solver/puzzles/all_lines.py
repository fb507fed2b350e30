"""Every line there is through a position, by the engine's own options: which reach the goal, and how many.

A line is a walk over *nodes*. Between two nodes lies one *step*: the stretch up to the next mission, with the skills
used on the way, or the decision that a mission asks for. Ways to make a step that come to the same node are one way:
a skill used a few items earlier, two guesses that are both right, equal copies. So lines are counted by what they do,
not by how they are spelled (P1, P2 in ``docs/puzzles.md``).
"""

from collections.abc import Callable, Container, Iterator
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from dtcli.rules.cards import Card, Item
from dtcli.rules.decisions import REVEAL, Choice, Gap, Reveal
from dtcli.rules.goals import Goal
from dtcli.rules.items import Pile
from dtcli.rules.resolution import advance, apply, options
from dtcli.rules.state import Event, State

MOST_POSITIONS = 60_000
"""A position with more than this below it is too large to be searched through."""


class TooLarge(Exception):  # noqa: N818  (it is what it says)
    """There are more positions than anybody wants to wait for."""


class Node:
    """Where a line can stand: a position, and whether the one mission that the goal names has been completed.

    ``AllLines`` makes one for each; two of the same lines are equal only if they are one and the same.
    """

    __slots__ = ("completed", "in_gap", "state")

    def __init__(self, state: State, *, completed: bool = False) -> None:
        self.state = state
        self.completed = completed
        self.in_gap = isinstance(state.decision, Gap)


class Way(NamedTuple):
    """One way to make a step: the choices that do it, plainest first, and where they lead."""

    choices: tuple[Choice, ...]
    to: Node
    events: tuple[Event, ...] = ()
    """What the last of them did."""


class Count(NamedTuple):
    """How many lines lead on from a node, and how many of them reach the goal."""

    lines: int
    winning: int


class AllLines:
    """All lines from one position towards one goal."""

    def __init__(self, start: State, goal: Goal, *, most: int = MOST_POSITIONS) -> None:
        self.goal = goal
        self._most = self._room = most
        self._nodes: dict[tuple[State, bool], Node] = {}
        self.start = self._node(start, completed=False)
        self._ways: dict[Node, tuple[Way, ...]] = {}
        self._counts: dict[Node, Count] = {}
        self._peaks: dict[Node, int] = {}

    def towards(self, goal: Goal) -> "AllLines":
        """Return the same lines seen with another goal that names the same mission, without walking them again."""
        assert goal.mission == self.goal.mission, "whether it has been completed is part of a node"
        other = AllLines(self.start.state, goal)
        other._most, other._room, other._nodes, other.start = self._most, self._room, self._nodes, self.start
        other._ways, other._peaks = self._ways, self._peaks
        return other

    def at(self, state: State, *, completed: bool) -> "AllLines":
        """Return the lines from a position on the way towards the same goal; what has been walked is known there.

        ``completed`` tells whether the one mission that the goal names has been completed. Raises ``TooLarge`` only
        where there is too much below the position that was never walked.
        """
        other = AllLines(state, self.goal, most=self._most)
        other._nodes, other._ways, other._counts, other._peaks = self._nodes, self._ways, self._counts, self._peaks
        other.start = other._node(state, completed=completed)
        return other

    def _node(self, state: State, *, completed: bool) -> Node:
        settled = _settled(state)
        key = (_packed_up(settled) if settled.broken else settled, completed)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(settled, completed=completed)
        return found

    def ways(self, node: Node) -> tuple[Way, ...]:
        """Return the ways to make the next step, one for each node that it can lead to; none at the end."""
        if node.state.over:
            return ()
        found = self._ways.get(node)
        if found is None:
            found = self._ways[node] = tuple(self._find_ways(node))
        return found

    def count(self, node: Node) -> Count:
        """Return how many lines there are from here, and how many reach the goal."""
        counts = self._counts
        for one in bottom_up(node, counts, self._next):
            if one.state.over:
                counts[one] = Count(1, int(self.goal.is_reached(one.state, completed=one.completed)))
            else:
                below = [counts[to] for to in self._next(one)]
                counts[one] = Count(sum(count.lines for count in below), sum(count.winning for count in below))
        return counts[node]

    def peak(self, node: Node) -> int:
        """Return the most missions that a line from here completes without breaking; -1 where every line breaks."""
        peaks = self._peaks
        for one in bottom_up(node, peaks, self._next):
            if one.state.over:
                peaks[one] = -1 if one.state.broken else one.state.completed
            else:
                peaks[one] = max(peaks[to] for to in self._next(one))
        return peaks[node]

    def _next(self, node: Node) -> list[Node]:
        """Return the nodes that one step leads to."""
        return [way.to for way in self.ways(node)]

    def is_open(self, node: Node) -> bool:
        """Return whether the goal can still be reached."""
        return self.count(node).winning > 0

    def matters(self, node: Node) -> bool:
        """Return whether the step can lose the goal, which can still be reached."""
        kept = [self.is_open(way.to) for way in self.ways(node)]
        return any(kept) and not all(kept)

    def good_ways(self, node: Node) -> list[Way]:
        """Return the ways that keep the goal in reach."""
        return [way for way in self.ways(node) if self.is_open(way.to)]

    def nodes(self) -> Iterator[Node]:
        """Return every node that a line can come to."""
        waiting, seen = [self.start], {self.start}
        while waiting:
            node = waiting.pop()
            yield node
            for way in self.ways(node):
                if way.to not in seen:
                    seen.add(way.to)
                    waiting.append(way.to)

    @cached_property
    def solution(self) -> tuple[Way, ...]:
        """The line that reaches the goal, the plainest way first where several do; empty if none does."""
        line: list[Way] = []
        node = self.start
        while not node.state.over and self.is_open(node):
            line.append(self.good_ways(node)[0])
            node = line[-1].to
        return tuple(line)

    def _find_ways(self, node: Node) -> Iterator[Way]:
        """Walk from a node through every choice of the step, and yield each new node behind it once."""
        waiting: list[tuple[State, tuple[Choice, ...]]] = [_up_to_quest(node)]
        passed: set[State] = set()
        found: set[Node] = set()
        for state, choices in waiting:  # grows while it is walked through
            for choice in (REVEAL,) if node.in_gap and not state.unused else options(state):
                after = apply(state, choice)
                self._room -= 1
                if self._room < 0:
                    raise TooLarge
                if node.in_gap and not after.over and not _is_quest_turned(state, choice):
                    if after not in passed:
                        passed.add(after)
                        waiting.append((after, (*choices, choice)))
                    continue
                to = self._node(after, completed=node.completed or self.goal.completes(after.events))
                if to not in found:
                    found.add(to)
                    yield Way((*choices, choice), to, after.events)


def bottom_up(top: Node, known: Container[Node], below: Callable[[Node], list[Node]]) -> Iterator[Node]:
    """Yield the nodes from the given one on that are not known, each after all those below it.

    The caller makes each known before it asks for the next one. A story of 500 missions is too deep for recursion.
    """
    waiting = [top]
    while waiting:
        node = waiting[-1]
        unknown = [] if node in known else [one for one in below(node) if one not in known]
        if unknown:
            waiting += unknown
        else:
            waiting.pop()
            if node not in known:
                yield node


def _up_to_quest(node: Node) -> tuple[State, tuple[Choice, ...]]:
    """Return where the first choice of a step is made: without skills, the items before a mission only come."""
    state = node.state
    if not node.in_gap or state.unused:
        return state, ()
    items = min(_items_ahead(state.story), len(state.story) - 1)
    packed = advance(state, before=state.revealed + items + 1)
    return (state, ()) if packed.broken else (packed, (REVEAL,) * items)


def _is_quest_turned(before: State, choice: Choice) -> bool:
    """Return whether the choice turned a mission, which ends the stretch before it."""
    return isinstance(choice, Reveal) and not isinstance(before.story[0], Item)


def _settled(state: State) -> State:
    """Return a position normalised by P2: with no skill left to use, the items between two missions are sorted.

    The backpack holds the same at the next mission, and breaks or does not on the way to it.
    """
    if state.unused or not state.story:
        return state
    return state._replace(story=tuple(_ordered(state.story)))


def _packed_up(broken: State) -> State:
    """Return a broken position that counts the items up to the next mission as packed, if no skill was left to use.

    In every order of these items the backpack breaks on the way, only at another card (P2).
    """
    n = _items_ahead(broken.story)
    if broken.unused or not n:
        return broken
    items = (card.kind for card in broken.story[:n] if isinstance(card, Item))
    cards = Pile.of(*broken.cards.copies(), *items)
    return broken._replace(cards=cards, story=broken.story[n:], revealed=broken.revealed + n)


def _items_ahead(story: tuple[Card, ...]) -> int:
    """Return how many items come before the next mission, or before the end."""
    return next((n for n, card in enumerate(story) if not isinstance(card, Item)), len(story))


def _ordered(story: tuple[Card, ...]) -> Iterator[Card]:
    """Yield the story with each run of items sorted."""
    for is_item, run in groupby(story, key=lambda card: isinstance(card, Item)):
        cards = list(run)
        yield from sorted(cards, key=str) if is_item else cards
