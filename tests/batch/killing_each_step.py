"""Kills a run with ``--resume`` before each step that it takes on the disk, one run for each step, and resumes it.

``python -m tests.batch.killing_each_step FOLDER INPUTS OPTION…`` prints how many runs were killed. Each run is a fork
that sends SIGKILL to itself, so nothing is written or tidied up after that moment.
"""

import os
import shutil
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from dtcli.__main__ import main
from dtcli.batch import resumable
from dtcli.exit_codes import ExitCode
from tests.commands.shell import invoke

WATCHED = ("open", "os.rename", "os.remove", "os.chmod")
"""The audit events of steps that change a folder."""


class _Countdown:
    """Kills this process before its N-th step in a folder."""

    def __init__(self, folder: Path, step: int) -> None:
        self._folder = str(folder)
        self._left = step

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Count an audit event."""
        if event in WATCHED and str(arguments[0]).startswith(self._folder):
            self.step()

    def step(self) -> None:
        """Count a step."""
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def _run(arguments: list[str], folder: Path, step: int | None = None) -> int:
    """Run dtcli in a fork, killed before a step if there is one; return its exit code, or minus the signal."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        resumable._EVERY = 0.0  # a checkpoint after every input
        if step is not None:
            countdown = _Countdown(folder, step)
            sys.addaudithook(countdown.audit)
            os.fsync = _after(countdown.step, os.fsync)
            os.ftruncate = _after(countdown.step, os.ftruncate)
        sys.argv = ["dtcli", *arguments]
        main()
    except SystemExit as end:
        os._exit(end.code if isinstance(end.code, int) else 1)
    finally:
        os._exit(ExitCode.BUG)


def _after(first: Callable[[], object], function: Callable[..., None]) -> Callable[..., None]:
    def both(*arguments: Any) -> None:
        first()
        function(*arguments)

    return both


def kill_at_each_step(folder: Path, inputs: str, options: list[str]) -> int:
    """Return how many runs were killed; each one, resumed, must end with the rows of a run that was left alone."""
    name = "rows.parquet" if "parquet" in options else "rows.out"
    alone = folder / "alone" / name
    alone.parent.mkdir()
    (folder / "first").mkdir()
    invoke(
        "score", inputs, *options, "--jobs", "1", "-o", str(folder / "first" / name)
    )  # imports what every fork needs
    expected = _run(["score", inputs, *options, "--jobs", "1", "-o", str(alone)], folder)
    for step in count(1):
        killed = folder / f"step {step}"
        killed.mkdir()
        command = ["score", inputs, *options, "--jobs", "1", "--resume", "-o", str(killed / name)]
        ended = _run(command, killed, step)
        if ended == expected:
            return step - 1
        assert ended == -signal.SIGKILL, ended
        assert _run(command, killed) == expected, step
        assert (killed / name).read_bytes() == alone.read_bytes(), step
        left = {one.name for one in killed.iterdir() if not one.name.startswith(".dtcli-")}
        assert left == {name, f"{name}.run"}, (step, left)
        shutil.rmtree(killed)
    raise AssertionError


if __name__ == "__main__":
    sys.stdout.write(f"{kill_at_each_step(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])}\n")
