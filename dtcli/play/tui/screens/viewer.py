"""The screen on which a recorded game is watched: the five minutes, the resolution and the end, at any moment."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key

from dtcli.english import capitalised
from dtcli.play.tui.key_queue import LEAVING
from dtcli.play.tui.screens.command_screen import CommandScreen, KeyCommand
from dtcli.play.tui.widgets import viewer_values as values
from dtcli.play.tui.widgets.clock import digits_width, draw_bar, draw_digits
from dtcli.play.tui.widgets.decks import decks_width, draw_decks
from dtcli.play.tui.widgets.hands import draw_hands
from dtcli.play.tui.widgets.moment_panel import MomentPanel, draw_moment_panel
from dtcli.play.tui.widgets.outcome import draw_outcome
from dtcli.play.tui.widgets.resolution import (
    BackpackView,
    draw_backpack,
    draw_log,
    draw_open_card,
    draw_progress,
    draw_supply,
)  # fmt: skip
from dtcli.play.tui.widgets.story import draw_story, row_at
from dtcli.play.tui.widgets.table import AboutView, draw_about
from dtcli.play.tui.widgets.timeline_bar import draw_timeline, moment_at
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.play.viewer.five_minutes import NOT_RECORDED, TableMoment
from dtcli.play.viewer.outcome import outcome_of
from dtcli.play.viewer.playback import Playback
from dtcli.play.viewer.resolution import ResolutionMoment
from dtcli.render.colours import ASH, CHALK, EMBER, FLAME
from dtcli.render.terminal import safe, shortened

_ROOMY_HEIGHT = 34
_WIDE, _WIDEST = 110, 160
_MOST_DIGITS = 4
_INTERRUPT = "ctrl+c"


class ViewerScreen(CommandScreen):
    """A recorded game. It shows the moment of a playback, and the keys change which moment that is.

    With ``is_stepping`` Space shows the next moment, otherwise it plays and pauses.
    """

    def __init__(
        self,
        playback: Playback,
        *,
        is_stepping: bool,
        go_on: Callable[[], None],
        leave: Callable[[], None],
        interrupt: Callable[[], None],
        help: Callable[[], None],  # noqa: A002  (as in AppActions)
    ) -> None:
        self.playback = playback
        self.timeline = playback.timeline
        self._is_stepping = is_stepping
        self._go_on = go_on
        self._leave = leave
        self._interrupt = interrupt
        self._help = help
        self._typed: str | None = None
        """The digits of a card number; None if none is asked for."""
        self._shown: int | None = None
        super().__init__()

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands of the viewer."""
        playback = self.playback
        return [
            KeyCommand(("space",), self._space, "play and pause; while stepping, the next moment", "Space",
                    "next" if self._is_stepping else "play"),
            KeyCommand(("left", "b", "k", "backspace"), self._back, "one moment back", "←", "back"),
            KeyCommand(("right", "n", "j"), lambda: playback.step(1), "one moment on"),
            KeyCommand(("down", "pagedown"), lambda: self._go_to(self.timeline.next_quest(playback.index)),
                    "the next mission", "↓", "mission"),
            KeyCommand(("up", "pageup"), lambda: self._go_to(self.timeline.previous_quest(playback.index)),
                    "the mission before"),
            KeyCommand(("home", "g"), lambda: self._go_to(0), "the first moment"),
            KeyCommand(("end", "G", "$"), lambda: self._go_to(self.timeline.last), "the last moment"),
            KeyCommand(("/", ":"), self._ask_card, "go to a card: then its number and Enter; digits alone do the same",
                    "/", "card"),
            KeyCommand(("tab", "r"), self._go_to_other_part,
                    "from the five minutes to the resolution; back to where the open card was laid",
                    "Tab" if self.timeline.has_two_parts else "", "story"),
            KeyCommand(("p",), self._toggle, "play or pause"),
            KeyCommand(("+", "="), lambda: playback.change_speed(1), "faster", "+", "faster"),
            KeyCommand(("-",), lambda: playback.change_speed(-1), "slower"),
            KeyCommand(("enter",), self._enter, "the next moment; at the end, go on to the next file, or leave"),
        ]  # fmt: skip

    def common_commands(self) -> list[KeyCommand]:
        """Return help and leaving."""
        return [
            KeyCommand(
                ("?", "f12", "h"), self._help, "this help, and what the heroes can do", "?", "help", always=True
            ),
            KeyCommand(("q", "escape", LEAVING[0]), self._escape, "leave", "q", "leave", always=True),
        ]

    def compose_body(self) -> ComposeResult:
        """Yield the three parts, of which one is shown, and the timeline."""
        timeline = self.timeline
        with Vertical(id="viewer-table"):
            with Horizontal(id="top"):
                yield ValueWidget(draw_digits, values.clock_at(self.playback, 0), id="digits")
                yield ValueWidget(draw_about, AboutView(timeline.game.heroes), id="about")
                yield ValueWidget(draw_decks, values.NO_DECKS, id="decks")
            yield ValueWidget(draw_bar, values.clock_at(self.playback, 0), id="bar")
            with Horizontal(id="table-cards"):
                yield ValueWidget(draw_hands, values.NO_HANDS, id="hands")
                yield ValueWidget(draw_story, values.NO_STORY, id="laid")
        with Vertical(id="viewer-resolution"):
            yield ValueWidget(draw_progress, values.NO_PROGRESS, id="progress")
            with Horizontal(id="viewer-stage"):
                yield ValueWidget(draw_story, values.NO_STORY, id="revealed")
                yield ValueWidget(draw_open_card, values.NO_CARD, id="open-card")
                yield ValueWidget(draw_log, (), id="log")
            yield ValueWidget(draw_backpack, BackpackView((), 0, 0), id="backpack")
            yield ValueWidget(draw_supply, (), id="supply")
            yield ValueWidget(draw_moment_panel, MomentPanel(), id="panel")
        yield ValueWidget(draw_outcome, outcome_of(timeline), id="outcome")
        yield ValueWidget(draw_timeline, values.timeline_view(self.playback), id="timeline")

    def fit_widgets(self, width: int, height: int) -> None:
        """Give the cards and the story more room on a larger terminal."""
        roomy, wide = height >= _ROOMY_HEIGHT, width >= _WIDE
        top = 5 if roomy else 3
        five = self.timeline.five_minutes
        self.query_one("#top").styles.height = top
        self.widget("#digits").styles.width = digits_width(five.seconds if five is not None else 0.0, top)
        self.widget("#decks").styles.width = decks_width(top, wide=wide)
        for story in ("#laid", "#revealed"):
            self.widget(story).styles.width = 26 if not wide else 34 if width < _WIDEST else 46
        self.widget("#open-card").styles.width = 32 if roomy else 24
        self.widget("#backpack").styles.height = height // 4 if roomy else 4
        self.widget("#panel").styles.height = 9 if roomy else 6

    # the view

    def update_view(self) -> None:
        """Show the moment of the playback."""
        if self.too_small:
            return
        playback, moment = self.playback, self.playback.moment
        if isinstance(moment, TableMoment):
            self._update_clock()
        if self._shown != playback.index:
            self._shown = playback.index
            part = {TableMoment: "-table", ResolutionMoment: "-resolution"}.get(type(moment), "-end")
            for name in ("-table", "-resolution", "-end"):
                self.set_class(name == part, name)
            if isinstance(moment, TableMoment):
                self._show_table(moment)
            elif isinstance(moment, ResolutionMoment):
                self._show_resolution(moment)
        self.widget("#timeline").set_value(values.timeline_view(playback))
        if not self._is_stepping or playback.is_playing:
            self.relabel("space", "pause" if playback.is_playing else "play")
        else:
            self.relabel("space", "go on" if playback.is_over else "next")
        self.relabel("tab", "story" if isinstance(moment, TableMoment) else "table")
        self.show_notice(*self._notice_text())

    def _update_clock(self) -> None:
        width = max(self.size.width, 1)
        view = values.clock_at(self.playback, width)
        self.widget("#digits").set_value(view._replace(label="", eighths=0))
        self.widget("#bar").set_value(view)

    def _show_table(self, moment: TableMoment) -> None:
        self.widget("#decks").set_value(values.decks_of(moment))
        self.widget("#hands").set_value(values.hands_of(moment))
        self.widget("#laid").set_value(values.laid_story(self.timeline, moment))

    def _show_resolution(self, moment: ResolutionMoment) -> None:
        state = moment.state
        self.widget("#progress").set_value(values.progress_of(moment))
        self.widget("#revealed").set_value(values.revealed_story(moment))
        self.widget("#open-card").set_value(values.open_card(moment))
        self.widget("#log").set_value(moment.steps)
        self.widget("#backpack").set_value(BackpackView(moment.cells, state.slots, state.limit))
        self.widget("#supply").set_value(tuple((kind, state.supply[kind]) for kind in state.game.kinds))
        self.widget("#panel").set_value(values.panel_of_moment(moment))

    def _notice_text(self) -> tuple[str, str]:
        if self._typed is not None:
            return f"Go to card {self._typed}▏ Enter goes there, Esc cancels.", f"bold {FLAME}"
        if self.notice:
            return self.notice, f"bold {EMBER}"
        playback = self.playback
        pace = f"{playback.speed:g}×" if playback.is_playing else "" if self._is_stepping else "paused"
        said = values.words_of(self.timeline, playback.moment, is_stepping=self._is_stepping)
        title = safe(self.timeline.title) or safe(self.timeline.checked.document.file)
        return shortened(" · ".join(filter(None, (pace, said, title))), self.size.width - 2), CHALK if said else ASH

    # keys and clicks

    def key_pressed(self, event: Key) -> None:
        """Run the command of a key; Ctrl-C interrupts the program instead of leaving only this file."""
        if event.key == _INTERRUPT:
            self._interrupt()
        else:
            super().key_pressed(event)

    def press_key(self, key: str) -> None:
        """Type a digit of a card number."""
        if key.isdecimal() and key.isascii():
            self.notice = ""
            self._typed = ((self._typed or "") + key)[:_MOST_DIGITS]

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (both buttons do the same)
        """Go to the clicked moment of the timeline or card of the story; a click on the open card goes on."""
        self._typed = None
        if widget.id == "timeline":
            found = moment_at(widget.value, x, widget.size.width)
            if found is not None:
                self._go_to(found)
        elif widget.id in ("laid", "revealed"):
            number = row_at(widget.value, y, widget.size.height)
            if number is not None:
                self._go_to_card(number)
        elif widget.id == "open-card":
            self.playback.step(1)

    def _run_command(self, command: KeyCommand) -> None:
        """Run a command; all but those that end the typing of a number cancel it."""
        self.notice = ""
        if self._typed is not None and command.act not in (self._enter, self._back, self._escape):
            self._typed = None
        super()._run_command(command)

    def _go_to(self, index: int) -> None:
        self.playback.go_to(index)

    def _space(self) -> None:
        if self._is_stepping and not self.playback.is_playing:
            self._next()
        else:
            self._toggle()

    def _next(self) -> None:
        if self.playback.is_over:
            self._go_on()
        else:
            self.playback.step(1)

    def _toggle(self) -> None:
        if self.playback.is_playing:
            self.playback.pause()
        else:
            self.playback.play()

    def _enter(self) -> None:
        if self._typed is None:
            self._next()
            return
        typed, self._typed = self._typed, None
        if typed:
            self._go_to_card(int(typed))

    def _back(self) -> None:
        if self._typed is not None:
            self._typed = self._typed[:-1]
        else:
            self.playback.step(-1)

    def _escape(self) -> None:
        if self._typed is not None:
            self._typed = None
        else:
            self._leave()

    def _ask_card(self) -> None:
        self._typed = ""

    def _go_to_card(self, number: int) -> None:
        index = self.playback.index
        found = self.timeline.card(number, index)
        if found is not None:
            self._go_to(found)
            return
        most = self.timeline.most_cards(index)
        what = "was laid" if isinstance(self.playback.moment, TableMoment) else "is revealed"
        self.notice = f"No card {number} {what}; the last one is card {most}." if most else f"No card {what}."

    def _go_to_other_part(self) -> None:
        found = self.timeline.other_part(self.playback.index)
        if found is not None:
            self._go_to(found)
        elif self.timeline.five_minutes is None:
            self.notice = f"{capitalised(NOT_RECORDED)}."
        else:
            self.notice = "This game was left in its five minutes."
