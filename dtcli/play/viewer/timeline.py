"""The timeline of a replay: its moments from the deal to the end, and the way from one to another."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.play.game.setup import Setup, recorded_setup
from dtcli.play.viewer.five_minutes import FiveMinutes, PlaybackAction, TableMoment, five_minutes_of, was_left
from dtcli.play.viewer.resolution import PACE, ResolutionMoment, resolution_of
from dtcli.render.pictures.signs import LAID
from dtcli.render.replay.page import facts
from dtcli.rules.cards import Item


class EndMoment(NamedTuple):
    """The moment after the last card: how the game ended."""

    wait: float = PACE


Moment = TableMoment | ResolutionMoment | EndMoment


class Timeline:
    """The moments of one replay."""

    def __init__(self, checked: Checked, *, brief: bool = False) -> None:
        """Take the moments of a replay that has a run with frames; with ``brief`` only those of missions and skills."""
        assert checked.run is not None and checked.resolved is not None  # noqa: PT018
        assert checked.resolved.game is not None
        self.checked = checked
        self.title = checked.title or ""
        self.facts = tuple(facts(checked))
        self.game = checked.resolved.game
        self.five_minutes: FiveMinutes | None = five_minutes_of(checked)
        self.has_resolution = not was_left(checked)
        played = () if self.five_minutes is None else self.five_minutes.moments
        resolved = resolution_of(checked) if self.has_resolution else []
        if brief:
            played, resolved = tuple(_brief_table(played)), list(_brief_resolution(resolved))
        self.moments: tuple[Moment, ...] = (*played, *resolved, *([EndMoment()] if resolved else []))
        self.resolution_start = len(played) if resolved else None
        """The index of the moment before the first reveal; None if the game was left in its five minutes."""

    @property
    def last(self) -> int:
        """The index of the last moment."""
        return len(self.moments) - 1

    @property
    def has_two_parts(self) -> bool:
        """Whether there are both the five minutes and the resolution."""
        return self.five_minutes is not None and self.resolution_start is not None

    @property
    def setup(self) -> Setup | None:
        """The set-up of a game whose five minutes are recorded."""
        data, resolved = self.checked.document.data, self.checked.resolved
        if self.five_minutes is None or data is None or resolved is None:
            return None
        return recorded_setup(data, resolved, self.five_minutes.dealt)

    @property
    def par(self) -> KeptPar | None:
        """Par of the deal, if the replay keeps it."""
        return KeptPar.of(self.checked.document.data, self.game.goal)

    @cached_property
    def marks(self) -> tuple[tuple[int, str], ...]:
        """The moments of the missions, each with the sign of what happens to it."""
        return tuple((at, sign) for at, moment in enumerate(self.moments) if (sign := _sign(moment)))

    # from one moment to another

    def next_quest(self, index: int) -> int:
        """Return the next moment at which a mission is laid, completed or failed; the last moment if there is none."""
        return next((at for at, _ in self.marks if at > index), self.last)

    def previous_quest(self, index: int) -> int:
        """Return the moment of the mission before; the first moment if there is none."""
        return next((at for at, _ in reversed(self.marks) if at < index), 0)

    def card(self, number: int, near: int) -> int | None:
        """Return the moment at which a card was laid, or was revealed if ``near`` is in the resolution.

        Cards are counted from 1. Return None if there is no such card.
        """
        in_table = isinstance(self.moments[near], TableMoment)
        return self._laid(number) if in_table else self._revealed(number)

    def most_cards(self, near: int) -> int:
        """Return the highest number that ``card`` knows."""
        if isinstance(self.moments[near], TableMoment):
            return max(len(one.table.story) for one in self.moments if isinstance(one, TableMoment))
        return max(one.state.revealed for one in self.moments if isinstance(one, ResolutionMoment))

    def _laid(self, number: int) -> int | None:
        for at, moment in enumerate(self.moments):
            if isinstance(moment, TableMoment) and number and len(moment.table.story) >= number:
                return at
        return None

    def _revealed(self, number: int) -> int | None:
        for at, moment in enumerate(self.moments):
            if isinstance(moment, ResolutionMoment) and moment.frame is not None and moment.state.revealed >= number:
                return at if number else None
        return None

    def other_part(self, index: int) -> int | None:
        """Return the moment in the other part of the game: the start of the resolution, or where its card was laid.

        Return None if the replay does not have both parts.
        """
        if self.five_minutes is None or self.resolution_start is None:
            return None
        moment = self.moments[index]
        if isinstance(moment, TableMoment):
            return self.resolution_start
        laid = moment.laid if isinstance(moment, ResolutionMoment) else None
        found = None if laid is None else self._laid(laid + 1)
        return self.resolution_start - 1 if found is None else found


def _sign(moment: Moment) -> str:
    match moment:
        case TableMoment():
            return LAID if moment.lays_quest else ""
        case ResolutionMoment():
            return moment.sign
    return ""


def _brief_table(moments: Iterable[TableMoment]) -> Iterator[TableMoment]:
    """Yield the deal, the missions laid and the end; each keeps the time since the moment before."""
    wait = 0.0
    for moment in moments:
        wait += moment.wait
        event = moment.event
        if event is None or moment.lays_quest or event.action in (PlaybackAction.END, PlaybackAction.LEAVE):
            yield moment._replace(wait=wait)
            wait = 0.0


def _brief_resolution(moments: Iterable[ResolutionMoment]) -> Iterator[ResolutionMoment]:
    """Yield the beginning, missions and skills with their questions, and the card at which the backpack breaks."""
    for moment in moments:
        step = moment.steps[-1] if moment.steps else None
        if step is None or not isinstance(step.card, Item) or moment.state.broken:
            yield moment
