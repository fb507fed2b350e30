"""The storm: as many puzzles as possible within a time limit, each harder than the last few.

The first choice after which the goal is out of reach is a mistake and ends its puzzle; three mistakes end the storm.
Only waiting for the player counts as time.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from secrets import token_hex
from typing import NamedTuple

from dtcli.english import plural
from dtcli.formats.locks import LockedError
from dtcli.formats.puzzle.results import StormResult
from dtcli.play.game.questions import ChoiceQuestion
from dtcli.play.puzzle.attempt import Attempt
from dtcli.play.puzzle.puzzle import Puzzle
from dtcli.play.puzzle.solvability import Solvability
from dtcli.play.puzzle.verdict import why_missed
from dtcli.play.storage.folders import Calendar, local_time
from dtcli.play.storage.puzzle_results import ResultsStore
from dtcli.play.text import sentences
from dtcli.play.text.command_parsing import InvalidInput, TypedCommand, parse_command
from dtcli.play.text.console import LeaveGame, TextConsole
from dtcli.play.text.resolution_prompts import ResolutionPrompts
from dtcli.play.text.typed_lines import EndOfInput, LineSource
from dtcli.render.colours import LABEL, STRONG, STRONG_CAUTION, STRONG_GOOD
from dtcli.render.durations import clock
from dtcli.render.puzzle.page import puzzle_page
from dtcli.render.puzzle.phrases import task
from dtcli.rules.decisions import REVEAL, Choice

SECONDS = 180.0
MISTAKES = 3
"""So many mistakes end the storm."""
EACH_GRADE = 4
"""How many puzzles come before the next grade."""
COMMANDS = ("next", "on", "hero", "backpack", "story", "task", "skip", "help", "quit")
HELP = (
    "Type the number of an answer. Cards are revealed by themselves as long as nothing can be decided.",
    "Press Enter to reveal the next card instead of using a hero, on to reveal cards until there is a question.",
    "hero, and a name: use the skill of that hero. backpack, story, task: see them again.",
    "skip: give up this puzzle, which is a mistake. quit: end the storm.",
)


class StormPuzzle(NamedTuple):
    """A puzzle of the storm and its grade."""

    puzzle: Puzzle
    grade: int


class TimeUp(Exception):  # noqa: N818  (not an error)
    """The time of the storm is over."""


class CountedLines:
    """The lines of another source. The time spent waiting for them is counted; after the limit ``TimeUp`` is raised."""

    def __init__(self, lines: LineSource, *, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.left = seconds
        self.runs = False
        """Whether the time counts."""
        self._lines = lines
        self._now = now

    def next(self, timeout: float | None) -> str | None:
        """Return the next line, or None after a wait; raises ``TimeUp`` and ``EndOfInput``."""
        if not self.runs:
            return self._lines.next(timeout)
        if self.left <= 0:
            raise TimeUp
        begun = self._now()
        line = self._lines.next(self.left if timeout is None else min(timeout, self.left))
        self.left -= self._now() - begun
        if self.left <= 0:
            raise TimeUp
        return line


def in_storm_order(grades: Iterable[tuple[str, int]], chance: Random) -> list[str]:
    """Return names of puzzles in the order of a storm: some of each grade, shuffled, then the rest by grade.

    >>> in_storm_order([("b", 2), ("a", 1), ("c", 2)], Random(1))
    ['a', 'c', 'b']
    """
    by_grade: dict[int, list[str]] = {}
    for name, grade in grades:
        by_grade.setdefault(grade, []).append(name)
    for names in by_grade.values():
        chance.shuffle(names)
    first = [name for grade in sorted(by_grade) for name in by_grade[grade][:EACH_GRADE]]
    return first + [name for grade in sorted(by_grade, reverse=True) for name in by_grade[grade][EACH_GRADE:]]


class StormGame(ResolutionPrompts):
    """One run of the storm in lines of text."""

    question_commands = ("again", "back", "backpack", "story", "task", "skip", "help", "quit")
    question_help = HELP

    def __init__(
        self,
        puzzles: Iterator[StormPuzzle],
        console: TextConsole,
        lines: CountedLines,
        store: ResultsStore | None = None,
        calendar: Calendar = local_time,
    ) -> None:
        """``lines`` are the lines that the console reads."""
        self.result = StormResult(token_hex(8), calendar().isoformat(timespec="seconds"), lines.left, 0, 0)
        self.failed: str | None = None
        """Why the run could not be kept."""
        self._puzzles = puzzles
        self._lines = lines
        self._store = store
        self._row = 0
        self._current = next(puzzles)
        self._begin()
        super().__init__(console, self._attempt.resolution)

    def _begin(self) -> None:
        puzzle = self._current.puzzle
        self._attempt = Attempt(puzzle.game, puzzle.goal)
        self._solvability = Solvability(puzzle.game, puzzle.goal)

    def play(self) -> None:
        """Play until the time is up, after the third mistake, or until the player leaves."""
        self.console.say_all(
            [
                f"{clock(self._lines.left)} minutes for as many puzzles as you can; {MISTAKES} mistakes end it.",
                "A choice after which the goal is out of reach is a mistake, and the next puzzle comes.",
                "The clock stops while dtcli thinks. Type help for the commands.",
                "Press Enter to begin.",
            ]
        )
        try:
            self.console.read_line()
            self._lines.runs = True
            while self.result.mistakes < MISTAKES and self._play_puzzle():
                pass
        except TimeUp:
            self.console.say("The time is up.", STRONG)
        except (LeaveGame, EndOfInput):
            self.console.say("You leave the storm.")

    def _play_puzzle(self) -> bool:
        """Play one puzzle; return whether there is another."""
        puzzle, grade = self._current
        number = self.result.solved + self.result.mistakes + 1
        self.console.say("")
        self.console.say(f"Puzzle {number}, grade {grade}; {clock(self._lines.left)} left, {self._score()}.", LABEL)
        self.console.show_lines(puzzle_page(puzzle.game, puzzle.goal, title=puzzle.title))
        self.continue_with(self._attempt.resolution)
        try:
            while self._verdict() is None:
                self._step()
            missed = self._verdict()
        except _Skipped:
            missed = "skipped"
        self._count(missed or "", grade)
        following = next(self._puzzles, None)
        if following is None:
            self.console.say("There are no more puzzles.")
            return False
        self._current = following
        self._begin()
        return True

    def _score(self) -> str:
        return f"{self.result.solved} solved, {plural(self.result.mistakes, 'mistake')}"

    def _verdict(self) -> str | None:
        """Return why the goal is out of reach, an empty text if it is reached, or None while the puzzle goes on."""
        position, goal = self._attempt.position, self._solvability.goal or self._attempt.goal
        if position.state.over:
            return why_missed(goal, position)
        return "the goal is out of reach" if self._solvability.is_open(position) is False else None

    def _count(self, missed: str, grade: int) -> None:
        """Count a puzzle and keep the run so far."""
        result = self.result
        if missed:
            self._row = 0
            self.console.say(sentences.sentence(f"mistake: {missed}"), STRONG_CAUTION)
            self.result = result._replace(mistakes=result.mistakes + 1)
        else:
            self._row += 1
            self.console.say("Solved.", STRONG_GOOD)
            self.result = result._replace(
                solved=result.solved + 1, combo=max(result.combo, self._row), hardest=max(result.hardest, grade)
            )
        if self._store is not None:
            try:
                self._store.append(self.result)
            except (OSError, LockedError) as error:
                self.failed = getattr(error, "strerror", None) or str(error)

    def choose(self, choice: Choice) -> None:
        """Make a choice of the attempt."""
        self._attempt.choose(choice)

    def _step(self) -> None:
        """Reveal cards, or ask for one decision."""
        if not self.resolution.in_gap:
            self.decide(ChoiceQuestion(self.resolution.options()))
        elif not any(map(self.resolution.can_act, self.resolution.state.unused)):
            self.make(REVEAL)
        else:
            self._ask_in_gap()

    def _ask_in_gap(self) -> None:
        line = self.console.read_line()
        try:
            command = parse_command(line, COMMANDS, self.also)
            match command.word:
                case "" | "next":
                    self.make(REVEAL)
                case "on":
                    while self.resolution.in_gap and self._verdict() is None:
                        self.make(REVEAL)
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
        except InvalidInput as reason:
            self.console.say(sentences.sentence(str(reason)))

    def run_in_question(self, command: TypedCommand) -> None:
        """Run a command that is possible everywhere."""
        match command.word:
            case "story":
                self.say_story()
            case "task":
                self.console.say(task(self._attempt.goal))
            case "skip":
                raise _Skipped
            case _:
                super().run_in_question(command)


class _Skipped(Exception):  # noqa: N818  (not an error)
    """The player gives up a puzzle."""
