"""The Textual app of the recorder: the board, and the end of the game."""

from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.text.recorder import ReviewRecord, SaveRecord
from dtcli.play.tui.review_thread import ReviewThread
from dtcli.play.tui.screens.command_screen import CommandScreen
from dtcli.play.tui.screens.record_end import RecordEndScreen
from dtcli.play.tui.screens.recorder import RecorderScreen
from dtcli.play.tui.terminal_app import TerminalApp, show

TICK = 1 / 10
"""Seconds between two looks at signals and at the review."""


class RecorderApp(TerminalApp):
    """One game that is recorded in full screen."""

    def __init__(self, recorder: TableRecorder, *, save: SaveRecord, review: ReviewRecord) -> None:
        super().__init__()
        self.recorder = recorder
        self._save = save
        self._review = review
        self.shown: CommandScreen | None = None
        """The screen below any overlay."""

    def on_mount(self) -> None:
        """Show the board, or the end of a game that was finished, and start the ticks."""
        self._show_board()
        self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        if self.must_end():
            return
        if isinstance(self.shown, RecordEndScreen) and self.shown.is_ready and self.is_running:
            self.shown.update_view()

    def _show(self, screen: CommandScreen) -> None:
        if self.shown is None:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)
        self.shown = screen

    def _show_board(self) -> None:
        self._show(RecorderScreen(self.recorder, finish=self._finish, leave=self.exit))

    def _finish(self) -> None:
        """Save the finished game, begin its review and show its end."""
        saved = self._save(self.recorder)
        thread = ReviewThread(self._review, saved, failed=str)
        self._show(RecordEndScreen(self.recorder, saved, thread, undo=self._undo, leave=self.exit))

    def _undo(self) -> None:
        self.recorder.undo()
        self._show_board()


def run_recorder(recorder: TableRecorder, *, save: SaveRecord, review: ReviewRecord) -> None:
    """Record a game in full screen; return when it is finished or the player leaves. Raises what ``show`` raises."""
    show(RecorderApp(recorder, save=save, review=review))
