"""Players who follow a fixed habit and use no skills. No puzzle is made that one of them solves."""

from collections.abc import Callable, Mapping
from functools import partial

from dtcli.rules.decisions import REVEAL, Choice, Discard, Failure, Gap, RewardOffer, Take
from dtcli.rules.resolution import apply, options
from dtcli.rules.state import State
from solver.puzzles.all_lines import AllLines

HabitPlayer = Callable[[AllLines], bool]
"""Plays a puzzle and says whether the goal was reached."""


def _plays_by_habit(lines: AllLines, *, takes: bool, discards: bool) -> bool:
    state, completed = lines.start.state, False
    while not state.over:
        state = apply(state, _habit(state, takes=takes, discards=discards))
        completed = completed or lines.goal.completes(state.events)
    return lines.goal.is_reached(state, completed=completed)


def _habit(state: State, *, takes: bool, discards: bool) -> Choice:
    match state.decision:
        case Gap():
            return REVEAL
        case RewardOffer(kinds=kinds, may_decline=optional):
            return Take(kinds[0]) if takes or not optional else Take(None)
        case Failure(present=present):
            return Discard(tuple(present.copies())) if discards else Discard()
    return next(options(state))


HABITS: Mapping[str, HabitPlayer] = {
    "takes everything": partial(_plays_by_habit, takes=True, discards=False),
    "refuses everything": partial(_plays_by_habit, takes=False, discards=True),
    "keeps everything": partial(_plays_by_habit, takes=False, discards=False),
}
"""The players with a fixed habit, by name."""


def is_solved_by_habit(lines: AllLines) -> bool:
    """Return whether a player with a fixed habit reaches the goal."""
    return any(player(lines) for player in HABITS.values())
