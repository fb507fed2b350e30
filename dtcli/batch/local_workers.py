"""Worker processes on this machine."""

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from shutil import get_terminal_size
from typing import Any, BinaryIO, Self, cast

from dtcli.batch.portions import Portion
from dtcli.batch.processors import WorkerDied
from dtcli.batch.row_maker import RowMaker
from dtcli.batch.worker import receive, send
from dtcli.formats.sources.raw_inputs import RawInput

Task = tuple[list[RawInput], "Future[list[Portion]]"]


class LocalWorkers:
    """Worker processes, each with a thread that sends it tasks; a worker that dies is replaced."""

    def __init__(self, maker: RowMaker, jobs: int) -> None:
        self.slots = jobs
        self._maker = maker
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._threads: list[threading.Thread] = []
        self._environment = _environment()
        self._closed = False

    def __enter__(self) -> Self:
        for _ in range(self.slots):
            thread = threading.Thread(target=self._serve, daemon=True)
            thread.start()
            self._threads.append(thread)
        return self

    def __exit__(self, *details: object) -> None:
        """End the workers, whatever they are doing."""
        self._closed = True
        for _ in range(self.slots):
            self._tasks.put(None)
        for process in self._processes:
            process.kill()
        for thread in self._threads:
            thread.join()

    def submit(self, raws: list[RawInput]) -> "Future[list[Portion]]":
        """Return the portions of these inputs, later; ``WorkerDied`` if their worker was ended."""
        future: Future[list[Portion]] = Future()
        self._tasks.put((raws, future))
        return future

    def _serve(self) -> None:
        """Give tasks to one worker, one after the other; start it, and start it again when it has died."""
        if hasattr(signal, "pthread_sigmask"):  # writing to a worker that has died is an error, not the end of dtcli
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
        process: subprocess.Popen[bytes] | None = None
        while (task := self._tasks.get()) is not None and not self._closed:
            raws, future = task
            try:
                if process is None:
                    process = self._started()
                send(cast("BinaryIO", process.stdin), raws)
                portions = receive(cast("BinaryIO", process.stdout))
            except (EOFError, OSError) as error:
                _end(process)
                process = None
                future.set_exception(WorkerDied(str(error)))
            except Exception as error:  # noqa: BLE001  (the first process waits for an answer)
                future.set_exception(error)
            else:
                future.set_result(portions)
        _end(process)

    def _started(self) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-m", "dtcli.batch.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=self._environment,
            start_new_session=True,  # Ctrl-C reaches the first process only, which then ends the workers
        )
        self._processes.append(process)
        if self._closed:
            process.kill()
        try:
            send(cast("BinaryIO", process.stdin), self._maker)
        except OSError:
            _end(process)  # here, where a pipe without a reader raises no signal
            raise
        return process


def _end(process: "subprocess.Popen[bytes] | None") -> None:
    """End a worker and close its pipes."""
    if process is None:
        return
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):  # what was not sent yet has no reader any more
            cast("BinaryIO", pipe).close()


def _environment() -> Mapping[str, Any]:
    """Return the environment of a worker: the same modules, and the width of this terminal."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)  # noqa: PTH109  (a text)
    columns = str(get_terminal_size().columns)
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": columns, "PYTHONSAFEPATH": "1"}
