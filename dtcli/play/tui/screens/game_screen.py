"""The base class of the screens of the timed game: what they share besides keys, notice and size."""

from collections.abc import Callable

from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.key_queue import LEAVING
from dtcli.play.tui.screens.command_screen import CommandScreen, KeyCommand
from dtcli.render.colours import ASH, FLAME
from dtcli.render.terminal import safe, shortened
from dtcli.rules.decisions import IllegalChoice


class GameScreen(CommandScreen):
    """A screen of the game. It shows the state of the game and passes on what the player does."""

    def __init__(self, controls: AppActions) -> None:
        self.controls = controls
        self.game = controls.game
        super().__init__()

    def common_commands(self) -> list[KeyCommand]:
        """Return help and leaving; while a recording is shown also its speed."""
        common = [
            KeyCommand(("?", "f12"), self.controls.help, "this help", "?", "help", watching=True),
            KeyCommand(LEAVING[:1], self.controls.leave, "leave the game (asks first)", watching=True),
        ]
        if self.controls.change_speed is not None and self.controls.is_watching:
            change = self.controls.change_speed
            common += [
                KeyCommand(("+", "="), lambda: change(1), "faster", "+", "faster", watching=True),
                KeyCommand(("-",), lambda: change(-1), "slower", "-", "slower", watching=True),
                KeyCommand(("p",), lambda: change(0), "pause or continue the recording", "p", "pause", watching=True),
            ]  # fmt: skip
        return common

    @property
    def is_watching(self) -> bool:
        """Whether a recording is shown, so that only some commands work."""
        return self.controls.is_watching

    @property
    def save_error(self) -> str | None:
        """Why the game cannot be saved; None if it can."""
        return self.game.save_error

    def show_notice(self, text: str, style: str = ASH) -> None:
        """Show a line above the key bar; for a recording its speed and title are added."""
        if not self.is_watching:
            super().show_notice(text, style)
            return
        parts = (self.controls.pace, text, safe(self.controls.banner))
        text = shortened(" · ".join(filter(None, parts)), self.size.width - 2)
        self.widget("#notice").set_value((text, f"bold {FLAME}"))

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
