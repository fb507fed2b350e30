"""The help of a screen: its keys, the signs, and the skills of the heroes."""

from collections.abc import Iterable

from dtcli.play.tui.screens.command_screen import help_lines
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.screens.overlay import key_lines, text_lines, title_line
from dtcli.play.tui.screens.resolution import ResolutionScreen
from dtcli.play.tui.screens.table import TableScreen
from dtcli.render.layout import Line
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import HeroId

_ON_ANSWERS = [("1-9 0 b c d …", "give the answer beside which the key stands")]
_SIGNS = [
    ("→ bow", "the mission gives a bow token, which must be taken"),
    ("→ bow?", "it may be declined"),
    ("→ bow/map", "one of the two"),
    ("→ any", "one token of any kind"),
    ("■ ○", "in the backpack: item card, reward token"),
]


def keys_of(screen: GameScreen) -> list[tuple[str, str]]:
    """Return the keys of a screen and what they do."""
    lines = help_lines(screen.commands)
    if isinstance(screen, TableScreen):
        return [*screen.card_keys, *lines]
    return _ON_ANSWERS + lines if isinstance(screen, ResolutionScreen) else lines


def hero_lines(heroes: Iterable[HeroId]) -> list[Line]:
    """Return the skills of heroes, and a blank line after them."""
    lines: list[Line] = []
    for hero in heroes:
        lines += [title_line(HEROES[hero].name), *text_lines(HEROES[hero].text)]
    return [*lines, ()] if lines else lines


def help_for(screen: GameScreen) -> list[Line]:
    """Return the lines of the help for a screen."""
    lines = hero_lines(screen.game.heroes)
    lines.append(title_line("Keys (the arrows scroll, any other key closes this)"))
    lines += key_lines(keys_of(screen))
    lines += [(), title_line("Signs"), *key_lines(_SIGNS)]
    return lines
