"""The screen on which the player chooses the next level of a campaign."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from textual.app import ComposeResult

from dtcli.english import and_list
from dtcli.play.game.leads import level_name
from dtcli.play.tui.key_queue import LEAVING
from dtcli.play.tui.screens.celebration import ROOM, ladder_drawing
from dtcli.play.tui.screens.command_screen import CommandScreen, KeyCommand
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, FLAME, MORTAR_LINE, SAND
from dtcli.render.ladder import Ladder
from dtcli.render.layout import Line
from dtcli.render.terminal import safe
from dtcli.rules.scenarios import Scenario

_EACH = 5
"""The lines of one level."""
_ABOVE = 3
"""The lines of the title."""


class LevelOffer(NamedTuple):
    """The levels to choose from, the one pointed at, and the campaign."""

    levels: tuple[Scenario, ...]
    pointed: int
    ladder: Ladder


def draw_levels(offer: LevelOffer, width: int, height: int) -> list[Line]:
    """Return the levels in frames, one below the other, and the ladder of the campaign where there is room."""
    above, left = _free(offer, width, height)
    pad = " " * left
    extended = ", in Extended play" if offer.ladder.extended else ""
    lines: list[Line] = [(), ((f"{safe(offer.ladder.name)}{extended}: which level comes next?", f"bold {FLAME}"),), ()]
    for number, level in enumerate(offer.levels):
        lines += _framed(number, level, pointed=number == offer.pointed)
    if _has_ladder(offer, height):
        lines += [(), (("The ladder so far", f"bold {SAND}"),), *ladder_drawing(offer.ladder, spacious=False)]
    return [()] * above + [(pad, *line) for line in lines]


def _has_ladder(offer: LevelOffer, height: int) -> bool:
    return _ABOVE + len(offer.levels) * _EACH + 2 + len(offer.ladder.rungs) <= height


def _free(offer: LevelOffer, width: int, height: int) -> tuple[int, int]:
    """Return how many lines and columns to leave free, so that the offer is centred."""
    tall = _ABOVE + len(offer.levels) * _EACH
    tall += 2 + len(offer.ladder.rungs) if _has_ladder(offer, height) else 0
    return max(0, (height - tall) // 3), max(0, (width - ROOM) // 2)


def _framed(number: int, level: Scenario, *, pointed: bool) -> list[Line]:
    edge = f"bold {FLAME}" if pointed else MORTAR_LINE
    inside = ROOM - 4
    corner = f"►{number + 1}◄" if pointed else f" {number + 1} "
    decks = and_list(f"{n} {deck}" for deck, n in level.missions.items())
    goal = f"goal {level.goal} of {sum(level.missions.values())} missions, {decks}"
    name = level_name(level)
    texts = [*textwrap.wrap(level.text, inside), "", ""][: _EACH - 3]
    rows: list[Line] = [((name, f"bold {SAND}"), (f"{goal:>{inside - len(name)}}", CHALK))]
    rows += [((f"{text:<{inside}}", ASH), "") for text in texts]
    return [
        (("╭─", edge), (corner, f"bold {FLAME}"), (f"{'─' * (ROOM - 6)}╮", edge)),
        *((("│ ", edge), *row, (" │", edge)) for row in rows),
        ((f"╰{'─' * (ROOM - 2)}╯", edge),),
    ]


class LevelScreen(CommandScreen):
    """The choice of a level."""

    def __init__(
        self,
        levels: Sequence[Scenario],
        ladder: Ladder,
        *,
        choose: Callable[[Scenario], None],
        leave: Callable[[], None],
    ) -> None:
        self._offered = LevelOffer(tuple(levels), 0, ladder)
        self._choose, self._leave = choose, leave
        super().__init__()

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands that choose a level."""
        return [
            KeyCommand(("up", "left"), lambda: self._point(-1), "the level above"),
            KeyCommand(("down", "right"), lambda: self._point(1), "the level below", "Up Down", "point"),
            KeyCommand(("enter", "space"), self._choose_pointed, "play this level", "Enter", "play"),
            KeyCommand(("q", "escape", LEAVING[0]), self._leave, "leave", "q", "leave"),
        ]

    def compose_body(self) -> ComposeResult:
        """Yield the levels."""
        yield ValueWidget(draw_levels, self._offered, id="levels")

    def update_view(self) -> None:
        """Show which level is pointed at."""
        self.widget("#levels").set_value(self._offered)
        self.show_notice("A digit, Enter or a click plays a level. Nothing is running yet.")

    def press_key(self, key: str) -> None:
        """Play the level with this number."""
        if key.isdecimal() and 1 <= int(key) <= len(self._offered.levels):
            self._choose(self._offered.levels[int(key) - 1])

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (only the line matters)
        """Play the clicked level."""
        above, _ = _free(self._offered, widget.size.width, widget.size.height)
        number = (y - above - _ABOVE) // _EACH
        if 0 <= number < len(self._offered.levels):
            self._choose(self._offered.levels[number])

    def _point(self, step: int) -> None:
        pointed = (self._offered.pointed + step) % len(self._offered.levels)
        self._offered = self._offered._replace(pointed=pointed)

    def _choose_pointed(self) -> None:
        self._choose(self._offered.levels[self._offered.pointed])
