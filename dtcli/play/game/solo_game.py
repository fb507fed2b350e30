"""The solo game without a screen: heroes, table, clock and resolution.

Every action first checks the clock, so that nothing can be done after the time is up, however late a front end notices.
An action that is not allowed raises ``IllegalChoice`` with the reason.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from dtcli.play.game.clock import Clock, Now, Pause, real_time
from dtcli.play.game.finished_game import FinishedGame
from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.setup import Setup
from dtcli.rules import table as phase
from dtcli.rules.cards import Card, Item
from dtcli.rules.decisions import Choice, IllegalChoice
from dtcli.rules.rulings import HeroId
from dtcli.rules.score import Status, status_of
from dtcli.rules.table import Table

PLAYER = 1
WRITE_INTERVAL = 5.0
"""Seconds after which the listener is called again, so that a kill loses no more of the clock or of a pause."""
PAUSE_PRECISION = 0.01
"""The interval during a long pause, as a share of its length: a pause of days must not fill the disk."""


class Phase(StrEnum):
    """The phases of a game."""

    HEROES = "heroes"
    READY = "ready"
    """The cards are dealt and visible; the clock has not started."""
    TABLE = "table"
    RESOLUTION = "resolution"
    OVER = "over"


class TableAction(StrEnum):
    """What a player can do with cards in the five minutes."""

    PLAY = "play"
    DRAW = "draw"
    DISCARD = "discard"


class TableEvent(NamedTuple):
    """An action at the table and its time on the clock."""

    t: float
    action: TableAction
    cards: tuple[Card, ...]


class TableRecord(NamedTuple):
    """The five minutes of an interrupted game, as far as they were recorded."""

    dealt: Table
    table: Table
    """The table at the end of the five minutes, or at the interruption."""
    places: tuple[Card | None, ...]
    log: tuple[TableEvent, ...]
    pauses: tuple[Pause, ...]
    elapsed: float
    """The time on the clock at the end, or when the game was last known to run."""
    refills_at_once: bool = True


Listener = Callable[["SoloGame"], str | None]
"""Called after every change of a game, so that it can be saved; returns why that failed, or None."""


class SoloGame:
    """One game, from the choice of heroes to its end."""

    def __init__(self, setup: Setup, *, now: Now = real_time, listener: Listener | None = None) -> None:
        self.setup = setup
        self.dealt = setup.table()
        self.table = self.dealt
        self.places: list[Card | None] = list(self.dealt.hands[0])
        """The cards face up, by place (A7); None for an empty place."""
        self.clock = Clock(setup.seconds, now)
        self.heroes: tuple[HeroId, ...] = setup.heroes
        self.log: list[TableEvent] = []
        self.ended: float | None = None
        """The time on the clock when the five minutes ended."""
        self.refills_at_once = True
        self.resolution: PlayedResolution | None = None
        self._notified_at = 0.0
        """What ``_reading`` was when the listener was last called."""
        self._is_left = False
        self.save_error: str | None = None
        """Why the current state is not on disk; None if it is."""
        self._offers = setup.hero_offers()
        self._listener = listener

    @classmethod
    def resume_resolution(
        cls, setup: Setup, record: TableRecord, resolution: PlayedResolution, *, listener: Listener | None = None
    ) -> "SoloGame":
        """Return a game that was interrupted in its resolution."""
        game = cls(setup, listener=listener)
        game._restore(record)
        game.ended, game.resolution = record.elapsed, resolution
        return game

    @classmethod
    def resume_table(
        cls,
        setup: Setup,
        record: TableRecord,
        *,
        away: float,
        now: Now = real_time,
        listener: Listener | None = None,
    ) -> "SoloGame":
        """Return a game that was interrupted in its five minutes ``away`` seconds ago, and paused since (X17)."""
        game = cls(setup, listener=listener)
        game.clock = Clock.stopped_at(record.elapsed, paused_for=away, seconds=setup.seconds, now=now)
        game._restore(record)
        game._notified_at = away
        return game

    def _restore(self, record: TableRecord) -> None:
        self.dealt, self.table = record.dealt, record.table
        self.places, self.log = list(record.places), list(record.log)
        self.clock.pauses = list(record.pauses)
        self.refills_at_once = record.refills_at_once

    @property
    def phase(self) -> Phase:
        """The current phase."""
        if self.resolution is not None:
            return Phase.OVER if self.resolution.state.over else Phase.RESOLUTION
        if self.hero_offer:
            return Phase.HEROES
        return Phase.TABLE if self.clock.is_started else Phase.READY

    # before the clock starts

    @property
    def hero_offer(self) -> tuple[HeroId, ...]:
        """The heroes to choose from now; empty when all are chosen."""
        chosen = len(self.heroes) - len(self.setup.heroes)
        if chosen >= len(self._offers):
            return ()
        return tuple(hero for hero in self._offers[chosen] if hero not in self.heroes)

    def choose_hero(self, hero: HeroId) -> None:
        """Choose one of the offered heroes."""
        if hero not in self.hero_offer:
            msg = f"{hero} is not offered"
            raise IllegalChoice(msg)
        self.heroes = (*self.heroes, hero)
        self._notify()

    def start_clock(self) -> None:
        """Start the five minutes."""
        if self.phase is not Phase.READY:
            msg = "the sand is turned once, after the heroes are chosen"
            raise IllegalChoice(msg)
        self.clock.start()
        self._notify()

    # arranging the cards, before the clock starts or while it runs

    def sort(self) -> list[int]:
        """Sort the cards, items by kind and missions last; return at which place each card lay before.

        Empty places come between the items and the missions.
        """
        kinds = list(self.setup.names.cards.kinds)

        def rank(place: int) -> tuple[int, int]:
            card = self.places[place]
            if card is None:
                return (1, 0)
            return (0, kinds.index(card.kind)) if isinstance(card, Item) else (2, 0)

        return self._rearrange(sorted(range(len(self.places)), key=rank))

    def swap(self, first: int, second: int) -> list[int]:
        """Swap the cards of two places; return at which place each card lay before."""
        order = list(range(len(self.places)))
        for place in (first, second):
            if place not in order:
                msg = f"there is no place {place + 1}"
                raise IllegalChoice(msg)
        if first == second or self.places[first] is self.places[second] is None:
            msg = "name two places, and at least one with a card"
            raise IllegalChoice(msg)
        order[first], order[second] = second, first
        return self._rearrange(order)

    def _rearrange(self, order: list[int]) -> list[int]:
        if self.phase is not Phase.READY:
            self._require_running_clock()
        self.places = [self.places[place] for place in order]
        self._notify()
        return order

    # the five minutes

    def check_time(self) -> bool:
        """Start the resolution if the time is up; return whether it was."""
        if self.phase is not Phase.TABLE:
            return False
        if self.clock.is_up:
            self._end()
            return True
        is_paused = self.clock.is_paused
        if self._reading - self._notified_at >= (
            max(WRITE_INTERVAL, self._notified_at * PAUSE_PRECISION) if is_paused else WRITE_INTERVAL
        ):
            self._notify()
        return False

    def play(self, places: Sequence[int]) -> None:
        """Lay the cards at these places on the story, in this order: all of them, or none (A3, V1)."""
        cards = self._cards_at(places)
        table = self.table
        for card in cards:
            table = phase.play(table, PLAYER, card)
        self._remove_cards(places, table)
        self.log += [TableEvent(self.clock.elapsed, TableAction.PLAY, (card,)) for card in cards]
        self._after_removal()

    def discard(self, places: Sequence[int]) -> None:
        """Discard the cards at these places (A5)."""
        cards = self._cards_at(places)
        table = phase.discard(self.table, PLAYER, cards)
        self._remove_cards(places, table)
        self.log.append(TableEvent(self.clock.elapsed, TableAction.DISCARD, tuple(cards)))
        self._after_removal()

    def refill(self) -> None:
        """Draw until every place has a card or the draw deck is empty (A4)."""
        self._require_running_clock()
        reason = phase.why_not_draw(self.table, PLAYER)
        if reason is not None:
            raise IllegalChoice(reason)
        self._draw()
        self._notify()

    def pause(self) -> None:
        """Pause the clock; the pause is recorded."""
        self._require_running_clock()
        self.clock.pause()
        self._notify()

    def resume(self) -> None:
        """End a pause; after the five minutes this does nothing."""
        if self.phase is Phase.TABLE:
            self.clock.resume()
            self._notify()

    def leave(self) -> None:
        """Stop the clock because the player leaves; a pause is recorded with its length."""
        if self.phase is Phase.TABLE and not self._is_left:
            self.resume()
            self.clock.pause()
            self._is_left = True

    def finish(self) -> None:
        """End the five minutes early (A6, X15)."""
        self._require_running_clock()
        self._end()

    # the resolution

    def choose(self, choice: Choice) -> None:
        """Make a choice in the resolution."""
        assert self.resolution is not None, "the story is not laid yet"
        self.resolution.choose(choice)
        self._notify()

    @property
    def status(self) -> Status | None:
        """The result of the game; None before its end."""
        return status_of(self.resolution.state) if self.resolution is not None and self.phase is Phase.OVER else None

    @property
    def deeds(self) -> int:
        """How many cards were laid on the story or discarded."""
        return sum(len(event.cards) for event in self.log if event.action is not TableAction.DRAW)

    @property
    def finished(self) -> FinishedGame:
        """What the end of the game is judged by; the resolution has begun."""
        assert self.resolution is not None, "the story is not laid yet"
        state, ended = self.resolution.state, self.ended or 0.0
        return FinishedGame(self.setup.goal, self.dealt, state, self.deeds, self.clock.seconds, ended)

    # internals

    def _require_running_clock(self) -> None:
        self.check_time()
        if self.phase is not Phase.TABLE:
            over = self.resolution is not None
            raise IllegalChoice("the time is up" if over else "the sand has not been turned")
        if self.clock.is_paused:
            msg = "the game is paused"
            raise IllegalChoice(msg)

    def _cards_at(self, places: Sequence[int]) -> list[Card]:
        self._require_running_clock()
        if not places:
            msg = "no card is marked"
            raise IllegalChoice(msg)
        cards = []
        for place in places:
            card = self.places[place] if 0 <= place < len(self.places) else None
            if card is None or places.count(place) > 1:
                msg = f"there is no card at place {place + 1}" if card is None else "each card can be named once"
                raise IllegalChoice(msg)
            cards.append(card)
        return cards

    def _remove_cards(self, places: Sequence[int], table: Table) -> None:
        self.table = table
        for place in places:
            self.places[place] = None

    def _after_removal(self) -> None:
        if self.refills_at_once:
            self._draw()
        self._notify()

    def _draw(self) -> None:
        while phase.why_not_draw(self.table, PLAYER) is None:
            self._draw_one()

    def _draw_one(self) -> None:
        table = phase.draw(self.table, PLAYER)
        card, self.table = self.table.deck[0], table
        self.places[self.places.index(None)] = card
        self.log.append(TableEvent(self.clock.elapsed, TableAction.DRAW, (card,)))

    def _end(self) -> None:
        self.ended = self.clock.elapsed
        self.clock.pause()
        self.resolution = PlayedResolution(self.setup.game(self.table.story, self.heroes))
        self._notify()

    @property
    def _reading(self) -> float:
        """The elapsed time; during a pause, its length."""
        return self.clock.paused_for if self.clock.is_paused else self.clock.elapsed

    def _notify(self) -> None:
        self._notified_at = self._reading
        if self._listener is not None:
            self.save_error = self._listener(self)
