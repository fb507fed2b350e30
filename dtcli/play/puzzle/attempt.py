"""One attempt at a puzzle: the choices made, undo, and how much help was used.

A decision is a choice with an alternative: an answer, a skill, or revealing a card although a skill could be used.
"""

from dataclasses import dataclass
from typing import NamedTuple

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.rules.decisions import Choice, Reveal
from dtcli.rules.goals import Goal
from dtcli.rules.notes import Note
from dtcli.rules.resolution import start
from dtcli.rules.state import Game, State


class AttemptPosition(NamedTuple):
    """The state of an attempt, and whether the mission that the goal names was completed."""

    state: State
    completed: bool = False


class Standing(NamedTuple):
    """How far an attempt has come, as a value: the position, the choices so far, and where undos lead."""

    position: AttemptPosition
    choices: tuple[Choice, ...]
    undo_targets: tuple[AttemptPosition, ...]
    beginning: AttemptPosition


class MadeChoice(NamedTuple):
    """A choice of the attempt and the position in which it was made."""

    position: AttemptPosition
    choice: Choice
    decides: bool
    """Whether there was an alternative."""


@dataclass(slots=True)
class HelpUsed:
    """How much help the player used."""

    hints: int = 0
    undos: int = 0
    checks: int = 0
    """How often the player asked whether the goal can still be reached."""
    restarts: int = 0
    solution: bool = False
    """Whether the player saw the solution."""


class Attempt:
    """A resolution with undo."""

    def __init__(self, game: Game, goal: Goal) -> None:
        self.game = game
        self.goal = goal
        self.help = HelpUsed()
        self.ends = 0
        """How often the story was played to its end."""
        self.made: list[MadeChoice] = []
        self.resolution = PlayedResolution(game)
        self.beginning = self.position = AttemptPosition(start(game))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices so far."""
        return tuple(one.choice for one in self.made)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes of the choices so far."""
        return self.resolution.notes

    def choose(self, choice: Choice) -> None:
        """Make a choice; raises ``IllegalChoice`` with the reason if the rules forbid it."""
        before = self.position
        decides = not isinstance(choice, Reveal) or any(map(self.resolution.can_act, before.state.unused))
        self.resolution.choose(choice)
        self.made.append(MadeChoice(before, choice, decides))
        state = self.resolution.state
        self.position = AttemptPosition(state, before.completed or self.goal.completes(state.events))
        self.ends += state.over

    @property
    def standing(self) -> Standing:
        """How far the attempt has come."""
        return Standing(self.position, self.choices, tuple(self.undo_targets), self.beginning)

    @property
    def undo_targets(self) -> list[AttemptPosition]:
        """The positions after one undo, two undos and so on; the last is the beginning."""
        back = [one.position for one in reversed(self.made) if one.decides]
        if self.made and not self.made[0].decides:
            back.append(self.made[0].position)
        return back

    def undo(self) -> MadeChoice | None:
        """Undo the last decision and the reveals since; return it, or None if no choice was made.

        Without a decision, all reveals are undone.
        """
        if not self.made:
            return None
        at = max((at for at, one in enumerate(self.made) if one.decides), default=0)
        undone = self.made[at]
        self._play(self.choices[:at])
        self.help.undos += 1
        return undone

    def restart(self) -> None:
        """Start over."""
        self._play(())
        self.help.restarts += 1

    def _play(self, choices: tuple[Choice, ...]) -> None:
        self.resolution, self.made, self.position = PlayedResolution(self.game), [], self.beginning
        for choice in choices:
            self.choose(choice)
