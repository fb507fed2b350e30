"""The record of a game at a table as a value: the cards typed so far, what was decided, and undo without end.

The table reveals cards that the record does not know yet. While the story is open, ``UNSEEN`` stands in the engine's
story for all of them, behind the cards that are known and before a mission that a hero has brought back to the bottom
(H4). It is never revealed, so the rules decide everything else as usual.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.recorder.table_setup import TableSetup
from dtcli.rules.cards import Card, Item
from dtcli.rules.decisions import REVEAL, Choice
from dtcli.rules.items import Kind
from dtcli.rules.state import State

UNSEEN = Item(Kind("cards not typed yet"))


class LayCard(NamedTuple):
    """A card of the story was typed."""

    card: Card


class CloseStory(NamedTuple):
    """The story has no more cards than those that were typed."""

    closed: bool = True


RecordStep = LayCard | CloseStory | Choice
Unit = tuple[RecordStep, ...]
"""The steps that one input caused, which are undone together."""


@dataclass(frozen=True, slots=True)
class Record:
    """A set-up and the units recorded so far."""

    setup: TableSetup
    units: tuple[Unit, ...] = ()
    story: tuple[Card, ...] = field(init=False, compare=False)
    """The cards typed so far, in the order in which they were laid."""
    is_closed: bool = field(init=False, compare=False)
    """Whether the story is known to have no more cards."""

    def __post_init__(self) -> None:
        steps = [step for unit in self.units for step in unit]
        object.__setattr__(self, "story", tuple(step.card for step in steps if isinstance(step, LayCard)))
        object.__setattr__(self, "is_closed", any(isinstance(step, CloseStory) for step in steps))

    def with_unit(self, unit: Unit) -> "Record":
        """Return the record with one more unit."""
        return Record(self.setup, (*self.units, unit))

    def undone(self) -> "Record":
        """Return the record without its last unit; the same record if it has none."""
        return Record(self.setup, self.units[:-1]) if self.units else self


def resolution_of(record: Record) -> PlayedResolution:
    """Return the resolution that a record leads to; raises ``IllegalChoice`` if the rules forbid a step."""
    played = PlayedResolution(record.setup.game((UNSEEN,)))
    for unit in record.units:
        apply_unit(played, unit)
    return played


def apply_unit(played: PlayedResolution, unit: Unit) -> None:
    """Apply one unit to a resolution; raises ``IllegalChoice``, with the steps before it applied, if one is illegal."""
    for step in unit:
        _apply(played, step)


def _apply(played: PlayedResolution, step: RecordStep) -> None:
    match step:
        case LayCard(card):
            played.state = _with_story(played.state, _before_unseen(played.state.story, card))
        case CloseStory():
            played.state = _with_story(played.state, tuple(card for card in played.state.story if card is not UNSEEN))
        case _:
            played.choose(step)


def _before_unseen(story: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = next((place for place, one in enumerate(story) if one is UNSEEN), len(story))
    return (*story[:at], card, *story[at:])


def _with_story(state: State, story: tuple[Card, ...]) -> State:
    return state._replace(story=story, events=())


def known_cards(state: State) -> tuple[Card, ...]:
    """Return the next cards of the story as far as they are known, the next one first."""
    story = state.story
    at = next((place for place, one in enumerate(story) if one is UNSEEN), len(story))
    return story[:at]


def brought_back(state: State) -> tuple[Card, ...]:
    """Return the missions that a hero has moved to the bottom of a story that is still open (H4)."""
    story = state.story
    at = next((place for place, one in enumerate(story) if one is UNSEEN), len(story))
    return story[at + 1 :]


def cards_left(state: State) -> int:
    """Return how many cards of the story are known and not revealed."""
    return sum(card is not UNSEEN for card in state.story)


def laid_and_revealed(card: Card) -> Unit:
    """Return the unit of a card that is typed when the table reveals it."""
    return (LayCard(card), REVEAL)
