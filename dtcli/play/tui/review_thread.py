"""Computes texts about a game in the background while the end screen is already shown."""

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

G = TypeVar("G")
T = TypeVar("T")
_TICK = 0.1


class ReviewThread(Generic[T]):
    """A daemon thread: leaving the game does not wait for it."""

    def __init__(
        self,
        review: Callable[[G], list[T]],
        game: G,
        *,
        failed: Callable[[str], T],
        after: Callable[[float], bool] | None = None,
    ) -> None:
        """``failed`` returns what is shown for an error.

        ``after`` waits up to so many seconds and returns whether the work may begin: one search runs at a time.
        """
        self.lines: tuple[T, ...] | None = None
        """The texts; None until they are computed."""
        self._review: Callable[[], list[T]] = lambda: review(game)
        self._after, self._failed = after, failed
        self._thread = Thread(target=self._work, daemon=True, name="review")
        self._thread.start()

    def _work(self) -> None:
        try:
            while self._after is not None and not self._after(_TICK):
                pass
            self.lines = tuple(self._review())
        except Exception as error:  # noqa: BLE001  (the end screen must appear in any case)
            self.lines = (self._failed(f"The review failed: {error}"),)

    def wait(self, seconds: float) -> bool:
        """Wait for the texts; return whether they are computed."""
        self._thread.join(seconds)
        return not self._thread.is_alive()
