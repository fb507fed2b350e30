"""How an attempt at a puzzle ended, in words: solved or not and by what, and with how much help."""

from dtcli.english import and_list, plural
from dtcli.play.puzzle.attempt import Help, Position
from dtcli.render.events import card_name
from dtcli.rules.goals import Goal, GoalKind, used_up
from dtcli.rules.state import State


def why_missed(goal: Goal, position: Position) -> str:
    """Return why an end does not reach the goal; empty if it does. How much is possible is not told.

    The goal has the numbers of the whole puzzle.
    """
    state = position.state
    if state.broken:
        return "the backpack broke"
    if goal.is_reached(state, completed=position.completed):
        return ""
    if goal.kind is GoalKind.MISSION:
        return f"{card_name(goal.mission)} was not completed"
    if state.completed >= goal.fewest_missions:  # the fewest skills
        return f"{_skills(state)}, and fewer will do"
    if goal.kind is GoalKind.MOST:
        return f"{_missions(state)}, and more are possible"
    return f"{state.completed} of {plural(goal.fewest_missions, 'mission')} completed"


def how_reached(goal: Goal, state: State) -> str:
    """Return by what an end reaches the goal."""
    match goal.kind:
        case GoalKind.MOST:
            return f"{_missions(state)}, and no more are possible"
        case GoalKind.FEWEST_SKILLS:
            return f"{_missions(state)}, {_skills(state)}, and fewer will not do"
        case GoalKind.MISSION:
            return f"{card_name(goal.mission)} is completed, and the backpack is whole"
        case _:
            return f"{_missions(state)}, and the backpack is whole"


def _missions(state: State) -> str:
    return f"{plural(state.completed, 'mission')} completed"


def _skills(state: State) -> str:
    return f"{plural(used_up(state), 'skill')} used"


def with_help(used: Help) -> str:
    """Return how much help it took.

    >>> with_help(Help(hints=2, undos=1)), with_help(Help()), with_help(Help(looks=1, solution=True))
    ('with 2 hints and 1 undo', 'without help', 'with 1 look at what can be solved and the solution known')
    """
    counts = ((used.hints, "hint"), (used.undos, "undo"), (used.restarts, "restart"))
    parts = [plural(n, word) for n, word in counts if n]
    if used.looks:
        parts.append(f"{plural(used.looks, 'look')} at what can be solved")
    if used.solution:
        parts.append("the solution known")
    return f"with {and_list(parts)}" if parts else "without help"
