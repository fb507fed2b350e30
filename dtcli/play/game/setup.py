"""The set-up of a solo game, and the deal that follows from its seed.

The same seed gives the same deal everywhere. Cards and heroes have separate random generators, so that a deal is the
same with and without heroes.
"""

from collections.abc import Mapping
from random import Random
from shlex import quote
from typing import Any, NamedTuple

from dtcli.formats.card_sets import DEFAULT_CARD_SET
from dtcli.formats.names import Names
from dtcli.formats.replay.resolver import Resolved
from dtcli.rules.cards import Adventure, Card
from dtcli.rules.deal import deal_heroes, deal_of_seed
from dtcli.rules.rulings import DEFAULT_EDITION, EDITIONS, HeroId, Rulings
from dtcli.rules.scenarios import Scenario, goal_of
from dtcli.rules.state import Game
from dtcli.rules.table import FIVE_MINUTES, Table


class RecordedDeal(NamedTuple):
    """The deal and the game of a recording."""

    dealt: Table
    game: Game


class Setup(NamedTuple):
    """Everything decided before the cards are dealt."""

    names: Names
    what: Scenario | Adventure
    seed: str
    edition: str = DEFAULT_EDITION
    extended: bool = False
    seconds: float = FIVE_MINUTES
    card_set: str = DEFAULT_CARD_SET
    """The card set as a replay names it."""
    draw_heroes: int = 0
    """How many heroes to choose from offers, as the edition says; more than one is for practice."""
    heroes: tuple[HeroId, ...] = ()
    """Heroes named in advance, instead of offers."""
    players: int = 1
    """How many hands are dealt; the timed game has one."""
    recorded: RecordedDeal | None = None
    """A recorded game; its deal need not follow from the seed, and it may have its own rulings."""

    @property
    def rulings(self) -> Rulings:
        """The rulings of the edition, or of the recorded game."""
        return EDITIONS[self.edition] if self.recorded is None else self.recorded.game.rulings

    @property
    def scenario(self) -> Scenario | None:
        """The scenario, unless an adventure is played."""
        return self.what if isinstance(self.what, Scenario) else None

    @property
    def adventure(self) -> Adventure | None:
        """The adventure, if one is played."""
        return self.what if isinstance(self.what, Adventure) else None

    @property
    def goal(self) -> int | None:
        """How many missions win; None if there is no goal."""
        if self.recorded is not None:
            return self.recorded.game.goal
        return goal_of(self.scenario, self.adventure, self.rulings)

    @property
    def command(self) -> str:
        """The command that plays the same deal, for a race."""
        what = ("--adventure" if self.adventure is not None else "--scenario", self.what.id)
        heroes = ",".join(self.heroes) or {0: "", 1: "draw"}.get(self.draw_heroes, str(self.draw_heroes))
        options = (
            what,
            ("--edition", self.edition if self.edition != DEFAULT_EDITION else ""),
            ("--heroes", heroes),
            ("--minutes", f"{self.seconds / 60:g}" if self.seconds != FIVE_MINUTES else ""),
            ("--card-set", self.card_set if self.card_set != DEFAULT_CARD_SET else ""),
            ("--seed", self.seed),
        )
        given = [f"{option} {quote(value)}" for option, value in options if value]
        return " ".join(["dtcli play", *given, *(["--extended"] if self.extended else [])])

    def table(self) -> Table:
        """Return the dealt table (A1, A7, V2)."""
        if self.recorded is not None:
            return self.recorded.dealt
        return deal_of_seed(self.names.cards, self.what, self.seed, players=self.players)

    def hero_offers(self) -> list[tuple[HeroId, ...]]:
        """Return the heroes to choose from, for each hero to be chosen."""
        if not self.draw_heroes:
            return []
        return deal_heroes(self.rulings, players=self.draw_heroes, rng=Random(f"heroes {self.seed}"))  # noqa: S311

    def game(self, story: tuple[Card, ...], heroes: tuple[HeroId, ...]) -> Game:
        """Return the game to resolve, once the story is laid."""
        return Game(
            kinds=self.names.cards.kinds,
            story=story,
            heroes=heroes,
            rulings=self.rulings,
            goal=self.goal,
            extended=self.extended,
            adventure=self.adventure,
        )


def recorded_setup(replay: Mapping[str, Any], resolved: Resolved, dealt: Table) -> Setup:
    """Return the set-up of a replay that has no problems and a record of its five minutes."""
    game, play = resolved.game, replay["play"]
    assert game is not None and resolved.names is not None  # noqa: PT018
    no_scenario = Scenario(id="", title="A game without a scenario", missions={}, goal=game.goal or 0)
    return Setup(
        names=resolved.names,
        what=game.adventure or resolved.scenario or no_scenario,
        seed=str(play.get("seed", "")),
        edition=replay.get("edition", DEFAULT_EDITION),
        extended=game.extended,
        seconds=play.get("seconds", FIVE_MINUTES),
        card_set=replay.get("card_set", DEFAULT_CARD_SET),
        heroes=game.heroes,
        players=len(dealt.hands),
        recorded=RecordedDeal(dealt, game),
    )
