"""The first formula of grades: the foresight needed, one less if luck helps.

Files that say no ``formula`` in their difficulty were graded by it, and the first generator compares puzzles by it.
"""

from typing import NamedTuple

from solver.puzzles.all_lines import AllLines
from solver.puzzles.grades import HARDEST, MOST_FORESIGHT, critical_nodes, foresight, gap
from solver.puzzles.line_graph import Node
from solver.puzzles.players.habits import HABITS
from solver.puzzles.players.reasoning import Reach, Reasoners

FIRST_FORMULA = 1
LUCK = 4
"""If more than one in this many lines reaches the goal, luck helps, and the puzzle is a grade easier."""
_LOOKING: dict[str, Reach] = {"looks one ahead": Reach(1), "looks two ahead": Reach(2)}


class FirstDifficulty(NamedTuple):
    """The quantities behind a grade of the first formula, in the order in which files have them."""

    lines: int
    winning: int
    decisions: int
    depth: int
    """How many missions ahead a player must look at the first step that matters to see the difference."""
    foresight: int
    fooled: tuple[str, ...]
    gap: int | None

    @property
    def grade(self) -> int:
        """The foresight needed, one less if luck helps."""
        is_lucky = self.winning * LUCK > self.lines
        return max(1, min(HARDEST, self.foresight - is_lucky))


def first_difficulty(lines: AllLines) -> FirstDifficulty:
    """Return the difficulty of a puzzle by the first formula."""
    total, winning = lines.count(lines.start)
    critical, players = critical_nodes(lines), Reasoners(lines)
    by_habit = [name for name, player in HABITS.items() if not player(lines)]
    return FirstDifficulty(
        lines=total,
        winning=winning,
        decisions=len(critical),
        depth=_depth(players, critical[0]) if critical else 0,
        foresight=foresight(players),
        fooled=(*by_habit, *(name for name, reach in _LOOKING.items() if not players.solves(reach))),
        gap=gap(lines),
    )


def _depth(players: Reasoners, node: Node) -> int:
    seen = (n for n in range(1, MOST_FORESIGHT) if players.sees_difference(node, n))
    return next(seen, MOST_FORESIGHT)
