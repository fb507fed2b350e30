"""Where the deeds of a recorded timed game went: which cards were laid for nothing, missed after a discard, or waited.

A deed lays one card on the story or discards one from a hand. What happened to each card in the resolution is read from
the engine's events. Equal items cannot be told apart: those laid first count as paid first.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple, cast

from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.five_minutes import RecordedEvent, recorded_play
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.rules.cards import Adventure, Item
from dtcli.rules.follow import Run, follow
from dtcli.rules.items import Kind
from dtcli.rules.notes import Note
from dtcli.rules.state import Game
from dtcli.rules.table import Table, why_no_reputation
from solver.studies.card_fates import Fate, fates_of
from solver.studies.dealt_cards import DealtCard, dealt_cards


class Nothing(StrEnum):
    """Why a card that was laid did nothing for the result."""

    NOT_PAID = "not-paid"
    """An item that paid no mission and no skill."""
    FAILED = "failed"
    """A mission or adventure that failed."""
    DISCARDED = "discarded"
    """A card of the story that a hero discarded before it was revealed."""
    NOT_REVEALED = "not-revealed"
    """A card above the one at which the backpack broke."""


class Wait(StrEnum):
    """How a card waited too long."""

    LAID_LATE = "laid-late"
    """An item was in a hand when a mission that missed it was laid, and was laid after that mission."""
    NEVER_LAID = "never-laid"
    """The same, but the item was never laid; or a mission stayed in a hand, and what it lists paid nothing else."""


class Wasted(NamedTuple):
    """A card that was laid for nothing."""

    card: DealtCard
    why: Nothing
    without: tuple[Kind, ...] = ()
    """The items that a failed mission missed."""


class Missed(NamedTuple):
    """A card that was discarded and missed."""

    card: DealtCard
    by: DealtCard | None
    """The mission that failed without the item; None for a mission whose items were there."""


class Waited(NamedTuple):
    """A card that waited too long in a hand."""

    card: DealtCard
    how: Wait
    by: DealtCard | None
    """The mission that failed without the item; None for a mission whose items were there."""


class DeedStudy(NamedTuple):
    """Where the deeds of a game went."""

    laid: int
    discarded: int
    par: KeptPar | None = None
    """Par of the deal, if it is known."""
    is_open: bool = False
    """Whether a choice that was not recorded leaves open what became of the cards; then nothing is listed."""
    completed: int = 0
    """The missions and adventures that were laid and completed."""
    paid: int = 0
    """The items that were laid and paid a mission or a skill, or had to be held at the end."""
    wasted: tuple[Wasted, ...] = ()
    missed: tuple[Missed, ...] = ()
    waited: tuple[Waited, ...] = ()

    @property
    def deeds(self) -> int:
        """The number of deeds."""
        return self.laid + self.discarded


def study_deeds(checked: Checked, game: Game, notes: Iterable[Note], par: KeptPar | None = None) -> DeedStudy | None:
    """Return where the deeds of a valid replay went; None if it has no record of the five minutes.

    ``game`` and ``notes`` are those that were analysed, perhaps with another goal.
    """
    data = checked.document.data
    if data is None or not data.get("play") or checked.resolved is None:
        return None
    table, happened = recorded_play(data, checked.resolved)
    par = par or KeptPar.of(cast("Any", data), game.goal)
    return study_play(table, happened, follow(game, notes, frames=True), par)


def study_play(table: Table, happened: list[RecordedEvent], run: Run, par: KeptPar | None = None) -> DeedStudy:
    """Return where the deeds of the five minutes went, given the resolution of their story."""
    cards = dealt_cards(table, happened)
    study = DeedStudy(sum(one.laid is not None for one in cards), sum(one.discarded is not None for one in cards), par)
    if run.open is not None:
        return study._replace(is_open=True)
    return _Student(cards, run).study(study)


_NOTHING = {
    Fate.FAILED: Nothing.FAILED,
    Fate.DISCARDED: Nothing.DISCARDED,
    Fate.NOT_REVEALED: Nothing.NOT_REVEALED,
    Fate.LEFT: Nothing.NOT_PAID,
    Fate.THROWN_OUT: Nothing.NOT_PAID,
}


class _Student:
    def __init__(self, cards: tuple[DealtCard, ...], run: Run) -> None:
        self.run = run
        self.cards = cards
        self.story = sorted((one for one in cards if one.laid is not None), key=lambda one: one.story_place)
        fates = fates_of(run, [one.card for one in self.story])
        self.fates = {id(one): fate for one, fate in zip(self.story, fates.cards, strict=True)}
        self.missing = {id(one): fates.missing.get(place, ()) for place, one in enumerate(self.story)}
        self._used: set[int] = set()
        """The cards that one finding names; no other may name them again."""

    def study(self, study: DeedStudy) -> DeedStudy:
        reputation = self._needed_for_reputation()
        wasted = [
            Wasted(one, why, self.missing[id(one)] if why is Nothing.FAILED else ())
            for one in self.story
            if id(one) not in reputation and (why := _NOTHING.get(self.fates[id(one)])) is not None
        ]
        missed, waited = self._failures()
        thrown, never = self._missions()
        return study._replace(
            completed=sum(self.fates[id(one)] is Fate.COMPLETED for one in self.story),
            paid=sum(self.fates[id(one)] in (Fate.PAID, Fate.REMOVED, Fate.HELD) for one in self.story),
            wasted=tuple(wasted),
            missed=tuple(sorted([*missed, *thrown], key=lambda one: one.card.discarded or 0)),
            waited=tuple(sorted([*waited, *never], key=lambda one: one.card.drawn)),
        )

    # --- Laid for nothing

    def _needed_for_reputation(self) -> set[int]:
        """Return failed missions that lie below a completed adventure, if it needs them there (V1)."""
        for place, one in enumerate(self.story):
            if isinstance(one.card, Adventure) and self.fates[id(one)] is Fate.COMPLETED:
                below = self.story[:place]
                failed = {id(other) for other in below if self.fates[id(other)] is Fate.FAILED}
                others = [other.card for other in below if id(other) not in failed]
                return failed if why_no_reputation(others, one.card) is not None else set()
        return set()

    # --- Items that failed missions missed

    def _failures(self) -> tuple[list[Missed], list[Waited]]:
        """Return a discarded or waiting item for each item that a failed mission missed, if there is one."""
        missed, waited = [], []
        for quest in self.story:
            if self.fates[id(quest)] is not Fate.FAILED:
                continue
            for kind in self.missing[id(quest)]:
                thrown = self._item(kind, self._discarded_before(quest))
                if thrown is not None:
                    missed.append(Missed(thrown, quest))
                    continue
                held = self._item(kind, self._in_hand_at(quest))
                if held is not None:
                    waited.append(Waited(held, Wait.NEVER_LAID if held.laid is None else Wait.LAID_LATE, quest))
        return missed, waited

    def _item(self, kind: Kind, found: Iterable[DealtCard]) -> DealtCard | None:
        """Return the first of these cards that is such an item and has not been named, and name it."""
        for one in found:
            if isinstance(one.card, Item) and one.card.kind == kind and id(one) not in self._used:
                self._used.add(id(one))
                return one
        return None

    def _discarded_before(self, quest: DealtCard) -> Iterator[DealtCard]:
        """Yield the cards that were discarded before a mission was laid, the last one first."""
        when = quest.left or 0
        found = [one for one in self.cards if one.discarded is not None and one.discarded < when]
        yield from sorted(found, key=lambda one: -(one.discarded or 0))

    def _in_hand_at(self, quest: DealtCard) -> Iterator[DealtCard]:
        """Yield the cards that were in a hand when a mission was laid, and paid nothing later."""
        yield from (one for one in self.cards if one.is_in_hand_at(quest.left or 0) and self._paid_nothing(one))

    def _paid_nothing(self, one: DealtCard) -> bool:
        return one.laid is None or self.fates[id(one)] in (Fate.LEFT, Fate.THROWN_OUT, Fate.NOT_REVEALED)

    # --- Missions whose items were there

    def _missions(self) -> tuple[list[Missed], list[Waited]]:
        """Return the discarded missions, and those that stayed in a hand, whose items were there and paid nothing."""
        quests = [one for one in self.cards if not isinstance(one.card, Item) and one.laid is None]
        stayed = [one for one in quests if one.discarded is None and self._could_be_completed(one)]
        thrown = [one for one in quests if one.discarded is not None and self._could_be_completed(one)]
        return [Missed(one, None) for one in thrown], [Waited(one, Wait.NEVER_LAID, None) for one in stayed]

    def _could_be_completed(self, quest: DealtCard) -> bool:
        """Return whether items that did nothing else would pay for a mission, and set them aside for it."""
        assert not isinstance(quest.card, Item)
        if isinstance(quest.card, Adventure) and self._lacks_reputation(quest):
            return False
        found: list[DealtCard] = []
        for kind in quest.card.needs:
            there = (one for one in self.cards if one not in found and self._is_there(one, kind, quest))
            item = next(there, None)
            if item is None:
                return False
            found.append(item)
        self._used |= {id(one) for one in found}
        return True

    def _is_there(self, one: DealtCard, kind: Kind, quest: DealtCard) -> bool:
        """Return whether an item that did nothing else was in a hand or on the story when a mission left its hand."""
        if not isinstance(one.card, Item) or one.card.kind != kind or id(one) in self._used:
            return False
        if one.laid is not None:
            return self.fates[id(one)] is Fate.LEFT and (quest.left is None or one.drawn <= quest.left)
        return one.left is None if quest.left is None else one.is_in_hand_at(quest.left)

    def _lacks_reputation(self, quest: DealtCard) -> bool:
        assert isinstance(quest.card, Adventure)
        below = [one.card for one in self.story if quest.left is None or (one.left or 0) < quest.left]
        return why_no_reputation(below, quest.card) is not None
