"""Making puzzles: positions by chance, and a chain of refusals, each with its reason.

What is left has an answer, needs thought, has one answer only, has no card too many, and is as hard as was asked for.
The chain is the same wherever it runs; nothing depends on how fast a machine is.
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
from solver.puzzles.candidates import Candidate, Wishes, candidate, possible_heroes
from solver.puzzles.grades import Difficulty, asks_only_for_whole, difficulty, has_no_optimum
from solver.puzzles.simulated_players import SIMPLE
from solver.puzzles.smaller_positions import each_left_out, more_usual, smaller
from solver.puzzles.solution import DecidedStep, answer
from solver.puzzles.themes import THEMES, themes_of
from solver.puzzles.uniqueness import is_unique

MOST_POSITIONS = 12_000
"""A position with more below it is given up: a smaller one is found sooner than this one is searched through."""
FEWEST_MISSIONS = 2


class Rejection(StrEnum):
    """Why a position does not become a puzzle, in the order in which it is asked."""

    TABLE = "such cards cannot lie on one table"
    LARGE = "too many lines to be searched through"
    GOAL = "the goal cannot be reached"
    SIMPLE = "a simple player reaches the goal"
    IDLE = "a hero is not needed"
    ANSWERS = "more than one answer"
    TRIVIAL = "too little is to be decided"
    WHOLE = "the missions asked for follow from a whole backpack"
    PADDED = "cards can be left out"
    GRADE = "another grade"
    THEME = "another theme"
    REPEATED = "made before"


class GeneratedPuzzle(NamedTuple):
    """A puzzle that was found worth solving, with everything that is known about it."""

    game: Game
    goal: Goal
    lines: AllLines
    difficulty: Difficulty
    themes: tuple[str, ...]
    answer: tuple[DecidedStep, ...]
    tries: Counter[Rejection]
    """How many positions were refused before it, and why."""


class JudgedPosition(NamedTuple):
    """A position that passed the first refusals."""

    lines: AllLines
    answer: tuple[DecidedStep, ...]
    difficulty: Difficulty


Watch = Callable[[Rejection], None]
"""Is called with each refusal, while a search goes on."""


def ignore(_refusal: Rejection) -> None:
    """Watch nothing."""


def missing_heroes(wishes: Wishes) -> frozenset[HeroId]:
    """Return the heroes of whom one must be in the game for the theme asked for; empty if nobody is missing."""
    needed = THEMES[wishes.theme].heroes if wishes.theme is not None else frozenset()
    return frozenset() if needed & possible_heroes(wishes) else needed


def make(
    cards: CardSet, wishes: Wishes, seed: str, *, tries: int = USUAL_TRIES, watch: Watch = ignore
) -> GeneratedPuzzle | Counter[Rejection]:
    """Return the puzzle of this seed; after so many refusals return these instead."""
    chance = Random(f"puzzle {seed}")  # noqa: S311
    refused: Counter[Rejection] = Counter()
    for _ in range(tries):
        found = candidate(cards, wishes, chance)
        made = Rejection.TABLE if found is None else _made(found, wishes, refused)
        if isinstance(made, GeneratedPuzzle):
            return made
        refused[made] += 1
        watch(made)
    return refused


def _made(found: Candidate, wishes: Wishes, refused: Counter[Rejection]) -> GeneratedPuzzle | Rejection:
    judged = judge(found.game, found.goal)
    if isinstance(judged, Rejection):
        return judged
    if wishes.grade is not None and wishes.grade != judged.difficulty.grade:
        return Rejection.GRADE
    if wishes.theme is not None and not THEMES[wishes.theme].is_in(judged.lines):
        return Rejection.THEME
    game, judged = _without_padding(found.game, found.goal, judged)  # the grade stays, a theme may go
    if wishes.missions is not None and wishes.missions != sum(isinstance(card, Mission) for card in game.story):
        return Rejection.PADDED
    themes = themes_of(judged.lines)
    if wishes.theme is not None and wishes.theme not in themes:
        return Rejection.THEME
    return GeneratedPuzzle(game, judged.lines.goal, judged.lines, judged.difficulty, themes, judged.answer, refused)


def judge(game: Game, goal: Goal, *, most: int = MOST_POSITIONS) -> JudgedPosition | Rejection:
    """Return what there is to say about a position, or why it is no puzzle."""
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
    """Return whether the goal can be reached without one of the heroes; where the fewest count, that is the point."""
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
    """Make the position plainer, as long as the puzzle stays what it is; only a card may take a theme with it."""
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
    """Return whether two positions ask the same: the same answer, as hard, and nobody is fooled by one alone."""
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
    """Return the cards that are only there to fool somebody: without them the answer stays, but not who finds it."""
    return [card for card, left in each_left_out(game) if _is_only_easier(judged, left, goal)]


def _is_only_easier(judged: JudgedPosition, left: Game, goal: Goal) -> bool:
    other = judge(left, goal)
    if isinstance(other, JudgedPosition):
        return other.answer == judged.answer and not is_same(judged, other)
    if other is not Rejection.SIMPLE:
        return False
    lines = lines_of(left, goal, most=MOST_POSITIONS)
    return is_unique(lines) and answer(lines) == judged.answer
