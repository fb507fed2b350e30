"""Whether a goal can be reached, in words; an adventure may require more than missions (R9)."""

from typing import TYPE_CHECKING

from dtcli.english import plural
from dtcli.render.terminal import safe
from dtcli.rules.score import missed_conditions
from dtcli.rules.state import Game

if TYPE_CHECKING:
    from solver import Answer


def has_conditions(game: Game) -> bool:
    """Return whether the game requires more than missions to be won (R9)."""
    return game.adventure is not None and bool(game.adventure.scroll.hold or game.adventure.scroll.complete)


def reaching(game: Game, goal: int, can: str) -> str:
    """Return that a goal can or cannot be reached: ``the game cannot be won with 3 missions``."""
    if has_conditions(game):
        return f"the game {can} be won" + (f" with {plural(goal, 'mission')}" if goal else "")
    return _completing(goal, can)


def _completing(goal: int, can: str) -> str:
    return f"{plural(goal, 'mission')} {can} be reached" if goal else f"the backpack {can} be kept whole"


def verdict(answer: "Answer", goal: int) -> str:
    """Return whether the answer reaches the goal; if only the adventure's conditions are missed, which ones."""
    game, outcome = answer.question.game, answer.outcome
    if outcome.won:
        return reaching(game, goal, "can")
    if answer.status != "optimal":
        return f"it is not known whether {reaching(game, goal, 'can')}"
    if outcome.broken or outcome.missions < goal or not has_conditions(game):
        return reaching(game, goal, "cannot")
    missed = safe("; ".join(missed_conditions(answer.final)))
    return f"{_completing(goal, 'can')}, but the game cannot be won: in the best line, {missed}"
