"""A widget that draws a value as lines of styled text, and repaints only when the value has changed."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from dtcli.render.pictures.card_face import Line
from dtcli.render.terminal import safe_span

T = TypeVar("T")
Draw = Callable[[T, int, int], list[Line]]
"""Returns the lines of a value in so many columns and lines."""

RIGHT_BUTTON = 3
_NARROWEST = 6


class Drawn(Widget, Generic[T]):
    """Shows one value. The drawing is a pure function of it and of the room there is."""

    class Clicked(Message):
        """Somebody clicked on it: where, and whether with the other button or with a key held down."""

        def __init__(self, drawn: "Drawn[Any]", x: int, y: int, *, other: bool) -> None:
            super().__init__()
            self.drawn = drawn
            self.x = x
            self.y = y
            self.other = other

    def __init__(self, draw: Draw[T], what: T, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002  (Textual's own word)
        super().__init__(id=id, classes=classes)
        self._draw = draw
        self.what = what

    def show(self, what: T) -> None:
        """Show another value; nothing is painted if it is the same."""
        if what != self.what:
            self.what = what
            self.refresh()

    def render(self) -> Content:
        """Draw it; whatever its texts contain, the terminal obeys none of it."""
        width, height = self.size
        if width < _NARROWEST:  # not laid out yet
            return Content()
        lines = self._draw(self.what, width, height)
        return Content("\n").join(Content.assemble(*map(safe_span, line)) for line in lines)

    def on_click(self, event: Click) -> None:
        """Tell the screen."""
        event.stop()
        other = event.button == RIGHT_BUTTON or event.shift or event.ctrl or event.meta
        self.post_message(self.Clicked(self, event.x, event.y, other=other))
