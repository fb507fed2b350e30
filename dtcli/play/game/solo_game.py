"""The solo game as an object: heroes, table, sand and resolution, without a screen.

Front ends ask it and show what it says. Every deed first looks at the sand, so that nothing can be done after the time
is up, however late a front end notices. What cannot be done raises ``IllegalChoice`` with the reason.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from dtcli.play.game.clock import Now, Pause, Sand, real_time
from dtcli.play.game.played_resolution import PlayedResolution
from dtcli.play.game.setup import Setup
from dtcli.rules import table as phase
from dtcli.rules.cards import Card
from dtcli.rules.decisions import Choice, IllegalChoice
from dtcli.rules.rulings import HeroId
from dtcli.rules.score import Status, status_of
from dtcli.rules.table import Table

PLAYER = 1
BREATH = 5.0
"""Seconds after which the clock is written down again, so that a kill loses no more of it; in a pause its length is."""
PRECISION = 0.01
"""Of a long pause this share is enough: a pause of days must not fill the disk."""


class Phase(StrEnum):
    """Where a game stands."""

    HEROES = "heroes"
    READY = "ready"
    """Cards are dealt and may be looked at; the sand has not been turned."""
    TABLE = "table"
    RESOLUTION = "resolution"
    OVER = "over"


class Deed(StrEnum):
    """What can be done with cards in the five minutes."""

    PLAY = "play"
    DRAW = "draw"
    DISCARD = "discard"


class Done(NamedTuple):
    """One thing that was done, at a second of the sand."""

    t: float
    deed: Deed
    cards: tuple[Card, ...]


class FiveMinutes(NamedTuple):
    """The five minutes of a game that was interrupted in them or after them."""

    dealt: Table
    table: Table
    """The table when they were over, or when the game was interrupted."""
    places: tuple[Card | None, ...]
    log: tuple[Done, ...]
    pauses: tuple[Pause, ...]
    clock: float
    """The second at which they were over, or at which the game was last known to run."""
    refills_at_once: bool = True


Listener = Callable[["SoloGame"], str | None]
"""Is called after everything that changes a game, so that a kill loses nothing; returns why it could not be written."""


class SoloGame:
    """One game from the choice of heroes to its end."""

    def __init__(self, setup: Setup, *, now: Now = real_time, listener: Listener | None = None) -> None:
        self.setup = setup
        self.dealt = setup.table()
        self.table = self.dealt
        self.places: list[Card | None] = list(self.dealt.hands[0])
        """The cards face up, each where it lies (A7); None where one has left and none has come."""
        self.sand = Sand(setup.seconds, now)
        self.heroes: tuple[HeroId, ...] = setup.heroes
        self.log: list[Done] = []
        self.ended: float | None = None
        """The second at which the five minutes ended."""
        self.refills_at_once = True
        self.session: PlayedResolution | None = None
        self._told = 0.0
        """What the clock read when the game was last written down; in a pause, how long that had lasted."""
        self._is_left = False
        self.unsafe: str | None = None
        """Why the game is not on disk as far as it has come, so that a kill would lose something."""
        self._offers = setup.hero_offers()
        self._listener = listener

    @classmethod
    def taken_up(
        cls, setup: Setup, minutes: FiveMinutes, session: PlayedResolution, *, listener: Listener | None = None
    ) -> "SoloGame":
        """Go on with a game whose five minutes are over, where its resolution was interrupted."""
        game = cls(setup, listener=listener)
        game._restore(minutes)
        game.ended, game.session = minutes.clock, session
        return game

    @classmethod
    def resumed_at_table(
        cls,
        setup: Setup,
        minutes: FiveMinutes,
        *,
        away: float,
        now: Now = real_time,
        listener: Listener | None = None,
    ) -> "SoloGame":
        """Go on with a game that was interrupted in its five minutes ``away`` seconds ago: it is paused since (X17)."""
        game = cls(setup, listener=listener)
        game.sand = Sand.stopped_at(minutes.clock, lying=away, seconds=setup.seconds, now=now)
        game._restore(minutes)
        game._told = away
        return game

    def _restore(self, minutes: FiveMinutes) -> None:
        self.dealt, self.table = minutes.dealt, minutes.table
        self.places, self.log = list(minutes.places), list(minutes.log)
        self.sand.pauses = list(minutes.pauses)
        self.refills_at_once = minutes.refills_at_once

    @property
    def phase(self) -> Phase:
        """Where the game stands now; the sand alone can change it."""
        if self.session is not None:
            return Phase.OVER if self.session.state.over else Phase.RESOLUTION
        if self.hero_offer:
            return Phase.HEROES
        return Phase.TABLE if self.sand.is_turned else Phase.READY

    # before the sand is turned

    @property
    def hero_offer(self) -> tuple[HeroId, ...]:
        """The heroes of whom one is to be chosen now; empty when all are chosen."""
        chosen = len(self.heroes) - len(self.setup.heroes)
        if chosen >= len(self._offers):
            return ()
        return tuple(hero for hero in self._offers[chosen] if hero not in self.heroes)

    def choose_hero(self, hero: HeroId) -> None:
        """Keep one of the heroes on offer."""
        if hero not in self.hero_offer:
            msg = f"{hero} is not on offer"
            raise IllegalChoice(msg)
        self.heroes = (*self.heroes, hero)
        self._tell()

    def turn_sand(self) -> None:
        """Start the five minutes."""
        if self.phase is not Phase.READY:
            msg = "the sand can be turned once, when the heroes are chosen"
            raise IllegalChoice(msg)
        self.sand.turn()
        self._tell()

    # the five minutes

    def look_at_sand(self) -> bool:
        """Go over to the resolution if the time is up; return whether it did."""
        if self.phase is not Phase.TABLE:
            return False
        if self.sand.is_through:
            self._end()
            return True
        is_paused = self.sand.is_paused
        if self._reading - self._told >= (max(BREATH, self._told * PRECISION) if is_paused else BREATH):
            self._tell()
        return False

    def play(self, places: Sequence[int]) -> None:
        """Lay the cards at these places on the story, in this order: all of them, or none (A3, V1)."""
        cards = self._cards_at(places)
        table = self.table
        for card in cards:
            table = phase.play(table, PLAYER, card)
        self._take_away(places, table)
        self.log += [Done(self.sand.gone, Deed.PLAY, (card,)) for card in cards]
        self._after_cards_left()

    def discard(self, places: Sequence[int]) -> None:
        """Discard the cards at these places (A5)."""
        cards = self._cards_at(places)
        table = phase.discard(self.table, PLAYER, cards)
        self._take_away(places, table)
        self.log.append(Done(self.sand.gone, Deed.DISCARD, tuple(cards)))
        self._after_cards_left()

    def refill(self) -> None:
        """Draw until every place has a card or the draw deck is empty (A4)."""
        self._check_sand()
        reason = phase.why_not_draw(self.table, PLAYER)
        if reason is not None:
            raise IllegalChoice(reason)
        self._draw()
        self._tell()

    def draw(self) -> None:
        """Draw one card, for a game that is watched: a hand can be refilled card by card (A4)."""
        self._check_sand()
        self._draw_one()
        self._tell()

    def pause(self) -> None:
        """Lay the sand on its side; the record will tell."""
        self._check_sand()
        self.sand.pause()
        self._tell()

    def resume(self) -> None:
        """Go on after a pause; when the five minutes are over the sand lies for good."""
        if self.phase is Phase.TABLE:
            self.sand.resume()
            self._tell()

    def leave(self) -> None:
        """Stop the clock where the player leaves in the five minutes; a pause goes on record with its length."""
        if self.phase is Phase.TABLE and not self._is_left:
            self.resume()
            self.sand.pause()
            self._is_left = True

    def finish(self) -> None:
        """End the five minutes early (A6, X15)."""
        self._check_sand()
        self._end()

    # the resolution

    def choose(self, choice: Choice) -> None:
        """Answer what the resolution asks."""
        assert self.session is not None, "the story is not laid yet"
        self.session.choose(choice)
        self._tell()

    @property
    def status(self) -> Status | None:
        """How the game ended; None before that."""
        return status_of(self.session.state) if self.session is not None and self.phase is Phase.OVER else None

    # inside

    def _check_sand(self) -> None:
        self.look_at_sand()
        if self.phase is not Phase.TABLE:
            over = self.session is not None
            raise IllegalChoice("the time is up" if over else "the sand has not been turned")
        if self.sand.is_paused:
            msg = "the game is paused"
            raise IllegalChoice(msg)

    def _cards_at(self, places: Sequence[int]) -> list[Card]:
        self._check_sand()
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

    def _take_away(self, places: Sequence[int], table: Table) -> None:
        self.table = table
        for place in places:
            self.places[place] = None

    def _after_cards_left(self) -> None:
        if self.refills_at_once:
            self._draw()
        self._tell()

    def _draw(self) -> None:
        while phase.why_not_draw(self.table, PLAYER) is None:
            self._draw_one()

    def _draw_one(self) -> None:
        table = phase.draw(self.table, PLAYER)
        card, self.table = self.table.deck[0], table
        self.places[self.places.index(None)] = card
        self.log.append(Done(self.sand.gone, Deed.DRAW, (card,)))

    def _end(self) -> None:
        self.ended = self.sand.gone
        self.sand.pause()
        self.session = PlayedResolution(self.setup.game(self.table.story, self.heroes))
        self._tell()

    @property
    def _reading(self) -> float:
        """The seconds that the clock has run; in a pause, how long that has lasted."""
        return self.sand.lying if self.sand.is_paused else self.sand.gone

    def _tell(self) -> None:
        self._told = self._reading
        if self._listener is not None:
            self.unsafe = self._listener(self)
