"""The app: goes with the game from screen to screen, and looks at the sand all the time."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from textual.driver import Driver

from dtcli.play.game.recording import Recording
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.recovery import NotSavedError
from dtcli.play.tui.context import Seat
from dtcli.play.tui.key_queue import KeyQueueApp
from dtcli.play.tui.lesson_thread import LessonThread
from dtcli.play.tui.screens.base import Stage
from dtcli.play.tui.screens.end import EndScreen
from dtcli.play.tui.screens.help import help_for
from dtcli.play.tui.screens.heroes import HeroScreen
from dtcli.play.tui.screens.overlay import Overlay, key_lines, text_lines, title_line
from dtcli.play.tui.screens.resolution import ResolutionScreen
from dtcli.play.tui.screens.table import TableScreen
from dtcli.signals import on_ending_signals

TICK = 1 / 15
"""Seconds between two looks at the sand."""

Save = Callable[[SoloGame], Path | None]
Teach = Callable[[SoloGame], list[str]]


class ScreenCrashError(Exception):
    """The screen has failed because of a bug; the cause is the first error. The terminal is restored."""


class GameApp(KeyQueueApp):
    """One game on the whole terminal.

    With ``watching`` a recording is shown: it is called on every tick, does what was done by then, and returns False
    when the recording is over. ``faster`` is told 1 for faster, -1 for slower, 0 to hold or go on.
    """

    CSS_PATH = "style.tcss"
    TITLE = "Dungeon Time"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = None

    def __init__(  # noqa: PLR0913  (what is injected, all by name)
        self,
        game: SoloGame,
        *,
        save: Save,
        lesson: Teach,
        watching: Callable[[], bool] | None = None,
        banner: str = "",
        pace: str = "",
        faster: Callable[[int], None] | None = None,
        grace: float = 0.8,
    ) -> None:
        super().__init__()
        self.game = game
        self._save = save
        self._lesson = lesson
        self._watching = watching
        self._kept = ""
        self._thread: LessonThread | None = None
        self._has_ended = False
        self._stage: Stage | None = None
        self._at: Phase | None = None
        self._must_stop = False
        self.was_stopped = False
        """Whether a signal or a lost terminal ended the app, not the player."""
        self.crash: Exception | None = None
        """The first error that no code has handled."""
        self.seat = Seat(
            game,
            follow=self._follow,
            to_end=self._show_end,
            leave=self._leave,
            help=self._show_help,
            banner=banner,
            pace=pace,
            is_watching=watching is not None,
            faster=faster,
            grace=grace,
        )

    def on_mount(self) -> None:
        """Go to where the game stands, and keep looking at the sand."""
        self._follow()
        self.set_interval(TICK, self._tick)

    def get_driver_class(self) -> type[Driver]:
        """Return what reads keys and draws; Textual calls this on construction."""
        if sys.platform == "win32":
            return super().get_driver_class()
        from dtcli.play.tui.driver import TerminalDriver  # noqa: PLC0415  (there is no termios on Windows)

        return TerminalDriver

    # the end of the app

    def stop(self) -> None:
        """Leave the game at the next tick without asking; may be called from a signal handler."""
        self._must_stop = True

    def _handle_exception(self, error: Exception) -> None:
        """Close the app after an unhandled error and keep the error, which ``show`` raises; Textual calls this.

        Textual itself would print a traceback with the local variables of every frame, and exit 0.
        """
        self.crash = self.crash or error
        if self._exception is None:  # Pilot raises it in tests
            self._exception = error
            self._exception_event.set()
        self._return_code = 1
        self._close_messages_no_wait()

    def _tick(self) -> None:
        if self._must_stop or getattr(self._driver, "is_gone", False):
            self.was_stopped = True
            self.exit()
            return
        if failure := getattr(self._driver, "failure", None):
            self._handle_exception(failure)
            return
        if self._watching is not None and not self._watching():
            self._watching = None
            self.seat.pace = "the recording is over"
        self.game.look_at_sand()
        self._follow()
        if self._stage is not None and self._stage.is_set and self.is_running:
            self._stage.look()

    # from screen to screen

    def _follow(self) -> None:
        """Show the screen of the phase that the game is in; a resolution that is over stays until it was seen."""
        phase = self.game.phase
        if phase is Phase.OVER:
            self._end_once()
            if self._at is Phase.RESOLUTION:
                return
        if phase is self._at or (phase is Phase.TABLE and self._at is Phase.READY):
            self._at = phase
            return
        self._at = phase
        self._show(self._screen_of(phase))

    def _screen_of(self, phase: Phase) -> Stage:
        match phase:
            case Phase.HEROES:
                return HeroScreen(self.seat)
            case Phase.READY | Phase.TABLE:
                return TableScreen(self.seat)
            case Phase.RESOLUTION:
                return ResolutionScreen(self.seat)
            case Phase.OVER:
                return EndScreen(self.seat, kept=self._kept, thread=self._thread)

    def _show(self, stage: Stage) -> None:
        self._close_overlays()
        if self._stage is None:
            self.push_screen(stage)
        else:
            self.switch_screen(stage)
        self._stage = stage

    def _show_end(self) -> None:
        self._at = Phase.OVER
        self._show(self._screen_of(Phase.OVER))

    def _end_once(self) -> None:
        """Save the game and begin to work out what was possible, when it is over."""
        if self._has_ended:
            return
        self._has_ended = True
        if self.seat.is_watching:
            return
        try:
            path = self._save(self.game)
        except NotSavedError as problem:
            self._kept = f"NOT SAVED: {problem}. You will be asked for another folder when you leave."
        else:
            self._kept = str(path) if path is not None else ""
        self._thread = LessonThread(self._lesson, self.game)

    # over the picture

    def _close_overlays(self) -> None:
        while isinstance(overlay := self.screen, Overlay):
            overlay.close()

    def _show_help(self) -> None:
        if self._stage is not None and not isinstance(self.screen, Overlay):
            self.push_screen(Overlay(help_for(self._stage)))

    def _leave(self) -> None:
        """Ask whether to leave; a game that is over is simply left."""
        if self.game.phase is Phase.OVER or self.seat.is_watching:
            self.exit()
            return
        self._close_overlays()
        runs = self.game.phase is Phase.TABLE and not self.game.sand.is_paused
        kept = "the game is kept as interrupted" if self.game.unsafe is None else "saving the game may fail"
        lines = [
            title_line("Leave this game?"),
            *text_lines("The sand runs on while you think about it." if runs else "It is not over."),
            (),
            *key_lines([("y", f"leave; {kept}"), ("n", "stay")]),
        ]
        self.push_screen(Overlay(lines, {"y": self.exit}))


def run_game(game: SoloGame, *, save: Save, lesson: Teach) -> None:
    """Play a game on the whole terminal; return when it is over or was left.

    Standard input and output must be a terminal. Raises what ``show`` raises.
    """
    show(GameApp(game, save=save, lesson=lesson))


def watch(recording: Recording) -> None:
    """Show a recorded game of one player as it happened."""
    show(app_for(recording))


def app_for(recording: Recording) -> GameApp:
    """Return the app that shows a recording."""
    app: GameApp

    def faster(doublings: int) -> None:
        recording.faster(doublings)
        app.seat.pace = recording.pace

    app = GameApp(
        recording.game,
        save=lambda _: None,
        lesson=lambda _: [],
        watching=recording.on_tick,
        banner=recording.title,
        pace=recording.pace,
        faster=faster,
    )
    return app


def show(app: GameApp) -> None:
    """Run the app until it is left, and restore the terminal and what Textual takes out of the environment.

    Raises ``KeyboardInterrupt`` if a signal or a lost terminal ended it, ``ScreenCrashError`` if a bug did.
    """
    try:
        with on_ending_signals(app.stop, signal.SIGINT):
            app.run()
    finally:
        if app.no_color:
            os.environ["NO_COLOR"] = "1"
    if app.crash is not None:
        msg = f"{type(app.crash).__name__}: {app.crash}"
        raise ScreenCrashError(msg) from app.crash
    if app.was_stopped:
        raise KeyboardInterrupt
