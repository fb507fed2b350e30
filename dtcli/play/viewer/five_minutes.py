"""The moments of recorded five minutes: the deal, every play, draw and discard, the pauses, and the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.five_minutes import RecordedEvent, recorded_play
from dtcli.play.game.places import Places, dealt_places, with_card, without_cards
from dtcli.rules import table as phase
from dtcli.rules.cards import Card, Item
from dtcli.rules.table import FIVE_MINUTES, Table

NOT_RECORDED = "the five minutes of this game are not recorded"
LONGEST_PAUSE = 5.0
"""Seconds to wait at a recorded pause; the rest of it is skipped."""


class PlaybackAction(StrEnum):
    """A kind of event in the five minutes."""

    PLAY = "play"
    DRAW = "draw"
    DISCARD = "discard"
    PAUSE = "pause"
    GO_ON = "go on"
    END = "end"
    LEAVE = "leave"
    """The player left the game, which has no resolution."""


_LAST = {PlaybackAction.PAUSE: 1, PlaybackAction.END: 2, PlaybackAction.LEAVE: 2}
"""What comes after other events of the same time."""


class PlaybackEvent(NamedTuple):
    """One event of the five minutes."""

    t: float
    action: PlaybackAction
    player: int = 1
    cards: tuple[Card, ...] = ()
    seconds: float = 0.0
    """How long a pause took."""


class TableMoment(NamedTuple):
    """A moment of the five minutes: the table after an event."""

    wait: float
    """The seconds from the moment before, without what is skipped of a long pause."""
    table: Table
    places: tuple[Places, ...]
    """The cards of each hand by place (A7)."""
    event: PlaybackEvent | None = None
    """What happened; None for the deal."""
    is_paused: bool = False
    fresh: int | None = None
    """The place of the card that was drawn."""

    @property
    def t(self) -> float:
        """The time on the clock."""
        return 0.0 if self.event is None else self.event.t

    @property
    def lays_quest(self) -> bool:
        """Whether a mission or an adventure is laid."""
        event = self.event
        return event is not None and event.action is PlaybackAction.PLAY and not isinstance(event.cards[0], Item)


@dataclass(frozen=True)
class FiveMinutes:
    """The recorded five minutes of a game."""

    seconds: float
    """The time on the clock when it was turned."""
    moments: tuple[TableMoment, ...]

    @property
    def dealt(self) -> Table:
        """The table as it was dealt."""
        return self.moments[0].table

    @property
    def players(self) -> int:
        """The number of hands."""
        return len(self.dealt.hands)

    @property
    def ended(self) -> float:
        """The time on the clock at the end."""
        return self.moments[-1].t

    @property
    def events(self) -> tuple[PlaybackEvent, ...]:
        """What happened."""
        return tuple(moment.event for moment in self.moments if moment.event is not None)

    @property
    def deeds(self) -> int:
        """How many cards were laid on the story or discarded."""
        deeds = (PlaybackAction.PLAY, PlaybackAction.DISCARD)
        return sum(len(event.cards) for event in self.events if event.action in deeds)

    @cached_property
    def laid_by(self) -> tuple[int, ...]:
        """The player who laid each card of the story."""
        return tuple(event.player for event in self.events if event.action is PlaybackAction.PLAY)


def has_five_minutes(checked: Checked) -> bool:
    """Return whether a replay has a record of its five minutes that the rules allow."""
    data = checked.document.data
    return bool(data and data.get("play")) and checked.has_legal_story


def was_left(checked: Checked) -> bool:
    """Return whether the player left a game in its five minutes, so that it has no resolution."""
    data: Any = checked.document.data
    return has_five_minutes(checked) and not ("ended" in data["play"] or data.get("choices") or data.get("result"))


def five_minutes_of(checked: Checked) -> FiveMinutes | None:
    """Return the five minutes of a replay; None if they are not recorded, or if the rules refuse the record."""
    data: Any = checked.document.data
    if not has_five_minutes(checked):
        return None
    assert checked.resolved is not None
    dealt, happened = recorded_play(data, checked.resolved)
    events = _events(data["play"], happened, left=was_left(checked))
    return FiveMinutes(data["play"].get("seconds", FIVE_MINUTES), tuple(_moments(dealt, events)))


def _events(play: Any, happened: list[RecordedEvent], *, left: bool) -> list[PlaybackEvent]:
    """Return the events in order; each pause is followed by the event that the clock goes on."""
    latest = happened[-1].t if happened else 0.0
    pauses = play.get("pauses", ())
    found = [PlaybackEvent(one.t, PlaybackAction(one.deed), one.player, one.cards) for one in happened]
    found += [PlaybackEvent(one["t"], PlaybackAction.PAUSE, seconds=one["seconds"]) for one in pauses]
    if left:
        found.append(PlaybackEvent(max([latest, *(one["t"] for one in pauses)]), PlaybackAction.LEAVE))
    else:
        end = play.get("ended", latest if happened else play.get("seconds", FIVE_MINUTES))
        found.append(PlaybackEvent(end, PlaybackAction.END))
    found.sort(key=lambda one: (one.t, _LAST.get(one.action, 0)))
    return found


def _moments(dealt: Table, events: list[PlaybackEvent]) -> Iterator[TableMoment]:
    table, places, before = dealt, dealt_places(dealt), 0.0
    yield TableMoment(0.0, table, places)
    for event in events:
        fresh = places[event.player - 1].index(None) if event.action is PlaybackAction.DRAW else None
        table, places = _table_after(table, event), _places_after(places, event)
        is_pause = event.action is PlaybackAction.PAUSE
        yield TableMoment(event.t - before, table, places, event, is_paused=is_pause, fresh=fresh)
        before = event.t
        if is_pause:
            wait = min(event.seconds, LONGEST_PAUSE)
            yield TableMoment(wait, table, places, event._replace(action=PlaybackAction.GO_ON))


def _table_after(table: Table, event: PlaybackEvent) -> Table:
    match event.action:
        case PlaybackAction.PLAY:
            return phase.play(table, event.player, event.cards[0])
        case PlaybackAction.DRAW:
            return phase.draw(table, event.player)
        case PlaybackAction.DISCARD:
            return phase.discard(table, event.player, event.cards)
    return table


def _places_after(places: tuple[Places, ...], event: PlaybackEvent) -> tuple[Places, ...]:
    seat = event.player - 1
    match event.action:
        case PlaybackAction.PLAY | PlaybackAction.DISCARD:
            hand = without_cards(places[seat], event.cards)
        case PlaybackAction.DRAW:
            hand = with_card(places[seat], event.cards[0])
        case _:
            return places
    return (*places[:seat], hand, *places[seat + 1 :])
