"""What every screen of the game is given: the game, and the little that the app does for it."""

from collections.abc import Callable
from dataclasses import dataclass

from dtcli.play.game.solo_game import SoloGame


@dataclass
class Seat:
    """The place at the table."""

    game: SoloGame
    follow: Callable[[], None]
    """Goes to the screen of the phase that the game is in."""
    to_end: Callable[[], None]
    """Leaves a resolution that is over for the end."""
    leave: Callable[[], None]
    help: Callable[[], None]
    banner: str = ""
    """What is being watched."""
    pace: str = ""
    """How fast the recording runs, or that it does not."""
    is_watching: bool = False
    """Whether a recording is shown, so that nothing can be done."""
    faster: Callable[[int], None] | None = None
    grace: float = 0.8
    """For how many seconds keys are ignored when the sand is through: they were meant for the table."""
