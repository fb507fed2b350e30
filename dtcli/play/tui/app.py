"""The Textual app of the timed game: shows the screen of each phase and checks the clock on every tick."""

from collections.abc import Callable
from pathlib import Path

from dtcli.play.game.clock import Now, real_time
from dtcli.play.game.par import FoundPar
from dtcli.play.game.par_thread import FindPar, ParThread
from dtcli.play.game.recording import Recording
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.saving import NotSavedError
from dtcli.play.storage.settings import DEFAULT_SETTINGS, PlaySettings
from dtcli.play.timer.announcements import Announcer
from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.bell import Bell
from dtcli.play.tui.review_thread import ReviewThread
from dtcli.play.tui.screens.curtain import CurtainScreen
from dtcli.play.tui.screens.end import EndScreen
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.screens.help import help_for
from dtcli.play.tui.screens.heroes import HeroScreen
from dtcli.play.tui.screens.overlay import Overlay, key_lines, text_lines, title_line
from dtcli.play.tui.screens.resolution import ResolutionScreen
from dtcli.play.tui.screens.table import TableScreen
from dtcli.play.tui.terminal_app import TerminalApp, show

TICK = 1 / 15
"""Seconds between two checks of the clock."""
BELLS = (60, 30, *range(10, 0, -1))
"""The seconds left at which the bell rings; when the time is up it rings three times."""

Save = Callable[[SoloGame], Path | None]
Review = Callable[[SoloGame], list[str]]


class GameApp(TerminalApp):
    """One game in full screen.

    With ``watching`` a recording is shown: ``watching`` is called on every tick, plays what is due, and returns False
    when the recording is over. ``change_speed`` gets 1 for faster, -1 for slower, 0 to pause or continue.
    """

    def __init__(  # noqa: PLR0913  (injected dependencies, keyword-only)
        self,
        game: SoloGame,
        *,
        save: Save,
        review: Review,
        find_par: FindPar,
        watching: Callable[[], bool] | None = None,
        banner: str = "",
        pace: str = "",
        change_speed: Callable[[int], None] | None = None,
        settings: PlaySettings = DEFAULT_SETTINGS,
        now: Now = real_time,
        grace: float = 0.8,
        curtain: float = 1.6,
    ) -> None:
        super().__init__()
        self.game = game
        self.ringing = Bell(self.bell, is_on=settings.bell and watching is None)
        self._announcer: Announcer | None = None
        self._curtain_seconds = curtain
        self._curtain_falls: float | None = None
        """When the curtain fell, once the time is up."""
        self._save = save
        self._review = review
        self._find_par = find_par
        self._watching = watching
        self._saved_as = ""
        self._thread: ReviewThread | None = None
        self._par: ParThread | None = None
        self._has_ended = False
        self._game_screen: GameScreen | None = None
        self._shown_phase: Phase | None = None
        self.controls = AppActions(
            game,
            show_phase=self._show_phase,
            show_end=self._show_end,
            leave=self._leave,
            help=self._show_help,
            banner=banner,
            pace=pace,
            is_watching=watching is not None,
            change_speed=change_speed,
            grace=grace,
            settings=settings,
            now=now,
        )

    def on_mount(self) -> None:
        """Show the screen of the current phase, and start the ticks."""
        self._show_phase()
        self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        if self.must_end():
            return
        if self._watching is not None and not self._watching():
            self._watching = None
            self.controls.pace = "the recording is over"
        self.game.check_time()
        self._ring_last_seconds()
        self._show_phase()
        if self._game_screen is not None and self._game_screen.is_ready and self.is_running:
            self._game_screen.update_view()

    def _ring_last_seconds(self) -> None:
        """Ring the bell when the minute, the last thirty seconds, or each of the last ten have come."""
        if self.game.phase is Phase.TABLE:
            left = self.game.clock.remaining
            self._announcer = self._announcer or Announcer(left, BELLS)
            if self._announcer.due(left) is not None:
                self.ringing.ring()
        self.ringing.tick()

    # screens

    def _show_phase(self) -> None:
        """Show the screen of the current phase; a finished resolution stays until the player presses Enter."""
        phase = self.game.phase
        if self._shown_phase is Phase.TABLE and phase is not Phase.TABLE and self._shows_curtain():
            return
        if phase is Phase.OVER:
            self._end_once()
            if self._shown_phase is Phase.RESOLUTION:
                return
        if phase is self._shown_phase or (phase is Phase.TABLE and self._shown_phase is Phase.READY):
            self._shown_phase = phase
            return
        self._shown_phase = phase
        self._show(self._screen_of(phase))

    def _shows_curtain(self) -> bool:
        """Let the curtain fall if the time is up, for a moment; return whether it is shown."""
        now = self.controls.now()
        if self._curtain_falls is None:
            if not self.game.clock.is_up or self.controls.is_watching or not self._curtain_seconds:
                return False
            self._curtain_falls = now
            self.ringing.ring(at_end=True)
            self._show(CurtainScreen(self.controls))
        is_asked = isinstance(self.screen, Overlay)  # whether to leave
        is_shown = is_asked or now - self._curtain_falls < self._curtain_seconds
        if not is_shown:
            self.controls.grace = 0  # the curtain has taken the keys that were meant for the table
        return is_shown

    def _screen_of(self, phase: Phase) -> GameScreen:
        match phase:
            case Phase.HEROES:
                return HeroScreen(self.controls)
            case Phase.READY | Phase.TABLE:
                return TableScreen(self.controls)
            case Phase.RESOLUTION:
                return ResolutionScreen(self.controls)
            case Phase.OVER:
                return EndScreen(self.controls, saved_as=self._saved_as, thread=self._thread, par=self._par)

    def _show(self, screen: GameScreen) -> None:
        self._close_overlays()
        if self._game_screen is None:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)
        self._game_screen = screen

    def _show_end(self) -> None:
        self._shown_phase = Phase.OVER
        self._show(self._screen_of(Phase.OVER))

    def _end_once(self) -> None:
        """Save the game when it is over, and start its review, then the search for par."""
        if self._has_ended:
            return
        self._has_ended = True
        if self.controls.is_watching:
            self._par = ParThread(self._find_par, self.game)
            return
        path = None
        try:
            path = self._save(self.game)
        except NotSavedError as problem:
            self._saved_as = f"NOT SAVED: {problem}. You will be asked for another folder when you leave."
        else:
            self._saved_as = str(path) if path is not None else ""
        self._thread = ReviewThread(self._review, self.game)
        self._par = ParThread(self._find_par, self.game, path, after=self._thread.wait)

    def end_search(self) -> None:
        """Stop the search for par; what it has saved stays."""
        if self._par is not None:
            self._par.stop()

    # overlays

    def _close_overlays(self) -> None:
        while isinstance(overlay := self.screen, Overlay):
            overlay.close()

    def _show_help(self) -> None:
        if self._game_screen is not None and not isinstance(self.screen, Overlay):
            self.push_screen(Overlay(help_for(self._game_screen)))

    def _leave(self) -> None:
        """Ask whether to leave; a finished game is left without asking."""
        if self.game.phase is Phase.OVER or self.controls.is_watching:
            self.exit()
            return
        self._close_overlays()
        is_running = self.game.phase is Phase.TABLE and not self.game.clock.is_paused
        saved = "the game is saved as interrupted" if self.game.save_error is None else "saving the game may fail"
        lines = [
            title_line("Leave this game?"),
            *text_lines("The sand keeps running while you decide." if is_running else "It is not over."),
            (),
            *key_lines([("y", f"leave; {saved}"), ("n", "stay")]),
        ]
        self.push_screen(Overlay(lines, {"y": self.exit}))


def run_game(
    game: SoloGame,
    *,
    save: Save,
    review: Review,
    find_par: FindPar,
    settings: PlaySettings = DEFAULT_SETTINGS,
) -> None:
    """Play a game in full screen; return when it is over or the player leaves.

    Standard input and output must be a terminal. Raises what ``show`` raises.
    """
    app = GameApp(game, save=save, review=review, find_par=find_par, settings=settings)
    try:
        show(app)
    finally:
        app.end_search()


def watch(recording: Recording, settings: PlaySettings = DEFAULT_SETTINGS) -> None:
    """Show a recorded solo game as it happened."""
    show(app_for(recording, settings))


def app_for(recording: Recording, settings: PlaySettings = DEFAULT_SETTINGS) -> GameApp:
    """Return the app that shows a recording."""
    app: GameApp

    def change_speed(doublings: int) -> None:
        recording.change_speed(doublings)
        app.controls.pace = recording.pace

    app = GameApp(
        recording.game,
        save=lambda _: None,
        review=lambda _: [],
        find_par=lambda _game, _path, _stop: None if recording.par is None else FoundPar(recording.par),
        watching=recording.on_tick,
        banner=recording.title,
        pace=recording.pace,
        change_speed=change_speed,
        settings=settings,
    )
    return app
