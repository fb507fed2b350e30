"""The Textual app of the timed game: shows the screen of each phase and checks the clock on every tick."""

from collections.abc import Callable
from pathlib import Path

from dtcli.play.game.clock import Now, real_time
from dtcli.play.game.end_texts import Records, Report, Texts, no_records, no_report, no_texts
from dtcli.play.game.leads import AfterGame, Lead, LeadKind, nowhere
from dtcli.play.game.par_thread import FindPar
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.saving import NotSavedError
from dtcli.play.storage.settings import DEFAULT_SETTINGS, PlaySettings
from dtcli.play.timer.announcements import Announcer
from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.bell import Bell
from dtcli.play.tui.game_end import GameEnd, begin_end
from dtcli.play.tui.screens.celebration import CelebrationScreen
from dtcli.play.tui.screens.curtain import CurtainScreen
from dtcli.play.tui.screens.end import EndScreen
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.screens.help import help_for
from dtcli.play.tui.screens.heroes import HeroScreen
from dtcli.play.tui.screens.overlay import Overlay, key_lines, text_lines, title_line
from dtcli.play.tui.screens.report import ReportScreen
from dtcli.play.tui.screens.resolution import ResolutionScreen
from dtcli.play.tui.screens.table import TableScreen
from dtcli.play.tui.terminal_app import TerminalApp, show

TICK = 1 / 15
"""Seconds between two checks of the clock."""
BELLS = (60, 30, *range(10, 0, -1))
"""The seconds left at which the bell rings; when the time is up it rings three times."""

Save = Callable[[SoloGame], Path | None]


class GameApp(TerminalApp):
    """One game in full screen."""

    def __init__(  # noqa: PLR0913  (injected dependencies, keyword-only)
        self,
        game: SoloGame,
        *,
        save: Save,
        review: Texts,
        find_par: FindPar,
        lesson: Texts = no_texts,
        records: Records = no_records,
        report: Report = no_report,
        what_next: AfterGame = nowhere,
        end: GameEnd | None = None,
        settings: PlaySettings = DEFAULT_SETTINGS,
        now: Now = real_time,
        grace: float = 0.8,
        curtain: float = 1.6,
        rest: float = 0.25,
        animates: bool = True,
    ) -> None:
        super().__init__()
        self.game = game
        self.ringing = Bell(self.bell, is_on=settings.bell)
        self._announcer: Announcer | None = None
        self._curtain_seconds = curtain
        self._curtain_falls: float | None = None
        """When the curtain fell, once the time is up."""
        self.lead: Lead | None = None
        """What the player goes on to; None to leave."""
        self.end = end
        """What is known at the end; None before it. Given for a finished game whose end is shown again."""
        self._save = save
        self._review = review
        self._lesson = lesson
        self._records = records
        self._report = report
        self._find_par = find_par
        self._what_next = what_next
        self._has_celebrated = end is not None
        self._game_screen: GameScreen | None = None
        self._shown_phase: Phase | None = None
        self.controls = AppActions(
            game,
            show_phase=self._show_phase,
            show_end=self._show_end,
            leave=self._leave,
            help=self._show_help,
            grace=grace,
            settings=settings,
            now=now,
            rest=rest,
            animates=animates,
        )

    def on_mount(self) -> None:
        """Show the screen of the current phase, and start the ticks."""
        self._show_phase()
        self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        if self.must_end():
            return
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
            if not self.game.clock.is_up or not self._curtain_seconds:
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
                assert self.end is not None, "the game has ended"
                won_campaign = self.end.next.won_campaign
                if won_campaign is not None and not self._has_celebrated:
                    self._has_celebrated = True
                    return CelebrationScreen(self.controls, won_campaign)
                return EndScreen(self.controls, self.end, go_on=self._go_on)

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
        """Save the game when it is over, and begin what is worked out in the background."""
        if self.end is not None:
            return
        path = None
        try:
            path = self._save(self.game)
        except NotSavedError as problem:
            saved_as = f"NOT SAVED: {problem}. You will be asked for another folder when you leave."
        else:
            saved_as = str(path) if path is not None else ""
        self.end = begin_end(
            self.game,
            path,
            saved_as=saved_as,
            what_next=self._what_next(self.game),
            records=self._records,
            review=self._review,
            lesson=self._lesson,
            find_par=self._find_par,
        )

    def _go_on(self, lead: Lead) -> None:
        """Show the analysis, or close the app for something else."""
        if lead.kind is LeadKind.ANALYSE:
            self.push_screen(ReportScreen(self._report, self.game))
            return
        self.lead = lead
        self.exit()

    # overlays

    def _close_overlays(self) -> None:
        while isinstance(overlay := self.screen, Overlay):
            overlay.close()

    def _show_help(self) -> None:
        if self._game_screen is not None and not isinstance(self.screen, Overlay):
            self.push_screen(Overlay(help_for(self._game_screen)))

    def _leave(self) -> None:
        """Ask whether to leave; a finished game is left without asking."""
        if self.game.phase is Phase.OVER:
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


def run_game(  # noqa: PLR0913  (injected dependencies, keyword-only)
    game: SoloGame,
    *,
    save: Save,
    review: Texts,
    find_par: FindPar,
    lesson: Texts,
    records: Records,
    report: Report,
    what_next: AfterGame,
    watch: Callable[[SoloGame], None],
    settings: PlaySettings = DEFAULT_SETTINGS,
) -> Lead | None:
    """Play a game in full screen; return what the player goes on to, or None if the player leaves.

    ``watch`` shows the finished game as it happened; then its end is shown again. Standard input and output must be a
    terminal. Raises what ``show`` and ``watch`` raise.
    """
    end: GameEnd | None = None
    try:
        while True:
            app = GameApp(
                game, save=save, review=review, find_par=find_par, lesson=lesson, records=records, report=report,
                what_next=what_next, end=end, settings=settings,
            )  # fmt: skip
            try:
                show(app)
            finally:
                end = app.end
            if app.lead is None or app.lead.kind is not LeadKind.WATCH:
                return app.lead
            watch(game)
    finally:
        if end is not None:
            end.stop()
