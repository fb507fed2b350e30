"""All lines from a position, by the engine's own options: how many there are, and which reach the goal.

A line is a path over nodes. Between two nodes lies one step: the stretch up to the next mission, with the skills used
on the way, or the decision that a mission asks for (P1). Ways to make a step that lead to the same node are one way: a
skill used a few items earlier, two right guesses, equal copies (P2). ``uniqueness`` defines steps and equal positions.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from dtcli.rules.decisions import REVEAL, Choice
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.resolution import advance, apply, options, start
from dtcli.rules.state import Game, State
from solver.puzzles.line_graph import Node, Way, bottom_up
from solver.puzzles.uniqueness import ends_step, items_ahead, normalised, same_end

MOST_POSITIONS = 60_000
"""More positions than this make a puzzle too large to search."""
_OUT_OF_REACH = 1_000
"""More missions than any story has."""


class TooLarge(Exception):  # noqa: N818  (it is what it says)
    """There are too many positions to search."""


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
        """Return the same lines with another goal that names the same mission, without searching them again."""
        assert goal.mission == self.goal.mission, "whether it has been completed is part of a node"
        other = AllLines(self.start.state, goal)
        other._most, other._room, other._nodes, other.start = self._most, self._room, self._nodes, self.start
        other._ways, other._peaks = self._ways, self._peaks
        return other

    def at(self, state: State, *, completed: bool) -> "AllLines":
        """Return the lines from a later position towards the same goal; what has been searched is shared.

        ``completed`` says whether the one mission that the goal names has been completed. Raises ``TooLarge`` only if
        there is too much below the position that has not been searched.
        """
        other = AllLines(state, self.goal, most=self._most)
        other._nodes, other._ways, other._counts, other._peaks = self._nodes, self._ways, self._counts, self._peaks
        other.start = other._node(state, completed=completed)
        return other

    def _node(self, state: State, *, completed: bool) -> Node:
        normal = normalised(state)
        key = (same_end(normal) if normal.broken else normal, completed)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(normal, completed=completed)
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
        """Return the most missions that a line from here completes without breaking; -1 if every line breaks."""
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
        """Return whether the step matters (P3): the goal can be reached before it, and one of its ways loses it."""
        kept = [self.is_open(way.to) for way in self.ways(node)]
        return any(kept) and not all(kept)

    def good_ways(self, node: Node) -> list[Way]:
        """Return the ways after which the goal can still be reached."""
        return [way for way in self.ways(node) if self.is_open(way.to)]

    def nodes(self) -> Iterator[Node]:
        """Yield every node that a line can reach."""
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
        """The line that reaches the goal, by the simplest ways if several do; empty if none does."""
        line: list[Way] = []
        node = self.start
        while not node.state.over and self.is_open(node):
            line.append(self.good_ways(node)[0])
            node = line[-1].to
        return tuple(line)

    def _find_ways(self, node: Node) -> Iterator[Way]:
        """Search every choice of the step from a node, and yield one way to each node after it."""
        waiting: list[tuple[State, tuple[Choice, ...]]] = [_up_to_quest(node)]
        passed: set[State] = set()
        found: set[Node] = set()
        for state, choices in waiting:  # grows during the loop
            for choice in (REVEAL,) if node.in_gap and not state.unused else options(state):
                after = apply(state, choice)
                self._room -= 1
                if self._room < 0:
                    raise TooLarge
                if not ends_step(state, choice, after, in_gap=node.in_gap):
                    if after not in passed:
                        passed.add(after)
                        waiting.append((after, (*choices, choice)))
                    continue
                to = self._node(after, completed=node.completed or self.goal.completes(after.events))
                if to not in found:
                    found.add(to)
                    yield Way((*choices, choice), to, after.events)


def lines_of(game: Game, goal: Goal, *, most: int = MOST_POSITIONS) -> AllLines:
    """Return all lines of a puzzle, with the numbers of its goal found; raises ``TooLarge`` if there are too many.

    If every line breaks, the goal gets a number of missions that no line reaches.
    """
    lines = AllLines(start(game), goal, most=most)
    peak = lines.peak(lines.start)
    match goal.kind:
        case GoalKind.MOST:
            return lines.towards(goal._replace(missions=peak if peak >= 0 else _OUT_OF_REACH))
        case GoalKind.FEWEST_SKILLS:
            for heroes in range(len(lines.start.state.unused) + 1):
                other = lines.towards(goal._replace(heroes=heroes))
                if other.is_open(other.start):
                    return other
    return lines


def _up_to_quest(node: Node) -> tuple[State, tuple[Choice, ...]]:
    """Return where the first choice of a step is made: without skills, after the items before the mission."""
    state = node.state
    if not node.in_gap or state.unused:
        return state, ()
    items = min(items_ahead(state.story), len(state.story) - 1)
    packed = advance(state, before=state.revealed + items + 1)
    return (state, ()) if packed.broken else (packed, (REVEAL,) * items)
