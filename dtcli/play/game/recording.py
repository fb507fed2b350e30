"""Plays back a saved game: the recorded actions at their recorded times, then the recorded choices, card by card.

The clock of a recording has its own speed and never runs past the next recorded action. So the times come out as they
were recorded, however rarely a front end ticks.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from dtcli.formats.card_sets import DEFAULT_CARD_SET
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.five_minutes import recorded_play
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.play.game.clock import Now, real_time
from dtcli.play.game.setup import RecordedDeal, Setup
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.rules.cards import Card
from dtcli.rules.decisions import Choice
from dtcli.rules.follow import Run, follow
from dtcli.rules.rulings import DEFAULT_EDITION
from dtcli.rules.scenarios import Scenario
from dtcli.rules.table import FIVE_MINUTES

LONGEST_PAUSE = 5.0
"""Seconds to wait at a recorded pause; the rest of it is skipped."""
PACE = 1.0
"""Seconds from one card of the resolution to the next."""
SLOWEST, FASTEST = 0.25, 1024.0
_BEFORE_THE_END = 1e-6
"""Times are recorded in milliseconds: an action in the last millisecond is not too late."""


class PlaybackAction(StrEnum):
    """A kind of event in the five minutes."""

    PLAY = "play"
    DRAW = "draw"
    DISCARD = "discard"
    PAUSE = "pause"
    GO_ON = "go on"
    END = "end"


class PlaybackEvent(NamedTuple):
    """One event of the five minutes; ``after`` is the number of seconds since the one before it."""

    after: float
    action: PlaybackAction
    t: float
    player: int = 1
    cards: tuple[Card, ...] = ()
    seconds: float = 0.0
    """How long a pause took."""


def why_not_watch(checked: Checked) -> str | None:
    """Return why a valid replay cannot be watched, or None."""
    data = checked.document.data
    return None if data and data.get("play") else "the five minutes of this game are not recorded"


def why_not_on_screen(recording: "Recording") -> str | None:
    """Return why a recording cannot be watched in full screen, or None."""
    return None if recording.players == 1 else "only solo games can be watched in full screen"


class AdjustableClock:
    """A clock that runs at an adjustable speed and stops at ``until``."""

    def __init__(self, now: Now, speed: float) -> None:
        self._now = now
        self._since = now()
        self._read = 0.0
        self.speed = speed
        self.until = 0.0

    def __call__(self) -> float:
        """Return the reading of the clock."""
        return min(self.reading, self.until)

    @property
    def reading(self) -> float:
        """The reading of the clock if it did not stop at ``until``."""
        return self._read + (self._now() - self._since) * self.speed

    def set(self, reading: float, speed: float) -> None:
        """Set the clock to a reading and a speed."""
        self._read, self._since, self.speed = reading, self._now(), speed


class Recording:
    """Plays back a checked replay that has a record of the five minutes."""

    def __init__(self, checked: Checked, *, now: Now = real_time, speed: float = 1.0) -> None:
        assert why_not_watch(checked) is None, "the five minutes are recorded"
        data: Any = checked.document.data
        assert checked.resolved is not None
        assert checked.resolved.game is not None
        self.title = checked.title or ""
        self._data = data
        self._play = data["play"]
        self._resolved = checked.resolved
        self._game = checked.resolved.game
        self.dealt, happened = recorded_play(data, checked.resolved)
        self.players = len(self.dealt.hands)
        self.seconds: float = self._play.get("seconds", FIVE_MINUTES)
        self.events = list(_timeline(self._play, happened, left=self._was_left))
        self._speed = speed
        self._clock = AdjustableClock(now, speed)
        self._coming = iter([*self.events, *self._choices()])
        self._next: PlaybackEvent | Choice | None = None

    @property
    def _was_left(self) -> bool:
        """Whether the player left before the story was complete."""
        return "ended" not in self._play and not self._data.get("choices") and not self._data.get("result")

    @cached_property
    def run(self) -> Run:
        """The recorded resolution."""
        return follow(self._game, self._resolved.notes, frames=True)

    @property
    def has_resolution(self) -> bool:
        """Whether the game reached its resolution."""
        return not self._was_left

    @property
    def par(self) -> KeptPar | None:
        """Par of the deal, if the replay keeps it."""
        return KeptPar.of(self._data, self._game.goal)

    def _choices(self) -> Iterator[Choice]:
        if self.has_resolution:
            yield from (step.choice for step in self.run.steps)

    # playing the game back

    @cached_property
    def game(self) -> SoloGame:
        """The solo game as it was dealt; ``on_tick`` plays it."""
        assert self.players == 1, "the table has one hand"
        game = SoloGame(self._setup(), now=self._clock)
        game.refills_at_once = False
        return game

    def _setup(self) -> Setup:
        data, game = self._data, self._game
        no_scenario = Scenario(id="", title="A game without a scenario", missions={}, goal=game.goal or 0)
        assert self._resolved.names is not None
        return Setup(
            names=self._resolved.names,
            what=game.adventure or self._resolved.scenario or no_scenario,
            seed=str(self._play.get("seed", "")),
            edition=data.get("edition", DEFAULT_EDITION),
            extended=game.extended,
            seconds=self.seconds,
            card_set=data.get("card_set", DEFAULT_CARD_SET),
            heroes=game.heroes,
            recorded=RecordedDeal(self.dealt, game),
        )

    def on_tick(self) -> bool:
        """Play everything that is due; return whether there is more to come."""
        clock = self._clock
        if not self.game.clock.is_started:
            clock.set(0.0, clock.speed)
            self.game.start_clock()
            self._get_next()
        while self._next is not None and clock.reading >= clock.until:
            self._perform(self._next)
            self._get_next()
        return self._next is not None

    def change_speed(self, doublings: int) -> None:
        """Double the speed this many times, or halve it for a negative number; 0 pauses or continues the recording."""
        clock = self._clock
        if not doublings:
            clock.set(clock.reading, self._speed if self.is_paused else 0.0)
            return
        self._speed = max(SLOWEST, min(FASTEST, self._speed * 2.0**doublings))
        if not self.is_paused:
            clock.set(clock.reading, self._speed)

    @property
    def is_paused(self) -> bool:
        """Whether the recording is paused."""
        return self._clock.speed == 0

    @property
    def speed(self) -> float:
        """How many recorded seconds pass per second."""
        return self._speed

    @property
    def pace(self) -> str:
        """The speed of the recording as shown to the player."""
        return "paused" if self.is_paused else f"{self._speed:g}×"

    def _get_next(self) -> None:
        self._next = next(self._coming, None)
        if self._next is not None:
            self._clock.until += self._next.after if isinstance(self._next, PlaybackEvent) else PACE

    def _perform(self, due: PlaybackEvent | Choice) -> None:
        game = self.game
        if not isinstance(due, PlaybackEvent):
            game.choose(due)
            return
        match due.action:
            case PlaybackAction.PLAY:
                game.play(self._places(due.cards))
            case PlaybackAction.DISCARD:
                game.discard(self._places(due.cards))
            case PlaybackAction.DRAW:
                game.draw()
            case PlaybackAction.PAUSE:
                game.pause()
                skipped = max(0.0, due.seconds - LONGEST_PAUSE)
                self._clock.set(self._clock.reading + skipped, self._clock.speed)
            case PlaybackAction.GO_ON:
                game.resume()
            case PlaybackAction.END:
                if game.phase is Phase.TABLE and not game.check_time():  # a front end may have ended it already
                    game.finish()

    def _places(self, cards: tuple[Card, ...]) -> list[int]:
        """Return a different place for each of these cards."""
        places: list[int] = []
        for card in cards:
            places.append(next(at for at, one in enumerate(self.game.places) if one == card and at not in places))
        return places


def _timeline(play: Any, happened: list[Any], *, left: bool) -> Iterator[PlaybackEvent]:
    """Yield the events of the five minutes in order: actions, pauses, and the end."""
    end = play.get("ended", play.get("seconds", FIVE_MINUTES) if not happened else happened[-1].t)
    latest = play.get("seconds", FIVE_MINUTES) - _BEFORE_THE_END
    found = [PlaybackEvent(0, PlaybackAction(one.deed), min(one.t, latest), one.player, one.cards) for one in happened]
    found += [
        PlaybackEvent(0, PlaybackAction.PAUSE, min(one["t"], latest), seconds=one["seconds"])
        for one in play.get("pauses", ())
    ]
    if not left:
        found.append(PlaybackEvent(0, PlaybackAction.END, end))
    found.sort(key=lambda one: (one.t, one.action is PlaybackAction.PAUSE, one.action is PlaybackAction.END))
    before = 0.0
    for one in found:
        yield one._replace(after=max(0.0, one.t - before))
        before = max(before, one.t)
        if one.action is PlaybackAction.PAUSE:
            yield PlaybackEvent(one.seconds, PlaybackAction.GO_ON, one.t)
