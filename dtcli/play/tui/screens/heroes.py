"""Heroes are drawn, one is kept, as the edition says."""

import textwrap
from typing import Any, NamedTuple

from textual.app import ComposeResult

from dtcli.play.game.solo_game import Phase
from dtcli.play.tui.context import Seat
from dtcli.play.tui.screens.base import Command, Stage
from dtcli.play.tui.widgets.drawing import Drawn
from dtcli.render.colours import ASH, CHALK, FLAME, MORTAR_LINE, SAND
from dtcli.render.pictures.card_face import Line
from dtcli.render.terminal import shortened
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import HeroId

_NARROW, _WIDE = 2, 5
_IN_FULL = 3
"""Lines for the skill of the hero who is pointed at, where each has only one."""
_WIDEST = 76


class Offer(NamedTuple):
    """The heroes to choose from, and which of them is pointed at."""

    heroes: tuple[HeroId, ...]
    pointed: int
    title: str


def height_of_each(offer: Offer, height: int) -> int:
    """Return how many lines a hero gets."""
    return _WIDE if len(offer.heroes) * _WIDE <= height - 3 else _NARROW


def draw_offer(offer: Offer, width: int, height: int) -> list[Line]:
    """Return the heroes one below the other."""
    room = min(width - 2, _WIDEST)
    each = height_of_each(offer, height)
    lines: list[Line] = [(), ((f" {offer.title}", f"bold {FLAME}"),), ()]
    for number, hero in enumerate(offer.heroes):
        draw = _framed if each == _WIDE else _plain
        lines += draw(number, hero, room, pointed=number == offer.pointed)
    if each == _NARROW:  # there is no room for every skill in full
        told = textwrap.wrap(HEROES[offer.heroes[offer.pointed]].text, room - 4) if offer.heroes else []
        lines += [(), *(((f"     {line}", CHALK),) for line in told)]
    above, left = _free(offer, width, height)
    return [()] * above + [(" " * left, *line) for line in lines]


def _free(offer: Offer, width: int, height: int) -> tuple[int, int]:
    """Return how many lines and columns are left free before the offer, so that it lies in the middle."""
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
        ((f" ╭─{corner}{'─' * (room - 6)}╮", edge),),
        ((" │ ", edge), (f"{one.name:<{inside}}", f"bold {SAND}"), (" │", edge)),
        *(((" │ ", edge), (f"{line:<{inside}}", CHALK), (" │", edge)) for line in text),
        ((f" ╰{'─' * (room - 2)}╯", edge),),
    ]


class HeroScreen(Stage):
    """The choice of the heroes."""

    def __init__(self, seat: Seat) -> None:
        self._pointed = 0
        super().__init__(seat)

    def own_commands(self) -> list[Command]:
        """Return how one chooses."""
        return [
            Command(("up", "left"), lambda: self._point(-1), "the hero above"),
            Command(("down", "right"), lambda: self._point(1), "the hero below", "Up Down", "point"),
            Command(("enter", "space"), lambda: self._keep(self._pointed), "keep this hero", "Enter", "keep"),
        ]

    def picture(self) -> ComposeResult:
        """Yield the offer."""
        yield Drawn(draw_offer, self._offer(), id="offer")

    def look(self) -> None:
        """Show the heroes of whom one is to be chosen now."""
        self.drawn("#offer").show(self._offer())
        self.say(self.notice or "A digit keeps a hero. The sand is not turned yet: take your time.")

    def _offer(self) -> Offer:
        chosen = [HEROES[hero].name for hero in self.game.heroes]
        title = f"{self.game.setup.what.title}: which hero goes with you?"
        if chosen:
            title = f"{title} Already there: {', '.join(chosen)}"
        return Offer(self.game.hero_offer, self._pointed, title)

    def press(self, key: str) -> bool:
        """Keep the hero of a digit."""
        if key.isdecimal() and 1 <= int(key) <= len(self.game.hero_offer):
            self._keep(int(key) - 1)
            return True
        return False

    def click(self, drawn: Drawn[Any], x: int, y: int, *, other: bool) -> None:  # noqa: ARG002  (only the line counts)
        """Keep the hero that was clicked on."""
        if drawn.id == "offer":
            above, _ = _free(self._offer(), drawn.size.width, drawn.size.height)
            number = (y - above - 3) // height_of_each(self._offer(), drawn.size.height)
            if 0 <= number < len(self.game.hero_offer):
                self._keep(number)

    def _point(self, step: int) -> None:
        self._pointed = (self._pointed + step) % len(self.game.hero_offer)
        self.look()

    def _keep(self, number: int) -> None:
        hero = self.game.hero_offer[number]
        self._pointed = 0
        self.do(lambda: self.game.choose_hero(hero))

    @property
    def is_done(self) -> bool:
        """Whether all heroes are chosen."""
        return self.game.phase is not Phase.HEROES
