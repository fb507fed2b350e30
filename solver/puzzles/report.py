"""The report on a puzzle: solution, uniqueness, difficulty, themes, and cards that can be left out."""

from typing import NamedTuple

from dtcli.rules.cards import Card
from dtcli.rules.decisions import Choice
from dtcli.rules.goals import Goal
from dtcli.rules.items import Kind
from dtcli.rules.notes import Note
from dtcli.rules.resolution import start
from dtcli.rules.state import Game
from solver.line_notes import notes_of
from solver.puzzles.all_lines import MOST_POSITIONS, AllLines, lines_of
from solver.puzzles.grades import Difficulty, difficulty
from solver.puzzles.judging import JudgedPosition, decoys, spare_cards
from solver.puzzles.players.habits import is_solved_by_habit
from solver.puzzles.solution import DecidedStep, answer
from solver.puzzles.themes import themes_of
from solver.puzzles.uniqueness import is_unique


class Report(NamedTuple):
    """Everything known about a puzzle whose goal can be reached."""

    lines: AllLines
    goal: Goal
    """The goal with its numbers found."""
    unique: bool
    needs_thought: bool
    """Whether every simple player fails."""
    difficulty: Difficulty
    themes: tuple[str, ...]
    answer: tuple[DecidedStep, ...]
    spare: tuple[Card | Kind, ...] = ()
    """Cards without which nothing would change."""
    decoys: tuple[Card | Kind, ...] = ()
    """Cards that only mislead: without them the answer is the same, but other players find it."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The solution, choice by choice from the start."""
        return tuple(choice for way in self.lines.solution for choice in way.choices)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The solution as notes."""
        return notes_of(start(self.lines.start.state.game), self.choices)


def report(game: Game, goal: Goal, *, padding: bool = True, most: int = MOST_POSITIONS) -> Report | None:
    """Return the report on a puzzle; None if the goal cannot be reached. Raises ``TooLarge``.

    With ``padding`` it names cards that can be left out, which takes longest.
    """
    lines = lines_of(game, goal, most=most)
    if not lines.is_open(lines.start):
        return None
    found = Report(
        lines=lines,
        goal=lines.goal,
        unique=is_unique(lines),
        needs_thought=not is_solved_by_habit(lines),
        difficulty=difficulty(lines),
        themes=themes_of(lines),
        answer=answer(lines),
    )
    if not padding or not found.unique or not found.needs_thought:
        return found
    judged = JudgedPosition(lines, found.answer, found.difficulty)
    return found._replace(spare=tuple(spare_cards(game, goal, judged)), decoys=tuple(decoys(game, goal, judged)))
