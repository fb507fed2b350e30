"""Whether the goal of a puzzle can still be reached: by walking every line, or by the solver if there are too many.

Nothing is searched before it is asked for.
"""

from functools import cached_property

from dtcli.play.puzzle.attempt import AttemptPosition
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.resolution import start
from dtcli.rules.state import Game, State
from solver.limits import Limits
from solver.puzzles.all_lines import MOST_POSITIONS, AllLines, TooLarge, lines_of
from solver.puzzles.model_proof import PROVABLE

PATIENCE = Limits.within(10)
"""How long the solver may take while the player waits."""


class Solvability:
    """What is known about the lines of a puzzle."""

    def __init__(self, game: Game, goal: Goal, *, most: int = MOST_POSITIONS, limits: Limits = PATIENCE) -> None:
        self._game = game
        self._asked = goal
        self._most = most
        self._limits = limits

    @cached_property
    def lines(self) -> AllLines | None:
        """All lines of the puzzle, with the numbers of its goal; None if there are too many."""
        try:
            lines = lines_of(self._game, self._asked, most=self._most)
            lines.count(lines.start)
        except TooLarge:
            return None
        return lines

    @cached_property
    def goal(self) -> Goal | None:
        """The goal with its numbers; None if they cannot be computed."""
        if self.lines is not None:
            return self.lines.goal
        match self._asked:
            case Goal(kind=GoalKind.MOST, missions=None):
                found = _best(start(self._game), self._limits)
                proved = found is not None and found[1]
                return self._asked._replace(missions=found[0]) if found is not None and proved else None
            case Goal(kind=GoalKind.FEWEST_SKILLS, heroes=None):
                return None
        return self._asked

    def at(self, position: AttemptPosition) -> AllLines | None:
        """Return all lines from a position on, counted; None if there are too many."""
        if self.goal is None:
            return None
        lines = self.lines or AllLines(start(self._game), self.goal, most=self._most)
        try:
            here = lines.at(position.state, completed=position.completed)
            here.count(here.start)
        except TooLarge:
            return None
        return here

    def is_open(self, position: AttemptPosition) -> bool | None:
        """Return whether the goal can still be reached, as a proof; None if unknown."""
        state, goal = position.state, self.goal
        if goal is None:
            return False if state.broken else None
        if state.over:
            return goal.is_reached(state, completed=position.completed)
        here = self.at(position)
        if here is not None:
            return here.is_open(here.start)
        if goal.kind not in PROVABLE:
            return None
        found = _best(state, self._limits)
        if found is not None and found[0] >= goal.fewest_missions:
            return True
        return False if found is None or found[1] else None


def _best(state: State, limits: Limits) -> tuple[int, bool] | None:
    """Return the most missions the solver finds with a whole backpack, and whether that is proved.

    None if every line breaks the backpack. If nothing whole was found but nothing is proved, the number is -1.
    """
    from solver.search import best_line  # noqa: PLC0415  (CP-SAT takes a moment to load)

    found = best_line(state, limits=limits)
    if found.outcome.broken:
        return None if found.proved else (-1, False)
    return found.outcome.missions, found.proved
