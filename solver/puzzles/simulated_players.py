"""Simulated players who do not see the whole story. Which of them fail shows how hard a puzzle is.

Three follow a fixed habit and use no skills. The others look some missions ahead: they try every way up to there, and
choose the one that looks best at that point.
"""

from collections.abc import Callable, Mapping
from functools import partial

from dtcli.rules.decisions import REVEAL, Choice, Discard, Failure, Gap, RewardOffer, Take
from dtcli.rules.goals import used_up
from dtcli.rules.resolution import apply, options
from dtcli.rules.state import State
from solver.puzzles.all_lines import AllLines
from solver.puzzles.line_graph import Node

Player = Callable[[AllLines], bool]
"""Plays a puzzle and says whether the goal was reached."""
Look = tuple[bool, bool, int, int]
"""How good a node looks: whole, the one mission done, missions, heroes left."""


def _plays_by_habit(lines: AllLines, *, takes: bool, discards: bool) -> bool:
    state, completed = lines.start.state, False
    while not state.over:
        state = apply(state, _habit(state, takes=takes, discards=discards))
        completed = completed or lines.goal.completes(state.events)
    return lines.goal.is_reached(state, completed=completed)


def _habit(state: State, *, takes: bool, discards: bool) -> Choice:
    match state.decision:
        case Gap():
            return REVEAL
        case RewardOffer(kinds=kinds, may_decline=optional):
            return Take(kinds[0]) if takes or not optional else Take(None)
        case Failure(present=present):
            return Discard(tuple(present.copies())) if discards else Discard()
    return next(options(state))


def _looks_ahead(lines: AllLines, *, missions: int) -> bool:
    memory: dict[tuple[Node, int], Look] = {}
    node = lines.start
    while not node.state.over:
        seen = missions - 1 if node.in_gap else missions  # this step reveals the first of them
        node = max((way.to for way in lines.ways(node)), key=partial(_look, lines, memory, seen))
    return lines.goal.is_reached(node.state, completed=node.completed)


def _look(lines: AllLines, memory: dict[tuple[Node, int], Look], missions: int, node: Node) -> Look:
    """Return the best look among the nodes so many missions ahead."""
    if node.state.over or (missions == 0 and node.in_gap):
        state = node.state
        return (not state.broken, node.completed, state.completed, -used_up(state))
    found = memory.get((node, missions))
    if found is None:
        left = missions - 1 if node.in_gap else missions
        found = max(_look(lines, memory, left, way.to) for way in lines.ways(node))
        memory[node, missions] = found
    return found


def sees_difference(lines: AllLines, node: Node, *, missions: int) -> bool:
    """Return whether every way that loses the goal looks worse, that many missions ahead, than one that keeps it."""
    memory: dict[tuple[Node, int], Look] = {}
    seen = missions - 1 if node.in_gap else missions
    looks = {way.to: _look(lines, memory, seen, way.to) for way in lines.ways(node)}
    kept = max(look for to, look in looks.items() if lines.is_open(to))
    return all(look < kept for to, look in looks.items() if not lines.is_open(to))


def foresight(missions: int) -> Player:
    """Return the player who looks that many missions ahead."""
    return partial(_looks_ahead, missions=missions)


SIMPLE: Mapping[str, Player] = {
    "takes everything": partial(_plays_by_habit, takes=True, discards=False),
    "refuses everything": partial(_plays_by_habit, takes=False, discards=True),
    "keeps everything": partial(_plays_by_habit, takes=False, discards=False),
}
"""The players with a fixed habit."""

PLAYERS: Mapping[str, Player] = {**SIMPLE, "looks one ahead": foresight(1), "looks two ahead": foresight(2)}
"""All players, the weakest first."""
