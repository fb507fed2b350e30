"""A widget that draws one value as lines of styled text and repaints only when the value changes."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from dtcli.render.layout import Line
from dtcli.render.terminal import safe_span

T = TypeVar("T")
Draw = Callable[[T, int, int], list[Line]]
"""Returns the lines for a value, given a width and a height."""

RIGHT_BUTTON = 3
_NARROWEST = 6


class ValueWidget(Widget, Generic[T]):
    """Shows one value. What it draws depends only on the value and the size of the widget."""

    class Clicked(Message):
        """A click on the widget: where, and whether with the right button or a modifier key."""

        def __init__(self, widget: "ValueWidget[Any]", x: int, y: int, *, other: bool) -> None:
            super().__init__()
            self.widget = widget
            self.x = x
            self.y = y
            self.other = other

    def __init__(self, draw: Draw[T], value: T, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id, classes=classes)
        self._draw = draw
        self.value = value

    def set_value(self, value: T) -> None:
        """Show another value; an equal value repaints nothing."""
        if value != self.value:
            self.value = value
            self.refresh()

    def render(self) -> Content:
        """Draw the value. Control characters in its texts are replaced."""
        width, height = self.size
        if width < _NARROWEST:  # not laid out yet
            return Content()
        lines = self._draw(self.value, width, height)
        return Content("\n").join(Content.assemble(*map(safe_span, line)) for line in lines)

    def on_click(self, event: Click) -> None:
        """Post ``Clicked`` to the screen."""
        event.stop()
        other = event.button == RIGHT_BUTTON or event.shift or event.ctrl or event.meta
        self.post_message(self.Clicked(self, event.x, event.y, other=other))
