"""The app: goes with the game from screen to screen, and looks at the sand all the time."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from dtcli.play.game import Phase, SoloGame
from dtcli.play.tui.end_screen import EndScreen
from dtcli.play.tui.help import help_for
from dtcli.play.tui.hero_screen import HeroScreen
from dtcli.play.tui.lesson_thread import LessonThread
from dtcli.play.tui.overlay import Overlay, key_lines, text_lines, title_line
from dtcli.play.tui.resolution_screen import ResolutionScreen
from dtcli.play.tui.seat import Seat
from dtcli.play.tui.stage import Stage
from dtcli.play.tui.table_screen import TableScreen
from dtcli.play.watch import Recording

TICK = 1 / 15
"""Seconds between two looks at the sand."""

Save = Callable[[SoloGame], Path | None]
Teach = Callable[[SoloGame], list[str]]


class GameApp(App[None]):
    """One game on the whole terminal.

    With ``watching`` a recording is shown: it is called on every tick, does what was done by then, and returns False
    when the recording is over. ``faster`` is told 1 for faster, -1 for slower, 0 to hold or go on.
    """

    CSS_PATH = "style.tcss"
    TITLE = "Dungeon Time"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]

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
        self.seat = Seat(
            game,
            follow=self._follow,
            to_end=self._show_end,
            leave=self.action_leave,
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

    def _tick(self) -> None:
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
        while isinstance(self.screen, Overlay):
            self.pop_screen()
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
        except OSError as problem:
            self._kept = f"not saved: {problem}"
        else:
            self._kept = str(path) if path is not None else ""
        self._thread = LessonThread(self._lesson, self.game)

    # over the picture

    def _show_help(self) -> None:
        if self._stage is not None and not isinstance(self.screen, Overlay):
            self.push_screen(Overlay(help_for(self._stage)))

    def action_leave(self) -> None:
        """Ask whether to leave; a game that is over is simply left."""
        if self.game.phase is Phase.OVER or self.seat.is_watching:
            self.exit()
            return
        if isinstance(self.screen, Overlay):
            self.pop_screen()
        runs = self.game.phase is Phase.TABLE and not self.game.sand.is_paused
        lines = [
            title_line("Leave this game?"),
            *text_lines("The sand runs on while you think about it." if runs else "It is not over."),
            (),
            *key_lines([("y", "leave; the game is kept as interrupted"), ("n", "stay")]),
        ]
        self.push_screen(Overlay(lines, {"y": self.exit, "ctrl+q": self.exit, "\x11": self.exit}))


def run_game(game: SoloGame, *, save: Save, lesson: Teach) -> None:
    """Play a game on the whole terminal; return when it is over or was left.

    The caller has seen to it that there is a terminal: Textual reads standard input and paints on standard error.
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
    """Run the app, and give back what Textual takes out of the environment."""
    app.run()
    if app.no_color:
        os.environ["NO_COLOR"] = "1"
