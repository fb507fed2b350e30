"""What every hero has: a name, a price, and the functions that begin and end the skill."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from dtcli.rules.cards import Quest
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId


class MissionHelp(NamedTuple):
    """What skills that were waiting for the next mission do for it (H11)."""

    waiver: int = 0
    """How many listed items are waived (H5)."""
    solved: bool = False
    """Whether the mission is completed and nothing is paid (H8, H10)."""


NO_HELP = MissionHelp()


def _no_arguments(_draft: Draft, use: UseSkill) -> Iterator[UseSkill]:
    yield use


class Hero(NamedTuple):
    """A hero and the one skill.

    ``act``, ``why_not`` and ``arguments`` see the backpack after the price has left it.
    """

    id: HeroId
    name: str
    ruling: str
    text: str
    act: Callable[[Draft, UseSkill], None]
    """Do what the skill does at once."""
    cost: tuple[Kind, ...] = ()
    removes: tuple[int, int] = (0, 0)
    """The fewest and the most items of the players' choice that are removed."""
    tokens_only: bool = False
    """Whether the removed items are tokens, which leave the game (H9)."""
    argument: str = ""
    """The argument besides ``remove`` that the skill needs: take, guess, discard or order."""
    why_not: Callable[[Draft, UseSkill], str | None] | None = None
    """Return why the skill would do nothing legal, or None."""
    arguments: Callable[[Draft, UseSkill], Iterator[UseSkill]] = _no_arguments
    """Return the use with every legal value of ``argument``."""
    end_on_reveal: Callable[[Draft, Quest], MissionHelp] | None = None
    """End the effect when a mission is revealed, and return what it does for that mission."""
    end_on_completion: Callable[[Draft], None] | None = None
    """End the effect when a mission is completed, before its reward."""
