"""The game: pure values and functions, no files, no clock, no terminal, nothing from outside the standard library.

The names below are all that a player, a solver or a front end needs; ``docs/engine.md`` shows them at work.
"""

from dtcli.rules.cards import Adventure, Card, CardSet, Item, Mission, Reward, RewardRule
from dtcli.rules.choices import REVEAL, Discard, IllegalChoice, Pay, Reveal, Take, UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, Pile
from dtcli.rules.notes import RevealNote, SkillNote
from dtcli.rules.record import follow
from dtcli.rules.resolution import advance, apply, options, start, why_not
from dtcli.rules.rulings import EDITIONS, HeroId, Rulings
from dtcli.rules.score import Score, Status, score
from dtcli.rules.state import Game, State

__all__ = [
    "EDITIONS",
    "HEROES",
    "REVEAL",
    "Adventure",
    "Card",
    "CardSet",
    "Discard",
    "Game",
    "HeroId",
    "IllegalChoice",
    "Item",
    "Kind",
    "Mission",
    "Pay",
    "Pile",
    "Reveal",
    "RevealNote",
    "Reward",
    "RewardRule",
    "Rulings",
    "Score",
    "SkillNote",
    "State",
    "Status",
    "Take",
    "UseSkill",
    "advance",
    "apply",
    "follow",
    "options",
    "score",
    "start",
    "why_not",
]
