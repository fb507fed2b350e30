"""What the parts of the line dialogue share: the game, where lines come from, and where sentences go."""

from collections.abc import Callable, Iterable

from dtcli.play.game.solo_game import SoloGame
from dtcli.play.text import sentences
from dtcli.play.text.typed_lines import Lines
from dtcli.render.layout import Line, wrapped
from dtcli.render.terminal import Printer, safe

Say = Callable[[str], None]


def words_of_unsafe(reason: str) -> str:
    """Return what it means that a game cannot be written to disk."""
    return f"the game is not being saved: {reason}"


class Leave(Exception):  # noqa: N818  (it is what it says, and not always an error)
    """The player leaves the game."""


class Voice:
    """Somebody who is told things and answers in lines."""

    def __init__(self, lines: Lines, say: Say) -> None:
        self.lines = lines
        self._say = say

    def say(self, text: str, style: str = "") -> None:  # noqa: ARG002  (a voice has no colours)
        """Tell one thing; the style is for those who show it."""
        self._say(safe(text))

    def tell(self, texts: Iterable[str]) -> None:
        """Tell one thing after the other."""
        for text in texts:
            self.say(text)

    def show(self, lines: Iterable[Line]) -> None:
        """Show a page, without its colours."""
        for line in lines:
            self._say("".join(span if isinstance(span, str) else span[0] for span in line).rstrip())

    def wait(self) -> str:
        """Return the next line, however long it takes."""
        while True:
            line = self.lines.next(None)
            if line is not None:
                return line


class Shown(Voice):
    """A voice for the eyes: in colour where there is a terminal for it, and no line wider than a page."""

    def __init__(self, lines: Lines, printer: Printer) -> None:
        super().__init__(lines, printer.line)
        self._printer = printer

    def say(self, text: str, style: str = "") -> None:
        """Tell one thing at once, so that it is seen while the next line is waited for."""
        self.show(wrapped(safe(text), style) if text else [()])

    def show(self, lines: Iterable[Line]) -> None:
        """Show a page."""
        for line in lines:
            self._printer.line(*line)
        self._printer.file.flush()


class Talk(Voice):
    """A game, and somebody who is told about it and answers."""

    def __init__(self, game: SoloGame, lines: Lines, say: Say) -> None:
        super().__init__(lines, say)
        self.game = game
        self._unsafe: str | None = None

    def say(self, text: str, style: str = "") -> None:
        """Tell one thing; and once, as soon as it is so, that the game is not being saved."""
        super().say(text, style)
        unsafe = self.game.unsafe
        if unsafe != self._unsafe:
            self._unsafe = unsafe
            super().say("The game is being saved again." if unsafe is None else f"Warning: {words_of_unsafe(unsafe)}.")

    def tell_cards(self) -> None:
        """Tell what lies face up, place by place, and the back of the draw deck (A2, A7)."""
        for number, card in enumerate(self.game.places, 1):
            self.say(f"{number}: {sentences.card(card) if card is not None else 'no card'}.")
        self.say(sentences.deck(self.game.table))
