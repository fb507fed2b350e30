"""Worker processes that generate puzzles. They end with the process that started them, however that ends."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import TimeoutError as NotYet
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread

from solver.puzzles.batch import PuzzleRequest, RequestResult, fulfil
from solver.puzzles.tally import RejectionTally

TICK = 0.1
"""Seconds between two ticks."""


def in_parallel(
    requests: list[PuzzleRequest], tally: RejectionTally, *, jobs: int, tries: int, tick: Callable[[], None]
) -> Iterator[RequestResult]:
    """Generate the puzzles in worker processes, and yield them in the order of the requests."""
    with _undisturbed():
        pool = get_context("spawn").Pool(jobs, _start, (tally, tries))
    with pool:
        found = pool.imap(_fulfil, enumerate(requests))
        for _ in requests:
            delivery = None
            while delivery is None:
                try:
                    delivery = found.next(TICK)
                except NotYet:
                    tick()
            yield delivery


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignore Ctrl-C inside; processes started there ignore it from the start."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Worker:
    """What a worker process was started with."""

    tally: RejectionTally
    tries: int


def _start(tally: RejectionTally, tries: int) -> None:
    """Prepare a worker process: ignore Ctrl-C, which reaches every process of a terminal, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Worker.tally, _Worker.tries = tally, tries
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent has ended; a parent that was killed cannot end its workers itself."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _fulfil(numbered: tuple[int, PuzzleRequest]) -> RequestResult:
    number, request = numbered
    return fulfil(request, tries=_Worker.tries, watch=_Worker.tally.watch(number))
