"""A line of play as the model plans it: the items and the event of each step, and the order of the cards."""

from itertools import chain
from typing import NamedTuple

from dtcli.rules.cards import Card, Item, Quest
from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId


class QuestEvent(NamedTuple):
    """A quest that is completed or fails."""

    card: Quest
    place: int
    completed: bool
    laid: bool
    """False for a quest that Arvedui has brought back: its card was laid before."""
    leaving: tuple[Kind, ...]
    """What is paid for it, or discarded."""
    tokens: tuple[Kind, ...] | None
    """The copies that leave as tokens; None where that makes no difference."""
    take: Kind | None


class SkillEvent(NamedTuple):
    """A skill that is used."""

    hero: HeroId
    borrowed: HeroId | None
    remove: tuple[Kind, ...]
    tokens: tuple[Kind, ...] | None
    take: Kind | None
    rearranges: bool
    """Whether it rearranges the cards up to the next ``WindowEnd``."""


class WindowEnd(NamedTuple):
    """The end of the cards that Zigarat Ho rearranges."""


class LineStep(NamedTuple):
    """Items, each with its place in the draw deck, then an event."""

    items: tuple[tuple[Kind, int], ...]
    event: QuestEvent | SkillEvent | WindowEnd | None


class PlacedCard(NamedTuple):
    """A card of the story and its place in the draw deck, 0 for a card that was dealt."""

    card: Card
    place: int


class PlannedLine(NamedTuple):
    """The steps of a line, and the items laid after the last one."""

    steps: tuple[LineStep, ...]
    tail: tuple[tuple[Kind, int], ...]

    def resolved(self) -> list["PlacedCard | QuestEvent | SkillEvent | WindowEnd"]:
        """Return the items and events in the order in which they happen; items of a step in the order they come."""
        found: list[PlacedCard | QuestEvent | SkillEvent | WindowEnd] = []
        for items, event in chain(self.steps, [LineStep(self.tail, None)]):
            found += [PlacedCard(Item(kind), place) for kind, place in sorted(items, key=lambda item: item[1])]
            if event is not None:
                found.append(event)
        return found

    def laid(self) -> list[PlacedCard]:
        """Return the cards in the order in which they are laid: those that will be rearranged as they come."""
        story: list[PlacedCard] = []
        window: int | None = None
        for happens in self.resolved():
            match happens:
                case PlacedCard():
                    story.append(happens)
                case QuestEvent(card, place, laid=True):
                    story.append(PlacedCard(card, place))
                case SkillEvent(rearranges=True):
                    window = len(story)
                case WindowEnd() if window is not None:
                    story[window:] = sorted(story[window:], key=lambda one: one.place)
        return story
