"""The end screen: the result and the reason, the seed, the path of the replay, and the review."""

import textwrap
from typing import NamedTuple

from textual.app import ComposeResult

from dtcli.english import agree, plural
from dtcli.play.game.clock import clock_text
from dtcli.play.game.par_thread import ParThread
from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.review_thread import ReviewThread
from dtcli.play.tui.screens.command_screen import KeyCommand
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, BLOOD, CHALK, EMBER, FLAME, MORTAR_LINE, MOSS, SAND
from dtcli.render.layout import Line
from dtcli.render.pictures.big_letters import large_letters, small_letters
from dtcli.render.terminal import safe
from dtcli.rules.score import Status, missed_conditions
from dtcli.rules.state import EventKind, State

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


class GameEnding(NamedTuple):
    """The result, the reasons for it, and facts about the game."""

    status: Status
    reasons: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]


class ReviewView(NamedTuple):
    """The review and par, once they are known, and the position of the spinner until then."""

    lines: tuple[str, ...] | None
    spin: int = 0
    par: tuple[str, ...] | None = ()
    """What is known about par; None while it is searched."""


def reasons_of(state: State, status: Status, events: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the reasons for a result, as sentences."""
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


def draw_verdict(ending: GameEnding, width: int, height: int) -> list[Line]:
    """Return the result in big letters, the reasons and the facts."""
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
    """Return the indentation of a line and its longest length."""
    room = max(_NARROWEST, min(width - 4, _WIDEST))
    return " " * max(0, (width - room) // 2), room


def _height_of(ending: GameEnding, rows: int) -> int:
    return rows + len(ending.reasons) + len(ending.facts) + 5


def verdict_height(ending: GameEnding, width: int, height: int) -> int:
    """Return the lines that the result takes on a screen of this size."""
    return len(draw_verdict(ending, width, _height_of(ending, 5 if height >= _ROOMY_HEIGHT else 3)))


def draw_review(review: ReviewView, width: int, height: int) -> list[Line]:
    """Return par and the review, or a spinner while they are computed."""
    if review.lines == () and review.par == ():
        return []
    pad, room = _column(width)
    lines: list[Line] = [(pad, ("What was possible", f"bold {SAND}"))]
    for texts in (review.par, review.lines):
        for text in texts or ():
            lines += [(pad, (line, CHALK)) for line in textwrap.wrap(safe(text), room)]
    if review.lines is None or review.par is None:
        what = "working it out" if review.lines is None else "working out par of this deal"
        lines.append((pad, (f"{_SPINNER[review.spin % len(_SPINNER)]} {what}", ASH)))
    return lines[:height]


class EndScreen(GameScreen):
    """The end of the game. Keys work at once; the review appears when it is ready."""

    def __init__(
        self, controls: AppActions, *, saved_as: str, thread: ReviewThread | None, par: ParThread | None
    ) -> None:
        self._saved_as = saved_as
        self._thread = thread
        self._par = par
        self._ticks = 0
        super().__init__(controls)

    def screen_commands(self) -> list[KeyCommand]:
        """Return the command that leaves the game."""
        return [KeyCommand(("enter", "q", "escape"), self.controls.leave, "leave", "Enter", "leave", always=True)]

    def compose_body(self) -> ComposeResult:
        """Yield the result above the review."""
        yield ValueWidget(draw_verdict, self.ending(), id="verdict")
        yield ValueWidget(draw_review, ReviewView(None), id="review")

    def fit_widgets(self, width: int, height: int) -> None:
        """Use big letters where there is room."""
        verdict = self.widget("#verdict")
        verdict.styles.height = verdict_height(self.ending(), width, height)
        verdict.styles.margin = (max(0, (height - _ROOMY_HEIGHT) // 2), 0, 0, 0)

    def ending(self) -> GameEnding:
        """Return the result, the reasons and the facts of the game."""
        game = self.game
        resolution = game.resolution
        assert resolution is not None
        status = game.status
        assert status is not None
        broke = tuple(event.detail for event in resolution.last_step.events if event.what is EventKind.BACKPACK_BROKE)
        state = resolution.state
        left = clock_text(game.setup.seconds - (game.ended or 0.0))
        laid = plural(len(game.table.story), "card")
        facts = []
        stars = self._par.stars if self._par is not None else None
        if stars is not None:
            facts.append(("stars", f"{stars.signs}  {stars.words}"))
        facts += [
            ("played", f"{safe(game.setup.what.title)}: {laid} laid, {left} left on the clock"),
            ("backpack", f"{state.slots} of {state.limit} slots filled at the end, {state.peak} at most"),
        ]
        if game.setup.seed:
            facts.append(("race", game.setup.command))
        if self._saved_as:
            facts.append(("replay", self._saved_as))
        return GameEnding(status, reasons_of(resolution.state, status, broke), tuple(facts))

    def update_view(self) -> None:
        """Advance the spinner, or show the review, par and the stars."""
        self._ticks += 1
        lines = () if self._thread is None else self._thread.lines
        par = () if self._par is None else self._par.sentences
        is_known = lines is not None and par is not None
        self.widget("#review").set_value(ReviewView(lines, 0 if is_known else self._ticks // _PER_STEP, par))
        self.widget("#verdict").set_value(self.ending())
        self.show_notice(self.notice)
