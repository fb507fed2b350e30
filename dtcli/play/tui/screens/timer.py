"""The screens of the timer: the clock of a real table, and the curtain when its time is up."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from dtcli.play.game.clock import clock_text
from dtcli.play.timer.announcements import Announcement
from dtcli.play.timer.sentences import announced, ending
from dtcli.play.timer.session import TimerSession
from dtcli.play.timer.timer import TimerPhase
from dtcli.play.tui.key_queue import LEAVING
from dtcli.play.tui.screens.command_screen import CommandScreen, KeyCommand, help_lines
from dtcli.play.tui.screens.overlay import Overlay, key_lines, text_lines, title_line
from dtcli.play.tui.widgets.clock import ClockView, clock_view, draw_bar
from dtcli.play.tui.widgets.curtain import CurtainView, draw_curtain
from dtcli.play.tui.widgets.timer import (
    MarksView,
    draw_face,
    draw_marks,
    draw_texts,
    face_view,
    layout_for,
)
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, EMBER, FLAME, NIGHT, SAND
from dtcli.render.layout import Line
from dtcli.render.terminal import safe, shortened

_AROUND = 5
"""Lines that the clock does not have: facts, bar, marks, notice and keys."""
_SHOWN_FOR = 2.5
"""Seconds of the clock for which an announcement stays on the screen."""
_PROMPTS = {
    TimerPhase.READY: "Space starts the clock.",
    TimerPhase.PAUSED: "Paused. Space continues.",
}


def draw_facts(facts: tuple[str, ...], width: int, _height: int) -> list[Line]:
    """Return one line with what is known about the game."""
    return [((shortened(f" {' · '.join(facts) or 'Dungeon Time'}", width - 1), f"bold {CHALK}"),)]


class TimerScreen(CommandScreen):
    """The clock, before it starts and while it runs."""

    def __init__(self, session: TimerSession, *, leave: Callable[[], None]) -> None:
        self.session = session
        self.timer = session.timer
        self._leave = leave
        self._hides_texts = False
        self._asked_to_end = False
        self._announcement: Announcement | None = None
        self._announced_at = 0.0
        self._shows_sound_error = session.sound_error is not None
        super().__init__()

    @property
    def save_error(self) -> str | None:
        """Why the times cannot be saved; None if they can."""
        return self.session.save_error

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands of the timer."""
        return [
            KeyCommand(("space", "enter", "p"), self._toggle, "start, pause, continue", "Space", "start"),
            KeyCommand(("m",), self._mark, "mark that a mission was laid", "m", "mission laid"),
            KeyCommand(("u", "backspace"), self._remove_mark, "remove the last mark", "u", "undo"),
            KeyCommand(("q",), self._end, "end the five minutes: press it twice", "qq", "end"),
            KeyCommand(("h",), self._toggle_texts, "hide or show the texts", "h", "texts"),
            KeyCommand(("?", "f12"), self._show_help, "this help", "?", "help"),
            KeyCommand(LEAVING[:1], self._ask_to_leave, "leave the timer (asks first)"),
        ]

    def compose_body(self) -> ComposeResult:
        """Yield the facts, the clock with its hourglass, the bar, the marks and the texts."""
        paragraphs = self.session.setup.paragraphs
        yield ValueWidget(draw_facts, self.session.setup.facts, id="timer-facts")
        with Horizontal(id="timer-main"):
            with Vertical(id="timer-clock"):
                yield ValueWidget(draw_face, face_view(self.timer.clock), id="timer-face")
                yield ValueWidget(draw_bar, clock_view(self.timer.clock, "", 0), id="timer-bar")
                yield ValueWidget(draw_marks, MarksView(()), id="timer-marks")
                yield ValueWidget(draw_texts, paragraphs, id="timer-below")
            yield ValueWidget(draw_texts, paragraphs, id="timer-side")

    def fit_widgets(self, width: int, height: int) -> None:
        """Make the digits as large as possible, and put the texts beside or below them."""
        paragraphs = () if self._hides_texts else self.session.setup.paragraphs
        layout = layout_for(clock_text(self.timer.clock.seconds), paragraphs, width, height - _AROUND)
        side, below = self.widget("#timer-side"), self.widget("#timer-below")
        side.display, below.display = bool(layout.side), bool(layout.below)
        side.styles.width, below.styles.height = layout.side, layout.below

    # the view

    def announce(self, due: Announcement) -> None:
        """Show an announcement for a while."""
        self._announcement, self._announced_at = due, self.timer.clock.elapsed

    def update_view(self) -> None:
        """Update the clock, the marks and the notice."""
        clock = self.timer.clock
        if self.too_small:
            is_running = self.timer.phase is TimerPhase.RUNNING
            self.widget("#too-small").set_value((*self.size, clock_text(clock.remaining) if is_running else ""))
            return
        self.widget("#timer-face").set_value(face_view(clock))
        bar = self.widget("#timer-bar")
        bar.set_value(self._bar_view(bar.size.width))
        left = tuple(clock_text(clock.seconds - time) for time in self.timer.mission_times)
        self.widget("#timer-marks").set_value(MarksView(left))
        labels = {TimerPhase.READY: "start", TimerPhase.RUNNING: "pause"}
        self.relabel("space", labels.get(self.timer.phase, "go on"))
        self.relabel("q", "leave" if self.timer.phase is TimerPhase.READY else "end")
        self.show_notice(*self._notice_text())

    def _bar_view(self, width: int) -> ClockView:
        return clock_view(self.timer.clock, "", max(width, 1))

    def _notice_text(self) -> tuple[str, str]:
        if self._asked_to_end:
            return "End the five minutes now? Press q again to end them, any other key to go on.", f"bold {EMBER}"
        due = self._announcement
        if due is not None and self.timer.clock.elapsed - self._announced_at < _SHOWN_FOR:
            text = announced(due) if due.unseen else f"▶▶ {due.text.upper()} ◀◀"
            text = text.center(self.size.width - 1)
            return text, f"bold {NIGHT} on {FLAME}"
        if self.notice:
            return self.notice, CHALK
        if self._shows_sound_error:
            return f"The sound command failed: {safe(self.session.sound_error or '')}", f"bold {EMBER}"
        return _PROMPTS.get(self.timer.phase, "m when a mission is laid. Space pauses."), ASH

    # keys and clicks

    def press_key(self, _key: str) -> None:
        """Withdraw a question."""
        self._clear_notice()

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002
        """Withdraw a question."""
        self._clear_notice()

    def show_sound_error(self) -> None:
        """Show why the sound command failed, until the next key."""
        self._shows_sound_error = True

    def _clear_notice(self) -> None:
        self.notice = ""
        self._asked_to_end = False
        self._shows_sound_error = False

    def _toggle(self) -> None:
        self._clear_notice()
        self.session.toggle()

    def _mark(self) -> None:
        self._clear_notice()
        if not self.session.mark_mission():
            self.notice = "The clock does not run yet."

    def _remove_mark(self) -> None:
        self._clear_notice()
        self.notice = "The last mark is removed." if self.session.remove_mark() else "There is no mark."

    def _end(self) -> None:
        if self.timer.phase is TimerPhase.READY:
            self._leave()
        elif self._asked_to_end:
            self._clear_notice()
            self.session.end()
        else:
            self._clear_notice()
            self._asked_to_end = True

    def _toggle_texts(self) -> None:
        self._clear_notice()
        self._hides_texts = not self._hides_texts
        self.fit_widgets(*self.app.size)

    def _show_help(self) -> None:
        self._clear_notice()
        lines: list[Line] = []
        for heading, text in self.session.setup.paragraphs:
            lines += [title_line(heading), *text_lines(text)]
        lines += [()] if lines else []
        lines.append(title_line("Keys (the arrows scroll, any other key closes this)"))
        self.app.push_screen(Overlay([*lines, *key_lines(help_lines(self.commands))]))

    def _ask_to_leave(self) -> None:
        if self.timer.phase is TimerPhase.READY:
            self._leave()
            return
        saved = "the times so far are saved" if self.session.output is not None else "the times are lost"
        lines = [
            title_line("Leave the timer?"),
            *text_lines("The clock keeps running while you decide."),
            (),
            *key_lines([("y", f"leave; {saved}"), ("n", "stay")]),
        ]
        self.app.push_screen(Overlay(lines, {"y": self._leave}))


class TimerEndScreen(CommandScreen):
    """The curtain at the end of the five minutes: what to do next."""

    def __init__(self, session: TimerSession, *, leave: Callable[[], None], may_leave: Callable[[], bool]) -> None:
        self.session = session
        self._leave = leave
        self._may_leave = may_leave
        super().__init__()

    @property
    def save_error(self) -> str | None:
        """Why the times cannot be saved; None if they can."""
        return self.session.save_error

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands of the curtain."""
        keys = ("enter", "q", "escape", *LEAVING[:1])
        return [
            KeyCommand(keys, self._leave_if_allowed, "leave", "Enter", "leave"),
            KeyCommand(("u", "backspace"), self._remove_mark, "remove the last mark", "u", "undo last mark"),
        ]

    def compose_body(self) -> ComposeResult:
        """Yield the curtain."""
        yield ValueWidget(draw_curtain, self.view, id="timer-curtain")

    @property
    def view(self) -> CurtainView:
        """The word and the texts of the end."""
        *texts, command = ending(self.session)
        return CurtainView("TIME!" if self.session.timer.is_time_up else "DONE", tuple(texts), command)

    def update_view(self) -> None:
        """Update the texts, which change when a mark is removed."""
        if self.too_small:
            return
        self.widget("#timer-curtain").set_value(self.view)
        self.show_notice(self.notice, SAND)

    def _leave_if_allowed(self) -> None:
        """Leave, unless the key was meant for the clock that has just ended."""
        if self._may_leave():
            self._leave()

    def _remove_mark(self) -> None:
        self.notice = "The last mark is removed." if self.session.remove_mark() else "There is no mark."
