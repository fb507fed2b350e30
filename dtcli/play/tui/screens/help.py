"""The help of a screen: how the game is won, the skills of the heroes, the keys, and the signs."""

from dtcli.play.tui.screens.command_screen import help_lines
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.screens.overlay import key_lines, text_lines, title_line
from dtcli.play.tui.screens.resolution import ResolutionScreen
from dtcli.play.tui.screens.table import TableScreen
from dtcli.render.colours import CHALK
from dtcli.render.layout import Line
from dtcli.render.pictures.signs import CARD, COMPLETED, FAILED, TO_COMPLETE, TOKEN
from dtcli.render.pictures.terminal_items import picture_of
from dtcli.render.terminal import safe
from dtcli.render.victory import standing, winning_sentences
from dtcli.rules.heroes import HEROES, why_never_used
from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId

_ON_ANSWERS = [("1-9 0 b c d …", "give the answer beside which the key stands")]
_SIGNS = [
    ("→ bow", "the mission gives a bow token, which must be taken"),
    ("→ bow?", "it may be declined"),
    ("→ bow/map", "one of the two"),
    ("→ any", "one token of any kind"),
    (f"{CARD} {TOKEN}", "in the backpack: item card, reward token"),
    (f"{COMPLETED} {FAILED} {TO_COMPLETE}", "a mission: completed, failed, still needed for the goal"),
]
_IN_ROW, _ITEM_WIDTH = 4, 18


def keys_of(screen: GameScreen) -> list[tuple[str, str]]:
    """Return the keys of a screen and what they do."""
    lines = help_lines(screen.commands)
    if isinstance(screen, TableScreen):
        return [*screen.card_keys, *lines]
    return _ON_ANSWERS + lines if isinstance(screen, ResolutionScreen) else lines


def hero_lines(heroes: tuple[HeroId, ...]) -> list[Line]:
    """Return the skills of heroes, and a blank line after them."""
    lines: list[Line] = []
    for hero in heroes:
        lines += [title_line(HEROES[hero].name), *text_lines(HEROES[hero].text)]
        if reason := why_never_used(heroes, hero):
            lines += text_lines(f"{HEROES[hero].name} {reason}.")
    return [*lines, ()] if lines else lines


def help_for(screen: GameScreen) -> list[Line]:
    """Return the lines of the help for a screen."""
    setup, resolution = screen.game.setup, screen.game.resolution
    lines = [title_line("How the game is won")]
    for text in winning_sentences(setup.goal, setup.adventure):
        lines += text_lines(text)
    if resolution is not None and not resolution.state.over:
        lines += text_lines(standing(resolution.state), CHALK)
    lines += [(), *hero_lines(screen.game.heroes)]
    return lines + key_and_sign_lines(keys_of(screen), tuple(screen.game.setup.names.cards.kinds))


def key_and_sign_lines(keys: list[tuple[str, str]], kinds: tuple[Kind, ...]) -> list[Line]:
    """Return the keys of a screen, and what the signs on cards mean."""
    lines = [title_line("Keys (the arrows scroll, any other key closes this)"), *key_lines(keys)]
    lines += [(), title_line("Signs"), *key_lines(_SIGNS)]
    return [*lines, (), title_line("Items"), *_item_lines(kinds)]


def _item_lines(kinds: tuple[Kind, ...]) -> list[Line]:
    """Return every kind of item with its sign, in its colour."""
    return [
        tuple(
            span
            for kind in kinds[first : first + _IN_ROW]
            for span in (
                (f"{picture_of(kind).sign} ", f"bold {picture_of(kind).colour}"),
                (f"{safe(kind):<{_ITEM_WIDTH - 2}}", CHALK),
            )
        )
        for first in range(0, len(kinds), _IN_ROW)
    ]
