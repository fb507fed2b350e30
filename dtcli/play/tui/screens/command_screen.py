"""The base class of all screens: key commands, the notice line, the key bar, and the smallest size."""

import textwrap
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key, Resize

from dtcli.play.tui.key_queue import LEAVING, KeyScreen
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, EMBER, FLAME
from dtcli.render.layout import Line
from dtcli.render.terminal import safe, shortened

WIDTH, HEIGHT = 80, 24
"""The smallest terminal that has room for fifteen cards."""


class KeyCommand(NamedTuple):
    """An action and the keys that trigger it."""

    keys: tuple[str, ...]
    act: Callable[[], None]
    words: str
    """What it does, for the help."""
    shown: str = ""
    """The name of the key in the key bar; empty if only the help lists it."""
    label: str = ""
    always: bool = False
    """Whether it also works while the terminal is too small."""


def key_name(key: str) -> str:
    """Return a key as it is printed on keyboards.

    >>> key_name("escape"), key_name("f12"), key_name("n")
    ('Esc', 'F12', 'n')
    """
    names = {"escape": "Esc", "ctrl+q": "Ctrl+Q", "ctrl+z": "Ctrl+Z", "full_stop": "."}
    return names.get(key, key.capitalize() if len(key) > 1 else key)


def key_names(command: KeyCommand) -> str:
    """Return the keys of a command."""
    return " ".join(map(key_name, command.keys))


def draw_hint(command: KeyCommand, _width: int, _height: int) -> list[Line]:
    """Return one entry of the key bar."""
    return [((f" {command.shown}", f"bold {FLAME}"), (f" {command.label} ", ASH))]


def _hint_width(command: KeyCommand) -> int:
    return len(command.shown) + len(command.label) + 3


def draw_notice(notice: tuple[str, str], width: int, height: int) -> list[Line]:
    """Return a text in a style, wrapped if there is room for more than one line."""
    text, style = notice
    if height > 1:
        return [((f" {line}", style),) for line in textwrap.wrap(text, width - 2)[:height]]
    return [((f" {text}"[:width], style),)]


def draw_too_small(value: tuple[int, int, str], width: int, height: int) -> list[Line]:
    """Return the request for a larger terminal, with the time left while the clock runs."""
    wide, tall, clock = value
    texts = ["This terminal is too small", f"{wide}×{tall}, the table needs {WIDTH}×{HEIGHT}", "Make it larger"]
    texts += [f"The sand is running: {clock}"] if clock else []
    blank: Line = ()
    above = max(0, (height - len(texts)) // 2)
    return [blank] * above + [((text[:width].center(width), f"bold {CHALK}" if n == 0 else ASH),)
                              for n, text in enumerate(texts)]  # fmt: skip


class CommandScreen(KeyScreen):
    """A screen with key commands. It shows a state and passes on what the player does.

    A command changes that state or the screen's own. It does not update the view: that happens once, after the
    key or click was handled.
    """

    def __init__(self) -> None:
        super().__init__()
        self.notice = ""
        self.too_small = False
        self._widgets: dict[str, ValueWidget[Any]] = {}
        self._hints: dict[str, ValueWidget[KeyCommand]] = {}
        self.input_time = 0.0
        """When the key or click that is handled now arrived, by Textual's clock."""
        self.is_ready = False
        """Whether all widgets are mounted, so that the view can be updated."""
        self.commands = [*self.screen_commands(), *self.common_commands()]
        self._by_key = {key: command for command in self.commands for key in command.keys}

    # overridden by the screens

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands of this screen."""
        return []

    def common_commands(self) -> list[KeyCommand]:
        """Return the commands that this screen has in common with others."""
        return []

    @property
    def save_error(self) -> str | None:
        """Why what is shown cannot be saved; None if it can."""
        return None

    def compose_body(self) -> ComposeResult:
        """Yield the widgets above the notice line and the key bar."""
        yield from ()

    def update_view(self) -> None:
        """Give each widget its current value."""

    def fit_widgets(self, width: int, height: int) -> None:
        """Set the sizes that depend on the size of the terminal."""

    def press_key(self, _key: str) -> None:
        """Handle a key that no command has."""

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:
        """Handle a click on a widget of the body."""

    # shared by the screens

    def compose(self) -> ComposeResult:
        """Yield the body, the notice line and the key bar."""
        yield from self.compose_body()
        yield ValueWidget(draw_notice, ("", ASH), id="notice")
        with Horizontal(id="keys"):
            for command in self.commands:
                if command.shown:
                    hint = self._hints[command.keys[0]] = ValueWidget(draw_hint, command, classes="hint")
                    hint.styles.width = _hint_width(command)
                    yield hint
        yield ValueWidget(draw_too_small, (0, 0, ""), id="too-small")

    def on_mount(self) -> None:
        """Show the screen for the first time."""
        self.is_ready = True
        self._fit(*self.app.size)

    def on_unmount(self) -> None:
        """Stop updating the view."""
        self.is_ready = False

    def on_resize(self, event: Resize) -> None:
        """Fit the widgets to the new size."""
        if self.is_ready:
            self._fit(*event.size)

    def _fit(self, width: int, height: int) -> None:
        """Use the room there is, or ask for a larger terminal."""
        self.too_small = width < WIDTH or height < HEIGHT
        self.set_class(self.too_small, "-too-small")
        self.widget("#too-small").set_value((width, height, ""))
        if not self.too_small:
            self.fit_widgets(width, height)
            self._fit_hints()
        self.update_view()

    def widget(self, selector: str) -> ValueWidget[Any]:
        """Return a widget by its selector."""
        found = self._widgets.get(selector)
        if found is None:
            found = self._widgets[selector] = self.query_one(selector, ValueWidget)
        return found

    def relabel(self, key: str, label: str) -> None:
        """Change the label of a key in the key bar."""
        hint = self._hints.get(key)
        if hint is not None and hint.value.label != label:
            hint.set_value(hint.value._replace(label=label))
            hint.styles.width = _hint_width(hint.value)
            self._fit_hints()

    def _fit_hints(self) -> None:
        """Hide the entries of the key bar that have no room; those of all screens stay, and of the others the first."""
        common = {command.keys[0] for command in self.common_commands()}
        room = self.app.size.width - sum(_hint_width(hint.value) for key, hint in self._hints.items() if key in common)
        for key, hint in self._hints.items():
            if key not in common:
                room -= _hint_width(hint.value)
                hint.display = room >= 0

    def show_notice(self, text: str, style: str = ASH) -> None:
        """Show a line above the key bar, after a warning if the game cannot be saved."""
        if self.save_error is not None:
            warning = f"NOT SAVED: {safe(self.save_error)}"
            text, style = shortened(" · ".join(filter(None, (warning, text))), self.size.width - 2), f"bold {EMBER}"
        self.widget("#notice").set_value((text, style))

    def show_result(self) -> None:
        """Update the view after an action."""
        if self.is_ready:
            self.update_view()

    def key_pressed(self, event: Key) -> None:
        """Run the command of a key and show the result."""
        self.input_time = event.time
        key = event.character if event.character and event.character.isprintable() else event.key
        if key == " ":
            key = "space"
        if key in LEAVING:
            key = LEAVING[0]
        command = self._by_key.get(key)
        if command is not None:
            self._run_command(command)
        elif not self.too_small:
            self.press_key(key)
            self.show_result()

    def on_value_widget_clicked(self, event: ValueWidget.Clicked) -> None:
        """Run the command of a clicked key, or handle a click on the body, and show the result."""
        event.stop()
        self.input_time = event.time
        if not self.is_active:  # clicked before an overlay opened
            return
        command = event.widget.value
        if isinstance(command, KeyCommand):
            self._run_command(command)
        elif not self.too_small:
            self.click(event.widget, event.x, event.y, other=event.other)
            self.show_result()

    def _run_command(self, command: KeyCommand) -> None:
        if command.always or not self.too_small:
            command.act()
            self.show_result()


def help_lines(commands: Iterable[KeyCommand]) -> list[tuple[str, str]]:
    """Return the keys of commands and what they do."""
    return [(key_names(command), command.words) for command in commands if command.words]
