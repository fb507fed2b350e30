"""What the end of a game leads on to: the same deal again, a new deal, the next level, watching it, its analysis."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NamedTuple

from dtcli.play.game.solo_game import SoloGame
from dtcli.render.ladder import Ladder
from dtcli.rules.scenarios import Scenario, ScenarioKind


class LeadKind(StrEnum):
    """A kind of thing that the player can go on to."""

    AGAIN = "again"
    NEW = "new"
    LEVEL = "level"
    """A level of the campaign."""
    WATCH = "watch"
    ANALYSE = "analyse"


class Lead(NamedTuple):
    """One thing that the player can go on to, with its key on the screen and its word in lines of text."""

    kind: LeadKind
    key: str
    word: str
    words: str
    """What it does, for the help."""
    label: str
    """What it does, for the key bar."""
    level: Scenario | None = None
    """The level that is played; None for everything else."""


AGAIN = Lead(LeadKind.AGAIN, "r", "again", "play the same deal again", "again")
PRACTICE = AGAIN._replace(words="play the same deal again, for practice: it does not count in the campaign")
NEW = Lead(LeadKind.NEW, "n", "new", "play a new deal", "new deal")
WATCH = Lead(LeadKind.WATCH, "w", "watch", "watch this game as it happened", "watch")
ANALYSE = Lead(LeadKind.ANALYSE, "a", "analyse", "see what each decision was worth", "analyse")


class WhatNext(NamedTuple):
    """What the end of a game leads on to."""

    leads: tuple[Lead, ...]
    won_campaign: Ladder | None = None
    """The campaign that this game has won; None if it has not won one."""


AfterGame = Callable[[SoloGame], WhatNext]
"""Returns what a game leads on to; called when it is over and saved."""
NOWHERE = WhatNext(())


def nowhere(_game: SoloGame) -> WhatNext:
    """Return that a game leads on to nothing."""
    return NOWHERE


def after_single_game(_game: SoloGame) -> WhatNext:
    """Return what a game outside a campaign leads on to."""
    return WhatNext((AGAIN, NEW, WATCH, ANALYSE))


def after_campaign_game(choices: Iterable[Scenario], won_campaign: Ladder | None = None) -> WhatNext:
    """Return what a game of a campaign leads on to, given the levels that may be played now."""
    levels = (
        Lead(LeadKind.LEVEL, str(n), str(n), f"play {level_name(one)}", _label(one), one)
        for n, one in enumerate(choices, 1)
    )
    return WhatNext((*levels, PRACTICE, WATCH, ANALYSE), won_campaign)


def _label(level: Scenario) -> str:
    return "bonus" if level.kind is ScenarioKind.BONUS else level.title


def level_name(level: Scenario) -> str:
    """Return the title of a level, and that it is a bonus if it is one."""
    return f"{level.title} (bonus)" if level.kind is ScenarioKind.BONUS else level.title
