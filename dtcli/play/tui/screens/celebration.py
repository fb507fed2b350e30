"""The screen of a won campaign: the ladder of its levels, the totals, and what is unlocked."""

from textual.app import ComposeResult

from dtcli.english import capitalised
from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.screens.command_screen import KeyCommand
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, FLAME, MORTAR_LINE, MOSS, SAND
from dtcli.render.ladder import Ladder, Rung, totals, unlocked_words, won_words
from dtcli.render.layout import Line
from dtcli.render.pictures.big_letters import large_letters, small_letters
from dtcli.render.terminal import shortened
from dtcli.rules.scenarios import ScenarioKind

ROOM = 72
"""The columns of the ladder."""
_SPACIOUS = 34
"""From this many lines on the rungs of the ladder are drawn."""
_WORDS = "CAMPAIGN WON!"
_BEGIN = "1 on the next screen begins it, or later `dtcli campaign play`."


def draw_celebration(ladder: Ladder, width: int, height: int) -> list[Line]:
    """Return a won campaign, in the middle of the screen."""
    letters = large_letters(_WORDS)
    if len(letters[0]) > width - 4 or height < _SPACIOUS:
        letters = small_letters(_WORDS)
    wide = max(len(row) for row in letters)
    lines: list[Line] = [(" " * max(0, (width - wide) // 2), (row, f"bold {FLAME}")) for row in letters]
    pad = " " * max(0, (width - ROOM) // 2)
    lines += [(), (pad, (f"{won_words(ladder):^{ROOM}}", f"bold {SAND}")), ()]
    lines += [(pad, *line) for line in ladder_drawing(ladder, spacious=height >= _SPACIOUS)]
    lines.append(())
    lines += [(pad, (f"{capitalised(said) + '.':^{ROOM}}", CHALK)) for said in totals(ladder)]
    lines += [(), (pad, (f"{unlocked_words(ladder):^{ROOM}}", f"bold {MOSS}"))]
    lines.append((pad, (f"{_BEGIN:^{ROOM}}", ASH)))
    above = max(0, (height - len(lines)) // 2)
    return [()] * above + lines


def ladder_drawing(ladder: Ladder, *, spacious: bool) -> list[Line]:
    """Return the levels as rungs, the last level on top."""
    lines: list[Line] = []
    for rung in reversed(ladder.rungs):
        if lines and spacious:
            lines.append((("   ║", MORTAR_LINE), " " * (ROOM - 9), ("║", MORTAR_LINE)))
        lines.append(_rung_line(rung))
    return lines


def _rung_line(rung: Rung) -> Line:
    is_bonus = rung.level.kind is ScenarioKind.BONUS
    style = f"bold {CHALK}" if rung.won else ASH
    name = f"{'  ' if is_bonus else ''}{rung.level.title}{' (bonus)' if is_bonus else ''}"
    words = rung.words or "not played"
    rail = "╟─" if rung.won else "║ "
    return (
        (f"   {rail} ", MORTAR_LINE), (f"{rung.signs}  ", f"bold {FLAME}"), (f"{name:<30}", style),
        (f"{shortened(words, 24):<24}", CHALK if rung.won else ASH), (f" {'─╢' if rung.won else ' ║'}", MORTAR_LINE),
    )  # fmt: skip


class CelebrationScreen(GameScreen):
    """A won campaign. Enter shows how the game ended."""

    def __init__(self, controls: AppActions, ladder: Ladder) -> None:
        self._ladder = ladder
        super().__init__(controls)

    def screen_commands(self) -> list[KeyCommand]:
        """Return the command that goes on to the end of the game."""
        keys = ("enter", "space", "escape", "q")
        return [KeyCommand(keys, self.controls.show_end, "how the game ended, and what comes next", "Enter", "go on")]

    def compose_body(self) -> ComposeResult:
        """Yield the ladder."""
        yield ValueWidget(draw_celebration, self._ladder, id="celebration")

    def update_view(self) -> None:
        """Say what Enter does."""
        self.show_notice("Enter shows how the game ended, and what comes next.")
