"""Overlays in front of a screen: the help, and the question whether to leave. The clock stays visible and runs on."""

import textwrap
from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen

from dtcli.play.tui.key_queue import LEAVING, KeyScreen
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, FLAME
from dtcli.render.layout import Line

_WIDTH = 72
_KEYS = 20


def draw_lines(lines: tuple[Line, ...], _width: int, _height: int) -> list[Line]:
    """Return the lines as they are."""
    return list(lines)


class Overlay(KeyScreen, ModalScreen[None]):
    """Text in a frame. Keys that are answers run them; every other key or a click closes the overlay."""

    def __init__(
        self, lines: list[Line], answers: dict[str, Callable[[], None]] | None = None, *, wide: bool = False
    ) -> None:
        super().__init__(classes="-wide" if wide else None)
        self._lines = tuple(lines)
        self._answers = answers or {}

    def compose(self) -> ComposeResult:
        """Yield the text in a frame."""
        with VerticalScroll(id="box", can_focus=False) as box:
            text = ValueWidget(draw_lines, self._lines, id="box-text")
            text.styles.height = len(self._lines)
            yield text
        box.styles.height = len(self._lines) + 2

    def key_pressed(self, event: Key) -> None:
        """Scroll, answer, or close."""
        box = self.query_one("#box", VerticalScroll)
        if event.key in ("down", "pagedown") and box.max_scroll_y:
            box.scroll_page_down(animate=False)
            return
        if event.key in ("up", "pageup") and box.max_scroll_y:
            box.scroll_page_up(animate=False)
            return
        if event.key in LEAVING:
            self.close()
            self.put_back(event)
            return
        self._answer(event.character or event.key)

    def on_click(self, event: Click) -> None:
        """Close the overlay."""
        event.stop()
        self.close()

    def on_value_widget_clicked(self, event: ValueWidget.Clicked) -> None:
        """Close the overlay, and run the answer whose key the clicked line begins with."""
        event.stop()
        line = self._lines[event.y] if event.y < len(self._lines) else ()
        words = "".join(span if isinstance(span, str) else span[0] for span in line).split()
        self._answer(words[0] if words else "")

    def close(self) -> bool:
        """Close this overlay if it is on top; return whether it was.

        Always close through this method: Textual's ``dismiss`` pops any screen that is on top, even the game's own.
        """
        if not self.is_active:
            return False
        self.dismiss()
        return True

    def _answer(self, key: str) -> None:
        answer = self._answers.get(key)
        if self.close() and answer is not None:
            answer()


def key_lines(pairs: list[tuple[str, str]]) -> list[Line]:
    """Return keys and their descriptions as a table."""
    lines: list[Line] = []
    for keys, words in pairs:
        first, *more = textwrap.wrap(words, _WIDTH - _KEYS)
        lines.append(((f"{keys:<{_KEYS}}", f"bold {FLAME}"), (first, CHALK)))
        lines += [((" " * _KEYS, ""), (line, CHALK)) for line in more]
    return lines


def title_line(text: str) -> Line:
    """Return a heading."""
    return ((text, f"bold {FLAME}"),)


def text_lines(text: str, style: str = ASH) -> list[Line]:
    """Return a paragraph."""
    return [((line, style),) for line in textwrap.wrap(text, _WIDTH)]
