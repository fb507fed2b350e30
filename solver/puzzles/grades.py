"""The difficulty of a puzzle: exact quantities, and the grade that follows from them."""

from typing import Any, NamedTuple

from dtcli.rules.goals import Goal, GoalKind
from solver.puzzles.all_lines import AllLines
from solver.puzzles.line_graph import Node
from solver.puzzles.simulated_players import PLAYERS, foresight, sees_difference
from solver.puzzles.solution import solution_steps

HARDEST = 5
MOST_FORESIGHT = 9
LUCK = 4
"""If more than one in this many lines reaches the goal, luck helps, and the puzzle is a grade easier."""


class Difficulty(NamedTuple):
    """The exact quantities behind a grade."""

    lines: int
    """All lines."""
    winning: int
    """Those of them that reach the goal."""
    decisions: int
    """How many steps of the solution can lose the goal."""
    depth: int
    """How many missions ahead a player must look at the first of them to see the difference."""
    foresight: int
    """How many missions ahead a player must look at every step to solve it."""
    fooled: tuple[str, ...]
    """The simulated players who do not reach the goal."""
    gap: int | None
    """By how many missions the best line that misses the goal falls short; None if all others break."""

    @property
    def is_lucky(self) -> bool:
        """Whether a random line reaches the goal too often."""
        return self.winning * LUCK > self.lines

    @property
    def grade(self) -> int:
        """The grade: the foresight needed, one less if luck helps."""
        return max(1, min(HARDEST, self.foresight - self.is_lucky))


def difficulty(lines: AllLines) -> Difficulty:
    """Return the difficulty of a puzzle that can be solved."""
    total, winning = lines.count(lines.start)
    critical = [node for node, _ in solution_steps(lines) if lines.matters(node)]
    needed = next((n for n in range(1, MOST_FORESIGHT) if foresight(n)(lines)), MOST_FORESIGHT)
    return Difficulty(
        lines=total,
        winning=winning,
        decisions=len(critical),
        depth=_depth(lines, critical[0]) if critical else 0,
        foresight=needed,
        fooled=tuple(name for name, player in PLAYERS.items() if not player(lines)),
        gap=_gap(lines),
    )


def measured_as_json(difficulty: Difficulty) -> dict[str, Any]:
    """Return grade and quantities as the content of a file."""
    return {"grade": difficulty.grade, **difficulty._asdict(), "fooled": list(difficulty.fooled)}


def has_no_optimum(goal: Goal) -> bool:
    """Return whether a goal asks for the most missions and none is possible; its numbers have been found."""
    return goal.kind is GoalKind.MOST and goal.missions == 0


def asks_only_for_whole(goal: Goal, measured: Difficulty) -> bool:
    """Return whether a goal asks for missions, but the only way to miss it is to break the backpack."""
    return goal.kind is not GoalKind.WHOLE and measured.gap is None and measured.winning < measured.lines


def _depth(lines: AllLines, node: Node) -> int:
    return next((n for n in range(1, MOST_FORESIGHT) if sees_difference(lines, node, missions=n)), MOST_FORESIGHT)


def _gap(lines: AllLines) -> int | None:
    """Return how far the best line that misses the goal, and does not break, falls short of the solution."""
    reached = max((node.to.state.completed for node in lines.solution), default=0)
    second = _best_miss(lines)
    return None if second is None else max(0, reached - second)


def _best_miss(lines: AllLines) -> int | None:
    best: int | None = None
    for node in lines.nodes():
        if node.state.over and not node.state.broken and not lines.is_open(node):
            best = node.state.completed if best is None else max(best, node.state.completed)
    return best
