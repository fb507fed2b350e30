"""Batches: several processes and a cluster against one process, and the memory that a run takes.

Ratios are those of one run, best of several rounds in turns. ``--stories 1000000`` measures a million lines.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import NamedTuple

from tests.batch.corpus import write_corpus
from tests.batch.dask_cluster import dask_cluster

GAMES = 10_000
SOLVED = 120
ROUNDS = 3
TASKS = (1, 10, 50, 100, 400, 1600)
"""How many replays one task of the cluster holds, where that is measured."""
SHORT = {"format": "dungeon-time/replay/1", "story": ["sword"], "result": {"missions": 0}}
WITH_TASKS_OF = """
import sys
from dtcli.batch.work.replays import ScoreWork
from dtcli.__main__ import main
ScoreWork.per_task = int(sys.argv.pop(1))
main()
"""


class Cost(NamedTuple):
    """What a run took: the time on the wall, the processor time of all its processes, and the most memory."""

    seconds: float
    processor: float
    first: int
    """Bytes of the first process at its peak; 0 where the system does not tell."""
    workers: int
    """Bytes of its worker processes, each at its peak."""


def main(games: int = GAMES) -> None:
    """Measure in turns and print the best of each."""
    with TemporaryDirectory() as folder:
        corpus = write_corpus(Path(folder) / "games.ndjson", games)
        score = {f"{jobs} process{'es' * (jobs > 1)}": _dtcli("score", corpus, "--json", "-j", jobs) for jobs in (1, 2)}
        try:
            import distributed  # noqa: F401  (an optional part of dtcli)
        except ImportError:
            print("Dask is not installed: the cluster is not measured")
            _compare(f"score, {games:,} lines", score, ROUNDS)
        else:
            with dask_cluster() as cluster:
                score["cluster of 2"] = _dtcli("score", corpus, "--json", "--cluster", cluster.address)
                _compare(f"score, {games:,} lines", score, ROUNDS)
                few = write_corpus(Path(folder) / "few.ndjson", min(games, GAMES))
                _measure_tasks(few, min(games, GAMES), cluster.address)
        solved = _folder_of_games(Path(folder) / "solved", SOLVED)
        solve = {f"{jobs} process{'es' * (jobs > 1)}": _dtcli("solve", solved, "--json", "-j", jobs) for jobs in (1, 2)}
        _compare(f"solve, a folder of {SOLVED:,} games", solve, ROUNDS)
        _measure_memory(Path(folder), games)


def _dtcli(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "dtcli", *map(str, arguments)]


def _folder_of_games(folder: Path, games: int) -> Path:
    """Write a file for each game."""
    folder.mkdir()
    lines = write_corpus(folder.with_suffix(".ndjson"), games, garbage=False).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        (folder / f"{number:05}.json").write_text(line, encoding="utf-8")
    return folder


def _compare(title: str, commands: dict[str, list[str]], rounds: int) -> None:
    """Run the commands in turns; print the shortest time of each, and its ratio to the first one."""
    best: dict[str, float] = {}
    for _ in range(rounds):
        for name, command in commands.items():
            best[name] = min(best.get(name, float("inf")), _cost(command).seconds)
    one = next(iter(best.values()))
    print(title, flush=True)
    for name, seconds in best.items():
        print(f"  {name:<14} {seconds:8.2f} s   {one / seconds:5.2f} times as fast as one process", flush=True)


def _measure_tasks(corpus: Path, games: int, address: str) -> None:
    """Print how long the cluster takes with tasks of several sizes."""
    print(f"score, {games:,} lines on a cluster of 2, by the number of lines in a task")
    for size in TASKS:
        command = [sys.executable, "-c", WITH_TASKS_OF, str(size)]
        command += ["score", str(corpus), "--json", "--cluster", address]
        seconds = min(_cost(command).seconds for _ in range(ROUNDS))
        print(f"  {size:>14,} {seconds:8.2f} s", flush=True)


def _measure_memory(folder: Path, games: int) -> None:
    """Print the peak of memory for few and for many inputs, with two worker processes."""
    print("memory of score --jobs 2: the first process, and its workers together")
    for lines in sorted({10, 10_000, games}):
        corpus = write_corpus(folder / "memory.ndjson", lines)
        _print_memory(f"{lines:,} lines", _cost(_dtcli("score", corpus, "--json", "-j", "2")))
    lines = 10 * games
    with (folder / "short.ndjson").open("w", encoding="utf-8") as file:
        file.writelines(_short_games(lines))
    _print_memory(f"{lines:,} short lines", _cost(_dtcli("score", folder / "short.ndjson", "--json", "-j", "2")))


def _short_games(lines: int) -> Iterator[str]:
    for number in range(lines):
        yield json.dumps({**SHORT, "title": f"game {number}"}) + "\n"


def _print_memory(title: str, cost: Cost) -> None:
    first, workers = cost.first / 2**20, cost.workers / 2**20
    print(f"  {title:<24} {first:6.1f} MB   {workers:6.1f} MB   {cost.seconds:8.2f} s", flush=True)


def _cost(command: list[str]) -> Cost:
    """Run a command and return what it took."""
    peaks: dict[int, int] = {}
    ended = Event()
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        watch = Thread(target=_watch, args=(run.pid, peaks, ended))
        watch.start()
        before = os.times()
        run.wait()
        seconds, after = time.perf_counter() - begun, os.times()
        ended.set()
        watch.join()
    if run.returncode not in (0, 1, 3):  # some lines are not replays
        message = f"exit code {run.returncode}: {' '.join(command)}"
        raise RuntimeError(message)
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    first = peaks.pop(run.pid, 0)
    return Cost(seconds, processor, first, sum(peaks.values()))


def _watch(process: int, peaks: dict[int, int], ended: Event) -> None:
    """Read the peak of memory of a process and its children again and again; the system keeps it (Linux only)."""
    while not ended.wait(0.05):
        for one in (process, *_children(process)):
            if peak := _peak(one):
                peaks[one] = peak


def _children(process: int) -> Iterator[int]:
    with suppress(OSError):  # the process has ended
        for tasks in Path(f"/proc/{process}/task").glob("*/children"):
            with suppress(OSError):  # the thread has ended
                yield from map(int, tasks.read_text(encoding="ascii").split())


def _peak(process: int) -> int | None:
    """Return the most memory that a process had, in bytes; None if the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10
    return None
