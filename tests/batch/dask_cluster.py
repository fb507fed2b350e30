"""A real Dask cluster on loopback, for tests and benchmarks."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

_PATIENCE = 60
"""Seconds after which the scheduler should have started."""


@dataclass(frozen=True)
class DaskCluster:
    """A scheduler with its workers, each a process of its own."""

    address: str
    scheduler: "subprocess.Popen[bytes]"
    workers: list["subprocess.Popen[bytes]"]


@contextmanager
def dask_cluster(workers: int = 2) -> Iterator[DaskCluster]:
    """Yield a cluster whose workers are not started again when they are killed; end all its processes."""
    started: list[subprocess.Popen[bytes]] = []
    with TemporaryDirectory() as folder:
        contact = Path(folder) / "scheduler.json"
        try:
            scheduler = _started("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(contact))
            started.append(scheduler)
            address = _address(contact, scheduler)
            one_worker = (address, "--nthreads", "1", "--no-nanny", "--local-directory", folder)
            started.extend(_started("worker", *one_worker) for _ in range(workers))
            yield DaskCluster(address, scheduler, started[1:])
        finally:
            for process in reversed(started):
                process.kill()
                process.wait()


def _started(part: str, *arguments: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", f"distributed.cli.dask_{part}", *arguments, "--no-dashboard"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _address(contact: Path, scheduler: "subprocess.Popen[bytes]") -> str:
    """Return the address that the scheduler writes to a file when it is ready."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and scheduler.poll() is None:
        try:
            return str(json.loads(contact.read_text(encoding="utf-8"))["address"])
        except (FileNotFoundError, ValueError):
            time.sleep(0.05)
    message = "the scheduler did not start"
    raise RuntimeError(message)
