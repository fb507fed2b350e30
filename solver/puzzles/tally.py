"""How many positions were refused and why, counted while the search goes on, also by several processes."""

from collections import Counter
from ctypes import c_uint64
from typing import Any

from solver.puzzles.generation import Rejection, Watch

_REASONS = tuple(Rejection)


class RejectionTally:
    """The refusals of several orders. Each order has counters of its own, so that nothing needs a lock.

    A lock would be held by a worker that is ended in the middle of counting.
    """

    def __init__(self, orders: int) -> None:
        from multiprocessing.sharedctypes import RawArray  # noqa: PLC0415  (takes a moment to load)

        self._counts: Any = RawArray(c_uint64, orders * len(_REASONS))

    def watch(self, order: int) -> Watch:
        """Return what counts the refusals of this order; only one process may count for an order at a time."""
        counts, first = self._counts, order * len(_REASONS)
        places = {reason: first + n for n, reason in enumerate(_REASONS)}

        def count(refusal: Rejection) -> None:
            counts[places[refusal]] += 1

        return count

    def total(self) -> Counter[Rejection]:
        """Return the refusals of all orders so far."""
        n = len(_REASONS)
        sums = {reason: sum(self._counts[place::n]) for place, reason in enumerate(_REASONS)}
        return Counter({reason: count for reason, count in sums.items() if count})
