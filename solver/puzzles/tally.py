"""Counts rejected positions by reason while a search runs, in one process or several."""

from collections import Counter
from ctypes import c_uint64
from typing import Any

from solver.puzzles.judging import Rejection, Watch

_REASONS = tuple(Rejection)


class RejectionTally:
    """The rejections for several requests. Each request has its own counters, so that no lock is needed.

    A worker that is ended while it counts would keep a lock forever.
    """

    def __init__(self, requests: int) -> None:
        from multiprocessing.sharedctypes import RawArray  # noqa: PLC0415  (takes a moment to load)

        self._counts: Any = RawArray(c_uint64, requests * len(_REASONS))

    def watch(self, request: int) -> Watch:
        """Return a callback that counts the rejections for a request; only one process may use it at a time."""
        counts, first = self._counts, request * len(_REASONS)
        places = {reason: first + n for n, reason in enumerate(_REASONS)}

        def count(rejection: Rejection) -> None:
            counts[places[rejection]] += 1

        return count

    def total(self) -> Counter[Rejection]:
        """Return the rejections for all requests so far."""
        n = len(_REASONS)
        sums = {reason: sum(self._counts[place::n]) for place, reason in enumerate(_REASONS)}
        return Counter({reason: count for reason, count in sums.items() if count})
