"""The analysis of a finished game, on the whole screen."""

from textual.app import ComposeResult

from dtcli.play.game.end_texts import Report
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.tui.key_queue import LEAVING
from dtcli.play.tui.review_thread import ReviewThread
from dtcli.play.tui.screens.command_screen import CommandScreen, KeyCommand
from dtcli.play.tui.widgets.scrolled_lines import SPINNER, TICKS_PER_STEP, ScrolledLines, draw_scrolled
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import (
    ASH,
    BAD,
    BLOOD,
    CAUTION,
    CHALK,
    EMBER,
    ERROR,
    FAINT,
    FLAME,
    GOOD,
    LABEL,
    MISSING,
    MOSS,
    SAND,
    SLOTS,
    STRONG,
    STRONG_CAUTION,
    STRONG_GOOD,
    STRONG_LABEL,
    STRONG_MISSING,
)  # fmt: skip
from dtcli.render.layout import Line
from dtcli.render.terminal import WIDTH, Span

_ON_SCREEN = {
    "": CHALK, STRONG: f"bold {CHALK}", FAINT: ASH, LABEL: SAND, STRONG_LABEL: f"bold {SAND}", GOOD: MOSS,
    STRONG_GOOD: f"bold {MOSS}", CAUTION: FLAME, STRONG_CAUTION: f"bold {FLAME}", BAD: EMBER, ERROR: f"bold {BLOOD}",
    SLOTS: ASH, MISSING: SAND, STRONG_MISSING: f"bold {SAND}",
}  # fmt: skip
"""The styles of terminal output in the colours of the screens."""
_TICK = 1 / 15


class ReportScreen(CommandScreen):
    """The analysis of a finished game; the arrows scroll it. It is computed while the screen is shown."""

    def __init__(self, report: Report, game: SoloGame) -> None:
        self._thread = ReviewThread(report, game, failed=lambda text: ((text, ERROR),))
        self._first = 0
        self._ticks = 0
        super().__init__()

    def screen_commands(self) -> list[KeyCommand]:
        """Return scrolling, and going back to the end of the game."""
        return [
            KeyCommand(
                ("enter", "q", "escape", LEAVING[0]), self._go_back, "back to the end of the game", "Enter", "back"
            ),
            KeyCommand(("down", "j"), lambda: self._scroll(1), "scroll down", "Up Down", "scroll"),
            KeyCommand(("up", "k"), lambda: self._scroll(-1), "scroll up"),
            KeyCommand(("pagedown", "space"), lambda: self._scroll(self._page), "a page down", "Space", "page down"),
            KeyCommand(("pageup", "b"), lambda: self._scroll(-self._page), "a page up", "b", "page up"),
            KeyCommand(("home",), lambda: self._scroll(-self._most), "to the beginning"),
            KeyCommand(("end",), lambda: self._scroll(self._most), "to the end"),
        ]

    def compose_body(self) -> ComposeResult:
        """Yield the analysis."""
        yield ValueWidget(draw_scrolled, ScrolledLines(()), id="report")

    def on_mount(self) -> None:
        """Show the screen, and ask regularly whether the analysis is ready."""
        super().on_mount()
        self.set_interval(_TICK, self._tick)

    def _tick(self) -> None:
        self._ticks += 1
        if self.is_ready and self.is_active:
            self.update_view()

    def update_view(self) -> None:
        """Show the lines from the first one on, or the spinner."""
        lines = self._lines()
        self._first = max(0, min(self._first, self._most))
        self.widget("#report").set_value(ScrolledLines(lines, self._first))
        if self._thread.lines is None:
            spinner = SPINNER[self._ticks // TICKS_PER_STEP % len(SPINNER)]
            self.show_notice(f"{spinner} judging each decision; Enter goes back", f"bold {FLAME}")
        else:
            shown = min(len(lines), self._first + self._page)
            self.show_notice(f"lines {self._first + 1} to {shown} of {len(lines)}")

    def _lines(self) -> tuple[Line, ...]:
        """Return the lines in the colours of the screen, with a margin that centres them."""
        margin = " " * max(0, (self.size.width - WIDTH) // 2)
        return tuple((margin, *map(_on_screen, line)) for line in self._thread.lines or ())

    @property
    def _page(self) -> int:
        """The number of lines that fit on the screen."""
        return max(1, self.size.height - 2)

    @property
    def _most(self) -> int:
        """The first line of the last page."""
        return max(0, len(self._thread.lines or ()) - self._page)

    def _scroll(self, lines: int) -> None:
        self._first += lines

    def _go_back(self) -> None:
        if self.is_active:  # Textual's dismiss pops any screen that is on top
            self.dismiss()


def _on_screen(span: Span) -> Span:
    text, style = (span, "") if isinstance(span, str) else span
    return text, _ON_SCREEN.get(style, CHALK)
