"""Judges whether a position is a puzzle: a chain of rejections, each with its reason, the cheapest checks first.

What is left has exactly one answer, needs thought and every hero, and asks for the right kind of goal.
"""

from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from dtcli.rules.cards import Card, Mission
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.items import Kind
from dtcli.rules.resolution import start
from dtcli.rules.state import Game, Start, opening
from solver.puzzles.all_lines import AllLines, TooLarge, lines_of
from solver.puzzles.first_generator.grades import FirstDifficulty
from solver.puzzles.grades import Difficulty, asks_only_for_whole, difficulty, has_no_optimum
from solver.puzzles.players.habits import is_solved_by_habit
from solver.puzzles.smaller_positions import each_left_out
from solver.puzzles.solution import DecidedStep, answer
from solver.puzzles.uniqueness import is_unique

MOST_POSITIONS = 12_000
"""Larger positions are rejected: a smaller one is found sooner than a larger one is searched."""
FEWEST_MISSIONS = 2


class Rejection(StrEnum):
    """Why a position does not become a puzzle, in the order of the checks."""

    TABLE = "the cards cannot lie on one table"
    LARGE = "too many lines to search"
    GOAL = "the goal cannot be reached"
    SIMPLE = "a simple player reaches the goal"
    IDLE = "a hero is not needed"
    ANSWERS = "more than one answer"
    TRIVIAL = "too few decisions"
    WHOLE = "a whole backpack is enough for the goal"
    PADDED = "cards can be left out"
    GRADE = "another grade"
    THEME = "another theme"
    EDITION = "the edition makes no difference"
    REPEATED = "made before"


AnyDifficulty = Difficulty | FirstDifficulty
Measure = Callable[[AllLines], AnyDifficulty]
Watch = Callable[[Rejection], None]
"""A callback for each rejection during a search."""


def ignore(_rejection: Rejection) -> None:
    """Watch nothing."""


class GeneratedPuzzle(NamedTuple):
    """A generated puzzle, and everything known about it."""

    game: Game
    goal: Goal
    lines: AllLines
    difficulty: AnyDifficulty
    themes: tuple[str, ...]
    answer: tuple[DecidedStep, ...]
    tries: Counter[Rejection]
    """How many positions were rejected before it, and why."""
    edition: str | None = None
    """The edition that was requested."""


class JudgedPosition(NamedTuple):
    """A position that passed the first checks."""

    lines: AllLines
    answer: tuple[DecidedStep, ...]
    difficulty: AnyDifficulty


def judge(
    game: Game,
    goal: Goal,
    *,
    most: int = MOST_POSITIONS,
    measure: Measure = difficulty,
    wanted: tuple[DecidedStep, ...] | None = None,
) -> JudgedPosition | Rejection:
    """Return a judged position, or why it is no puzzle. With ``wanted``, any other answer is one too many."""
    missions = sum(isinstance(card, Mission) for card in game.story)
    at_most = goal._replace(missions=missions) if goal.kind is GoalKind.MOST else goal
    if is_solved_by_habit(AllLines(start(game), at_most)):  # before all lines are searched, which takes longest
        return Rejection.SIMPLE
    try:
        lines = lines_of(game, goal, most=most)
        if not lines.is_open(lines.start):
            return Rejection.GOAL
        if is_solved_by_habit(lines):
            return Rejection.SIMPLE
        if not is_unique(lines):
            return Rejection.ANSWERS
        found = answer(lines)
        if wanted is not None and found != wanted:
            return Rejection.ANSWERS
        if _has_idle_hero(game, lines):
            return Rejection.IDLE
        total, winning = lines.count(lines.start)
        if winning * 2 > total or missions < FEWEST_MISSIONS:
            return Rejection.TRIVIAL
        if has_no_optimum(lines.goal) or asks_only_for_whole(lines.goal, lines):
            return Rejection.WHOLE
        return JudgedPosition(lines, found, measure(lines))
    except TooLarge:
        return Rejection.LARGE


def _has_idle_hero(game: Game, lines: AllLines) -> bool:
    """Return whether the goal can be reached without one of the heroes, unless it asks for the fewest skills."""
    if lines.goal.kind is GoalKind.FEWEST_SKILLS:
        return lines.goal.heroes == 0
    unused = opening(game).unused
    for hero in unused:
        others = tuple(one for one in unused if one != hero)
        begin = (game.start or Start())._replace(unused=others)
        without = AllLines(opening(game.with_changes(start=begin)), lines.goal, most=MOST_POSITIONS)
        if without.is_open(without.start):
            return True
    return False


def is_same(one: JudgedPosition, other: JudgedPosition) -> bool:
    """Return whether two positions are the same puzzle: the same answer and grade, and the same players fail."""
    return (
        one.answer == other.answer
        and one.difficulty.fooled == other.difficulty.fooled
        and one.difficulty.grade == other.difficulty.grade
    )


def same_puzzle(judged: JudgedPosition, game: Game, goal: Goal) -> JudgedPosition | None:
    """Return another position judged, if it is the same puzzle."""
    other = judge(game, goal, wanted=judged.answer)
    return other if isinstance(other, JudgedPosition) and is_same(judged, other) else None


def spare_cards(game: Game, goal: Goal, judged: JudgedPosition) -> list[Card | Kind]:
    """Return the cards without which the puzzle would be the same: cards of the story, kinds in the backpack."""
    return [card for card, left in each_left_out(game) if same_puzzle(judged, left, goal) is not None]


def decoys(game: Game, goal: Goal, judged: JudgedPosition) -> list[Card | Kind]:
    """Return the decoys: cards without which the answer is the same, but other players find it."""
    return [card for card, left in each_left_out(game) if _is_only_easier(judged, left, goal)]


def _is_only_easier(judged: JudgedPosition, left: Game, goal: Goal) -> bool:
    other = judge(left, goal)
    if isinstance(other, JudgedPosition):
        return other.answer == judged.answer and not is_same(judged, other)
    if other is not Rejection.SIMPLE:
        return False
    lines = lines_of(left, goal, most=MOST_POSITIONS)
    return is_unique(lines) and answer(lines) == judged.answer
