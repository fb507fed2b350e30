"""Finds par of a finished game in the background, while its end is already shown."""

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from dtcli.english import capitalised
from dtcli.play.game.par import FoundPar, par_sentence
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.game.stars import Stars, stars_of

FindPar = Callable[[SoloGame, Path | None, Event], FoundPar | None]
"""Returns par of a finished game, and saves it with the replay of the game, if that has a path.

Returns None without a goal, or soon after the event is set.
"""
LONGEST_STOP = 2.0
"""Seconds to wait for a search that was stopped."""
_TICK = 0.1


class ParThread:
    """A search for par that can be stopped at any time. Leaving the game does not wait for its result."""

    def __init__(
        self, find: FindPar, game: SoloGame, path: Path | None = None, *, after: Callable[[float], bool] | None = None
    ) -> None:
        """``after`` waits up to so many seconds and returns whether the search may begin: one search runs at a time."""
        self.found: FoundPar | None = None
        self.error = ""
        """Why the search failed."""
        self._game = game
        self._stop, self._done = Event(), Event()
        self._after = after
        self._find: Callable[[], FoundPar | None] = lambda: find(game, path, self._stop)
        self._thread = Thread(target=self._work, daemon=True, name="par")
        self._thread.start()

    def _work(self) -> None:
        try:
            while self._after is not None and not self._stop.is_set() and not self._after(_TICK):
                pass
            if not self._stop.is_set():
                self.found = self._find()
        except Exception as error:  # noqa: BLE001  (the end of the game is shown in any case)
            self.error = str(error) or type(error).__name__
        finally:
            self._done.set()

    @property
    def is_done(self) -> bool:
        """Whether the search has ended."""
        return self._done.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the search; return whether it has ended."""
        return self._done.wait(seconds)

    def stop(self) -> None:
        """Stop the search, and wait a moment until it has ended."""
        self._stop.set()
        self._thread.join(LONGEST_STOP)

    @property
    def stars(self) -> Stars | None:
        """The stars of the game, as far as par is known; None without a goal."""
        return stars_of(self._game.finished, self.found.par if self.found is not None else None)

    @property
    def sentences(self) -> tuple[str, ...] | None:
        """What was found, in sentences; None until the search has ended."""
        if not self.is_done:
            return None
        if self.error:
            return (f"Par of this deal could not be found: {self.error}",)
        if self.found is None:
            return ()
        said = f"{capitalised(par_sentence(self._game.finished, self.found.par))}."
        return (said, f"Par could not be saved: {self.found.unsaved}.") if self.found.unsaved else (said,)
