"""An independent proof: the CP-SAT model confirms what the search of all lines found.

The two methods share no code, so a mistake in one of them is noticed. The model supports goals about the number of
missions and a whole backpack; goals about one mission or few skills rest on the search of all lines alone.
"""

from typing import NamedTuple

from dtcli.rules.goals import GoalKind
from solver.limits import LIMITS, Limits
from solver.puzzles.all_lines import AllLines
from solver.puzzles.line_graph import Node
from solver.puzzles.solution import solution_steps
from solver.search import Disagreement, best_line

PROVABLE = frozenset({GoalKind.MOST, GoalKind.MISSIONS, GoalKind.WHOLE})


class Proof(NamedTuple):
    """The result of the proof by the model."""

    searches: int
    """How many positions were solved; 0 if the model does not support the goal."""
    proved: bool
    """Whether every answer was proved; otherwise a limit was reached."""


def prove(lines: AllLines, *, limits: Limits = LIMITS) -> Proof:
    """Confirm with the model that the goal can be reached, and that every other way of a step that matters loses it.

    Raises ``Disagreement`` if the model contradicts the search of all lines, which is a bug.
    """
    if lines.goal.kind not in PROVABLE:
        return Proof(0, proved=False)
    searches, proved = 1, _agrees(lines, lines.start, limits)
    for node, _ in solution_steps(lines):
        if lines.matters(node):
            for way in lines.ways(node):
                if not lines.is_open(way.to):
                    searches += 1
                    proved = _agrees(lines, way.to, limits) and proved
    return Proof(searches, proved)


def _agrees(lines: AllLines, node: Node, limits: Limits) -> bool:
    """Return whether the model could prove what is known about a node."""
    if node.state.over:
        return True
    found = best_line(node.state, limits=limits)
    reached = not found.outcome.broken and found.outcome.missions >= lines.goal.fewest_missions
    if not found.proved and not reached:
        return False
    most = lines.peak(node)
    differs = found.proved and not found.outcome.broken and found.outcome.missions != most
    if reached != lines.is_open(node) or differs:
        said = "can" if reached else "cannot"
        msg = f"the model says that the goal {said} be reached, with {found.outcome.missions} missions of {most}"
        raise Disagreement(msg, node.state)
    return True
