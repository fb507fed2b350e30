"""The Textual app of the viewer: one replay, which is played or stepped through."""

from dtcli.play.game.clock import Now, real_time
from dtcli.play.tui.screens.command_screen import help_lines
from dtcli.play.tui.screens.help import hero_lines
from dtcli.play.tui.screens.overlay import Overlay, key_lines, title_line
from dtcli.play.tui.screens.viewer import ViewerScreen
from dtcli.play.tui.terminal_app import TerminalApp, show
from dtcli.play.viewer.playback import Playback
from dtcli.play.viewer.timeline import Timeline
from dtcli.render.pictures.signs import CARD, COMPLETED, FAILED, LAID, TOKEN

TICK = 1 / 15
"""Seconds between two looks at the clock."""
_SIGNS = [
    (LAID, "on the timeline: a mission is laid"),
    (f"{COMPLETED} {FAILED}", "a mission is completed, or fails"),
    (f"{CARD} {TOKEN}", "in the backpack: item card, reward token"),
    ("# ? !", "below the backpack: a comment, a choice that was not recorded, a refused one"),
]


class ViewerApp(TerminalApp):
    """A replay in full screen."""

    def __init__(
        self,
        timeline: Timeline,
        *,
        speed: float = 1.0,
        is_stepping: bool = False,
        now: Now = real_time,
    ) -> None:
        super().__init__()
        start = timeline.resolution_start or 0
        self.playback = Playback(timeline, now=now, speed=speed, at=start if is_stepping else 0)
        self._plays_at_once = not is_stepping
        self.viewer = ViewerScreen(
            self.playback, is_stepping=is_stepping, go_on=self._go_on, leave=self.exit, help=self._show_help,
            interrupt=self._interrupt,
        )  # fmt: skip
        self.goes_on = False
        """Whether the user went on from the end, to the next file if there is one."""

    def on_mount(self) -> None:
        """Show the first moment, and start the ticks."""
        self.push_screen(self.viewer)
        if self._plays_at_once:
            self.playback.play()
        self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        if self.must_end():
            return
        was_playing = self.playback.is_playing
        self.playback.on_tick()
        if was_playing and self.viewer.is_ready and self.is_running:
            self.viewer.update_view()

    def _go_on(self) -> None:
        self.goes_on = True
        self.exit()

    def _interrupt(self) -> None:
        self.was_stopped = True
        self.exit()

    def _show_help(self) -> None:
        lines = hero_lines(self.playback.timeline.game.heroes)
        lines.append(title_line("Keys (the arrows scroll, any other key closes this)"))
        lines += key_lines(help_lines(self.viewer.commands))
        lines += [(), title_line("Signs"), *key_lines(_SIGNS)]
        self.push_screen(Overlay(lines))


def run_viewer(timeline: Timeline, *, speed: float, is_stepping: bool) -> bool:
    """Show a replay in full screen; return whether the user went on from its end. Raises what ``show`` raises."""
    app = ViewerApp(timeline, speed=speed, is_stepping=is_stepping)
    show(app)
    return app.goes_on
