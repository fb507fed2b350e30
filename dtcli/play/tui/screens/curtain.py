"""The curtain that falls when the time is up, for a moment, so that keys meant for the table do nothing."""

from textual.app import ComposeResult

from dtcli.english import plural
from dtcli.play.tui.key_queue import LEAVING
from dtcli.play.tui.screens.command_screen import KeyCommand
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.widgets.curtain import CurtainView, draw_curtain
from dtcli.play.tui.widgets.value_widget import ValueWidget


class CurtainScreen(GameScreen):
    """One large word between the table and the story; every key but the one that leaves is ignored."""

    def common_commands(self) -> list[KeyCommand]:
        """Return the command that leaves."""
        return [KeyCommand(LEAVING[:1], self.controls.leave, "leave the game (asks first)")]

    def compose_body(self) -> ComposeResult:
        """Yield the curtain."""
        cards = plural(len(self.game.table.story), "card")
        text = f"The story has {cards}. Now it is revealed."
        yield ValueWidget(draw_curtain, CurtainView("TIME!", (text,), ""), id="curtain")

    def update_view(self) -> None:
        """Show a warning if the game cannot be saved."""
        if not self.too_small:
            self.show_notice("")
