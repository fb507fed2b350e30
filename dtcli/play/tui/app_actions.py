"""What the app gives to each of its screens: the game, and the actions that reach beyond one screen."""

from collections.abc import Callable
from dataclasses import dataclass

from dtcli.play.game.clock import Now, real_time
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.storage.settings import DEFAULT_SETTINGS, PlaySettings


@dataclass
class AppActions:
    """The game and the actions of the app, shared by all screens."""

    game: SoloGame
    show_phase: Callable[[], None]
    """Switches to the screen for the phase of the game."""
    show_end: Callable[[], None]
    """Switches from a finished resolution to the end screen."""
    leave: Callable[[], None]
    help: Callable[[], None]
    grace: float = 0.8
    """Seconds for which keys are ignored after the five minutes: they were meant for the table."""
    settings: PlaySettings = DEFAULT_SETTINGS
    now: Now = real_time
    """Reads the clock that measures how long something is shown or ignored."""
    rest: float = 0.25
    """Seconds for which a question takes no answer after it has opened: keys pressed then were meant for the story."""
    animates: bool = True
    """Whether items fall into the backpack; never without colour."""
