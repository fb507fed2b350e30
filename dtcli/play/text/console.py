"""The console of the text mode: reads the player's lines and prints sentences."""

from collections.abc import Callable, Iterable

from dtcli.play.game.solo_game import SoloGame
from dtcli.play.text import sentences
from dtcli.play.text.typed_lines import LineSource
from dtcli.render.layout import Line, wrapped
from dtcli.render.terminal import Printer, safe
from dtcli.render.victory import standing, winning_sentences

Say = Callable[[str], None]


def save_warning(reason: str) -> str:
    """Return the warning that a game cannot be written to disk."""
    return f"the game is not being saved: {reason}"


class LeaveGame(Exception):  # noqa: N818  (not an error)
    """The player leaves the game."""


class TextConsole:
    """Prints sentences without colour, and reads lines."""

    def __init__(self, lines: LineSource, say: Say) -> None:
        self.lines = lines
        self._say = say

    def say(self, text: str, style: str = "") -> None:  # noqa: ARG002  (for consoles with colour)
        """Print one sentence."""
        self._say(safe(text))

    def say_all(self, texts: Iterable[str]) -> None:
        """Print several sentences."""
        for text in texts:
            self.say(text)

    def show_lines(self, lines: Iterable[Line]) -> None:
        """Print styled lines without their colours."""
        for line in lines:
            self._say("".join(span if isinstance(span, str) else span[0] for span in line).rstrip())

    def read_line(self) -> str:
        """Return the next line, however long it takes; raises ``EndOfInput``."""
        while True:
            line = self.lines.next(None)
            if line is not None:
                return line


class StyledConsole(TextConsole):
    """Prints wrapped text, in colour if the terminal has colours."""

    def __init__(self, lines: LineSource, printer: Printer) -> None:
        super().__init__(lines, printer.line)
        self._printer = printer

    def say(self, text: str, style: str = "") -> None:
        """Print one sentence and flush, so that it is visible while the next line is awaited."""
        self.show_lines(wrapped(safe(text), style) if text else [()])

    def show_lines(self, lines: Iterable[Line]) -> None:
        """Print styled lines."""
        for line in lines:
            self._printer.line(*line)
        self._printer.file.flush()


class GameConsole(TextConsole):
    """The console of a timed game."""

    def __init__(self, game: SoloGame, lines: LineSource, say: Say) -> None:
        super().__init__(lines, say)
        self.game = game
        self._save_error: str | None = None

    def say(self, text: str, style: str = "") -> None:
        """Print one sentence; and, once, that the game is not being saved or is being saved again."""
        super().say(text, style)
        error = self.game.save_error
        if error != self._save_error:
            self._save_error = error
            super().say("The game is being saved again." if error is None else f"Warning: {save_warning(error)}.")

    def say_goal(self) -> None:
        """Say how the game is won, and in the resolution what is still missing."""
        setup, resolution = self.game.setup, self.game.resolution
        self.say_all(winning_sentences(setup.goal, setup.adventure))
        if resolution is not None and (text := standing(resolution.state)):
            self.say(text)

    def say_missions(self) -> None:
        """Print the missions that lie face up."""
        self.say_all(sentences.missions_face_up(self.game.places))

    def say_items(self) -> None:
        """Print the items that lie face up, grouped by kind."""
        self.say_all(sentences.items_face_up(self.game.places))

    def say_cards(self) -> None:
        """Print the cards face up, place by place, and what the back of the draw deck shows (A2, A7)."""
        for number, card in enumerate(self.game.places, 1):
            self.say(f"{number}: {sentences.card(card) if card is not None else 'no card'}.")
        self.say(sentences.deck(self.game.table))
