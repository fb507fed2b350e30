"""A puzzle that is open on a screen, and what the screen can ask for beyond it."""

from collections.abc import Callable
from dataclasses import dataclass

from dtcli.play.puzzle.game import PuzzleGame
from dtcli.play.puzzle.report import SolvedReport


@dataclass(frozen=True)
class OpenedPuzzle:
    """A puzzle, the report on it once it is solved, and the puzzle that follows. The functions may take seconds."""

    game: PuzzleGame
    find_report: Callable[[], SolvedReport]
    find_next: "Callable[[], OpenedPuzzle | str]"
    """Returns the next puzzle, or why there is none."""
