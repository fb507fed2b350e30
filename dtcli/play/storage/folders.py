"""Where games are kept: which folders there are, and what a new file in them is called.

Everything lies where the platform keeps a user's data, or in the folder that ``DTCLI_HOME`` names. What is in the files
is no business of this module.
"""

import os
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

HOME = "DTCLI_HOME"
"""The environment variable that puts all of it into a folder of one's own."""
LONGEST_SEED = 30

Calendar = Callable[[], datetime]
"""Reads the date and the time of day where the player is."""


def local_time() -> datetime:
    """Return the date and the time of day here."""
    return datetime.now().astimezone()


class NoHomeError(Exception):
    """``DTCLI_HOME`` names no folder."""


class Folders(NamedTuple):
    """The folders below one home."""

    home: Path

    @property
    def games(self) -> Path:
        """The replays of games that are over."""
        return self.home / "games"

    @property
    def journals(self) -> Path:
        """The games in progress."""
        return self.home / "journals"

    @property
    def campaigns(self) -> Path:
        """The saves of campaigns."""
        return self.home / "campaigns"

    def make(self) -> "Folders":
        """Make the folders that are not there yet."""
        for folder in (self.games, self.journals, self.campaigns):
            folder.mkdir(parents=True, exist_ok=True)
        return self


def folders(environment: Mapping[str, str] | None = None) -> Folders:
    """Return the folders of this user, whether they are there or not; raises ``NoHomeError``.

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
    from platformdirs import user_data_path  # noqa: PLC0415  (only games are kept there)

    return Folders(user_data_path("dtcli", appauthor=False))


def stem_of(what: str, seed: str, *, started: datetime) -> str:
    """Return what the file of a game is called: when, what, and the seed made safe for every file system.

    >>> from datetime import timezone
    >>> stem_of("training-grounds", "../Zoë 7", started=datetime(2026, 1, 16, 20, 31, tzinfo=timezone.utc))
    '2026-01-16-2031-training-grounds-zo-7'
    """
    return "-".join(part for part in (f"{started:%Y-%m-%d-%H%M}", what, safe_part(seed)[:LONGEST_SEED]) if part)


def safe_part(text: str) -> str:
    """Return the letters and digits of a text, as they may stand in any file name.

    >>> safe_part("../Con.") , safe_part("…")
    ('con', '')
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def numbered(stem: str, n: int) -> str:
    """Return the n-th name for files that would have the same: the first has no number.

    >>> numbered("game", 1), numbered("game", 2)
    ('game', 'game-2')
    """
    return stem if n == 1 else f"{stem}-{n}"
