"""Small positions, and every line through them told one by one."""

from collections.abc import Iterator
from typing import Any

from dtcli.rules import Card, Game, Pile, State, apply, options, start
from dtcli.rules.choices import Choice
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.state import Start
from solver.puzzles.lines import Lines
from solver.puzzles.puzzle import lines_of
from tests.rules.table_talk import game, kinds

MOST, MISSIONS, WHOLE = Goal(GoalKind.MOST), GoalKind.MISSIONS, Goal(GoalKind.WHOLE)


def position(*told: str | Card, held: str = "", tokens: str = "", supply: str | None = None, **fixed: Any) -> Game:
    """Return a game that starts with these items in the backpack."""
    left = None if supply is None else Pile.of(*kinds(supply))
    begin = Start(cards=Pile.of(*kinds(held)), tokens=Pile.of(*kinds(tokens)), supply=left)
    return game(*told, start=begin, **fixed)


def walked(*told: str | Card, goal: Goal = MOST, **fixed: Any) -> Lines:
    """Return all lines of a position."""
    return lines_of(position(*told, **fixed), goal)


def every_line(state: State) -> Iterator[tuple[tuple[Choice, ...], State, list[Any]]]:
    """Return every line there is, choice by choice, with its end and all that happened; plain on purpose."""
    if state.over:
        yield (), state, []
        return
    for choice in options(state):
        after = apply(state, choice)
        for choices, end, events in every_line(after):
            yield (choice, *choices), end, [*after.events, *events]


def ends_of(played: Game) -> list[tuple[State, list[Any]]]:
    return [(end, events) for _, end, events in every_line(start(played))]
