"""A solution with its decisive steps marked, and with what the most tempting wrong way of each of them loses.

A step is decisive if it matters (P3). Of the ways that lose the goal there, the most tempting is the one with which the
backpack is whole and most missions are completed one mission later, then two missions later, then at the end.
"""

from collections.abc import Iterable
from typing import NamedTuple

from dtcli.rules.decisions import Choice
from solver.puzzles.all_lines import AllLines
from solver.puzzles.line_graph import Node, Way
from solver.puzzles.played_line import steps_of

_SEEN = 2
"""How many missions ahead a way tempts."""
Look = tuple[bool, int]
"""Whether the backpack is whole, and how many missions are completed."""


class Temptation(NamedTuple):
    """The most tempting wrong way of a decisive step."""

    way: Way
    missions: int
    """The most missions that it leads to with a whole backpack; -1 if every line from there breaks it."""


class ExplainedStep(NamedTuple):
    """A step of a solution."""

    node: Node
    way: Way
    temptation: Temptation | None
    """None if the step is not decisive."""


class ExplainedSolution(NamedTuple):
    """A solution, step by step."""

    lines: AllLines
    steps: tuple[ExplainedStep, ...]

    @property
    def missions(self) -> int:
        """How many missions it completes."""
        return self.steps[-1].way.to.state.completed if self.steps else self.lines.start.state.completed

    @property
    def decisive(self) -> int:
        """How many steps are decisive."""
        return sum(step.temptation is not None for step in self.steps)


def explain_solution(lines: AllLines, choices: Iterable[Choice]) -> ExplainedSolution:
    """Return a line that reaches the goal, step by step. Raises ``TooLarge``."""
    steps = steps_of(lines, choices)
    return ExplainedSolution(lines, tuple(ExplainedStep(node, way, temptation_at(lines, node)) for node, way in steps))


def temptation_at(lines: AllLines, node: Node) -> Temptation | None:
    """Return the most tempting wrong way of a step; None if it is not decisive."""
    if not lines.matters(node):
        return None
    wrong = [way for way in lines.ways(node) if not lines.is_open(way.to)]
    memory: dict[tuple[Node, int], Look] = {}

    def attraction(way: Way) -> tuple[Look | int, ...]:
        ahead = (_look(lines, way.to, missions, memory) for missions in range(_SEEN + 1))
        return (*ahead, lines.peak(way.to))

    way = max(wrong, key=attraction)
    return Temptation(way, lines.peak(way.to))


def _look(lines: AllLines, node: Node, missions: int, memory: dict[tuple[Node, int], Look]) -> Look:
    """Return the best look of the positions that many missions ahead."""
    if node.state.over or (missions == 0 and node.in_gap):
        return (not node.state.broken, node.state.completed)
    key = (node, missions)
    if key not in memory:
        left = missions - 1 if node.in_gap else missions
        memory[key] = max(_look(lines, way.to, left, memory) for way in lines.ways(node))
    return memory[key]
