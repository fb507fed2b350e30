"""Describes the end of an attempt at a puzzle: solved or not, why, and with how much help."""

from dtcli.english import and_list, plural
from dtcli.play.puzzle.attempt import AttemptPosition, HelpUsed
from dtcli.render.events import card_name
from dtcli.rules.goals import Goal, GoalKind, used_up
from dtcli.rules.state import State


def why_missed(goal: Goal, position: AttemptPosition) -> str:
    """Return why a finished attempt misses the goal; empty if it reaches it. Does not reveal how much is possible.

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
    """Return how a finished attempt reaches the goal."""
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


def with_help(used: HelpUsed) -> str:
    """Return how much help was used.

    >>> with_help(HelpUsed(hints=2, undos=1)), with_help(HelpUsed()), with_help(HelpUsed(checks=1, solution=True))
    ('with 2 hints and 1 undo', 'without help', 'with 1 check of the goal and the solution known')
    """
    counts = ((used.hints, "hint"), (used.undos, "undo"), (used.restarts, "restart"))
    parts = [plural(n, word) for n, word in counts if n]
    if used.checks:
        parts.append(f"{plural(used.checks, 'check')} of the goal")
    if used.solution:
        parts.append("the solution known")
    return f"with {and_list(parts)}" if parts else "without help"
