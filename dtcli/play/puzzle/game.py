"""One player's work on a puzzle: attempts, undo, help, verdicts, and what is kept of them, for every front end.

It decides no rule: the attempt says what can be chosen, ``Solvability`` what can still be reached. Methods that begin
with ``find`` may take seconds and change nothing, so a screen can call them in a thread; everything else is quick.
"""

from typing import NamedTuple

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.puzzle import hints
from dtcli.play.puzzle.attempt import Attempt, AttemptPosition, MadeChoice, Standing
from dtcli.play.puzzle.puzzle import Puzzle
from dtcli.play.puzzle.session import PuzzleSession
from dtcli.play.puzzle.solvability import Solvability
from dtcli.play.puzzle.verdict import how_reached, why_missed
from dtcli.play.text import sentences
from dtcli.render.choices import line_in_words
from dtcli.render.colours import STRONG
from dtcli.render.layout import Line, decision_lines
from dtcli.render.puzzle.phrases import result_of
from dtcli.render.puzzle.solution import explained_lines
from dtcli.rules.decisions import Choice, Reveal
from dtcli.rules.notes import Note
from dtcli.rules.resolution import start
from solver.puzzles.explained_solution import explain_solution
from solver.puzzles.played_line import is_intended


class Verdict(NamedTuple):
    """How an attempt that was played to its end went."""

    words: str
    """How the goal was reached, why it was missed, or that this is unknown, in sentences."""
    missed: str = ""
    """Why the goal was missed."""
    is_known: bool = True

    @property
    def solves(self) -> bool:
        """Whether the goal was reached."""
        return self.is_known and not self.missed


class PuzzleGame:
    """A puzzle, the attempt at it, and the help that was given."""

    def __init__(
        self, puzzle: Puzzle, *, solvability: Solvability | None = None, session: PuzzleSession | None = None
    ) -> None:
        self.puzzle = puzzle
        self.attempt = Attempt(puzzle.game, puzzle.goal)
        self.solvability = solvability or Solvability(puzzle.game, puzzle.goal)
        self.session = session
        self.line: tuple[Note, ...] | None = None
        """The last line played to its end; a line that reached the goal is not replaced by one that did not."""
        self.solved = False
        """Whether that line reached the goal."""
        self.verdict: Verdict | None = None
        """How the attempt ended; None while it goes on, and until it is known."""
        self._degrees: dict[AttemptPosition, int] = {}
        """How many degrees of each position's hint were given."""

    @property
    def resolution(self) -> PlayedResolution:
        """The resolution as it is now; an undo replaces it."""
        return self.attempt.resolution

    def choose(self, choice: Choice) -> None:
        """Make a choice; raises ``IllegalChoice`` with the reason if the rules forbid it."""
        self.attempt.choose(choice)

    def undo(self, times: int = 1) -> MadeChoice | None:
        """Undo so many decisions; return the last one that was undone, or None if no choice was made."""
        undone = None
        for _ in range(times):
            undone = self.attempt.undo() or undone
        self.verdict = None
        return undone

    def restart(self) -> None:
        """Start over."""
        self.attempt.restart()
        self.verdict = None

    def keep(self, *, leaving: bool = False) -> None:
        """Keep what was done so far, once the verdict on an attempt is known, or as it is on leaving."""
        if self.session is None or (self.resolution.state.over and self.verdict is None and not leaving):
            return
        self.session.note(self.attempt.help, attempts=self.attempt.ends, solved=self.solved)

    # help

    def find_hint(self, standing: Standing) -> hints.Hint:
        """Return every degree of the hint for a position of the attempt."""
        return hints.find_hint(standing, self.solvability)

    def give_hint(self, position: AttemptPosition, hint: hints.Hint) -> str:
        """Return the next degree of a hint, and count it; the last one is repeated for nothing."""
        given = self._degrees.get(position, 0)
        if hint.counts and given < len(hint.degrees):
            self._degrees[position] = given + 1
            self.attempt.help.hints += 1
        return hint.degrees[min(given, len(hint.degrees) - 1)]

    def find_open(self, standing: Standing) -> bool | None:
        """Return whether the goal can still be reached, as a proof; None if that is unknown."""
        return self.solvability.is_open(standing.position)

    def count_check(self, is_open: bool | None) -> str:  # noqa: FBT001  (the answer itself)
        """Count a check of the goal, unless its answer is unknown; return the answer as a sentence."""
        if is_open is None:
            return "Unknown: there are too many lines to search."
        self.attempt.help.checks += 1
        return "Yes, the goal can still be reached." if is_open else "No, the goal can no longer be reached."

    def find_intended(self) -> tuple[Choice, ...] | None:
        """Return the choices of the solution; None if none is known."""
        lines = self.solvability.lines
        if self.puzzle.solution is not None or lines is None or not lines.solution:
            return self.puzzle.solution
        return tuple(choice for way in lines.solution for choice in way.choices)

    def find_explanation(self, choices: tuple[Choice, ...]) -> list[Line]:
        """Return a solution in words: its decisions, which are decisive, and what tempting mistakes lose."""
        goal, lines = self.solvability.goal, self.solvability.lines
        if lines is not None:
            return list(explained_lines(explain_solution(lines, choices)))
        found: list[Line] = []
        if goal is not None:
            found.append(((sentences.sentence(f"solution: {result_of(goal)}"), STRONG),))
        for when, text in line_in_words(start(self.puzzle.game), choices):
            found += decision_lines(when, text)
        return found or [("There are no decisions: just reveal the cards.",)]

    def notes_of(self, choices: tuple[Choice, ...]) -> tuple[Note, ...]:
        """Return the notes of a line."""
        resolution = PlayedResolution(self.puzzle.game)
        for choice in choices:
            resolution.choose(choice)
        return resolution.notes

    def see_solution(self) -> None:
        """Note that the player saw the solution, unless the puzzle was solved before."""
        self.attempt.help.solution = self.attempt.help.solution or not self.solved

    # the end

    def find_verdict(self, standing: Standing) -> Verdict:
        """Return how a finished attempt went."""
        goal, position = self.solvability.goal, standing.position
        if goal is None and not position.state.broken:
            done = sentences.missions(position.state)
            return Verdict(f"The story is over: {done} Whether more is possible is unknown.", is_known=False)
        missed = why_missed(goal or self.puzzle.goal, position)
        if missed or goal is None:
            return Verdict(sentences.sentence(missed), missed)
        reached = sentences.sentence(how_reached(goal, position.state))
        return Verdict(f"{reached}{self._which_line(standing.choices)}")

    def _which_line(self, choices: tuple[Choice, ...]) -> str:
        """Return a sentence about whether the line was the intended one; empty if that is unknown."""
        lines, intended = self.solvability.lines, self.find_intended()
        if lines is None or intended is None:
            return ""
        if is_intended(lines, choices, intended):
            return " This is the intended line."
        return " This is not the intended line."

    def find_undos(self, standing: Standing) -> int | None:
        """Return how many undos bring the goal back into reach; None if none do, or it is unknown."""
        return hints.undos_needed(standing, self.solvability)

    def take_verdict(self, verdict: Verdict) -> None:
        """End the attempt with its verdict."""
        if verdict.solves or not self.solved:
            self.solved, self.line = verdict.solves, self.attempt.notes
        self.verdict = verdict


def what_was_undone(made: MadeChoice) -> str:
    """Return the decision that was undone, as a sentence."""
    if isinstance(made.choice, Reveal):
        return f"Card {made.position.state.revealed + 1} is face down again."
    return sentences.sentence(f"undone: {hints.instruction(made.position.state, made.choice)}")
