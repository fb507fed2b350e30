"""The Textual app of puzzles: shows one puzzle after the other, and passes on what is worked out on every tick."""

from dtcli.play.game.clock import Now, real_time
from dtcli.play.puzzle.opened import OpenedPuzzle
from dtcli.play.tui.screens.overlay import Overlay
from dtcli.play.tui.screens.puzzle import PuzzleScreen
from dtcli.play.tui.screens.puzzle_view import PuzzleActions
from dtcli.play.tui.terminal_app import TerminalApp, show

TICK = 1 / 15
"""Seconds between two looks at what was worked out."""
PATIENCE = 2.0
"""The seconds for which leaving waits for a verdict."""


class PuzzleApp(TerminalApp):
    """Puzzles in full screen."""

    def __init__(
        self, opened: OpenedPuzzle, *, now: Now = real_time, rest: float = 0.25, animates: bool = True
    ) -> None:
        super().__init__()
        self._first = opened
        self._actions = PuzzleActions(self.show_puzzle, self.exit, self.stop, now=now, rest=rest, animates=animates)
        self.puzzle_screen: PuzzleScreen | None = None
        """The screen of the current puzzle."""

    def on_mount(self) -> None:
        """Show the first puzzle, and start the ticks."""
        self.show_puzzle(self._first)
        self.set_interval(TICK, self.tick)

    def show_puzzle(self, opened: OpenedPuzzle) -> None:
        """Show a puzzle; what was done with the one before is kept."""
        while isinstance(overlay := self.screen, Overlay):
            overlay.close()
        self.finish()
        shown, self.puzzle_screen = self.puzzle_screen, PuzzleScreen(opened, self._actions)
        if shown is None:
            self.push_screen(self.puzzle_screen)
        else:
            self.switch_screen(self.puzzle_screen)

    def tick(self) -> None:
        """End if that is demanded, or pass on what was worked out."""
        if not self.must_end() and self.puzzle_screen is not None:
            self.puzzle_screen.tick()

    def finish(self) -> None:
        """Keep what was done with the current puzzle, and stop working on it."""
        if self.puzzle_screen is not None:
            self.puzzle_screen.settle(PATIENCE)
            self.puzzle_screen.proofs.close()


def run_puzzles(opened: OpenedPuzzle) -> None:
    """Solve puzzles in full screen, this one first; return when the player leaves. Raises what ``show`` raises."""
    app = PuzzleApp(opened)
    try:
        show(app)
    finally:
        app.finish()
