"""The end screen: the result and the reason, records, the seed, the path of the replay, the review and the lesson."""

import textwrap
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from textual.app import ComposeResult

from dtcli.english import agree, plural
from dtcli.play.game.clock import clock_text, pauses_words
from dtcli.play.game.leads import Lead
from dtcli.play.tui.app_actions import AppActions
from dtcli.play.tui.game_end import GameEnd
from dtcli.play.tui.screens.command_screen import KeyCommand
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.widgets.scrolled_lines import SPINNER, TICKS_PER_STEP
from dtcli.play.tui.widgets.value_widget import ValueWidget
from dtcli.render.colours import ASH, BLOOD, CHALK, EMBER, FLAME, MORTAR_LINE, MOSS, SAND
from dtcli.render.layout import Line
from dtcli.render.pictures.big_letters import large_letters, small_letters
from dtcli.render.terminal import Span, safe
from dtcli.rules.score import Status, missed_conditions
from dtcli.rules.state import EventKind, State

_STYLES = {
    Status.WON: f"bold {MOSS}",
    Status.LOST: f"bold {EMBER}",
    Status.COMPLETED: f"bold {SAND}",
    Status.BROKEN: f"bold {BLOOD}",
}
_WIDEST, _WIDEST_ON_WIDE = 76, 96
_WIDE_SCREEN = 112
_NARROWEST = 24
_NAMES = 10
_ROOMY_HEIGHT = 34
_TALL = 42
"""From this height on the end begins further down."""
_BESIDE = 3
"""Columns between the letters and the text beside them."""
_LEAST_BESIDE = 28
"""With fewer columns beside the letters the text stands below them."""
_LEFT_OUT = ("backpack",)
"""Facts that a low screen does not show."""


class GameEnding(NamedTuple):
    """The result, the reasons for it, and facts about the game."""

    status: Status
    reasons: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]


class ReviewView(NamedTuple):
    """The review, the lesson and par, once they are known; until then the position of the spinner."""

    lines: tuple[str, ...] | None
    spin: int = 0
    par: tuple[str, ...] | None = ()
    """What is known about par; None while it is searched."""
    lesson: tuple[str, ...] | None = ()
    """The lesson of the five minutes; None while it is worked out."""
    first: int = 0
    """How many lines have been scrolled away."""


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
    roomy = _roomy_verdict(ending, width)
    return roomy if len(roomy) <= height else _low_verdict(ending, width)


def verdict_height(ending: GameEnding, width: int, height: int) -> int:
    """Return the lines that the result takes on a screen of this size."""
    draw = _roomy_verdict if height >= _ROOMY_HEIGHT else _low_verdict
    return len(draw(ending, width))


def _roomy_verdict(ending: GameEnding, width: int) -> list[Line]:
    """Return the result with large letters, the reasons below them."""
    pad, room = _column(width)
    rows = large_letters(ending.status.value.upper())
    if len(rows[0]) > room:
        rows = small_letters(ending.status.value.upper())
    lines: list[Line] = [(), *((pad, (row, _style(ending))) for row in rows), ()]
    for reason in ending.reasons:
        lines += [(pad, (line, f"bold {CHALK}")) for line in textwrap.wrap(reason, room)]
    lines.append(())
    for fact in ending.facts:
        lines += [(pad, *line) for line in _fact_lines(fact, room)]
    return [*lines, (), (pad, ("─" * room, MORTAR_LINE))]


def _low_verdict(ending: GameEnding, width: int) -> list[Line]:
    """Return the result with the reasons and the stars beside the letters."""
    pad, room = _column(width)
    rows = small_letters(ending.status.value.upper())
    free = room - len(rows[0]) - _BESIDE
    has_room = free >= _LEAST_BESIDE
    facts = dict(ending.facts)
    texts: list[Span] = []
    for reason in ending.reasons:
        texts += [(line, f"bold {CHALK}") for line in textwrap.wrap(reason, free if has_room else room)]
    if has_room:
        texts += [(line, f"bold {FLAME}") for line in textwrap.wrap(facts.pop("stars", ""), free)]
    beside, below = (texts, []) if has_room else ([], texts)
    rows += [" " * len(rows[0])] * (len(beside) - len(rows))
    blank: Span = ""
    above = (len(rows) - len(beside)) // 2
    beside = [*[blank] * above, *beside, *[blank] * (len(rows) - len(beside) - above)]
    lines: list[Line] = [()]
    lines += [(pad, (row, _style(ending)), " " * _BESIDE, text) for row, text in zip(rows, beside, strict=True)]
    lines += [(), *((pad, text) for text in below)]
    for name, fact in facts.items():
        if name not in _LEFT_OUT:
            lines += [(pad, *line) for line in _fact_lines((name, fact), room)]
    return [*lines, (pad, ("─" * room, MORTAR_LINE))]


def _fact_lines(fact: tuple[str, str], room: int) -> list[Line]:
    name, text = fact
    first, *more = textwrap.wrap(text, room - _NAMES) or [""]
    style = f"bold {FLAME}" if name in ("race", "stars") else CHALK
    return [((f"{name:<{_NAMES}}", ASH), (first, style)), *((" " * _NAMES, (line, style)) for line in more)]


def _style(ending: GameEnding) -> str:
    return _STYLES.get(ending.status, f"bold {CHALK}")


def _column(width: int) -> tuple[str, int]:
    """Return the indentation of a line and its longest length."""
    widest = _WIDEST if width < _WIDE_SCREEN else _WIDEST_ON_WIDE
    room = max(_NARROWEST, min(width - 4, widest))
    return " " * max(0, (width - room) // 2), room


def draw_review(review: ReviewView, width: int, height: int) -> list[Line]:
    """Return par, the review and the lesson as far as they fit, or a spinner while they are computed."""
    return review_lines(review, width)[review.first : review.first + height]


def review_lines(review: ReviewView, width: int) -> list[Line]:
    """Return par, the review and the lesson in lines."""
    parts = (review.lines, review.lesson, review.par)
    if not any(parts) and None not in parts:
        return []
    pad, room = _column(width)
    lines: list[Line] = [(pad, ("What was possible", f"bold {SAND}"))]
    for texts in (review.par, review.lines):
        for text in texts or ():
            lines += _paragraph(text, pad, room)
    if review.lesson:
        lines += [(), (pad, ("The lesson of the five minutes", f"bold {SAND}"))]
        for text in review.lesson:
            lines += _paragraph(text, pad, room)
    if None in parts:
        what = ("working it out", "looking at the five minutes", "working out par of this deal")[parts.index(None)]
        lines.append((pad, (f"{SPINNER[review.spin % len(SPINNER)]} {what}", ASH)))
    return lines


def _paragraph(text: str, pad: str, room: int) -> list[Line]:
    first, *more = textwrap.wrap(safe(text), room - 2) or [""]
    return [(pad, ("· ", ASH), (first, CHALK)), *((pad, "  ", (line, CHALK)) for line in more)]


class EndScreen(GameScreen):
    """The end of the game. Keys work at once; the review and the lesson appear when they are ready."""

    def __init__(self, controls: AppActions, end: GameEnd, *, go_on: Callable[[Lead], None]) -> None:
        self._end = end
        self._go_on = go_on
        self._ticks = 0
        self._first = 0
        super().__init__(controls)

    def screen_commands(self) -> list[KeyCommand]:
        """Return what the player can go on to, leaving, and scrolling."""
        leads = [
            KeyCommand((lead.key,), partial(self._go_on, lead), lead.words, lead.key, lead.label)
            for lead in self._end.next.leads
        ]
        return [
            *leads,
            KeyCommand(("enter", "q", "escape"), self.controls.leave, "leave", "Enter", "leave", always=True),
            KeyCommand(("down", "pagedown"), lambda: self._scroll(1), "show what is further down"),
            KeyCommand(("up", "pageup"), lambda: self._scroll(-1), "show what is further up"),
        ]

    def compose_body(self) -> ComposeResult:
        """Yield the result above the review."""
        yield ValueWidget(draw_verdict, self.ending(), id="verdict")
        yield ValueWidget(draw_review, ReviewView(None), id="review")

    def fit_widgets(self, width: int, height: int) -> None:
        """Use big letters where there is room."""
        verdict = self.widget("#verdict")
        verdict.styles.height = verdict_height(self.ending(), width, height)
        verdict.styles.margin = (max(0, (height - _TALL) // 3), 0, 0, 0)

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
        stars = self._end.par.stars if self._end.par is not None else None
        if stars is not None:
            facts.append(("stars", f"{stars.signs}  {stars.words}"))
        records = self._end.records.lines if self._end.records is not None else None
        if records:
            facts.append(("record", " ".join(records)))
        played = f"{safe(game.setup.what.title)}: {laid} laid, {left} left on the clock"
        facts += [
            ("played", ", ".join(filter(None, (played, pauses_words(game.clock.pauses))))),
            ("backpack", f"{state.slots} of {state.limit} slots filled at the end, {state.peak} at most"),
        ]
        if game.setup.seed:
            facts.append(("race", game.setup.command))
        if self._end.saved_as:
            facts.append(("replay", self._end.saved_as))
        return GameEnding(status, reasons_of(resolution.state, status, broke), tuple(facts))

    def update_view(self) -> None:
        """Advance the spinner, or show the review, the lesson, par, the records and the stars."""
        self._ticks += 1
        ending, view = self.ending(), self._view()
        verdict, review = self.widget("#verdict"), self.widget("#review")
        if ending != verdict.value and not self.too_small:  # more facts may have become known
            self.fit_widgets(*self.size)
        verdict.set_value(ending)
        review.set_value(view)
        below = len(review_lines(view, self.size.width)) - view.first - review.size.height
        self.show_notice(self.notice or (f"Down shows {plural(below, 'more line')}." if below > 0 else ""))

    def _view(self) -> ReviewView:
        end = self._end
        lines = () if end.review is None else end.review.lines
        lesson = () if end.lesson is None else end.lesson.lines
        par = () if end.par is None else end.par.sentences
        is_known = None not in (lines, lesson, par)
        return ReviewView(lines, 0 if is_known else self._ticks // TICKS_PER_STEP, par, lesson, self._first)

    def _scroll(self, pages: int) -> None:
        """Scroll the review; a line of the page before stays visible."""
        room = self.widget("#review").size.height
        most = max(0, len(review_lines(self._view(), self.size.width)) - room)
        self._first = max(0, min(most, self._first + pages * max(1, room - 1)))
