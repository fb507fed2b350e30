"""The base class of the screens of the timed game: what they share besides keys, notice and size."""

from collections.abc import Callable

from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.key_queue import LEAVING
from dtcli.play.tui.screens.command_screen import CommandScreen, KeyCommand
from dtcli.rules.decisions import IllegalChoice


class GameScreen(CommandScreen):
    """A screen of the game. It shows the state of the game and passes on what the player does."""

    def __init__(self, controls: AppActions) -> None:
        self.controls = controls
        self.game = controls.game
        super().__init__()

    def common_commands(self) -> list[KeyCommand]:
        """Return help and leaving."""
        return [
            KeyCommand(("?", "f12"), self.controls.help, "this help", "?", "help", always=True),
            KeyCommand(LEAVING[:1], self.controls.leave, "leave the game (asks first)", always=True),
        ]

    @property
    def save_error(self) -> str | None:
        """Why the game cannot be saved; None if it can."""
        return self.game.save_error

    def attempt(self, action: Callable[[], None]) -> bool:
        """Run an action of the game; return whether the rules allowed it. A refusal becomes the notice."""
        self.notice = ""
        try:
            action()
        except IllegalChoice as refusal:
            self.notice = f"{str(refusal)[:1].upper()}{str(refusal)[1:]}."
            return False
        return True

    def show_result(self) -> None:
        """Update the view after an action, and switch screens if the game has entered another phase."""
        super().show_result()
        self.controls.show_phase()
