"""Works out what was possible while the end is already shown."""

from collections.abc import Callable
from threading import Thread

from dtcli.play.game.solo_game import SoloGame


class LessonThread:
    """A thread that nobody waits for: leaving the game leaves it behind."""

    def __init__(self, lesson: Callable[[SoloGame], list[str]], game: SoloGame) -> None:
        self.lines: tuple[str, ...] | None = None
        """What was possible; None until it is known."""
        self._lesson = lesson
        self._game = game
        self._thread = Thread(target=self._work, daemon=True, name="lesson")
        self._thread.start()

    def _work(self) -> None:
        try:
            self.lines = tuple(self._lesson(self._game))
        except Exception as error:  # noqa: BLE001  (the end of a game is shown whatever happens here)
            self.lines = (f"It could not be worked out: {error}",)
