"""Answers questions that take a while in the background, so that keys are handled meanwhile."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


class ProofThread:
    """A daemon thread that works on one question after the other; leaving does not wait for it.

    ``deliver`` passes the answers on in the thread that calls it, so that only that thread changes anything.
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[tuple[Callable[[], Any], Callable[[Any], None]] | None] = SimpleQueue()
        self._found: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._open = 0
        Thread(target=self._work, daemon=True, name="proofs").start()

    @property
    def is_idle(self) -> bool:
        """Whether every answer was delivered."""
        return not self._open

    def ask(self, find: Callable[[], T], then: Callable[[T], None]) -> None:
        """Find an answer in the background, and pass it on."""
        self._open += 1
        self._asked.put((find, then))

    def deliver(self, seconds: float = 0.0) -> bool:
        """Pass on the answers that were found, after waiting so long for one; return whether there was one.

        Raises what a question raised.
        """
        is_any = False
        while self._open:
            try:
                pass_on = self._found.get(block=not is_any and seconds > 0, timeout=seconds or None)
            except Empty:
                break
            is_any = True
            self._open -= 1
            pass_on()
        return is_any

    def close(self) -> None:
        """End the thread after what it was asked so far."""
        self._asked.put(None)

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None:
            find, then = asked
            try:
                found = find()
            except Exception as error:  # noqa: BLE001  (raised again by deliver)
                self._found.put(_raising(error))
            else:
                self._found.put(_passing(then, found))


def _passing(then: Callable[[T], None], found: T) -> Callable[[], None]:
    return lambda: then(found)


def _raising(error: Exception) -> Callable[[], None]:
    def again() -> None:
        raise error

    return again
