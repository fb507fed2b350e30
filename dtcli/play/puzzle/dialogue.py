"""Solving a puzzle as a dialogue in lines of text."""

from collections.abc import Callable

from dtcli.play.game.questions import ChoiceQuestion
from dtcli.play.puzzle.game import PuzzleGame, what_was_undone
from dtcli.play.puzzle.verdict import with_help
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput, TypedCommand, one_number, parse_command
from dtcli.play.text.console import LeaveGame, TextConsole
from dtcli.play.text.resolution_prompts import ResolutionPrompts
from dtcli.play.text.typed_lines import EndOfInput
from dtcli.render.colours import LABEL, STRONG, STRONG_CAUTION, STRONG_GOOD
from dtcli.render.puzzle.page import puzzle_page
from dtcli.render.puzzle.phrases import task
from dtcli.rules.decisions import REVEAL, Choice
from dtcli.rules.notes import Note

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


class PuzzleDialogue(ResolutionPrompts):
    """Asks the player for what to do with a puzzle, and says what it did."""

    also = _ALSO
    question_commands = ("again", "back", *_EVERYWHERE)
    question_help = QUESTION_HELP

    def __init__(self, game: PuzzleGame, console: TextConsole, *, save_line: SaveLine) -> None:
        self.game = game
        self._save_line = save_line
        self._runs_on = False
        super().__init__(console, game.resolution)

    def choose(self, choice: Choice) -> None:
        """Make a choice that can be undone."""
        self.game.choose(choice)

    def play(self) -> None:
        """Play until the player leaves or the input ends; after Ctrl-C ``KeyboardInterrupt`` is raised again."""
        puzzle = self.game.puzzle
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
            self._runs_on = False

    def _run_next_line(self) -> None:
        line = self.console.read_line()
        try:
            self._run(parse_command(line, COMMANDS, self.also))
        except InvalidInput as reason:
            self.console.say(sentences.sentence(str(reason)))

    def _run(self, command: TypedCommand) -> None:
        over = self.resolution.state.over
        match command.word:
            case "" if self.game.verdict is not None and self.game.verdict.solves:
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
        session = self.game.session
        before = None if session is None else session.failed
        self.game.keep()
        if session is not None and session.failed is not None and before is None:
            self.console.say(f"Warning: the result is not being kept: {session.failed}.")

    def _run_everywhere(self, command: TypedCommand) -> None:
        match command.word:
            case "story":
                self.say_story()
            case "task":
                self.console.say(task(self.game.puzzle.goal))
            case "undo":
                self._undo(command.rest)
            case "hint":
                self._hint()
            case "still":
                self.console.say(self.game.count_check(self.game.find_open(self.game.attempt.standing)))
            case "restart":
                self.game.restart()
                self._move("You start over.")
            case "solution":
                self._solution(command.rest)
            case _:
                super().run_in_question(command)

    def _undo(self, rest: str) -> None:
        back = len(self.game.attempt.undo_targets)
        if not back:
            self.console.say("There is nothing to undo yet.")
            return
        undone = self.game.undo(one_number(rest, back) if rest else 1)
        assert undone is not None, "there are that many targets"
        self._move(what_was_undone(undone))

    def _move(self, text: str) -> None:
        """Continue from the position of the attempt."""
        self.continue_with(self.game.resolution)
        self.console.say(text)
        state = self.resolution.state
        if self.resolution.in_gap:
            self.console.say(f"You are before card {state.revealed + 1}. {sentences.slots(state)}")
        raise _Moved

    def _hint(self) -> None:
        standing = self.game.attempt.standing
        hint = self.game.find_hint(standing)
        self.console.say(self.game.give_hint(standing.position, hint), LABEL if hint.counts else "")

    def _solution(self, name: str) -> None:
        choices = self.game.find_intended()
        if choices is None:
            self.console.say("No solution is known.")
            return
        self.game.see_solution()
        if name:
            self.console.say(self._save_line(name, self.game.notes_of(choices)))
        else:
            self.console.show_lines(self.game.find_explanation(choices))

    # the end

    def _end(self) -> None:
        if self.game.verdict is None:
            self._announce_end()
        self._run_next_line()

    def _announce_end(self) -> None:
        verdict = self.game.find_verdict(self.game.attempt.standing)
        self.game.take_verdict(verdict)
        self._keep()
        if verdict.solves:
            self.console.say(sentences.sentence(f"solved, {with_help(self.game.attempt.help)}"), STRONG_GOOD)
            self.console.say(verdict.words)
            self.console.say("Type solution to see it, restart to try again, or press Enter to leave.")
            return
        if verdict.is_known:
            self.console.say(sentences.sentence(f"not solved: {verdict.missed}"), STRONG_CAUTION)
        else:
            self.console.say(verdict.words, STRONG)
        self.console.say("Type undo, restart, hint, solution or quit.")
