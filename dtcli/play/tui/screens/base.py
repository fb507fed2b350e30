"""What the screens of the game have in common: keys that do something, a line for notices, a smallest size."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key, Resize

from dtcli.play.tui.context import Seat
from dtcli.play.tui.key_queue import LEAVING, KeyScreen
from dtcli.play.tui.widgets.drawing import Drawn
from dtcli.render.colours import ASH, CHALK, EMBER, FLAME
from dtcli.render.pictures.card_face import Line
from dtcli.render.terminal import safe, shortened
from dtcli.rules.decisions import IllegalChoice

WIDTH, HEIGHT = 80, 24
"""The smallest terminal that has room for fifteen cards."""


class Command(NamedTuple):
    """Something that a key does."""

    keys: tuple[str, ...]
    act: Callable[[], None]
    words: str
    """What it does, for the help."""
    shown: str = ""
    """The key as the bar at the bottom names it; empty, where it stands only in the help."""
    label: str = ""
    watching: bool = False
    """Whether it also works while a recording is shown."""


def keys_in_words(command: Command) -> str:
    """Return the keys of a command as they are printed on keyboards."""
    names = {"escape": "Esc", "ctrl+q": "Ctrl+Q", "full_stop": "."}
    return " ".join(names.get(key, key.capitalize() if len(key) > 1 else key) for key in command.keys)


def draw_hint(command: Command, _width: int, _height: int) -> list[Line]:
    """Return a key and what it does."""
    return [((f" {command.shown}", f"bold {FLAME}"), (f" {command.label} ", ASH))]


def _width_of(command: Command) -> int:
    return len(command.shown) + len(command.label) + 3


def draw_words(words: tuple[str, str], width: int, _height: int) -> list[Line]:
    """Return one line of text in a style."""
    text, style = words
    return [((f" {text}"[:width], style),)]


def draw_too_small(what: tuple[int, int, str], width: int, height: int) -> list[Line]:
    """Return what is said instead of a broken picture; while the sand runs, how much of it is left."""
    wide, tall, clock = what
    texts = ["This terminal is too small", f"{wide}×{tall}, the table needs {WIDTH}×{HEIGHT}", "Make it larger"]
    texts += [f"The sand runs: {clock}"] if clock else []
    blank: Line = ()
    above = max(0, (height - len(texts)) // 2)
    return [blank] * above + [((text[:width].center(width), f"bold {CHALK}" if n == 0 else ASH),)
                              for n, text in enumerate(texts)]  # fmt: skip


class Stage(KeyScreen):
    """A screen of the game. It shows what the game says, and passes on what is done."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat
        self.game = seat.game
        self.notice = ""
        self.too_small = False
        self._drawn: dict[str, Drawn[Any]] = {}
        self._hints: dict[str, Drawn[Command]] = {}
        self.is_set = False
        """Whether everything is in its place, so that it can be looked at."""
        self.commands = [*self.own_commands(), *self._common_commands()]
        self._by_key = {key: command for command in self.commands for key in command.keys}

    # to be filled

    def own_commands(self) -> list[Command]:
        """Return what the keys of this screen do."""
        return []

    def picture(self) -> ComposeResult:
        """Yield the widgets above the two lines at the bottom."""
        yield from ()

    def look(self) -> None:
        """Show what has changed."""

    def furnish(self, width: int, height: int) -> None:
        """Set sizes that follow from the size of the terminal."""

    def press(self, _key: str) -> bool:
        """Do what a key means that no command has; return whether it meant anything."""
        return False

    # what they share

    def _common_commands(self) -> list[Command]:
        common = [
            Command(("?", "f12"), self.seat.help, "this help", "?", "help", watching=True),
            Command(LEAVING[:1], self.seat.leave, "leave the game (asks first)", watching=True),
        ]
        if self.seat.faster is not None and self.seat.is_watching:
            faster = self.seat.faster
            common += [
                Command(("+", "="), lambda: faster(1), "faster", "+", "faster", watching=True),
                Command(("-",), lambda: faster(-1), "slower", "-", "slower", watching=True),
                Command(("p",), lambda: faster(0), "hold the recording, or let it go on", "p", "hold", watching=True),
            ]
        return common

    def compose(self) -> ComposeResult:
        """Put the picture above the notices and the keys."""
        yield from self.picture()
        yield Drawn(draw_words, ("", ASH), id="notice")
        with Horizontal(id="keys"):
            for command in self.commands:
                if command.shown and (command.watching or not self.seat.is_watching):
                    hint = self._hints[command.keys[0]] = Drawn(draw_hint, command, classes="hint")
                    hint.styles.width = _width_of(command)
                    yield hint
        yield Drawn(draw_too_small, (0, 0, ""), id="too-small")

    def on_mount(self) -> None:
        """Show the first picture."""
        self.is_set = True
        self._fit(*self.app.size)

    def on_unmount(self) -> None:
        """Show nothing any more."""
        self.is_set = False

    def on_resize(self, event: Resize) -> None:
        """Arrange everything anew."""
        if self.is_set:
            self._fit(*event.size)

    def _fit(self, width: int, height: int) -> None:
        """Use the room there is, or say that there is none."""
        self.too_small = width < WIDTH or height < HEIGHT
        self.set_class(self.too_small, "-too-small")
        self.drawn("#too-small").show((width, height, ""))
        if not self.too_small:
            self.furnish(width, height)
        self.look()

    def drawn(self, selector: str) -> Drawn[Any]:
        """Return a drawn widget."""
        found = self._drawn.get(selector)
        if found is None:
            found = self._drawn[selector] = self.query_one(selector, Drawn)
        return found

    def call(self, key: str, label: str) -> None:
        """Call what a key of the bar does by another word."""
        hint = self._hints.get(key)
        if hint is not None and hint.what.label != label:
            hint.show(hint.what._replace(label=label))
            hint.styles.width = _width_of(hint.what)

    def say(self, text: str, style: str = ASH) -> None:
        """Show a line above the keys.

        Of a recording it also tells how fast it runs and what it is, of a game whether it cannot be saved.
        """
        if self.seat.is_watching:
            parts = (self.seat.pace, text, safe(self.seat.banner))
            text, style = shortened(" · ".join(filter(None, parts)), self.size.width - 2), f"bold {FLAME}"
        elif self.game.unsafe is not None:
            warning = f"NOT SAVED: {safe(self.game.unsafe)}"
            text, style = shortened(" · ".join(filter(None, (warning, text))), self.size.width - 2), f"bold {EMBER}"
        self.drawn("#notice").show((text, style))

    def do(self, deed: Callable[[], None]) -> bool:
        """Do something in the game and show it; return whether the rules allowed it."""
        self.notice = ""
        try:
            deed()
        except IllegalChoice as refusal:
            self.notice = f"{str(refusal)[:1].upper()}{str(refusal)[1:]}."
            return False
        finally:
            self.look()
            self.seat.follow()
        return True

    def key_pressed(self, event: Key) -> None:
        """Do what the key says."""
        key = event.character if event.character and event.character.isprintable() else event.key
        if key == " ":
            key = "space"
        if key in LEAVING:
            key = LEAVING[0]
        command = self._by_key.get(key)
        if command is None:
            if self._may_act:
                self.press(key)
        elif command.watching or self._may_act:
            command.act()

    @property
    def _may_act(self) -> bool:
        return not self.seat.is_watching and not self.too_small

    def on_drawn_clicked(self, event: Drawn.Clicked) -> None:
        """Do what was clicked on: a key of the bar, or something of the picture."""
        event.stop()
        if not self.is_active:  # clicked before an overlay opened
            return
        command = event.drawn.what
        if isinstance(command, Command):
            if command.watching or self._may_act:
                command.act()
        elif self._may_act:
            self.click(event.drawn, event.x, event.y, other=event.other)

    def click(self, drawn: Drawn[Any], x: int, y: int, *, other: bool) -> None:
        """Do what a click on a part of the picture means."""


def help_lines(commands: Iterable[Command]) -> list[tuple[str, str]]:
    """Return keys and what they do."""
    return [(keys_in_words(command), command.words) for command in commands if command.words]
