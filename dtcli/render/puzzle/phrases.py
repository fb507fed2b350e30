"""A puzzle in words: the task, the result, and the quantities behind the grade."""

from typing import TYPE_CHECKING

from dtcli.english import plural
from dtcli.render.events import card_name
from dtcli.rules.goals import Goal, GoalKind

if TYPE_CHECKING:
    from solver.puzzles.grades import Difficulty


def task(goal: Goal) -> str:
    """Return the task as a sentence, without a number that solving it reveals.

    >>> task(Goal(GoalKind.MISSIONS, 4))
    'Complete 4 missions, and keep the backpack whole.'
    """
    missions = plural(goal.fewest_missions, "mission")
    match goal.kind:
        case GoalKind.MOST:
            return "Complete as many missions as possible, and keep the backpack whole."
        case GoalKind.MISSIONS:
            return f"Complete {missions}, and keep the backpack whole."
        case GoalKind.WHOLE:
            return "Keep the backpack whole to the end."
        case GoalKind.MISSION:
            return f"Complete {card_name(goal.mission)}, and keep the backpack whole."
        case GoalKind.FEWEST_SKILLS:
            return f"Complete {missions} with as few skills as possible, and keep the backpack whole."


def result_of(goal: Goal) -> str:
    """Return the result of the solution."""
    missions = plural(goal.fewest_missions, "mission")
    match goal.kind:
        case GoalKind.MOST:
            return f"{missions} can be completed, and no more"
        case GoalKind.FEWEST_SKILLS:
            heroes = plural(goal.heroes or 0, "hero", many="heroes")
            return f"{missions} with {heroes} used up, and not with fewer"
        case GoalKind.MISSION:
            return f"{card_name(goal.mission)} can be completed"
        case GoalKind.WHOLE:
            return "the backpack can be kept whole"
        case _:
            return f"{missions} can be completed"


def vector(difficulty: "Difficulty") -> list[tuple[str, str]]:
    """Return the exact quantities behind a grade, each with its name."""
    gap = "all other lines break" if difficulty.gap is None else str(difficulty.gap)
    failed = ", ".join(difficulty.fooled) or "none"
    return [
        ("lines", f"{difficulty.lines:,}"),
        ("reach the goal", f"{difficulty.winning:,}"),
        ("steps that matter", str(difficulty.decisions)),
        ("moments under tension", f"{difficulty.tension} %"),
        ("foresight needed", plural(difficulty.foresight, "mission")),
        ("missions to plan for", "more than there are" if difficulty.backwards is None else str(difficulty.backwards)),
        ("reasoning needed", plural(difficulty.reasoning, "mission")),
        ("fooled", f"{len(difficulty.fooled)} of {difficulty.panel}: {failed}"),
        ("gap to the second best", gap),
        ("points", str(difficulty.points)),
    ]
