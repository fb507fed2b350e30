"""The graph that the lines of a puzzle are paths in: nodes are positions, edges are ways to make a step."""

from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

from dtcli.rules.decisions import Choice, Gap
from dtcli.rules.state import Event, State


class Node:
    """A position on a line, and whether the one mission that the goal names has been completed.

    ``AllLines`` creates one node for each; two nodes of the same lines are equal only if they are identical.
    """

    __slots__ = ("completed", "in_gap", "state")

    def __init__(self, state: State, *, completed: bool = False) -> None:
        self.state = state
        self.completed = completed
        self.in_gap = isinstance(state.decision, Gap)


class Way(NamedTuple):
    """One way to make a step: its choices, the simplest that lead to the same node, and that node."""

    choices: tuple[Choice, ...]
    to: Node
    events: tuple[Event, ...] = ()
    """The events of the last choice."""


def bottom_up(top: Node, known: Container[Node], below: Callable[[Node], list[Node]]) -> Iterator[Node]:
    """Yield the unknown nodes from ``top`` on, each after all nodes below it.

    The caller adds each node to ``known`` before it asks for the next. A story of 500 missions is too deep for
    recursion.
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
