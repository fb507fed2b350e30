"""How it ended: won or lost and by what, the seed for a race, where the replay is, and what was possible."""

import textwrap
from typing import NamedTuple

from textual.app import ComposeResult

from dtcli.english import agree, plural
from dtcli.play.tui.context import Seat
from dtcli.play.tui.lesson_thread import LessonThread
from dtcli.play.tui.screens.base import Command, Stage
from dtcli.play.tui.widgets.clock import clock_of
from dtcli.play.tui.widgets.drawing import Drawn
from dtcli.render.colours import ASH, BLOOD, CHALK, EMBER, FLAME, MORTAR_LINE, MOSS, SAND
from dtcli.render.pictures.big_letters import large_letters, small_letters
from dtcli.render.pictures.card_face import Line
from dtcli.render.terminal import safe
from dtcli.rules.score import Status, missed_conditions
from dtcli.rules.state import State, What

_STYLES = {
    Status.WON: f"bold {MOSS}",
    Status.LOST: f"bold {EMBER}",
    Status.COMPLETED: f"bold {SAND}",
    Status.BROKEN: f"bold {BLOOD}",
}
_SPINNER = "|/-\\"
_PER_STEP = 3
"""Ticks between two positions of the spinner."""
_WIDEST = 76
_NARROWEST = 24
_NAMES = 10
_ROOMY_HEIGHT = 30


class Ending(NamedTuple):
    """What is said about the end."""

    status: Status
    reasons: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]


class Lesson(NamedTuple):
    """What was possible, as far as it is known."""

    lines: tuple[str, ...] | None
    spin: int = 0


def reasons_of(state: State, status: Status, events: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return why a game ended as it did, in sentences."""
    done = f"{plural(state.completed, 'mission')} completed, {state.failed} failed."
    match status:
        case Status.BROKEN:
            broke = f"The backpack broke at card {state.revealed} of {len(state.game.story)}"
            return (f"{broke}{': ' if events else ''}{', '.join(events)}.", done)
        case Status.LOST:
            return (f"Missed: {'; '.join(safe(one) for one in missed_conditions(state))}.", done)
        case Status.WON if state.game.goal is not None:
            needed = f"{state.game.goal} {agree(state.game.goal, 'was', 'were')} needed"
            return (f"{plural(state.completed, 'mission')} completed, {needed}; {state.failed} failed.",)
    return (done,)


def draw_verdict(ending: Ending, width: int, height: int) -> list[Line]:
    """Return the outcome in big letters, by what, and the facts worth keeping."""
    pad, room = _column(width)
    word = ending.status.value.upper()
    rows = large_letters(word)
    if len(rows[0]) > room or height < _height_of(ending, len(rows)):
        rows = small_letters(word)
    style = _STYLES.get(ending.status, f"bold {CHALK}")
    lines: list[Line] = [()]
    lines += [(pad, (row, style)) for row in rows]
    lines.append(())
    for reason in ending.reasons:
        lines += [(pad, (line, f"bold {CHALK}")) for line in textwrap.wrap(reason, room)]
    lines.append(())
    for name, fact in ending.facts:
        first, *more = textwrap.wrap(fact, room - _NAMES) or [""]
        lines.append((pad, (f"{name:<{_NAMES}}", ASH), (first, f"bold {FLAME}" if name == "race" else CHALK)))
        lines += [(pad, " " * _NAMES, (line, CHALK)) for line in more]
    return [*lines, (), (pad, ("─" * room, MORTAR_LINE))]


def _column(width: int) -> tuple[str, int]:
    """Return the blanks before a line, and how long it may be."""
    room = max(_NARROWEST, min(width - 4, _WIDEST))
    return " " * max(0, (width - room) // 2), room


def _height_of(ending: Ending, rows: int) -> int:
    return rows + len(ending.reasons) + len(ending.facts) + 5


def draw_lesson(lesson: Lesson, width: int, height: int) -> list[Line]:
    """Return what was possible, or that somebody is still working it out."""
    if lesson.lines == ():
        return []
    pad, room = _column(width)
    lines: list[Line] = [(pad, ("What was possible", f"bold {SAND}"))]
    if lesson.lines is None:
        return [*lines, (pad, (f"{_SPINNER[lesson.spin % len(_SPINNER)]} working it out", ASH))]
    for text in lesson.lines:
        lines += [(pad, (line, CHALK)) for line in textwrap.wrap(safe(text), room)]
    return lines[:height]


class EndScreen(Stage):
    """The end of the game. Keys work at once; what was possible appears when it is known."""

    def __init__(self, seat: Seat, *, kept: str, thread: LessonThread | None) -> None:
        self._kept = kept
        self._thread = thread
        self._ticks = 0
        super().__init__(seat)

    def own_commands(self) -> list[Command]:
        """Return the one thing that is left to do."""
        return [Command(("enter", "q", "escape"), self.seat.leave, "leave", "Enter", "leave", watching=True)]

    def picture(self) -> ComposeResult:
        """Yield the verdict above the lesson."""
        yield Drawn(draw_verdict, self.ending(), id="verdict")
        yield Drawn(draw_lesson, Lesson(None), id="lesson")

    def furnish(self, width: int, height: int) -> None:
        """Use big letters where there is room for them."""
        ending = self.ending()
        tall = _height_of(ending, 5 if height >= _ROOMY_HEIGHT else 3)
        verdict = self.drawn("#verdict")
        verdict.styles.height = len(draw_verdict(ending, width, tall))
        verdict.styles.margin = (max(0, (height - _ROOMY_HEIGHT) // 2), 0, 0, 0)

    def ending(self) -> Ending:
        """Return what is to be said."""
        game = self.game
        session = game.session
        assert session is not None
        status = game.status
        assert status is not None
        broke = tuple(event.detail for event in session.moment.events if event.what is What.BACKPACK_BROKE)
        state = session.state
        left = clock_of(game.setup.seconds - (game.ended or 0.0))
        laid = plural(len(game.table.story), "card")
        facts = [
            ("played", f"{safe(game.setup.what.title)}: {laid} laid, {left} of the sand left"),
            ("backpack", f"{state.slots} of {state.limit} slots filled at the end, {state.peak} at most"),
        ]
        if game.setup.seed:
            facts.append(("race", game.setup.command))
        if self._kept:
            facts.append(("replay", self._kept))
        return Ending(status, reasons_of(session.state, status, broke), tuple(facts))

    def look(self) -> None:
        """Turn the spinner, or show the lesson."""
        self._ticks += 1
        if self._thread is None:
            self.drawn("#lesson").show(Lesson(()))
        else:
            self.drawn("#lesson").show(
                Lesson(self._thread.lines, 0 if self._thread.lines else self._ticks // _PER_STEP)
            )
        self.say(self.notice)
