"""The set-up of a game that is recorded at a table: what is played, by how many, with which heroes and rules."""

from pathlib import Path
from typing import Any, NamedTuple, cast

from dtcli.formats.house_printings import CURRENT_PRINTING, HOUSE, printing_written
from dtcli.formats.names import Names
from dtcli.formats.problems import Problem
from dtcli.formats.replay.resolver import resolve
from dtcli.formats.schema import ReplayFile
from dtcli.rules.cards import Adventure, Card
from dtcli.rules.legality import violations
from dtcli.rules.rulings import DEFAULT_EDITION, EDITIONS, HeroId, Rulings
from dtcli.rules.scenarios import Scenario, goal_of
from dtcli.rules.state import Game

FORMAT = "dungeon-time/replay/1"
LONGEST_GAME_TITLE = 200


class TableSetup(NamedTuple):
    """Everything that is known before the first card is typed."""

    names: Names
    scenario: Scenario | None = None
    adventure: Adventure | None = None
    edition: str = DEFAULT_EDITION
    extended: bool = False
    players: int | None = None
    heroes: tuple[HeroId, ...] = ()
    title: str = ""
    date: str = ""
    card_set: str = CURRENT_PRINTING
    """The card set as a replay names it."""
    campaign: str | None = None
    """The campaign that the game counts for."""
    story_first: bool = False
    """Whether the whole story is typed before the first card is revealed."""
    times: dict[str, Any] | None = None
    """The times of the five minutes, as ``dtcli timer`` wrote them; a replay keeps them as ``_timer``."""

    @property
    def rulings(self) -> Rulings:
        """The rulings of the edition."""
        return EDITIONS[self.edition]

    @property
    def what(self) -> str:
        """The title of the scenario or adventure."""
        played = self.adventure or self.scenario
        return played.title if played is not None else "A free game"

    def game(self, story: tuple[Card, ...]) -> Game:
        """Return the game with this story."""
        return Game(
            kinds=self.names.cards.kinds,
            story=story,
            heroes=self.heroes,
            rulings=self.rulings,
            goal=goal_of(self.scenario, self.adventure, self.rulings),
            extended=self.extended,
            adventure=self.adventure,
        )

    def why_not_lay(self, story: tuple[Card, ...], card: Card) -> str | None:
        """Return why the card cannot lie on this story, or None (C1, S1, V1, V2)."""
        known = {(one.rule, one.place) for one in self._violations(story)}
        return next(
            (one.reason for one in self._violations((*story, card)) if (one.rule, one.place) not in known), None
        )

    def _violations(self, story: tuple[Card, ...]) -> Any:
        return violations(story, self.names.cards.kinds, self.scenario, self.adventure)

    def head(self) -> dict[str, Any]:
        """Return the keys of a replay that come before its story."""
        said: dict[str, Any] = {
            "title": self.title,
            "date": self.date,
            "edition": self.edition if self.edition != DEFAULT_EDITION else "",
            "card_set": self.card_set,
            "scenario": self.scenario.id if self.scenario else "",
            "adventure": self.adventure.id if self.adventure else "",
            "extended": self.extended,
            "players": self.players,
            "heroes": list(self.heroes),
            "_timer": self.times,
        }
        return {"format": FORMAT, **{key: value for key, value in said.items() if value}}


class UnusableSetupError(Exception):
    """A set-up that cannot be used, because a name in it is not known any more; ``problems`` say which."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems[0].message if problems else "the set-up cannot be used")
        self.problems = problems


def setup_from(head: dict[str, Any], *, campaign: str | None, story_first: bool) -> TableSetup:
    """Return the set-up that ``TableSetup.head`` has written; raises ``UnusableSetupError``."""
    card_set = printing_written(head.get("card_set", HOUSE))
    data = cast("ReplayFile", {**head, "card_set": card_set, "story": []})
    found = resolve(data, Path())
    if found.game is None or found.names is None or any(problem.is_error for problem in found.problems):
        raise UnusableSetupError(found.problems)
    return TableSetup(
        names=found.names,
        scenario=found.scenario,
        adventure=found.names.adventure(head["adventure"]) if "adventure" in head else None,
        edition=head.get("edition", DEFAULT_EDITION),
        extended=found.game.extended,
        players=head.get("players"),
        heroes=found.game.heroes,
        title=head.get("title", ""),
        date=head.get("date", ""),
        card_set=card_set,
        campaign=campaign,
        story_first=story_first,
        times=head.get("_timer"),
    )
