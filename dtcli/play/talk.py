"""What the parts of the line dialogue share: the game, where lines come from, and where sentences go."""

from collections.abc import Callable

from dtcli.play import aloud
from dtcli.play.game import SoloGame
from dtcli.play.typed import Lines
from dtcli.render.paint import safe

Say = Callable[[str], None]


class Leave(Exception):  # noqa: N818  (it is what it says, and not always an error)
    """The player leaves the game."""


class Talk:
    """A game, and somebody who is told about it and answers."""

    def __init__(self, game: SoloGame, lines: Lines, say: Say) -> None:
        self.game = game
        self.lines = lines
        self._say = say

    def say(self, text: str) -> None:
        """Tell one thing."""
        self._say(safe(text))

    def wait(self) -> str:
        """Return the next line, however long it takes."""
        while True:
            line = self.lines.next(None)
            if line is not None:
                return line

    def tell_cards(self) -> None:
        """Tell what lies face up, place by place, and the back of the draw deck (A2, A7)."""
        for number, card in enumerate(self.game.places, 1):
            self.say(f"{number}: {aloud.card(card) if card is not None else 'no card'}.")
        self.say(aloud.deck(self.game.table))
