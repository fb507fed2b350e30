"""What every hero has: a name, a price, and three functions for the rest of the skill."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId


def _no_arguments(_draft: Draft, use: UseSkill) -> Iterator[UseSkill]:
    yield use


class Hero(NamedTuple):
    """A hero and the one skill. The functions see the backpack after the price has left it."""

    id: HeroId
    name: str
    ruling: str
    text: str
    act: Callable[[Draft, UseSkill], None]
    cost: tuple[Kind, ...] = ()
    removes: tuple[int, int] = (0, 0)
    """How many items of the players' choice are removed, from and to."""
    tokens_only: bool = False
    """Whether what is removed are tokens, out of the game (H9)."""
    argument: str = ""
    """The argument besides ``remove`` that the skill needs: take, guess, discard or order."""
    why_not: Callable[[Draft, UseSkill], str | None] | None = None
    arguments: Callable[[Draft, UseSkill], Iterator[UseSkill]] = _no_arguments
    """Return the use with every legal value of ``argument``."""
