"""Plays a timeline with a clock: forward at an adjustable speed, from any moment."""

from dtcli.play.game.clock import Now, real_time
from dtcli.play.viewer.five_minutes import TableMoment
from dtcli.play.viewer.timeline import Moment, Timeline

SLOWEST, FASTEST = 0.25, 1024.0


class Playback:
    """The moment of a timeline that is shown. ``on_tick`` goes on while it plays."""

    def __init__(self, timeline: Timeline, *, now: Now = real_time, speed: float = 1.0, at: int = 0) -> None:
        self.timeline = timeline
        self.index = at
        self.speed = speed
        """How many recorded seconds pass per second."""
        self.is_playing = False
        self._now = now
        self._read = 0.0
        """The recorded seconds since the moment, when the clock was last read."""
        self._since = now()

    @property
    def moment(self) -> Moment:
        """The moment that is shown."""
        return self.timeline.moments[self.index]

    @property
    def is_over(self) -> bool:
        """Whether the last moment is shown."""
        return self.index == self.timeline.last

    @property
    def clock(self) -> float:
        """The time on the clock of the five minutes, which runs on to the next moment; their end in the resolution."""
        moments, five = self.timeline.moments, self.timeline.five_minutes
        moment = self.moment
        if not isinstance(moment, TableMoment):
            return 0.0 if five is None else five.ended
        after = moments[self.index + 1] if not self.is_over else None
        if moment.is_paused or not isinstance(after, TableMoment):
            return moment.t
        return min(moment.t + self._passed, after.t)

    def on_tick(self) -> bool:
        """Go on to the moment that is due; return whether another moment is shown than before."""
        before, passed = self.index, self._passed
        while self.is_playing and not self.is_over and passed >= (wait := self.timeline.moments[self.index + 1].wait):
            passed -= wait
            self.index += 1
        self._restart(passed)
        if self.is_over:
            self.is_playing = False
        return self.index != before

    def play(self) -> None:
        """Play on; from the end, play again from the beginning."""
        if self.is_over:
            self.go_to(0)
        self._restart(self._passed)
        self.is_playing = True

    def pause(self) -> None:
        """Stop playing."""
        self._restart(self._passed)
        self.is_playing = False

    def go_to(self, index: int) -> None:
        """Show a moment, or the nearest one that there is; playing goes on from there."""
        self.index = max(0, min(self.timeline.last, index))
        self._restart(0.0)

    def step(self, by: int) -> None:
        """Stop playing, and go so many moments forward, or back for a negative number."""
        self.is_playing = False
        self.go_to(self.index + by)

    def change_speed(self, doublings: int) -> None:
        """Double the speed this many times, or halve it for a negative number."""
        self._restart(self._passed)
        self.speed = max(SLOWEST, min(FASTEST, self.speed * 2.0**doublings))

    @property
    def _passed(self) -> float:
        """The recorded seconds since the moment that is shown."""
        return self._read + (self._now() - self._since) * self.speed * self.is_playing

    def _restart(self, passed: float) -> None:
        self._read, self._since = passed, self._now()
