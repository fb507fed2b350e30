"""Runs the user's sound command for each announcement, without waiting for it and without a shell."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

TEXT = "DTCLI_TEXT"
"""The environment variable in which the command also finds the text."""
LAST_SOUND = 5.0
"""Seconds for which the timer, when it ends, lets a sound go on."""


class SoundCommand:
    """A command that gets each text as its last argument. A text that comes while it still runs ends it.

    With an empty command nothing is run.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._process: subprocess.Popen[bytes] | None = None
        self.failure: str | None = None
        """Why the command failed first; None as long as it did not."""
        if self._command and shutil.which(self._command[0]) is None:
            self._fail("it is not a program")

    def say(self, text: str) -> None:
        """Start the command with a text."""
        if not self._command:
            return
        self.check()
        self._stop()
        try:
            self._process = subprocess.Popen(  # noqa: S603  (the user's own command)
                [*self._command, text],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={**os.environ, TEXT: text}, start_new_session=sys.platform != "win32",
            )  # fmt: skip
        except (OSError, ValueError) as error:
            self._fail(error.strerror or str(error) if isinstance(error, OSError) else str(error))

    def check(self) -> None:
        """Note a failure if the command has ended with one."""
        code = None if self._process is None else self._process.poll()
        if code is not None:
            self._process = None
            if code:
                self._fail(f"exit code {code}" if code > 0 else f"signal {-code}")

    def close(self, *, wait: float = LAST_SOUND) -> None:
        """Wait for the last sound, then end it."""
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(wait)
            self.check()
            self._stop()

    def _stop(self) -> None:
        """End the command and what it has started."""
        if self._process is None:
            return
        with suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def _fail(self, reason: str) -> None:
        if self.failure is None:
            self.failure = f"{self._command[0]}: {reason}"
