"""Generates puzzles: random positions, and a chain of rejections, each with its reason.

What is left has exactly one answer, needs thought, has no card that can be left out, and has the requested grade.
The result does not depend on the machine or its speed.
"""

from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from random import Random
from typing import NamedTuple

from dtcli.formats.limits import USUAL_TRIES
from dtcli.rules.cards import Card, CardSet, Mission
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Game, Start, opening
from solver.puzzles.all_lines import AllLines, TooLarge, lines_of
from solver.puzzles.candidates import Candidate, PuzzleRequirements, candidate, possible_heroes
from solver.puzzles.grades import Difficulty, asks_only_for_whole, difficulty, has_no_optimum
from solver.puzzles.simulated_players import SIMPLE
from solver.puzzles.smaller_positions import each_left_out, more_usual, smaller
from solver.puzzles.solution import DecidedStep, answer
from solver.puzzles.themes import THEMES, themes_of
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
    REPEATED = "made before"


class GeneratedPuzzle(NamedTuple):
    """A generated puzzle, and everything known about it."""

    game: Game
    goal: Goal
    lines: AllLines
    difficulty: Difficulty
    themes: tuple[str, ...]
    answer: tuple[DecidedStep, ...]
    tries: Counter[Rejection]
    """How many positions were rejected before it, and why."""


class JudgedPosition(NamedTuple):
    """A position that passed the first checks."""

    lines: AllLines
    answer: tuple[DecidedStep, ...]
    difficulty: Difficulty


Watch = Callable[[Rejection], None]
"""A callback for each rejection during a search."""


def ignore(_rejection: Rejection) -> None:
    """Watch nothing."""


def missing_heroes(requirements: PuzzleRequirements) -> frozenset[HeroId]:
    """Return the heroes of which the requested theme needs one; empty if one can be in the game."""
    needed = THEMES[requirements.theme].heroes if requirements.theme is not None else frozenset()
    return frozenset() if needed & possible_heroes(requirements) else needed


def make(
    cards: CardSet, requirements: PuzzleRequirements, seed: str, *, tries: int = USUAL_TRIES, watch: Watch = ignore
) -> GeneratedPuzzle | Counter[Rejection]:
    """Return the puzzle of this seed, or the rejections if there are ``tries`` of them."""
    chance = Random(f"puzzle {seed}")  # noqa: S311
    rejected: Counter[Rejection] = Counter()
    for _ in range(tries):
        found = candidate(cards, requirements, chance)
        made = Rejection.TABLE if found is None else _made(found, requirements, rejected)
        if isinstance(made, GeneratedPuzzle):
            return made
        rejected[made] += 1
        watch(made)
    return rejected


def _made(
    found: Candidate, requirements: PuzzleRequirements, rejected: Counter[Rejection]
) -> GeneratedPuzzle | Rejection:
    judged = judge(found.game, found.goal)
    if isinstance(judged, Rejection):
        return judged
    if requirements.grade is not None and requirements.grade != judged.difficulty.grade:
        return Rejection.GRADE
    if requirements.theme is not None and not THEMES[requirements.theme].is_in(judged.lines):
        return Rejection.THEME
    game, judged = _without_padding(found.game, found.goal, judged)  # the grade stays, a theme may go
    if requirements.missions is not None and requirements.missions != sum(
        isinstance(card, Mission) for card in game.story
    ):
        return Rejection.PADDED
    themes = themes_of(judged.lines)
    if requirements.theme is not None and requirements.theme not in themes:
        return Rejection.THEME
    return GeneratedPuzzle(game, judged.lines.goal, judged.lines, judged.difficulty, themes, judged.answer, rejected)


def judge(game: Game, goal: Goal, *, most: int = MOST_POSITIONS) -> JudgedPosition | Rejection:
    """Return a judged position, or why it is no puzzle."""
    try:
        lines = lines_of(game, goal, most=most)
        if not lines.is_open(lines.start):
            return Rejection.GOAL
        if any(player(lines) for player in SIMPLE.values()):
            return Rejection.SIMPLE
        if not is_unique(lines):
            return Rejection.ANSWERS
        if _has_idle_hero(game, lines):
            return Rejection.IDLE
        total, winning = lines.count(lines.start)
        if winning * 2 > total or sum(isinstance(card, Mission) for card in game.story) < FEWEST_MISSIONS:
            return Rejection.TRIVIAL
        measured = difficulty(lines)
        if has_no_optimum(lines.goal) or asks_only_for_whole(lines.goal, measured):
            return Rejection.WHOLE
        return JudgedPosition(lines, answer(lines), measured)
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


def _without_padding(game: Game, goal: Goal, judged: JudgedPosition) -> tuple[Game, JudgedPosition]:
    """Simplify the position as long as the puzzle is the same; only the removal of a card may lose a theme."""
    again = True
    while again:
        again = False
        for plainer, is_card in [*((one, True) for one in smaller(game)), *((one, False) for one in more_usual(game))]:
            other = judge(plainer, goal)
            if not isinstance(other, JudgedPosition) or not is_same(judged, other):
                continue
            if is_card or themes_of(other.lines) == themes_of(judged.lines):
                game, judged, again = plainer, other, True
                break
    return game, judged


def is_same(one: JudgedPosition, other: JudgedPosition) -> bool:
    """Return whether two positions are the same puzzle: the same answer and grade, and the same players fail."""
    return (
        one.answer == other.answer
        and one.difficulty.fooled == other.difficulty.fooled
        and one.difficulty.grade == other.difficulty.grade
    )


def spare_cards(game: Game, goal: Goal, judged: JudgedPosition) -> list[Card | Kind]:
    """Return the cards without which the puzzle would be the same: cards of the story, kinds in the backpack."""
    return [
        card
        for card, left in each_left_out(game)
        if isinstance(other := judge(left, goal), JudgedPosition) and is_same(judged, other)
    ]


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
