"""The screen on which the player chooses a hero from those offered."""

import textwrap
from typing import Any, NamedTuple

from textual.app import ComposeResult

from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.screens.command_screen import KeyCommand
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, CHALK, FLAME, MORTAR_LINE, SAND
from dtcli.render.layout import Line
from dtcli.render.terminal import shortened
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import HeroId

_NARROW, _WIDE = 2, 5
_IN_FULL = 3
"""Lines for the full skill text of the hero pointed at, in the narrow form."""
_WIDEST = 76


class HeroOffer(NamedTuple):
    """The heroes to choose from, and the one pointed at."""

    heroes: tuple[HeroId, ...]
    pointed: int
    title: str


def height_of_each(offer: HeroOffer, height: int) -> int:
    """Return how many lines each hero gets."""
    return _WIDE if len(offer.heroes) * _WIDE <= height - 3 else _NARROW


def draw_offer(offer: HeroOffer, width: int, height: int) -> list[Line]:
    """Return the heroes, one below the other."""
    room = min(width - 2, _WIDEST)
    each = height_of_each(offer, height)
    lines: list[Line] = [(), ((f" {offer.title}", f"bold {FLAME}"),), ()]
    for number, hero in enumerate(offer.heroes):
        draw = _framed if each == _WIDE else _plain
        lines += draw(number, hero, room, pointed=number == offer.pointed)
    if each == _NARROW:  # there is no room for every skill in full
        skill = textwrap.wrap(HEROES[offer.heroes[offer.pointed]].text, room - 4) if offer.heroes else []
        lines += [(), *(((f"     {line}", CHALK),) for line in skill)]
    above, left = _free(offer, width, height)
    return [()] * above + [(" " * left, *line) for line in lines]


def _free(offer: HeroOffer, width: int, height: int) -> tuple[int, int]:
    """Return how many lines and columns to leave free, so that the offer is centred."""
    each = height_of_each(offer, height)
    tall = 3 + len(offer.heroes) * each + (_IN_FULL if each == _NARROW else 0)
    return max(0, (height - tall) // 3), max(0, (width - _WIDEST - 2) // 2)


def _plain(number: int, hero: HeroId, room: int, *, pointed: bool) -> list[Line]:
    one = HEROES[hero]
    style = f"bold {FLAME}" if pointed else f"bold {CHALK}"
    return [
        ((f" {'►' if pointed else ' '}{number + 1} ", f"bold {FLAME}"), (one.name, style)),
        ((shortened(f"     {one.text}", room + 2), ASH),),
    ]


def _framed(number: int, hero: HeroId, room: int, *, pointed: bool) -> list[Line]:
    one = HEROES[hero]
    edge = f"bold {FLAME}" if pointed else MORTAR_LINE
    inside = room - 4
    corner = f"►{number + 1}◄" if pointed else f" {number + 1} "
    text = [*textwrap.wrap(one.text, inside), "", ""][:2]
    return [
        ((" ╭─", edge), (corner, f"bold {FLAME}"), (f"{'─' * (room - 6)}╮", edge)),
        ((" │ ", edge), (f"{one.name:<{inside}}", f"bold {SAND}"), (" │", edge)),
        *(((" │ ", edge), (f"{line:<{inside}}", CHALK), (" │", edge)) for line in text),
        ((f" ╰{'─' * (room - 2)}╯", edge),),
    ]


class HeroScreen(GameScreen):
    """The choice of heroes."""

    def __init__(self, controls: AppActions) -> None:
        self._pointed = 0
        super().__init__(controls)

    def screen_commands(self) -> list[KeyCommand]:
        """Return the commands that choose a hero."""
        return [
            KeyCommand(("up", "left"), lambda: self._point(-1), "the hero above"),
            KeyCommand(("down", "right"), lambda: self._point(1), "the hero below", "Up Down", "point"),
            KeyCommand(("enter", "space"), lambda: self._keep(self._pointed), "keep this hero", "Enter", "keep"),
        ]

    def compose_body(self) -> ComposeResult:
        """Yield the offered heroes."""
        yield ValueWidget(draw_offer, self._offer(), id="offer")

    def update_view(self) -> None:
        """Show the heroes that can be chosen now."""
        self.widget("#offer").set_value(self._offer())
        self.show_notice(self.notice or "A digit keeps a hero. The sand is not running yet: take your time.")

    def _offer(self) -> HeroOffer:
        chosen = [HEROES[hero].name for hero in self.game.heroes]
        title = f"{self.game.setup.what.title}: which hero goes with you?"
        if chosen:
            title = f"{title} Already there: {', '.join(chosen)}"
        return HeroOffer(self.game.hero_offer, self._pointed, title)

    def press_key(self, key: str) -> None:
        """Keep the hero with this number."""
        if key.isdecimal() and 1 <= int(key) <= len(self.game.hero_offer):
            self._keep(int(key) - 1)

    def click(self, widget: ValueWidget[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (only the line matters)
        """Keep the clicked hero."""
        if widget.id == "offer":
            above, _ = _free(self._offer(), widget.size.width, widget.size.height)
            number = (y - above - 3) // height_of_each(self._offer(), widget.size.height)
            if 0 <= number < len(self.game.hero_offer):
                self._keep(number)

    def _point(self, step: int) -> None:
        self._pointed = (self._pointed + step) % len(self.game.hero_offer)

    def _keep(self, number: int) -> None:
        hero = self.game.hero_offer[number]
        self._pointed = 0
        self.attempt(lambda: self.game.choose_hero(hero))
