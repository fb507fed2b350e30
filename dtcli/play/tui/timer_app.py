"""The Textual app of the timer: looks at the clock on every tick, rings the bell, and drops the curtain."""

from time import monotonic

from dtcli.play.timer.session import TimerSession
from dtcli.play.timer.timer import TimerPhase
from dtcli.play.tui.bell import Bell
from dtcli.play.tui.screens.overlay import Overlay
from dtcli.play.tui.screens.timer import TimerEndScreen, TimerScreen
from dtcli.play.tui.terminal_app import TerminalApp, show

TICK = 1 / 15
"""Seconds between two looks at the clock."""


class TimerApp(TerminalApp):
    """A timer in full screen.

    For ``grace`` seconds after the end, keys that were meant for the clock do not close the curtain.
    """

    def __init__(self, session: TimerSession, *, bell: bool = True, grace: float = 1.0) -> None:
        super().__init__()
        self.session = session
        self.ringing = Bell(self.bell, is_on=bell)
        self._grace = grace
        self._ended_at = 0.0
        self._warned = session.sound_error is not None
        self._clock_screen = TimerScreen(session, leave=self.exit)
        self.end_screen: TimerEndScreen | None = None
        """The curtain, once the time is up."""

    def on_mount(self) -> None:
        """Show the clock, and start the ticks."""
        self.push_screen(self._clock_screen)
        self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        if self.must_end():
            return
        due = self.session.look()
        if due is not None:
            self._clock_screen.announce(due)
            self.ringing.ring(at_end=due.is_end)
        if self.session.sound_error is not None and not self._warned:
            self._warned = True
            self._clock_screen.show_sound_error()
        self.ringing.tick()
        if self.session.timer.phase is TimerPhase.ENDED:
            self._drop_curtain()
        elif self._clock_screen.is_ready and self.is_running:
            self._clock_screen.update_view()

    def _drop_curtain(self) -> None:
        if self.end_screen is not None:
            return
        while isinstance(overlay := self.screen, Overlay):
            overlay.close()
        self._ended_at = monotonic()
        self.end_screen = TimerEndScreen(
            self.session, leave=self.exit, may_leave=lambda: monotonic() - self._ended_at >= self._grace
        )
        self.switch_screen(self.end_screen)


def run_timer(session: TimerSession, *, bell: bool) -> bool:
    """Run a timer in full screen to its end, or until the user leaves; return whether it was started.

    Raises what ``show`` raises.
    """
    show(TimerApp(session, bell=bell))
    return session.timer.started is not None
