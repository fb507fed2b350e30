"""The folders of saved games, and the names of new files in them.

They are in the platform's folder for user data, or in the folder that ``DTCLI_HOME`` names.
"""

import os
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

HOME = "DTCLI_HOME"
"""The environment variable that names another folder."""
LONGEST_SEED = 30

Calendar = Callable[[], datetime]
"""Returns the local date and time."""


def local_time() -> datetime:
    """Return the local date and time."""
    return datetime.now().astimezone()


class NoHomeError(Exception):
    """``DTCLI_HOME`` does not name a folder."""


class Folders(NamedTuple):
    """The folders in one home folder."""

    home: Path

    @property
    def games(self) -> Path:
        """The saved replays."""
        return self.home / "games"

    @property
    def journals(self) -> Path:
        """The journals of games in progress."""
        return self.home / "journals"

    @property
    def tables(self) -> Path:
        """The journals of games that are being recorded at a table."""
        return self.home / "tables"

    @property
    def campaigns(self) -> Path:
        """The campaign saves."""
        return self.home / "campaigns"

    @property
    def puzzles(self) -> Path:
        """The results of puzzles, and the puzzles that were made for a day."""
        return self.home / "puzzles"

    def create(self) -> "Folders":
        """Create the folders that do not exist yet."""
        for folder in (self.games, self.journals, self.campaigns):
            folder.mkdir(parents=True, exist_ok=True)
        return self


def folders(environment: Mapping[str, str] | None = None) -> Folders:
    """Return the folders of this user, which need not exist yet; raises ``NoHomeError``.

    >>> folders({"DTCLI_HOME": "~nosuchuser/games"})
    Traceback (most recent call last):
    dtcli.play.storage.folders.NoHomeError: DTCLI_HOME is '~nosuchuser/games', and there is no such user
    """
    named = (os.environ if environment is None else environment).get(HOME)
    if named:
        try:
            return Folders(Path(named).expanduser().absolute())
        except RuntimeError:
            msg = f"{HOME} is {named!r}, and there is no such user"
            raise NoHomeError(msg) from None
    from platformdirs import user_data_path  # noqa: PLC0415  (only saved games need it)

    return Folders(user_data_path("dtcli", appauthor=False))


def game_stem(what: str, seed: str, *, started: datetime) -> str:
    """Return the file name of a game without its suffix: date, scenario, and the seed made safe for every file system.

    >>> from datetime import timezone
    >>> game_stem("training-grounds", "../Zoë 7", started=datetime(2026, 1, 16, 20, 31, tzinfo=timezone.utc))
    '2026-01-16-2031-training-grounds-zo-7'
    """
    return "-".join(part for part in (f"{started:%Y-%m-%d-%H%M}", what, safe_part(seed)[:LONGEST_SEED]) if part)


def safe_part(text: str) -> str:
    """Return a text reduced to lower-case letters, digits and hyphens, for use in any file name.

    >>> safe_part("../Con.") , safe_part("…")
    ('con', '')
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def numbered(stem: str, n: int) -> str:
    """Return the n-th variant of a file name; the first has no number.

    >>> numbered("game", 1), numbered("game", 2)
    ('game', 'game-2')
    """
    return stem if n == 1 else f"{stem}-{n}"
