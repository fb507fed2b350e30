"""A puzzle as a dialogue in lines: the whole story is known, every decision can be taken back, and help is counted.

It knows no rule: the engine's session says what can be chosen, the outlook what can still be reached.
"""

from collections.abc import Callable
from typing import NamedTuple

from dtcli.play.game.questions import Asking
from dtcli.play.game.session import Session
from dtcli.play.puzzle import hints
from dtcli.play.puzzle.attempt import Attempt, Made, Position
from dtcli.play.puzzle.solvability import Outlook
from dtcli.play.puzzle.verdict import how_reached, why_missed, with_help
from dtcli.play.text import sentences
from dtcli.play.text.commands import NotUnderstood, Order, one_number, order_of
from dtcli.play.text.dialogue import Leave, Voice
from dtcli.play.text.resolution_dialogue import StoryTalk
from dtcli.play.text.typed_lines import EndOfInput
from dtcli.render.choices import line_in_words
from dtcli.render.colours import LABEL, STRONG, STRONG_CAUTION, STRONG_GOOD
from dtcli.render.layout import decision_lines
from dtcli.render.puzzle.page import puzzle_page
from dtcli.render.puzzle.phrases import result_of, task
from dtcli.rules.decisions import REVEAL, Choice, Reveal
from dtcli.rules.goals import Goal
from dtcli.rules.notes import Note
from dtcli.rules.resolution import start
from dtcli.rules.state import Game
from solver.puzzles.played_line import is_intended

_EVERYWHERE = ("backpack", "story", "task", "undo", "hint", "still", "restart", "solution", "help", "quit")
ORDERS = ("next", "on", "hero", *_EVERYWHERE)
_ON_HELP = (
    "backpack: what lies in each slot, and how the game stands. story: what is still to come. task: what is asked.",
    "undo: take the last decision back; undo 3 takes back three. restart: begin again.",
    "hint: where the next step that matters lies; asked again, what kind of step it is, and then what to do.",
    "still: whether the goal can still be reached. Hints, undos and these looks are counted.",
    "solution: what is to be decided, and when; with the name of a file, save it as a replay.",
    "quit: leave the puzzle.",
)
HELP = (
    "Press Enter, or type next, to turn the next card. on: turn cards until something is to be decided.",
    "hero, and a name: use the skill of that hero. hero alone: who can act.",
    *_ON_HELP,
)
HELP_ASKED = ("Type the number of an answer. again: the question again. back: begin this choice again.", *_ON_HELP)
_ALSO = {**StoryTalk.also, "solvable": "still", "solvable?": "still", "still?": "still"}

Keep = Callable[[str, tuple[Note, ...]], str]
"""Saves a line as a replay under a name, and returns what to say about that."""


class Puzzle(NamedTuple):
    """What is to be solved."""

    game: Game
    goal: Goal
    title: str
    facts: str = ""
    notes: str = ""
    solution: tuple[Choice, ...] | None = None
    """The choices of the intended line, where somebody has written them down."""


class _Moved(Exception):  # noqa: N818  (it is what it says)
    """The attempt stands somewhere else now; whatever was being asked is no longer the question."""


class PuzzleTalk(StoryTalk):
    """A puzzle, and somebody who solves it."""

    also = _ALSO
    asked = ("again", "back", *_EVERYWHERE)
    help_asked = HELP_ASKED

    def __init__(self, puzzle: Puzzle, voice: Voice, *, keep: Keep, outlook: Outlook | None = None) -> None:
        self.puzzle = puzzle
        self.attempt = Attempt(puzzle.game, puzzle.goal)
        self.outlook = outlook or Outlook(puzzle.game, puzzle.goal)
        self.line: tuple[Note, ...] | None = None
        """The last line that was played to its end; one that reached the goal is kept before one that did not."""
        self.solved = False
        """Whether that line reached the goal."""
        self._keep = keep
        self._degrees: dict[Position, int] = {}
        """How many degrees of a position's hint have been told."""
        self._runs_on = False
        self._told_end = self._solves = False
        """Whether the end has been told, and whether it reached the goal."""
        super().__init__(voice, self.attempt.session)

    def choose(self, choice: Choice) -> None:
        """Make a choice that can be taken back."""
        self.attempt.choose(choice)

    def play(self) -> None:
        """Play until the player leaves or no more lines come. Ctrl-C leaves too, and goes on to whoever called."""
        puzzle = self.puzzle
        self.voice.show(
            puzzle_page(puzzle.game, puzzle.goal, title=puzzle.title, facts=puzzle.facts, notes=puzzle.notes)
        )
        self.voice.say("")
        self.voice.say("Press Enter to turn the first card; type help for help.")
        try:
            while True:
                self._go_on()
        except (Leave, EndOfInput):
            self.voice.say("You leave the puzzle.")
        except KeyboardInterrupt:
            self.voice.say("You leave the puzzle.")
            raise

    def _go_on(self) -> None:
        try:
            if self.session.state.over:
                self._runs_on = False
                self._end()
            elif not self.session.in_gap:
                self._runs_on = False
                self.decide(Asking(self.session.options()))
            elif self._runs_on:
                self.do(REVEAL)
            else:
                self._obey_line()
        except _Moved:
            self._runs_on = self._told_end = self._solves = False

    def _obey_line(self) -> None:
        line = self.voice.wait()
        try:
            self._obey(order_of(line, ORDERS, self.also))
        except NotUnderstood as reason:
            self.voice.say(sentences.sentence(str(reason)))

    def _obey(self, order: Order) -> None:
        over = self.session.state.over
        match order.word:
            case "" if self._solves:
                raise Leave
            case "" | "next" | "on" | "hero" if over:
                self.voice.say("The story is over. Type undo, restart, solution or quit.")
            case "" | "next":
                self.do(REVEAL)
            case "on":
                self._runs_on = True
            case "hero":
                self.hero(order.rest)
            case "backpack":
                self.tell_backpack()
            case "help":
                self.voice.tell(HELP)
            case "quit":
                raise Leave
            case _:
                self.obey_asked(order)

    def obey_asked(self, order: Order) -> None:
        """Obey what can be said anywhere."""
        match order.word:
            case "story":
                self._tell_story()
            case "task":
                self.voice.say(task(self.puzzle.goal))
            case "undo":
                self._undo(order.rest)
            case "hint":
                self._hint()
            case "still":
                self._still()
            case "restart":
                self.attempt.restart()
                self._move("You begin again.")
            case "solution":
                self._solution(order.rest)
            case _:
                super().obey_asked(order)

    def _tell_story(self) -> None:
        state = self.session.state
        self.voice.say("Still to come:" if state.story else "No card is left in the story.")
        for number, card in enumerate(state.story, state.revealed + 1):
            self.voice.say(f"{number}: {sentences.card(card)}.")

    # going back

    def _undo(self, rest: str) -> None:
        back = len(self.attempt.ways_back)
        if not back:
            self.voice.say("Nothing has been decided yet.")
            return
        for _ in range(one_number(rest, back) if rest else 1):
            taken_back = self.attempt.undo()
        assert taken_back is not None, "it was counted"
        self._move(_taken_back(taken_back))

    def _move(self, text: str) -> None:
        """Go on from where the attempt stands now."""
        self.take_up(self.attempt.session)
        self.voice.say(text)
        state = self.session.state
        if self.session.in_gap:
            self.voice.say(f"You are before card {state.revealed + 1}. {sentences.slots(state)}")
        raise _Moved

    # help

    def _hint(self) -> None:
        position = self.attempt.position
        is_open = self.outlook.is_open(position)
        if is_open is False:
            hint = hints.lost(self.attempt, self.outlook)
        else:
            here = self.outlook.at(position)
            hint = hints.hint_at(here) if here is not None and not position.state.over else hints.Hint(())
        told = self._degrees.get(position, 0)
        if position.state.over and is_open:
            self.voice.say("The puzzle is solved.")
        elif not hint.degrees:
            self.voice.say(hints.TOO_LARGE)
        else:
            self.voice.say(hint.degrees[min(told, len(hint.degrees) - 1)], LABEL)
            if told < len(hint.degrees):
                self._degrees[position] = told + 1
                self.attempt.help.hints += 1

    def _still(self) -> None:
        is_open = self.outlook.is_open(self.attempt.position)
        if is_open is None:
            self.voice.say("That cannot be told: there are too many lines to be searched through.")
            return
        self.attempt.help.looks += 1
        self.voice.say(f"{'Yes' if is_open else 'No'}, the goal can {'still' if is_open else 'no longer'} be reached.")

    def _solution(self, name: str) -> None:
        goal, choices = self.outlook.goal, self._intended()
        if choices is None:
            self.voice.say("No solution is known.")
            return
        self.attempt.help.solution = self.attempt.help.solution or not self.solved
        if name:
            self.voice.say(self._keep(name, _notes(self.puzzle.game, choices)))
            return
        if goal is not None:
            self.voice.say(sentences.sentence(f"solution: {result_of(goal)}"), STRONG)
        told = list(line_in_words(start(self.puzzle.game), choices))
        for moment, said in told:
            self.voice.show(decision_lines(moment, said))
        if not told:
            self.voice.say("Nothing is to be decided: turn the cards.")

    def _intended(self) -> tuple[Choice, ...] | None:
        lines = self.outlook.lines
        if self.puzzle.solution is not None or lines is None or not lines.solution:
            return self.puzzle.solution
        return tuple(choice for way in lines.solution for choice in way.choices)

    # the end

    def _end(self) -> None:
        if not self._told_end:
            self._told_end = True
            self._tell_end()
        self._obey_line()

    def _tell_end(self) -> None:
        goal, position = self.outlook.goal, self.attempt.position
        missed = None if goal is None and not position.state.broken else why_missed(goal or self.puzzle.goal, position)
        self._solves = missed == ""
        if self._solves or not self.solved:
            self.solved, self.line = self._solves, self.attempt.notes
        if goal is not None and self._solves:
            self.voice.say(sentences.sentence(f"solved, {with_help(self.attempt.help)}"), STRONG_GOOD)
            self.voice.say(f"{sentences.sentence(how_reached(goal, position.state))}{self._which_line()}")
            self.voice.say("Type solution to see it, restart to try again, or press Enter to leave.")
            return
        if missed is None:
            done = sentences.missions(position.state)
            self.voice.say(f"The story is over: {done} Whether more is possible cannot be told.", STRONG)
        else:
            self.voice.say(sentences.sentence(f"not solved: {missed}"), STRONG_CAUTION)
        self.voice.say("Type undo, restart, hint, solution or quit.")

    def _which_line(self) -> str:
        """Return whether the line was the intended one, where that can be told."""
        lines, intended = self.outlook.lines, self._intended()
        if lines is None or intended is None:
            return ""
        if is_intended(lines, self.attempt.choices, intended):
            return " This is the intended line."
        return " This is another line than the intended one."


def _taken_back(made: Made) -> str:
    if isinstance(made.choice, Reveal):
        return f"Card {made.position.state.revealed + 1} has not been turned."
    return sentences.sentence(f"taken back: {hints.order(made.position.state, made.choice)}")


def _notes(game: Game, choices: tuple[Choice, ...]) -> tuple[Note, ...]:
    session = Session(game)
    for choice in choices:
        session.choose(choice)
    return session.notes
