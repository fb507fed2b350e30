"""A timer in use: what it does with the sound command and the file of its times, whatever shows it."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from dtcli.formats.timer import timer_fault, timer_text
from dtcli.formats.writing import UnreadableError, write_readable
from dtcli.play.timer.announcements import Announcement
from dtcli.play.timer.setup import TimerSetup
from dtcli.play.timer.sound import SoundCommand
from dtcli.play.timer.timer import Timer, TimerPhase

if TYPE_CHECKING:
    from dtcli.formats.schema import TimerFile

DECIMALS = 1
Result = TypeVar("Result")


class TimerSession:
    """A timer with its set-up, a sound, and a file that is written whole at every change."""

    def __init__(self, timer: Timer, setup: TimerSetup, *, sound: SoundCommand, output: Path | None = None) -> None:
        self.timer = timer
        self.setup = setup
        self.output = output
        self.save_error: str | None = None
        """Why the file could not be written last time; None if it was."""
        self._sound = sound
        self._is_end_written = False

    @property
    def sound_error(self) -> str | None:
        """Why the sound command failed first; None as long as it did not."""
        return self._sound.failure

    def look(self) -> Announcement | None:
        """Return what is to be announced now, after starting its sound; write the file when the time is up."""
        self._sound.check()
        due = self.timer.due()
        if due is not None:
            self._sound.say(due.text)
        if self.timer.phase is TimerPhase.ENDED and not self._is_end_written:
            self._write()
        return due

    def toggle(self) -> None:
        """Start, pause, or continue."""
        self._change(self.timer.toggle)

    def mark_mission(self) -> bool:
        """Record that a mission was laid now; return whether the five minutes were going on."""
        return self._change(self.timer.mark_mission)

    def remove_mark(self) -> bool:
        """Remove the last mark; return whether there was one."""
        return self._change(self.timer.remove_mark)

    def end(self) -> None:
        """End the five minutes early."""
        self._change(self.timer.end)

    def close(self, *, wait: bool = True) -> None:
        """Write the file once more if that has failed, and let the last sound finish, or not wait for it."""
        if self.save_error is not None:
            self._write()
        if wait:
            self._sound.close()
        else:
            self._sound.close(wait=0)

    @property
    def times(self) -> "TimerFile":
        """The times so far, as the file has them."""
        timer, setup = self.timer, self.setup
        assert timer.started is not None, "a timer that was not started has no times"
        ended = timer.ended
        return {
            "format": "dungeon-time/timer/1",
            "scenario": setup.scenario.id if setup.scenario is not None else None,
            "adventure": setup.adventure.id if setup.adventure is not None else None,
            "extended": setup.extended,
            "players": setup.players,
            "heroes": list(setup.heroes),
            "started": timer.started.isoformat(timespec="seconds"),
            "seconds": round(setup.seconds, DECIMALS),
            "pauses": [{"t": round(one.t, DECIMALS), "seconds": round(one.seconds, DECIMALS)} for one in timer.pauses],
            "mission_times": [round(time, DECIMALS) for time in timer.mission_times],
            "ended": None if ended is None else round(ended, DECIMALS),
        }

    @property
    def next_command(self) -> str:
        """The command that records the resolution of this game."""
        setup = self.setup
        options = (
            ("--scenario", setup.scenario.id if setup.scenario is not None else ""),
            ("--adventure", setup.adventure.id if setup.adventure is not None else ""),
            ("--players", str(setup.players or "")),
            ("--heroes", ",".join(setup.heroes)),
            ("--card-set", setup.card_set),
            ("--timer", str(self.output) if self.output is not None else ""),
        )
        words = [word for name, value in options if value for word in (name, value)]
        return shlex.join(["dtcli", "table", *words, *(["--extended"] if setup.extended else [])])

    def _change(self, change: Callable[[], Result]) -> Result:
        result = change()
        self._write()
        return result

    def _write(self) -> None:
        """Write the times, if there is a file for them and the timer was started."""
        self._is_end_written = self.timer.phase is TimerPhase.ENDED
        if self.output is None or self.timer.started is None:
            return
        try:
            write_readable(self.output, timer_text(self.times), timer_fault)
        except (OSError, UnreadableError) as error:
            self.save_error = (error.strerror if isinstance(error, OSError) else None) or str(error)
        else:
            self.save_error = None
