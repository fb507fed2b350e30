"""The Textual app below every full-screen mode: its driver, and how signals, a lost terminal and bugs end it."""

import os
import signal
import sys

from textual.driver import Driver

from dtcli.play.tui.key_queue import KeyQueueApp
from dtcli.signals import on_ending_signals


class ScreenCrashError(Exception):
    """A bug crashed the screen; the cause is the first error. The terminal is restored."""


class TerminalApp(KeyQueueApp):
    """An app on the whole terminal. Its ticks must call ``must_end``."""

    CSS_PATH = "style.tcss"
    TITLE = "Dungeon Time"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = None

    def __init__(self) -> None:
        super().__init__()
        self._must_stop = False
        self.was_stopped = False
        """Whether a signal or a lost terminal ended the app."""
        self.crash: Exception | None = None
        """The first unhandled error."""

    def get_driver_class(self) -> type[Driver]:
        """Return the driver that reads keys and draws; Textual calls this on construction."""
        if sys.platform == "win32":
            return super().get_driver_class()
        from dtcli.play.tui.terminal_driver import TerminalDriver  # noqa: PLC0415  (Windows has no termios)

        return TerminalDriver

    def stop(self) -> None:
        """End the app at the next tick without asking; may be called from a signal handler."""
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

    @property
    def has_lost_terminal(self) -> bool:
        """Whether the terminal was closed."""
        return getattr(self._driver, "is_gone", False)

    def must_end(self) -> bool:
        """End the app if a signal, a lost terminal or an error of the driver demands it; return whether it does."""
        if self._must_stop or self.has_lost_terminal:
            self.was_stopped = True
            self.exit()
            return True
        if failure := getattr(self._driver, "failure", None):
            self._handle_exception(failure)
            return True
        return False


def show(app: TerminalApp) -> None:
    """Run the app to its end, then restore the terminal and the environment variable that Textual removes.

    Raises ``KeyboardInterrupt`` if a signal or a lost terminal ended it, ``ScreenCrashError`` if a bug did.
    """
    try:
        with on_ending_signals(app.stop, signal.SIGINT):
            app.run()
    finally:
        if app.no_color:
            os.environ["NO_COLOR"] = "1"
        if app.has_lost_terminal:
            _discard_output()
    if app.crash is not None:
        msg = f"{type(app.crash).__name__}: {app.crash}"
        raise ScreenCrashError(msg) from app.crash
    if app.was_stopped:
        raise KeyboardInterrupt


def _discard_output() -> None:
    """Discard what is written to a closed terminal from now on: a failed write would change the exit code."""
    assert sys.stdout is not None, "the caller has checked that it is a terminal"
    shares_terminal = sys.stderr is not None and os.path.sameopenfile(sys.stdout.fileno(), sys.stderr.fileno())
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if shares_terminal:
        sys.stderr = sys.stdout
