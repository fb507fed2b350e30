"""Generates a puzzle as the first generator did: random positions until one passes every check."""

from collections import Counter
from random import Random

from dtcli.formats.limits import USUAL_TRIES
from dtcli.rules.cards import CardSet, Mission
from dtcli.rules.goals import Goal
from dtcli.rules.state import Game
from solver.puzzles.candidates import Candidate, PuzzleRequirements, candidate
from solver.puzzles.first_generator.grades import first_difficulty
from solver.puzzles.judging import GeneratedPuzzle, JudgedPosition, Rejection, Watch, ignore, is_same, judge
from solver.puzzles.smaller_positions import more_usual, smaller
from solver.puzzles.themes import THEMES, themes_of


def first_make(
    cards: CardSet, requirements: PuzzleRequirements, seed: str, *, tries: int = USUAL_TRIES, watch: Watch = ignore
) -> GeneratedPuzzle | Counter[Rejection]:
    """Return the first generator's puzzle of this seed, or the rejections if there are ``tries`` of them."""
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
    judged = judge(found.game, found.goal, measure=first_difficulty)
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


def _without_padding(game: Game, goal: Goal, judged: JudgedPosition) -> tuple[Game, JudgedPosition]:
    """Simplify the position as long as the puzzle is the same; after each success begin with the first card again."""
    again = True
    while again:
        again = False
        for plainer, is_card in [*((one, True) for one in smaller(game)), *((one, False) for one in more_usual(game))]:
            other = judge(plainer, goal, measure=first_difficulty)
            if not isinstance(other, JudgedPosition) or not is_same(judged, other):
                continue
            if is_card or themes_of(other.lines) == themes_of(judged.lines):
                game, judged, again = plainer, other, True
                break
    return game, judged
