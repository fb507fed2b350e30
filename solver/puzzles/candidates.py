"""Random positions that might become puzzles: a packed backpack, a few missions, items before them, few tokens.

Whether a position makes a good puzzle is judged elsewhere. The same random seed gives the same positions on every
machine, and what both generators make depends on it: nothing here may change.
"""

from collections import Counter
from random import Random
from typing import NamedTuple

from dtcli.rules.cards import Card, CardSet, Item, Mission
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, Pile
from dtcli.rules.rulings import (
    ARVEDUI_MIRIEL,
    GARYNOR,
    NINTRABASH,
    ROS_THANIR,
    TRAGURK,
    ZARIA,
    ZIGARAT_HO,
    HeroId,
    Rulings,
)
from dtcli.rules.start_legality import start_violations
from dtcli.rules.state import Game, Start

COMPANIONS: tuple[HeroId, ...] = (ARVEDUI_MIRIEL, HeroId("alan-ironstar"), HeroId("tonk-redbeer"), ZARIA)
"""Heroes that Ro's Thanir can borrow from if no other hero is requested."""
_MANY_WAYS = frozenset({NINTRABASH, TRAGURK, ZIGARAT_HO, GARYNOR})
"""Heroes whose skills can be used in so many ways that only a short story can be searched."""

_EXTENDED, _PAYABLE, _PROVIDED = 0.15, 0.7, 0.8
"""Probabilities: only seven slots, the cost of a skill is packed, what a mission needs comes before it."""
_TIGHT = 0.55
"""The probability of another useless item, if the goal is a whole backpack."""
_HARD = 4
"""From this grade on a story has more missions, so that it takes foresight."""


class PuzzleRequirements(NamedTuple):
    """The requested properties of a puzzle; None if any value will do."""

    grade: int | None = None
    theme: str | None = None
    heroes: tuple[HeroId, ...] = ()
    missions: int | None = None
    """How many missions lie in the story."""
    cards: int | None = None
    """The most cards of the story."""
    goal: GoalKind = GoalKind.MOST
    adventure: str | None = None
    """The id of an adventure that lies in the story and matters."""
    edition: str | None = None
    """An edition that matters: under another one the position has another answer, or is no puzzle."""


class Candidate(NamedTuple):
    """A random position and its goal, not yet judged."""

    game: Game
    goal: Goal


def candidate(cards: CardSet, requirements: PuzzleRequirements, chance: Random) -> Candidate | None:
    """Return a random position for the requirements; None if its cards cannot lie on one table."""
    heroes = _with_company(requirements.heroes, chance)
    many_ways = any(hero in _MANY_WAYS for hero in heroes)
    is_hard = (requirements.grade or 0) >= _HARD
    n = requirements.missions or chance.choice(
        (2, 2, 3) if many_ways else (5, 6, 6, 7) if is_hard else (3, 4, 4, 5, 5, 6)
    )
    if n > len(cards.missions):
        return None
    missions = chance.sample(list(cards.missions.values()), n)
    table = _Table(cards, chance)
    to_burst = requirements.goal is GoalKind.WHOLE
    table.pack(heroes, kinds=chance.randint(1, 3) if many_ways else chance.randint(6 if to_burst else 3, 7))
    story = table.lay(missions, spare=_TIGHT if to_burst else 0.2 if many_ways else 0.4)
    if requirements.cards is not None and len(story) > requirements.cards:
        return None
    game = Game(
        kinds=cards.kinds,
        story=tuple(story),
        heroes=heroes,
        rulings=Rulings(),
        extended=chance.random() < _EXTENDED,
        start=Start(cards=Pile.of(*table.packed), supply=table.supply()),
    )
    if start_violations(game):
        return None
    return Candidate(game, _goal(requirements.goal, missions, chance))


def possible_heroes(requirements: PuzzleRequirements) -> frozenset[HeroId]:
    """Return the heroes that a candidate for these requirements can have."""
    return frozenset({*requirements.heroes, *_companions(requirements.heroes)})


def _companions(heroes: tuple[HeroId, ...]) -> tuple[HeroId, ...]:
    """Return the heroes of which one is added: Ro's Thanir alone would have nothing to borrow."""
    return COMPANIONS if heroes == (ROS_THANIR,) else ()


def _with_company(heroes: tuple[HeroId, ...], chance: Random) -> tuple[HeroId, ...]:
    """Return the heroes, with a random companion if one is needed."""
    companions = _companions(heroes)
    return (*heroes, chance.choice(companions)) if companions else heroes


def _goal(kind: GoalKind, missions: list[Mission], chance: Random) -> Goal:
    if kind is GoalKind.MISSION:
        return Goal(kind, mission=chance.choice(missions[len(missions) // 2 :]))
    if kind in (GoalKind.MISSIONS, GoalKind.FEWEST_SKILLS):
        return Goal(kind, missions=chance.randint(max(1, len(missions) - 2), len(missions)))
    return Goal(kind)


class _Table:
    """The cards that are left while a position is built."""

    def __init__(self, cards: CardSet, chance: Random) -> None:
        self.kinds = list(cards.kinds)
        self.tokens = {kind: info.tokens for kind, info in cards.kinds.items()}
        self.left = {kind: info.cards for kind, info in cards.kinds.items()}
        self.chance = chance
        self.packed: list[Kind] = []
        self.held: Counter[Kind] = Counter()

    def _has(self, kind: Kind) -> bool:
        if not self.left.get(kind):
            return False
        self.left[kind] -= 1
        self.held[kind] += 1
        return True

    def pack(self, heroes: tuple[HeroId, ...], *, kinds: int) -> None:
        """Fill the backpack before the first reveal, with the costs of the heroes among the items."""
        wanted = [kind for hero in heroes for kind in HEROES[hero].cost if self.chance.random() < _PAYABLE]
        for kind in self.chance.sample(self.kinds, kinds):
            wanted += [kind] * self.chance.choice((1, 1, 1, 2, 2, 3))
        self.packed = [kind for kind in wanted if self._has(kind)]

    def lay(self, missions: list[Mission], *, spare: float) -> list[Card]:
        """Return a story of the missions, most of what they need before them, and some useless items."""
        story: list[Card] = []
        for mission in missions:
            run: list[Card] = []
            for kind, n in mission.listed.items():
                while self.held[kind] < n and self.chance.random() < _PROVIDED and self._has(kind):
                    run.append(Item(kind))
            while self.chance.random() < spare:
                kind = self.chance.choice(self.kinds)
                if self._has(kind):
                    run.append(Item(kind))
            self.chance.shuffle(run)
            story += [*run, mission]
            if all(self.held[kind] >= n for kind, n in mission.listed.items()):
                self.held -= Counter(mission.needs)
        return story

    def supply(self) -> Pile:
        """Return a supply from which some tokens are missing."""
        return Pile({kind: max(0, n - self.chance.choice((0, 0, 0, 1, 1, 2))) for kind, n in self.tokens.items()})
