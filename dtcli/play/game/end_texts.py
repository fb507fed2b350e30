"""What a front end shows at the end of a game: functions that are passed to it, and those that show nothing."""

from collections.abc import Callable
from pathlib import Path

from dtcli.play.game.solo_game import SoloGame
from dtcli.render.layout import Line

Texts = Callable[[SoloGame], list[str]]
"""Returns what is to say about a finished game, in sentences."""
Records = Callable[[SoloGame, Path | None], list[str]]
"""Returns what other saved games say about a finished one, given its replay."""
Report = Callable[[SoloGame], list[Line]]
"""Returns the analysis of a finished game in lines, with the styles of terminal output."""


def no_texts(_game: SoloGame) -> list[str]:
    """Return nothing to say."""
    return []


def no_records(_game: SoloGame, _path: Path | None) -> list[str]:
    """Return nothing to say."""
    return []


def no_report(_game: SoloGame) -> list[Line]:
    """Return nothing to show."""
    return []
