"""Hand-written stories: their best lines and expected outcomes."""

from typing import Any

from dtcli.rules import Card, Game, Kind, State, start
from dtcli.rules.cards import KindInfo
from dtcli.rules.decisions import UseSkill
from solver.preference import Outcome
from solver.search import FoundLine, best_line
from tests.rules.game_builder import TWELVE, game
from tests.solver.small import with_slots

EIGHT = " ".join(TWELVE[:8])
"""Sword, bow, shield, torch, map, potion, keys, gold: a full backpack."""


def small_board_game(
    *story: str | Card, slots: int | None = None, tokens: dict[str, int] | int = 2, **fixed: Any
) -> Game:
    """Return a game with so many slots; ``tokens`` are those of each kind, 2 by default."""
    supply = dict.fromkeys(TWELVE, 2) | tokens if isinstance(tokens, dict) else dict.fromkeys(TWELVE, tokens)
    kinds = {Kind(name): KindInfo(Kind(name), tokens=n) for name, n in supply.items()}
    made = game(*story, kinds=kinds, **fixed)
    return made if slots is None else with_slots(made, slots)


def solve(state: State) -> FoundLine:
    """Return the best line from a state on, which must be proved."""
    found = best_line(state)
    assert found.proved
    assert found.bound == found.outcome.missions
    return found


def best(*story: str | Card, **fixed: Any) -> Outcome:
    """Return the outcome of the best line of a story."""
    return solve(start(small_board_game(*story, **fixed))).outcome


def survived(missions: int, *, won: bool | None = None, skills: int = 0, tokens: int = 0, discards: int = 0) -> Outcome:
    """Return the outcome of a line in which the backpack holds."""
    return Outcome(broken=False, won=won, missions=missions, skills=skills, tokens=tokens, discards=discards)


def broke(missions: int, *, won: bool | None = None, skills: int = 0, tokens: int = 0, discards: int = 0) -> Outcome:
    """Return the outcome of a line in which the backpack breaks."""
    return Outcome(broken=True, won=won, missions=missions, skills=skills, tokens=tokens, discards=discards)


def skills_used(found: FoundLine) -> list[UseSkill]:
    """Return the skills of a line in the order in which they are used."""
    return [choice for choice in found.choices if isinstance(choice, UseSkill)]
