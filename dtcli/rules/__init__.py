"""The game: pure values and functions, no files, no clock, no terminal, nothing from outside the standard library.

The names below are all that a player, a solver or a front end needs; ``docs/engine.md`` shows how to use them.
"""

from dtcli.rules.cards import NO_REWARD, Adventure, Card, CardSet, Effect, Item, KindInfo, Mission, Reward, RewardRule
from dtcli.rules.decisions import (
    REVEAL,
    Choice,
    Decision,
    Discard,
    Failure,
    Gap,
    IllegalChoice,
    Pay,
    Payment,
    Reveal,
    RewardOffer,
    Take,
    UseSkill,
)
from dtcli.rules.follow import Frame, Run, follow
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, Pile
from dtcli.rules.notes import RevealNote, SkillNote, Writer
from dtcli.rules.refusals import Refusal
from dtcli.rules.resolution import advance, apply, options, start, why_not
from dtcli.rules.rulings import EDITIONS, HeroId, Rulings
from dtcli.rules.score import Score, Status, score
from dtcli.rules.state import Event, EventKind, Game, State

__all__ = [
    "EDITIONS",
    "HEROES",
    "NO_REWARD",
    "REVEAL",
    "Adventure",
    "Card",
    "CardSet",
    "Choice",
    "Decision",
    "Discard",
    "Effect",
    "Event",
    "EventKind",
    "Failure",
    "Frame",
    "Game",
    "Gap",
    "HeroId",
    "IllegalChoice",
    "Item",
    "Kind",
    "KindInfo",
    "Mission",
    "Pay",
    "Payment",
    "Pile",
    "Refusal",
    "Reveal",
    "RevealNote",
    "Reward",
    "RewardOffer",
    "RewardRule",
    "Rulings",
    "Run",
    "Score",
    "SkillNote",
    "State",
    "Status",
    "Take",
    "UseSkill",
    "Writer",
    "advance",
    "apply",
    "follow",
    "options",
    "score",
    "start",
    "why_not",
]  # fmt: skip
