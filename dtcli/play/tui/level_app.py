"""The Textual app that asks which level of a campaign is played next."""

from collections.abc import Sequence

from dtcli.play.tui.screens.levels import LevelScreen
from dtcli.play.tui.terminal_app import TerminalApp, show
from dtcli.render.ladder import Ladder
from dtcli.rules.scenarios import Scenario

_TICK = 1 / 15


class LevelApp(TerminalApp):
    """The choice of a level in full screen."""

    def __init__(self, levels: Sequence[Scenario], ladder: Ladder) -> None:
        super().__init__()
        self.chosen: Scenario | None = None
        self._levels, self._ladder = levels, ladder

    def on_mount(self) -> None:
        """Show the levels, and look for signals regularly."""
        self.push_screen(LevelScreen(self._levels, self._ladder, choose=self._choose, leave=self.exit))
        self.set_interval(_TICK, self.must_end)

    def _choose(self, level: Scenario) -> None:
        self.chosen = level
        self.exit()


def choose_level(levels: Sequence[Scenario], ladder: Ladder) -> Scenario | None:
    """Return the level that the player chooses; None if the player leaves. Raises what ``show`` raises."""
    app = LevelApp(levels, ladder)
    show(app)
    return app.chosen
