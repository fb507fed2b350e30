"""Watching a saved game as it happened: the recorded deeds in their second, then the recorded choices, card by card.

The clock of a game that is watched runs at a speed of its own, and never past a deed that is still to be done. So the
times come out as they were recorded, however rarely a front end looks.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from dtcli.english import and_list
from dtcli.formats.card_sets import DEFAULT_CARD_SET
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.play_log import recorded_play
from dtcli.play.game.clock import Now, real_time
from dtcli.play.game.setup import Recorded, Setup
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.text import sentences
from dtcli.render.terminal import safe
from dtcli.rules.cards import Card
from dtcli.rules.decisions import Choice
from dtcli.rules.follow import Run, follow
from dtcli.rules.rulings import DEFAULT_EDITION
from dtcli.rules.scenarios import Scenario
from dtcli.rules.table import FIVE_MINUTES, Table

LONGEST_PAUSE = 5.0
"""Seconds of a recorded pause that are waited for; the rest is skipped."""
PACE = 1.0
"""Seconds from one card of the resolution to the next."""
SLOWEST, FASTEST = 0.25, 1024.0
_BEFORE_THE_END = 1e-6
"""Times are kept in milliseconds: what was done in the last of them is not too late."""


class What(StrEnum):
    """What is seen in the five minutes."""

    PLAY = "play"
    DRAW = "draw"
    DISCARD = "discard"
    PAUSE = "pause"
    GO_ON = "go on"
    END = "end"


class Seen(NamedTuple):
    """One thing to be seen, so many seconds after the one before it."""

    after: float
    what: What
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
    """Return why a recording cannot be watched on the screen of the game, or None."""
    return None if recording.players == 1 else "only games of one player can be watched on the screen"


class Pace:
    """A clock that runs at a speed, and not past ``until``."""

    def __init__(self, now: Now, speed: float) -> None:
        self._now = now
        self._since = now()
        self._read = 0.0
        self.speed = speed
        self.until = 0.0

    def __call__(self) -> float:
        """Read it."""
        return min(self.reading, self.until)

    @property
    def reading(self) -> float:
        """How far it would be if nothing held it up."""
        return self._read + (self._now() - self._since) * self.speed

    def set(self, reading: float, speed: float) -> None:
        """Put the hands there, and go on at this speed."""
        self._read, self._since, self.speed = reading, self._now(), speed


class Recording:
    """A checked replay with a record of the five minutes, for one front end or another."""

    def __init__(self, checked: Checked, *, now: Now = real_time, speed: float = 1.0) -> None:
        assert why_not_watch(checked) is None, "there is something to watch"
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
        self.to_see = list(_to_see(self._play, happened, left=self._was_left))
        self._speed = speed
        self._clock = Pace(now, speed)
        self._coming = iter([*self.to_see, *self._choices()])
        self._next: Seen | Choice | None = None

    @property
    def _was_left(self) -> bool:
        """Whether the game was left before its story was laid."""
        return "ended" not in self._play and not self._data.get("choices") and not self._data.get("result")

    @cached_property
    def run(self) -> Run:
        """The resolution as it was recorded; of a game that was left before it, nothing."""
        return follow(self._game, self._resolved.notes, frames=True)

    @property
    def has_resolution(self) -> bool:
        """Whether the game got as far as its resolution."""
        return not self._was_left

    def _choices(self) -> Iterator[Choice]:
        if self.has_resolution:
            yield from (step.choice for step in self.run.steps)

    # as a game that plays itself

    @cached_property
    def game(self) -> SoloGame:
        """The game of one player, as it was dealt; what happens in it happens by ``on_tick``."""
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
            recorded=Recorded(self.dealt, game),
        )

    def on_tick(self) -> bool:
        """Do whatever is due by now; return whether more is to come."""
        clock = self._clock
        if not self.game.sand.is_turned:
            clock.set(0.0, clock.speed)
            self.game.turn_sand()
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
        """How many recorded seconds pass in one."""
        return self._speed

    @property
    def pace(self) -> str:
        """How fast the recording runs, in a word."""
        return "paused" if self.is_paused else f"{self._speed:g}×"

    def _get_next(self) -> None:
        self._next = next(self._coming, None)
        if self._next is not None:
            self._clock.until += self._next.after if isinstance(self._next, Seen) else PACE

    def _perform(self, due: Seen | Choice) -> None:
        game = self.game
        if not isinstance(due, Seen):
            game.choose(due)
            return
        match due.what:
            case What.PLAY:
                game.play(self._places(due.cards))
            case What.DISCARD:
                game.discard(self._places(due.cards))
            case What.DRAW:
                game.draw()
            case What.PAUSE:
                game.pause()
                skipped = max(0.0, due.seconds - LONGEST_PAUSE)
                self._clock.set(self._clock.reading + skipped, self._clock.speed)
            case What.GO_ON:
                game.resume()
            case What.END:
                if game.phase is Phase.TABLE and not game.look_at_sand():  # a front end may have looked before
                    game.finish()

    def _places(self, cards: tuple[Card, ...]) -> list[int]:
        """Return places where these cards lie, each place once."""
        places: list[int] = []
        for card in cards:
            places.append(next(at for at, one in enumerate(self.game.places) if one == card and at not in places))
        return places


def _to_see(play: Any, happened: list[Any], *, left: bool) -> Iterator[Seen]:
    """Return the five minutes in order: what was done, the pauses, the end."""
    end = play.get("ended", play.get("seconds", FIVE_MINUTES) if not happened else happened[-1].t)
    latest = play.get("seconds", FIVE_MINUTES) - _BEFORE_THE_END
    found = [Seen(0, What(one.deed), min(one.t, latest), one.player, one.cards) for one in happened]
    found += [Seen(0, What.PAUSE, min(one["t"], latest), seconds=one["seconds"]) for one in play.get("pauses", ())]
    if not left:
        found.append(Seen(0, What.END, end))
    found.sort(key=lambda one: (one.t, one.what is What.PAUSE, one.what is What.END))
    before = 0.0
    for one in found:
        yield one._replace(after=max(0.0, one.t - before))
        before = max(before, one.t)
        if one.what is What.PAUSE:
            yield Seen(one.seconds, What.GO_ON, one.t)


# in words


def watch_plain(recording: Recording, say: Callable[[str], None], wait: Callable[[float], None]) -> None:
    """Tell a recorded game as it happened, of any number of players."""
    speed = recording.speed
    if recording.title:
        say(safe(recording.title))
    for text in _deal(recording.dealt):
        say(text)
    for one in recording.to_see:
        wait(min(one.after, LONGEST_PAUSE if one.what is What.GO_ON else one.after) / speed)
        say(_told(one, recording))
    if not recording.has_resolution:
        say("The game was left here.")
        return
    run = recording.run
    for frame in run.frames:
        wait(PACE / speed)
        say(sentences.step(frame.number, frame.card, frame.events, frame.state))
    say(sentences.ending(run.final) if run.open is None else "What was decided here is not recorded.")


def _deal(table: Table) -> Iterator[str]:
    for player, hand in enumerate(table.hands, 1):
        cards = "; ".join(sentences.card(card) for card in hand)
        yield f"{f'Player {player} holds' if len(table.hands) > 1 else 'Face up lie'}: {cards}."


def _told(one: Seen, recording: Recording) -> str:
    """Return what is seen, as in ``12.5 s: player 2 plays sword``."""
    match one.what:
        case What.PAUSE:
            told = f"the sand is stopped for {sentences.time(one.seconds)}"
        case What.GO_ON:
            told = "the sand runs again"
        case What.END:
            told = "time is up" if one.t >= recording.seconds else "the five minutes are ended"
        case deed:
            who = f"player {one.player} " if recording.players > 1 else ""
            told = f"{who}{deed}s {and_list(safe(str(card)) for card in one.cards)}"
    return f"{round(one.t, 3):g} s: {told}."
