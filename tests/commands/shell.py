"""Ways to run dtcli: in this process, as a process of its own, and on a terminal with keys."""

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import IO, Any, Self

from typer.testing import CliRunner

from dtcli.commands.app import app

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted((ROOT / "replays/games").iterdir())
FRIDAY = str(ROOT / "replays/games/friday-night.dt")
READERS = ("validate", "replay", "score", "solve", "analyze", "explain", "repair", "convert")
COMMANDS = (
    *READERS, "compare", "play", "table", "timer", "advise", "verify", "digest", "history", "cards", "heroes",
    "scenarios", "rules", "problems", "schema",
)  # fmt: skip
LIMIT = 60
"""Seconds after which a command hangs; a loaded machine needs a few."""

ONE_LINE = b'{"format": "dungeon-time/replay/1", "story": ["sword"]}\n'


def environment(**more: str) -> dict[str, str]:
    """Return an environment without variables that change colours, the encoding, or the time to start."""
    unwanted = (
        "NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONUNBUFFERED", "PYTHONIOENCODING", "PYTHONUTF8",
        "PYTHONDONTWRITEBYTECODE",  # with it every process compiles dtcli again
    )  # fmt: skip
    kept = {key: value for key, value in os.environ.items() if key not in unwanted}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm", **more}


def invoke(*arguments: str, stdin: bytes = b"") -> Any:
    """Run a command in this process."""
    return CliRunner(env={"NO_COLOR": "1"}).invoke(app, list(arguments), input=stdin)


def run(*arguments: str, stdin: bytes = b"", cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a process."""
    return subprocess.run(
        [sys.executable, "-m", "dtcli", *arguments],
        input=stdin, capture_output=True, cwd=cwd, env=environment(**env), timeout=LIMIT, check=False,
    )  # fmt: skip


def run_code(code: str, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run Python code that has the command line of dtcli in ``sys.argv``."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=stdin, capture_output=True, env=environment(), timeout=LIMIT, check=False,
    )  # fmt: skip


def run_redirected(redirection: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command with its streams redirected as a shell writes it, such as ``>&-``."""
    return subprocess.run(
        ["sh", "-c", f'"$0" -m dtcli "$@" {redirection}', sys.executable, *arguments],
        capture_output=True, env=environment(), timeout=LIMIT, check=False,
    )  # fmt: skip


_ON_TERMINAL = """
import fcntl, runpy, signal, termios
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored where the tests run under nohup
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("dtcli", run_name="__main__", alter_sys=True)
"""
_READY = b"q leave"
"""The end of the line that lists the keys."""


class Terminal:
    """A command on a terminal: what it shows, keys to press, its exit code.

    ``before`` is Python code to run first in its process, ``stderr`` a file for standard error.
    """

    def __init__(self, *arguments: str, before: str = "", stderr: IO[bytes] | None = None, **env: str) -> None:
        self._ours, theirs = pty.openpty()
        self.shown = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", before + _ON_TERMINAL, *arguments],
            stdin=theirs, stdout=theirs, stderr=stderr or theirs, start_new_session=True, env=environment(**env),
        )  # fmt: skip
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(LIMIT)
        self.hang_up()

    def hang_up(self) -> None:
        """Close the terminal, as when its window is closed."""
        if self._ours >= 0:
            os.close(self._ours)
            self._ours = -1

    def press(self, key: bytes) -> str:
        """Wait for the screen, press a key, and return the screen it was pressed on."""
        screen = self.wait()
        self.type(key)
        return screen

    def type(self, key: bytes) -> None:
        """Press a key at once."""
        os.write(self._ours, key)

    def wait(self, until: bytes = _READY) -> str:
        """Wait until this is shown, and return what was shown since the last time."""
        return self._read(until)

    @property
    def modes(self) -> set[int]:
        """The private modes that are switched on, such as 1049 for the alternate screen."""
        modes: set[int] = set()
        for number, switch in re.findall(rb"\x1b\[\?(\d+)([hl])", self.shown):
            (modes.add if switch == b"h" else modes.discard)(int(number))
        return modes

    @property
    def has_single_keys(self) -> bool:
        """Whether the terminal passes on each key by itself."""
        return not termios.tcgetattr(self._ours)[3] & termios.ICANON

    def end(self) -> int:
        """Wait until the command ends, and return its exit code."""
        self._read(None)
        return self.process.wait(LIMIT)

    def _read(self, until: bytes | None) -> str:
        screen = b""
        deadline = time.monotonic() + LIMIT
        while until is None or until not in screen:
            if not select.select([self._ours], [], [], max(0, deadline - time.monotonic()))[0]:
                msg = f"nothing more than {screen[-200:]!r}"
                raise TimeoutError(msg)
            try:
                piece = os.read(self._ours, 65536)
            except OSError:  # the other side has closed
                piece = b""
            if not piece:
                break
            screen += piece
        self.shown += screen
        return screen.decode(errors="replace")


def on_terminal(*arguments: str, **env: str) -> tuple[int, bytes]:
    """Run a command on a terminal, and return its exit code and what it showed."""
    with Terminal(*arguments, **env) as terminal:
        return terminal.end(), terminal.shown
