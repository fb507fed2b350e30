"""The panel: the players whose failures count for the grade of a puzzle (G6)."""

from collections.abc import Mapping

from solver.puzzles.players.habits import HABITS
from solver.puzzles.players.reasoning import Reach, Reasoners

REASONING: Mapping[str, Reach] = {
    "looks one ahead": Reach(1),
    "looks two ahead": Reach(2),
    "looks three ahead": Reach(3),
    "plans for the last mission": Reach(1, 1),
    "plans for the last two": Reach(1, 2),
    "plans for the last three": Reach(1, 3),
    "looks two ahead, plans for the last mission": Reach(2, 1),
    "looks two ahead, plans for the last two": Reach(2, 2),
    "looks three ahead, plans for the last two": Reach(3, 2),
}
"""How far the players of the panel reason who have no fixed habit, by name."""

PANEL = (*HABITS, *REASONING)
"""The names of all players of the panel, the weakest first."""


def fooled(players: Reasoners) -> tuple[str, ...]:
    """Return the names of the players of the panel who do not reach the goal."""
    by_habit = [name for name, player in HABITS.items() if not player(players.lines)]
    return (*by_habit, *(name for name, reach in REASONING.items() if not players.solves(reach)))
