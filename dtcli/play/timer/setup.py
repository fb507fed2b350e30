"""What is known about the game at the table before the timer starts, and how it is shown beside the clock."""

from typing import NamedTuple

from dtcli.english import and_list, plural
from dtcli.render.terminal import safe
from dtcli.render.victory import winning_sentences
from dtcli.rules.cards import Adventure
from dtcli.rules.deal import DEAL_SIZES
from dtcli.rules.heroes import HEROES
from dtcli.rules.rulings import DEFAULT_EDITION, EDITIONS, HeroId
from dtcli.rules.scenarios import ANY_DECK, Scenario, goal_of
from dtcli.rules.table import FIVE_MINUTES


class Paragraph(NamedTuple):
    """A heading with its text."""

    heading: str
    text: str


class TimerSetup(NamedTuple):
    """The options of the timer; everything about the game may be unknown."""

    seconds: float = FIVE_MINUTES
    scenario: Scenario | None = None
    adventure: Adventure | None = None
    extended: bool = False
    players: int | None = None
    heroes: tuple[HeroId, ...] = ()
    card_set: str = ""
    """The card set that was named; empty for the default."""

    @property
    def title(self) -> str:
        """The title of the scenario or adventure; empty if there is none."""
        played = self.adventure or self.scenario
        return safe(played.title) if played is not None else ""

    @property
    def goal(self) -> int | None:
        """How many missions win; None if that is not known."""
        return goal_of(self.scenario, self.adventure, EDITIONS[DEFAULT_EDITION])

    @property
    def facts(self) -> tuple[str, ...]:
        """What is known about the game, each fact in a few words."""
        hand = plural(DEAL_SIZES[self.players].hand, "card") if self.players is not None else ""
        facts = (
            self.title,
            f"goal {plural(self.goal, 'mission')}" if self.goal is not None else "",
            f"{plural(self.players, 'player')} with {hand} each" if self.players is not None else "",
            "Extended play: one slot less" if self.extended else "",
        )
        return tuple(filter(None, facts))

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """What is shown beside the clock: the game and the heroes."""
        found = []
        if self.adventure is not None:
            found.append(Paragraph(self.title, _scroll(self.adventure)))
        elif self.scenario is not None:
            found.append(Paragraph(self.title, _missions(self.scenario)))
        found += [Paragraph(HEROES[hero].name, HEROES[hero].text) for hero in self.heroes]
        return tuple(found)


def _missions(scenario: Scenario) -> str:
    decks = [f"{n} of {'all decks' if deck == ANY_DECK else f'deck {deck}'}" for deck, n in scenario.missions.items()]
    return f"The missions are {and_list(decks)}; complete {scenario.goal} to win."


def _scroll(adventure: Adventure) -> str:
    return " ".join(winning_sentences(adventure.scroll.accomplish, adventure))
