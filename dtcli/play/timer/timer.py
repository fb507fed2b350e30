"""The timer without a screen: starts, pauses and ends the five minutes, and records when missions were laid."""

from datetime import datetime
from enum import StrEnum

from dtcli.play.game.clock import Clock, Now, Pause, real_time
from dtcli.play.storage.folders import Calendar, local_time
from dtcli.play.timer.announcements import Announcement, Announcer


class TimerPhase(StrEnum):
    """What the timer does."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


class Timer:
    """The five minutes of a table. What is not possible in a phase changes nothing."""

    def __init__(self, seconds: float, *, now: Now = real_time, calendar: Calendar = local_time) -> None:
        self.clock = Clock(seconds, now)
        self.mission_times: list[float] = []
        """At which seconds of the clock a mission was laid."""
        self.started: datetime | None = None
        self._calendar = calendar
        self._announcer = Announcer(seconds)
        self._ended_early = False

    @property
    def phase(self) -> TimerPhase:
        """What the timer does now."""
        if self._ended_early or self.clock.is_up:
            return TimerPhase.ENDED
        if not self.clock.is_started:
            return TimerPhase.READY
        return TimerPhase.PAUSED if self.clock.is_paused else TimerPhase.RUNNING

    @property
    def ended(self) -> float | None:
        """The second of the clock at which the five minutes ended; None before that."""
        return self.clock.elapsed if self.phase is TimerPhase.ENDED else None

    @property
    def is_time_up(self) -> bool:
        """Whether the time ran out, rather than being ended early."""
        return self.clock.is_up

    @property
    def pauses(self) -> list[Pause]:
        """The pauses that are over."""
        return self.clock.pauses

    def toggle(self) -> None:
        """Start, pause, or continue."""
        match self.phase:
            case TimerPhase.READY:
                self.started = self._calendar()
                self.clock.start()
            case TimerPhase.RUNNING:
                self.clock.pause()
            case TimerPhase.PAUSED:
                self.clock.resume()
            case TimerPhase.ENDED:
                pass

    def mark_mission(self) -> bool:
        """Record that a mission was laid now; return whether the five minutes were going on."""
        is_going_on = self.phase in (TimerPhase.RUNNING, TimerPhase.PAUSED)
        if is_going_on:
            self.mission_times.append(self.clock.elapsed)
        return is_going_on

    def remove_mark(self) -> bool:
        """Remove the last mark; return whether there was one."""
        had_one = bool(self.mission_times)
        del self.mission_times[-1:]
        return had_one

    def end(self) -> None:
        """End the five minutes early; a pause is recorded as over."""
        if self.phase is TimerPhase.PAUSED:
            self.clock.resume()
        if self.phase is TimerPhase.RUNNING:
            self.clock.pause()
            self._ended_early = True

    def due(self) -> Announcement | None:
        """Return what is to be announced now; each announcement is returned once."""
        if self._ended_early or not self.clock.is_started:
            return None
        return self._announcer.due(self.clock.remaining)
