"""A puzzle looked at from all sides: can it be solved, by one answer only, is a card too many, how hard is it."""

from typing import NamedTuple

from dtcli.rules.cards import Card
from dtcli.rules.decisions import Choice
from dtcli.rules.goals import Goal
from dtcli.rules.items import Kind
from dtcli.rules.notes import Note
from dtcli.rules.resolution import start
from dtcli.rules.state import Game
from solver.puzzles.all_lines import MOST_POSITIONS, AllLines, lines_of
from solver.puzzles.generation import JudgedPosition, decoys, spare_cards
from solver.puzzles.grades import Difficulty, difficulty
from solver.puzzles.simulated_players import SIMPLE
from solver.puzzles.solution import DecidedStep, answer
from solver.puzzles.themes import themes_of
from solver.puzzles.uniqueness import is_unique
from solver.solve import notes_of


class Report(NamedTuple):
    """What there is to say about a puzzle whose goal can be reached."""

    lines: AllLines
    goal: Goal
    """With the numbers that were found for it."""
    unique: bool
    needs_thought: bool
    """Whether every simple player fails."""
    difficulty: Difficulty
    themes: tuple[str, ...]
    answer: tuple[DecidedStep, ...]
    spare: tuple[Card | Kind, ...] = ()
    """Cards without which nothing would change."""
    decoys: tuple[Card | Kind, ...] = ()
    """Cards that are only there to fool somebody."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The solution, choice by choice from the start."""
        return tuple(choice for way in self.lines.solution for choice in way.choices)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The solution as a table would write it down."""
        return notes_of(start(self.lines.start.state.game), self.choices)


def report(game: Game, goal: Goal, *, padding: bool = True, most: int = MOST_POSITIONS) -> Report | None:
    """Return what there is to say; None where the goal cannot be reached. Raises ``TooLarge``.

    Looking for cards that can be left out takes longest, and may be left out itself.
    """
    lines = lines_of(game, goal, most=most)
    if not lines.is_open(lines.start):
        return None
    found = Report(
        lines=lines,
        goal=lines.goal,
        unique=is_unique(lines),
        needs_thought=not any(player(lines) for player in SIMPLE.values()),
        difficulty=difficulty(lines),
        themes=themes_of(lines),
        answer=answer(lines),
    )
    if not padding or not found.unique or not found.needs_thought:
        return found
    judged = JudgedPosition(lines, found.answer, found.difficulty)
    return found._replace(spare=tuple(spare_cards(game, goal, judged)), decoys=tuple(decoys(game, goal, judged)))
