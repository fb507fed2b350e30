"""One attempt at a puzzle: the choices made, which can be taken back, and how much help it took.

It knows no screen. A decision is a choice where something else could have been chosen: an answer, a skill, or turning
a card although a skill could have been used.
"""

from dataclasses import dataclass
from typing import NamedTuple

from dtcli.play.game.session import Session
from dtcli.rules.decisions import Choice, Reveal
from dtcli.rules.goals import Goal
from dtcli.rules.notes import Note
from dtcli.rules.resolution import start
from dtcli.rules.state import Game, State


class Position(NamedTuple):
    """Where an attempt stands, and whether the one mission that the goal names has been completed."""

    state: State
    completed: bool = False


class Made(NamedTuple):
    """A choice of the attempt, and the position in which it was made."""

    position: Position
    choice: Choice
    decides: bool
    """Whether something else could have been chosen."""


@dataclass(slots=True)
class Help:
    """What somebody has asked for."""

    hints: int = 0
    undos: int = 0
    looks: int = 0
    """How often they asked whether the puzzle can still be solved."""
    restarts: int = 0
    solution: bool = False
    """Whether they have seen the solution."""


class Attempt:
    """A resolution that can go back."""

    def __init__(self, game: Game, goal: Goal) -> None:
        self.game = game
        self.goal = goal
        self.help = Help()
        self.made: list[Made] = []
        self.session = Session(game)
        self.beginning = self.position = Position(start(game))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices so far."""
        return tuple(one.choice for one in self.made)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a table would have written down so far."""
        return self.session.notes

    def choose(self, choice: Choice) -> None:
        """Do it; raises ``IllegalChoice`` with the reason where the rules do not allow it."""
        before = self.position
        decides = not isinstance(choice, Reveal) or any(map(self.session.can_act, before.state.unused))
        self.session.choose(choice)
        self.made.append(Made(before, choice, decides))
        state = self.session.state
        self.position = Position(state, before.completed or self.goal.completes(state.events))

    @property
    def ways_back(self) -> list[Position]:
        """The positions to which one undo, two undos and so on lead; the last is the beginning."""
        back = [one.position for one in reversed(self.made) if one.decides]
        if self.made and not self.made[0].decides:
            back.append(self.made[0].position)
        return back

    def undo(self) -> Made | None:
        """Take the last decision back, and the cards that turned by themselves since; return it, None if there is none.

        Where nothing has been decided, all cards go back.
        """
        if not self.made:
            return None
        at = max((at for at, one in enumerate(self.made) if one.decides), default=0)
        taken_back = self.made[at]
        self._play(self.choices[:at])
        self.help.undos += 1
        return taken_back

    def restart(self) -> None:
        """Begin again."""
        self._play(())
        self.help.restarts += 1

    def _play(self, choices: tuple[Choice, ...]) -> None:
        self.session, self.made, self.position = Session(self.game), [], self.beginning
        for choice in choices:
            self.choose(choice)
