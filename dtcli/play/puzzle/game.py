"""Solving a puzzle line by line: the whole story is known, decisions can be undone, and help is counted.

It decides no rule: the attempt says what can be chosen, ``Solvability`` what can still be reached.
"""

from collections.abc import Callable

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.questions import ChoiceQuestion
from dtcli.play.puzzle import hints
from dtcli.play.puzzle.attempt import Attempt, AttemptPosition, MadeChoice
from dtcli.play.puzzle.puzzle import Puzzle
from dtcli.play.puzzle.session import PuzzleSession
from dtcli.play.puzzle.solvability import Solvability
from dtcli.play.puzzle.verdict import how_reached, why_missed, with_help
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput, TypedCommand, one_number, parse_command
from dtcli.play.text.console import LeaveGame, TextConsole
from dtcli.play.text.resolution_prompts import ResolutionPrompts
from dtcli.play.text.typed_lines import EndOfInput
from dtcli.render.choices import line_in_words
from dtcli.render.colours import LABEL, STRONG, STRONG_CAUTION, STRONG_GOOD
from dtcli.render.layout import decision_lines
from dtcli.render.puzzle.page import puzzle_page
from dtcli.render.puzzle.phrases import result_of, task
from dtcli.render.puzzle.solution import explained_lines
from dtcli.rules.decisions import REVEAL, Choice, Reveal
from dtcli.rules.notes import Note
from dtcli.rules.resolution import start
from dtcli.rules.state import Game
from solver.puzzles.explained_solution import explain_solution
from solver.puzzles.played_line import is_intended

_EVERYWHERE = ("backpack", "story", "task", "undo", "hint", "still", "restart", "solution", "help", "quit")
COMMANDS = ("next", "on", "hero", *_EVERYWHERE)
_COMMON_HELP = (
    "backpack: the slots and the state of the game. story: what is still to come. task: the goal.",
    "undo: undo the last decision; undo 3 undoes three. restart: start over.",
    "hint: where the next step that matters lies; asked again, what kind of step it is, and then what to do.",
    "still: whether the goal can still be reached. Hints, undos and these checks are counted.",
    "solution: show the decisions of the solution; with a file name, save it as a replay.",
    "quit: leave the puzzle.",
)
HELP = (
    "Press Enter, or type next, to reveal the next card. on: reveal cards until there is a decision.",
    "hero, and a name: use the skill of that hero. hero alone: who can act.",
    *_COMMON_HELP,
)
QUESTION_HELP = (
    "Type the number of an answer. again: repeat the question. back: start this choice over.",
    *_COMMON_HELP,
)
_ALSO = {**ResolutionPrompts.also, "solvable": "still", "solvable?": "still", "still?": "still"}

SaveLine = Callable[[str, tuple[Note, ...]], str]
"""Saves a line as a replay in the named file, and returns a sentence about it."""


class _Moved(Exception):  # noqa: N818  (not an error)
    """The attempt was moved to another position, so the open question is obsolete."""


class PuzzleGame(ResolutionPrompts):
    """One player's work on a puzzle, over one or more attempts."""

    also = _ALSO
    question_commands = ("again", "back", *_EVERYWHERE)
    question_help = QUESTION_HELP

    def __init__(
        self,
        puzzle: Puzzle,
        console: TextConsole,
        *,
        save_line: SaveLine,
        solvability: Solvability | None = None,
        session: PuzzleSession | None = None,
    ) -> None:
        self.puzzle = puzzle
        self._session = session
        self.attempt = Attempt(puzzle.game, puzzle.goal)
        self.solvability = solvability or Solvability(puzzle.game, puzzle.goal)
        self.line: tuple[Note, ...] | None = None
        """The last line played to its end; a line that reached the goal is not replaced by one that did not."""
        self.solved = False
        """Whether that line reached the goal."""
        self._save_line = save_line
        self._degrees: dict[AttemptPosition, int] = {}
        """How many degrees of each position's hint were given."""
        self._runs_on = False
        self._announced_end = self._solves = False
        """Whether the end was announced, and whether it reached the goal."""
        super().__init__(console, self.attempt.resolution)

    def choose(self, choice: Choice) -> None:
        """Make a choice that can be undone."""
        self.attempt.choose(choice)

    def play(self) -> None:
        """Play until the player leaves or the input ends; after Ctrl-C ``KeyboardInterrupt`` is raised again."""
        puzzle = self.puzzle
        self.console.show_lines(
            puzzle_page(puzzle.game, puzzle.goal, title=puzzle.title, facts=puzzle.facts, notes=puzzle.notes)
        )
        self.console.say("")
        self.console.say("Press Enter to reveal the first card; type help for help.")
        try:
            while True:
                self._play_step()
                self._keep()
        except (LeaveGame, EndOfInput):
            self.console.say("You leave the puzzle.")
        except KeyboardInterrupt:
            self.console.say("You leave the puzzle.")
            raise

    def _play_step(self) -> None:
        try:
            if self.resolution.state.over:
                self._runs_on = False
                self._end()
            elif not self.resolution.in_gap:
                self._runs_on = False
                self.decide(ChoiceQuestion(self.resolution.options()))
            elif self._runs_on:
                self.make(REVEAL)
            else:
                self._run_next_line()
        except _Moved:
            self._runs_on = self._announced_end = self._solves = False

    def _run_next_line(self) -> None:
        line = self.console.read_line()
        try:
            self._run(parse_command(line, COMMANDS, self.also))
        except InvalidInput as reason:
            self.console.say(sentences.sentence(str(reason)))

    def _run(self, command: TypedCommand) -> None:
        over = self.resolution.state.over
        match command.word:
            case "" if self._solves:
                raise LeaveGame
            case "" | "next" | "on" | "hero" if over:
                self.console.say("The story is over. Type undo, restart, solution or quit.")
            case "" | "next":
                self.make(REVEAL)
            case "on":
                self._runs_on = True
            case "hero":
                self.hero(command.rest)
            case "backpack":
                self.say_backpack()
            case "help":
                self.console.say_all(HELP)
            case "quit":
                raise LeaveGame
            case _:
                self.run_in_question(command)

    def run_in_question(self, command: TypedCommand) -> None:
        """Run a command that is possible everywhere, and keep the help that it gave."""
        try:
            self._run_everywhere(command)
        finally:
            self._keep()

    def _keep(self) -> None:
        """Keep what was done so far; say once if that fails."""
        if self._session is None or (self.resolution.state.over and not self._announced_end):
            return
        before = self._session.failed
        self._session.note(self.attempt.help, attempts=self.attempt.ends, solved=self.solved)
        if self._session.failed is not None and before is None:
            self.console.say(f"Warning: the result is not being kept: {self._session.failed}.")

    def _run_everywhere(self, command: TypedCommand) -> None:
        match command.word:
            case "story":
                self.say_story()
            case "task":
                self.console.say(task(self.puzzle.goal))
            case "undo":
                self._undo(command.rest)
            case "hint":
                self._hint()
            case "still":
                self._still()
            case "restart":
                self.attempt.restart()
                self._move("You start over.")
            case "solution":
                self._solution(command.rest)
            case _:
                super().run_in_question(command)

    # undo

    def _undo(self, rest: str) -> None:
        back = len(self.attempt.undo_targets)
        if not back:
            self.console.say("There is nothing to undo yet.")
            return
        for _ in range(one_number(rest, back) if rest else 1):
            undone = self.attempt.undo()
        assert undone is not None, "there are that many targets"
        self._move(_undone(undone))

    def _move(self, text: str) -> None:
        """Continue from the position of the attempt."""
        self.continue_with(self.attempt.resolution)
        self.console.say(text)
        state = self.resolution.state
        if self.resolution.in_gap:
            self.console.say(f"You are before card {state.revealed + 1}. {sentences.slots(state)}")
        raise _Moved

    # help

    def _hint(self) -> None:
        position = self.attempt.position
        is_open = self.solvability.is_open(position)
        if is_open is False:
            hint = hints.lost(self.attempt, self.solvability)
        else:
            here = self.solvability.at(position)
            hint = hints.hint_at(here) if here is not None and not position.state.over else hints.Hint(())
        given = self._degrees.get(position, 0)
        if position.state.over and is_open:
            self.console.say("The puzzle is solved.")
        elif not hint.degrees:
            self.console.say(hints.TOO_LARGE)
        else:
            self.console.say(hint.degrees[min(given, len(hint.degrees) - 1)], LABEL)
            if given < len(hint.degrees):
                self._degrees[position] = given + 1
                self.attempt.help.hints += 1

    def _still(self) -> None:
        is_open = self.solvability.is_open(self.attempt.position)
        if is_open is None:
            self.console.say("Unknown: there are too many lines to search.")
            return
        self.attempt.help.checks += 1
        still = "Yes, the goal can still be reached." if is_open else "No, the goal can no longer be reached."
        self.console.say(still)

    def _solution(self, name: str) -> None:
        goal, choices = self.solvability.goal, self._intended()
        if choices is None:
            self.console.say("No solution is known.")
            return
        self.attempt.help.solution = self.attempt.help.solution or not self.solved
        if name:
            self.console.say(self._save_line(name, _notes(self.puzzle.game, choices)))
            return
        if self.solvability.lines is not None:
            self.console.show_lines(explained_lines(explain_solution(self.solvability.lines, choices)))
            return
        if goal is not None:
            self.console.say(sentences.sentence(f"solution: {result_of(goal)}"), STRONG)
        decisions = list(line_in_words(start(self.puzzle.game), choices))
        for when, text in decisions:
            self.console.show_lines(decision_lines(when, text))
        if not decisions:
            self.console.say("There are no decisions: just reveal the cards.")

    def _intended(self) -> tuple[Choice, ...] | None:
        lines = self.solvability.lines
        if self.puzzle.solution is not None or lines is None or not lines.solution:
            return self.puzzle.solution
        return tuple(choice for way in lines.solution for choice in way.choices)

    # the end

    def _end(self) -> None:
        if not self._announced_end:
            self._announce_end()
        self._run_next_line()

    def _announce_end(self) -> None:
        goal, position = self.solvability.goal, self.attempt.position
        missed = None if goal is None and not position.state.broken else why_missed(goal or self.puzzle.goal, position)
        self._solves = missed == ""
        if self._solves or not self.solved:
            self.solved, self.line = self._solves, self.attempt.notes
        self._announced_end = True
        self._keep()
        if goal is not None and self._solves:
            self.console.say(sentences.sentence(f"solved, {with_help(self.attempt.help)}"), STRONG_GOOD)
            self.console.say(f"{sentences.sentence(how_reached(goal, position.state))}{self._which_line()}")
            self.console.say("Type solution to see it, restart to try again, or press Enter to leave.")
            return
        if missed is None:
            done = sentences.missions(position.state)
            self.console.say(f"The story is over: {done} Whether more is possible is unknown.", STRONG)
        else:
            self.console.say(sentences.sentence(f"not solved: {missed}"), STRONG_CAUTION)
        self.console.say("Type undo, restart, hint, solution or quit.")

    def _which_line(self) -> str:
        """Return a sentence about whether the line was the intended one; empty if that is unknown."""
        lines, intended = self.solvability.lines, self._intended()
        if lines is None or intended is None:
            return ""
        if is_intended(lines, self.attempt.choices, intended):
            return " This is the intended line."
        return " This is not the intended line."


def _undone(made: MadeChoice) -> str:
    if isinstance(made.choice, Reveal):
        return f"Card {made.position.state.revealed + 1} is face down again."
    return sentences.sentence(f"undone: {hints.instruction(made.position.state, made.choice)}")


def _notes(game: Game, choices: tuple[Choice, ...]) -> tuple[Note, ...]:
    resolution = PlayedResolution(game)
    for choice in choices:
        resolution.choose(choice)
    return resolution.notes
