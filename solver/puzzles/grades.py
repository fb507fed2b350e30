"""The grade of a puzzle: exact quantities (G1 to G7), and the points that decide it (G8).

The definitions are in ``docs/puzzles.md``.
"""

from typing import NamedTuple

from dtcli.rules.backpack import slot_limit
from dtcli.rules.cards import Item
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.resolution import apply
from dtcli.rules.state import State
from solver.puzzles.all_lines import AllLines
from solver.puzzles.line_graph import Node
from solver.puzzles.players.panel import PANEL, fooled
from solver.puzzles.players.reasoning import Reach, Reasoners
from solver.puzzles.solution import solution_steps

FORMULA = 2
"""The number of this formula; the first is in ``first_generator.grades``."""
HARDEST = 5
MOST_FORESIGHT = 9

POINTS_FOR_REASONING = 20
"""For each mission, after the first, over which one must reason (G5)."""
POINTS_FOR_STEP = 4
"""For each step that matters, after the first (G1)."""
MOST_STEPS = 5
"""More steps than this count as this many."""
POINTS_FOR_TENSION = 10
"""For a backpack that is full all the time (G2)."""
POINTS_FOR_FOOLED = 20
"""For a puzzle that the whole panel fails (G6)."""
POINTS_FOR_DOUBLING = 2
"""For each time that the lines double in which one reaches the goal (G7)."""
MOST_DOUBLINGS = 10
"""More doublings than this count as this many: skills can be used in many ways that no player considers."""
POINTS_OF_GRADES = (25, 40, 52, 66)
"""The fewest points of grades 2, 3, 4 and 5."""
_FOR_MISSING_DOUBLING = 4
"""The generator counts a missing doubling like this many points."""


class Difficulty(NamedTuple):
    """The exact quantities behind a grade."""

    lines: int
    """All lines."""
    winning: int
    """Those of them that reach the goal."""
    decisions: int
    """How many steps of the solution can lose the goal (G1)."""
    tension: int
    """At how many percent of the moments of the solution at most one slot is free (G2)."""
    foresight: int
    """How many missions ahead a player must look who does not plan (G3)."""
    backwards: int | None
    """For how many of the last missions a player must plan who looks one ahead (G4); None if all are not enough."""
    reasoning: int
    """Over how many missions, forwards and backwards together, a player must reason (G5)."""
    fooled: tuple[str, ...]
    """The players of the panel who do not reach the goal (G6)."""
    gap: int | None
    """By how many missions the best line that misses the goal falls short; None if all others break."""

    @property
    def panel(self) -> int:
        """How many players the panel has."""
        return len(PANEL)

    @property
    def doublings(self) -> int:
        """How many times the lines double, from one, before they are as many as those of which one wins (G7)."""
        return (self.lines // self.winning).bit_length() - 1

    @property
    def points(self) -> int:
        """The points of the puzzle (G8); every part is rounded down."""
        return (
            POINTS_FOR_REASONING * (self.reasoning - 1)
            + POINTS_FOR_STEP * (min(self.decisions, MOST_STEPS) - 1)
            + POINTS_FOR_TENSION * self.tension // 100
            + POINTS_FOR_FOOLED * len(self.fooled) // self.panel
            + POINTS_FOR_DOUBLING * min(self.doublings, MOST_DOUBLINGS)
        )

    @property
    def grade(self) -> int:
        """The grade that the points give, but at most the doublings: a few lines can all be tried (G8)."""
        return max(1, min(grade_of(self.points), self.doublings))

    def missing_to(self, grade: int) -> int:
        """Return how far this is from a grade: the points and the doublings that are missing; 0 if it has the grade."""
        if self.grade == grade:
            return 0
        fewest = (0, *POINTS_OF_GRADES)[grade - 1]
        most = (*POINTS_OF_GRADES, 1_000)[grade - 1] - 1
        points = max(0, fewest - self.points, self.points - most)
        return points + _FOR_MISSING_DOUBLING * max(0, grade - self.doublings)


def grade_of(points: int) -> int:
    """Return the grade that so many points give (G8)."""
    return 1 + sum(points >= fewest for fewest in POINTS_OF_GRADES)


def difficulty(lines: AllLines) -> Difficulty:
    """Return the difficulty of a puzzle that can be solved."""
    total, winning = lines.count(lines.start)
    players = Reasoners(lines)
    return Difficulty(
        lines=total,
        winning=winning,
        decisions=len(critical_nodes(lines)),
        tension=tension(lines),
        foresight=foresight(players),
        backwards=backwards(players),
        reasoning=reasoning(players),
        fooled=fooled(players),
        gap=gap(lines),
    )


def has_no_optimum(goal: Goal) -> bool:
    """Return whether a goal asks for the most missions and none is possible; its numbers have been found."""
    return goal.kind is GoalKind.MOST and goal.missions == 0


def asks_only_for_whole(goal: Goal, lines: AllLines) -> bool:
    """Return whether a goal asks for missions, but the only way to miss it is to break the backpack."""
    total, winning = lines.count(lines.start)
    return goal.kind is not GoalKind.WHOLE and winning < total and gap(lines) is None


# the quantities


def critical_nodes(lines: AllLines) -> list[Node]:
    """Return where the steps of the solution that matter begin (G1)."""
    return [node for node, _ in solution_steps(lines) if lines.matters(node)]


def tension(lines: AllLines) -> int:
    """Return at how many percent of the moments of the solution at most one slot is free (G2)."""
    moments = tight = 0
    for node, way in solution_steps(lines):
        state = node.state
        for choice in way.choices:
            state = apply(state, choice)
            moments += 1
            tight += _free_slots(state) <= 1
    return 100 * tight // max(1, moments)


def _free_slots(state: State) -> int:
    return slot_limit(state.game.slots, state.effect, extra_slot=state.extra_slot) - state.slots


def foresight(players: Reasoners) -> int:
    """Return how many missions ahead a player must look who does not plan (G3)."""
    return next((n for n in range(1, MOST_FORESIGHT) if players.solves(Reach(n))), MOST_FORESIGHT)


def backwards(players: Reasoners) -> int | None:
    """Return for how many of the last missions a player who looks one ahead must plan (G4); None if all are too few."""
    most = min(_missions(players.lines), MOST_FORESIGHT)
    return next((n for n in range(most + 1) if players.solves(Reach(1, n))), None)


def reasoning(players: Reasoners) -> int:
    """Return the least number of missions, forwards and backwards together, that is enough (G5)."""
    missions = _missions(players.lines)
    for together in range(1, MOST_FORESIGHT):
        for planned in range(min(together, missions + 1)):
            if players.solves(Reach(together - planned, planned)):
                return together
    return MOST_FORESIGHT


def _missions(lines: AllLines) -> int:
    return sum(not isinstance(card, Item) for card in lines.start.state.game.story)


def gap(lines: AllLines) -> int | None:
    """Return how far the best line that misses the goal, and does not break, falls short of the solution."""
    reached = max((node.to.state.completed for node in lines.solution), default=0)
    missed = [
        node.state.completed
        for node in lines.nodes()
        if node.state.over and not node.state.broken and not lines.is_open(node)
    ]
    return max(0, reached - max(missed)) if missed else None
