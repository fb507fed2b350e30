"""Computes the review of a game in the background while the end screen is already shown."""

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

G = TypeVar("G")


class ReviewThread:
    """A daemon thread: leaving the game does not wait for it."""

    def __init__(self, review: Callable[[G], list[str]], game: G) -> None:
        self.lines: tuple[str, ...] | None = None
        """The review; None until it is computed."""
        self._review: Callable[[], list[str]] = lambda: review(game)
        self._thread = Thread(target=self._work, daemon=True, name="review")
        self._thread.start()

    def _work(self) -> None:
        try:
            self.lines = tuple(self._review())
        except Exception as error:  # noqa: BLE001  (the end screen must appear in any case)
            self.lines = (f"The review failed: {error}",)

    def wait(self, seconds: float) -> bool:
        """Wait for the review; return whether it is computed."""
        self._thread.join(seconds)
        return not self._thread.is_alive()
