"""The timer line by line, for pipes, screen readers and plain terminals: one line for each announcement."""

from collections.abc import Callable
from time import sleep

from dtcli.english import capitalised
from dtcli.play.game.clock import clock_text
from dtcli.play.text.console import Say
from dtcli.play.text.typed_lines import EndOfInput, LineSource
from dtcli.play.timer.announcements import spoken_time
from dtcli.play.timer.sentences import announced, ending, times_of_missions
from dtcli.play.timer.session import TimerSession
from dtcli.play.timer.timer import TimerPhase

LOOK = 0.1
"""Seconds between two looks at the clock."""
_KEYS = "Enter pauses or continues, m marks a mission, u removes the last mark, t tells the time, q ends."


class TimerConsole:
    """Runs a timer with lines; ``ring`` rings the bell of the terminal."""

    def __init__(
        self,
        session: TimerSession,
        lines: LineSource,
        say: Say,
        *,
        ring: Callable[[], None],
        wait: Callable[[float], None] = sleep,
    ) -> None:
        self.session = session
        self.timer = session.timer
        self._lines = lines
        self._say = say
        self._ring = ring
        self._wait = wait
        self._warnings: set[str] = set()
        self._input_ended = False

    def run(self) -> bool:
        """Run the timer to its end; return whether it was started."""
        self._introduce()
        while self.timer.phase is not TimerPhase.ENDED:
            self._warn()
            line = self._next_line()
            if self._input_ended and self.timer.phase is TimerPhase.READY:
                return False
            if self._input_ended and self.timer.phase is TimerPhase.PAUSED:
                self.session.end()
            self._announce()
            if line is not None and not self._obey(line):
                return False
        self._announce()
        for text in ending(self.session):
            self._say(text)
        self._warn()
        return True

    def _introduce(self) -> None:
        setup = self.session.setup
        if setup.facts:
            self._say(f"{', '.join(setup.facts)}.")
        for paragraph in setup.paragraphs:
            self._say(f"{paragraph.heading}. {paragraph.text}")
        self._say(f"{capitalised(spoken_time(setup.seconds))} on the clock. Press Enter to start. Then {_KEYS}")

    def _next_line(self) -> str | None:
        if self._input_ended:
            self._wait(LOOK)
            return None
        try:
            return self._lines.next(LOOK if self.timer.phase is TimerPhase.RUNNING else None)
        except EndOfInput:
            self._input_ended = True
            return None

    def _announce(self) -> None:
        due = self.session.look()
        if due is not None:
            self._say(announced(due))
            self._ring()

    def _warn(self) -> None:
        """Print once that the sound command failed, or that the times cannot be saved."""
        for warning in (
            self.session.sound_error and f"the sound command failed: {self.session.sound_error}",
            self.session.save_error and f"the times are not saved: {self.session.save_error}",
        ):
            if warning and warning not in self._warnings:
                self._warnings.add(warning)
                self._say(f"Warning: {warning}.")

    def _obey(self, line: str) -> bool:
        """Do what a line asks for; return False if the timer is left before it was started."""
        word = line.casefold()
        if self.timer.phase is TimerPhase.READY and word in ("q", "quit"):
            return False
        match word:
            case "":
                self._toggle()
            case "m" | "mark":
                is_marked = self.session.mark_mission()
                laid = f"{capitalised(times_of_missions(self.session))}."
                self._say(laid if is_marked else "The clock does not run yet.")
            case "u" | "undo":
                is_removed = self.session.remove_mark()
                self._say("The last mark is removed." if is_removed else "There is no mark.")
            case "t" | "time":
                self._say(f"{capitalised(spoken_time(self.timer.clock.remaining))} left.")
            case "q" | "quit":
                self.session.end()
            case _:
                self._say(_KEYS)
        return True

    def _toggle(self) -> None:
        self.session.toggle()
        match self.timer.phase:
            case TimerPhase.RUNNING if not self.timer.pauses:
                self._say("The clock is running.")
            case TimerPhase.RUNNING:
                self._say(f"The clock runs again, with {clock_text(self.timer.clock.remaining)} left.")
            case TimerPhase.PAUSED:
                self._say(f"Paused with {clock_text(self.timer.clock.remaining)} left. Press Enter to continue.")
            case _:
                pass
