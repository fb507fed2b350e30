"""Puzzles for tests, generated once, and scripted players for them."""

from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Self

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.names import Names
from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.questions import ChoiceQuestion
from dtcli.play.puzzle.attempt import Attempt, AttemptPosition
from dtcli.play.puzzle.game import Puzzle, PuzzleGame
from dtcli.play.puzzle.solvability import Solvability
from dtcli.play.text.console import TextConsole
from dtcli.play.text.typed_lines import EndOfInput
from dtcli.rules.decisions import Choice, Reveal, UseSkill
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.heroes import HEROES
from dtcli.rules.notes import Note
from dtcli.rules.resolution import options
from dtcli.rules.rulings import HeroId
from dtcli.rules.state import Game
from solver.puzzles.candidates import PuzzleRequirements
from solver.puzzles.generation import GeneratedPuzzle, make

HOUSE = bundled_cards("house-1")  # a printing does not change, so the seeds make the same puzzles for ever
assert isinstance(HOUSE, Names)

WISHES = {
    "most": (PuzzleRequirements(missions=3), "a"),
    "missions": (PuzzleRequirements(missions=3, goal=GoalKind.MISSIONS), "a"),
    "whole": (PuzzleRequirements(missions=3, goal=GoalKind.WHOLE), "l"),
    "mission": (PuzzleRequirements(missions=3, goal=GoalKind.MISSION), "b"),
    "fewest-skills": (
        PuzzleRequirements(missions=3, goal=GoalKind.FEWEST_SKILLS, heroes=(HeroId("tonk-redbeer"),)),
        "e",
    ),
    "tonk": (PuzzleRequirements(missions=3, heroes=(HeroId("tonk-redbeer"),)), "e"),
    "thanir": (PuzzleRequirements(missions=2, heroes=(HeroId("ros-thanir"),)), "e"),
    "arvedui": (PuzzleRequirements(missions=2, heroes=(HeroId("arvedui-miriel"),)), "a"),
    "tragurk": (PuzzleRequirements(missions=2, heroes=(HeroId("tragurk"),)), "g"),
    "zaria": (PuzzleRequirements(missions=2, heroes=(HeroId("zaria-tearleaf"),)), "a"),
    "fylee": (PuzzleRequirements(missions=3, heroes=(HeroId("fylee-stepshadow"),)), "c"),
    "alan": (PuzzleRequirements(missions=2, heroes=(HeroId("alan-ironstar"),)), "a"),
}
KINDS = tuple(kind.value for kind in GoalKind)


@cache
def made(name: str) -> GeneratedPuzzle:
    """Return one of the puzzles; each is generated once."""
    requirements, seed = WISHES[name]
    found = make(HOUSE.cards, requirements, seed)
    assert isinstance(found, GeneratedPuzzle)
    return found


def puzzle(name: str) -> Puzzle:
    """Return a puzzle without the numbers of its goal, as a player gets it."""
    goal = made(name).goal
    unknown = {GoalKind.MOST: {"missions": None}, GoalKind.FEWEST_SKILLS: {"heroes": None}}
    return Puzzle(made(name).game, goal._replace(**unknown.get(goal.kind, {})), title=name)


def solution(name: str) -> tuple[Choice, ...]:
    """Return the choices of a puzzle's solution."""
    return tuple(choice for way in made(name).lines.solution for choice in way.choices)


def typed(game: Game, choices: Iterable[Choice]) -> list[str]:
    """Return the lines to type for these choices."""
    resolution, lines = PlayedResolution(game), []
    for choice in choices:
        lines += _typed(resolution, choice)
        resolution.choose(choice)
    return lines


def _typed(resolution: PlayedResolution, choice: Choice) -> list[str]:
    if isinstance(choice, Reveal):
        return [""]
    lines = [f"hero {HEROES[choice.hero].name}"] if isinstance(choice, UseSkill) else []
    asking = ChoiceQuestion(resolution.uses(choice.hero) if isinstance(choice, UseSkill) else resolution.options())
    while asking.choice is None:
        leads = [at for at, one in enumerate(asking.answers) if choice in one.leads_to.choices]
        lines.append(str(leads[0] + 1))
        asking = asking.answers[leads[0]].leads_to
    return lines


class Script:
    """A source of scripted lines, then of lines that a function returns, then of no more; exceptions are raised."""

    def __init__(self, script: Iterable[str | BaseException] = (), think: Callable[[], str] | None = None) -> None:
        self.script = list(script)
        self.think = think
        self.asked = 0

    def next(self, timeout: float | None) -> str:
        assert timeout is None
        self.asked += 1
        assert self.asked < 5_000, "the dialogue does not end"
        if self.script:
            line = self.script.pop(0)
            if isinstance(line, BaseException):
                raise line
            return line
        if self.think is not None:
            return self.think()
        raise EndOfInput


class Solving:
    """A puzzle played in text mode, and its output."""

    def __init__(self, one: Puzzle, *, solvability: Solvability | None = None) -> None:
        self.said: list[str] = []
        self.kept: list[tuple[str, tuple[Note, ...]]] = []
        self.script = Script()
        self.game = PuzzleGame(
            one, TextConsole(self.script, self.said.append), save_line=self._save_line, solvability=solvability
        )

    def by(self, *script: str | BaseException, think: Callable[[], str] | None = None) -> Self:
        """Play the puzzle with these lines."""
        self.script.script, self.script.think = list(script), think
        self.game.play()
        return self

    def _save_line(self, name: str, notes: tuple[Note, ...]) -> str:
        self.kept.append((name, notes))
        return f"Saved as {name}"

    @property
    def text(self) -> str:
        return "\n".join(self.said)

    @property
    def since(self) -> list[str]:
        """The output after the introduction."""
        return self.said[self.said.index("Press Enter to reveal the first card; type help for help.") + 1 :]

    @property
    def answers(self) -> int:
        """The number of answers to the last question; 0 if the output does not end with one."""
        n = 0
        while self.said[-1 - n].startswith(tuple("123456789")):
            n += 1
        return n if n and "?" in self.said[-1 - n] else 0


def at_random(one: Puzzle, chance: Random) -> Attempt:
    """Return an attempt with random choices."""
    attempt = Attempt(one.game, one.goal)
    while not attempt.position.state.over:
        attempt.choose(any_choice(attempt.position, chance))
    return attempt


def missing(name: str) -> Attempt:
    """Return an attempt that misses the goal."""
    tries = (at_random(puzzle(name), Random(seed)) for seed in range(100))
    goal = made(name).goal
    return next(one for one in tries if not goal.is_reached(one.position.state, completed=one.position.completed))


def any_choice(position: AttemptPosition, chance: Random) -> Choice:
    """Return a legal choice, every other time a reveal if possible."""
    choices = list(options(position.state))
    return choices[0] if isinstance(choices[0], Reveal) and chance.random() < 0.5 else chance.choice(choices)


def reaches(position: AttemptPosition, goal: Goal, known: dict[AttemptPosition, bool]) -> bool:
    """Return whether the goal can be reached, by trying all options of the engine."""
    from dtcli.rules.resolution import apply

    if position.state.over:
        return goal.is_reached(position.state, completed=position.completed)
    if position not in known:
        known[position] = False
        for choice in options(position.state):
            after = apply(position.state, choice)
            if reaches(AttemptPosition(after, position.completed or goal.completes(after.events)), goal, known):
                known[position] = True
                break
    return known[position]
