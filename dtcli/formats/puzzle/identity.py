"""Which puzzles are the same: those with the same position and the same goal, however they are spelled or called."""

from dtcli.formats.puzzle.file import CheckedPuzzle, goal_entry
from dtcli.formats.replay.digest import digest, game_digest
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.state import Game


def digest_of(checked: CheckedPuzzle) -> str:
    """Return the digest of a valid puzzle."""
    assert checked.game is not None
    assert checked.goal is not None
    return puzzle_digest(checked.game, checked.goal)


def puzzle_digest(game: Game, goal: Goal) -> str:
    """Return the digest of a puzzle; the numbers of a goal that follow from the position make no difference."""
    asked = goal
    if goal.kind is GoalKind.MOST:
        asked = goal._replace(missions=None)
    elif goal.kind is GoalKind.FEWEST_SKILLS:
        asked = goal._replace(heroes=None)
    return digest({"game": game_digest(game.with_changes(goal=None)), "goal": goal_entry(asked)})
