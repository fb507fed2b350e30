"""Draws the panel below the backpack: a question and the keys of its answers, or the heroes and the missions so far."""

import textwrap
from collections.abc import Iterable
from typing import NamedTuple

from dtcli.play.game.played_resolution import PlayedResolution, ResolutionStep
from dtcli.play.game.question_text import why_idle
from dtcli.play.tui.open_question import DIGITS, OpenQuestion
from dtcli.play.tui.widgets.resolution import draw_heroes_panel, lines_for_each
from dtcli.render.colours import ASH, CHALK, EMBER, FLAME, MORTAR_LINE, MOSS, NIGHT
from dtcli.render.events import card_name, sentence
from dtcli.render.layout import Line
from dtcli.render.pictures.signs import COMPLETED, FAILED
from dtcli.render.terminal import Span, safe, shortened
from dtcli.rules.heroes import HEROES
from dtcli.rules.state import EventKind

_NARROWEST = 24
_MOST_QUESTION_LINES = 3
_KEY = 5
"""The columns of an answer for the pointer, its key and blanks."""
_SHORTEST = 12
"""Below this many columns the consequences of a mission are left out."""
_VERDICTS = {EventKind.MISSION_COMPLETED: COMPLETED, EventKind.MISSION_FAILED: FAILED}
_AFTER = (
    EventKind.REWARD_TAKEN,
    EventKind.REWARD_DECLINED,
    EventKind.REWARD_RUN_OUT,
    EventKind.ITEMS_DISCARDED,
    EventKind.MISSION_FAILED,
)
"""The events that are listed as consequences of a mission."""


OUTCOMES_SO_FAR = f"the missions so far: {COMPLETED} completed, {FAILED} failed"
PanelWords = tuple[tuple[str, str], ...]
"""Paragraphs, each with its style."""


class MissionOutcome(NamedTuple):
    """How a mission ended: its sign, its name, and its consequences."""

    sign: str
    name: str
    after: str

    @property
    def failed(self) -> bool:
        """Whether the mission failed."""
        return self.sign == _VERDICTS[EventKind.MISSION_FAILED]


class PanelView(NamedTuple):
    """What the panel shows."""

    title: str = ""
    question: str = ""
    options: tuple[str, ...] = ()
    pointed: int = 0
    heroes: tuple[tuple[str, str, str], ...] = ()
    outcomes: tuple[MissionOutcome, ...] = ()
    keys: str = DIGITS
    """The keys of the answers, in order."""
    beside: tuple[tuple[int, str], ...] = ()
    """Texts that are no answers, each with the number of the answer that it stands before."""
    words: PanelWords = ()
    """What is shown instead of the heroes and missions."""

    @property
    def rows(self) -> list[tuple[str, int | None]]:
        """The answers with their numbers, and among them the texts that are none."""
        rows: list[tuple[str, int | None]] = []
        for number in range(len(self.options) + 1):
            rows += [(text, None) for before, text in self.beside if before == number]
            rows += [(option, number) for option in self.options[number : number + 1]]
        return rows


class OptionArea(NamedTuple):
    """The area of an answer on the panel, or of a text among the answers."""

    x: int
    y: int
    width: int
    height: int
    text: str
    number: int | None
    """The number of the answer; None for a text that is none."""


def panel_of(resolution: PlayedResolution, question: OpenQuestion | None, keys: str = DIGITS) -> PanelView:
    """Return the question, or else the heroes and the missions so far; never anything still to come."""
    if question is not None:
        title = "a skill" if question.hero else "a decision"
        return PanelView(title, question.text, question.options, question.pointed, keys=keys, beside=question.beside)
    heroes = []
    for number, hero in enumerate(resolution.state.game.heroes, start=1):
        reason = why_idle(resolution, hero)
        heroes.append((f"F{number}", HEROES[hero].name, f"({reason})" if reason else HEROES[hero].text))
    outcomes = outcomes_of(resolution.steps)
    title = OUTCOMES_SO_FAR if outcomes else ""
    if resolution.state.over:
        title = "the story is over"
    elif any(resolution.can_act(hero) for hero in resolution.state.game.heroes):
        title = "heroes may act now"
    return PanelView(title, heroes=tuple(heroes), outcomes=outcomes)


def outcomes_of(steps: Iterable[ResolutionStep]) -> tuple[MissionOutcome, ...]:
    """Return how the missions of these steps ended."""
    return tuple(one for step in steps if (one := outcome_of(step)) is not None)


def outcome_of(step: ResolutionStep) -> MissionOutcome | None:
    """Return how the mission of a step ended; None for an item or a skill."""
    sign = next((_VERDICTS[event.what] for event in step.events if event.what in _VERDICTS), None)
    if sign is None or step.card is None:
        return None
    after = ", ".join(sentence(event) for event in step.events if event.what in _AFTER)
    return MissionOutcome(sign, card_name(step.card), after)


def _question_lines(view: PanelView, width: int) -> list[str]:
    return _wrapped(safe(view.question), width - 2, _MOST_QUESTION_LINES)


def _wrapped(text: str, width: int, most: int) -> list[str]:
    """Return a text in at most so many lines; what is left over is cut."""
    lines = textwrap.wrap(text, width)
    return lines if len(lines) <= most else [*lines[: most - 1], shortened(" ".join(lines[most - 1 :]), width)]


def _row_lines(view: PanelView, width: int) -> list[list[str]]:
    """Return each answer wrapped to a single column of this width."""
    return [textwrap.wrap(safe(text), width - _KEY) or [""] for text, _ in view.rows]


def _longest(view: PanelView) -> int:
    """Return the columns that the longest answer needs."""
    return max((len(safe(text)) for text, _ in view.rows), default=0) + _KEY


def _most_columns(view: PanelView, width: int) -> int:
    """Return into how many columns the answers can be set without cutting one off."""
    return max(1, width // max(min(_longest(view), width), _NARROWEST))


def is_readable(view: PanelView, width: int, height: int) -> bool:
    """Return whether the question and its answers have room, each answer on one line."""
    return _longest(view) <= width and panel_height(view, width) <= height


def panel_height(view: PanelView, width: int) -> int:
    """Return the lines in which the question and all its answers, or the words, can be read in full."""
    if view.words and not view.options:
        return 1 + len(_word_lines(view.words, width))
    lines = _row_lines(view, width)
    columns = _most_columns(view, width)
    rows = sum(map(len, lines)) if columns == 1 else -(-len(lines) // columns)
    return 1 + len(_question_lines(view, width)) + rows


def option_areas(view: PanelView, width: int, height: int) -> list[OptionArea]:
    """Return the areas of the answers, in as many columns as needed; of several pages the one pointed at."""
    above = 1 + len(_question_lines(view, width))
    room = max(1, height - above)
    heights = [len(lines) for lines in _row_lines(view, width)]
    rows = view.rows
    if sum(heights) <= room:
        return [
            OptionArea(0, above + sum(heights[:n]), width, heights[n], text, number)
            for n, (text, number) in enumerate(rows)
        ]
    columns = min(-(-len(rows) // room), _most_columns(view, width))
    each = width // columns
    page = room * columns
    pointed = next(n for n, (_, number) in enumerate(rows) if number == view.pointed)
    shown = rows[pointed // page * page :][:page]
    return [
        OptionArea(n // room * each, above + n % room, each, 1, text, number) for n, (text, number) in enumerate(shown)
    ]


def draw_panel(view: PanelView, width: int, height: int) -> list[Line]:
    """Return the question and its answers, or the heroes and missions."""
    title = f" {view.title} " if view.title else ""
    lines: list[Line] = [(("──", MORTAR_LINE), (title, ASH), ("─" * (width - len(title) - 2), MORTAR_LINE))]
    if view.words and not view.options:
        return [*lines, *_word_lines(view.words, width)][:height]
    if not view.options:
        lines += draw_heroes_panel(view.heroes, width, height - 1)
        return lines + _outcome_lines(view.outcomes, width, height - len(lines))
    lines += [((f" {line}", f"bold {FLAME}"),) for line in _question_lines(view, width)]
    rows: dict[int, list[Span]] = {}
    for area in option_areas(view, width, height):
        for n, line in enumerate(_option_spans(view, area)):
            rows.setdefault(area.y + n, []).extend(line)
    return lines + [tuple(rows[y]) for y in sorted(rows)]


def _word_lines(words: PanelWords, width: int) -> list[Line]:
    return [((f" {line}", style),) for text, style in words for line in textwrap.wrap(safe(text), width - 2)]


def _option_spans(view: PanelView, area: OptionArea) -> list[list[Span]]:
    """Return the lines of an answer, its key beside the first."""
    number = area.number
    key = " " if number is None else view.keys[number : number + 1] or " "
    pointed = number == view.pointed
    style = f"bold {NIGHT} on {FLAME}" if pointed else ASH if number is None else CHALK
    room = area.width - _KEY
    drawn: list[list[Span]] = []
    for n, text in enumerate(_wrapped(safe(area.text), room, area.height)):
        head = f"{'►' if pointed else ' '}{key} " if n == 0 else "   "
        drawn.append([(head, f"bold {FLAME}"), (f" {text} ", style), " " * (room - len(text))])
    return drawn


def _outcome_lines(outcomes: tuple[MissionOutcome, ...], width: int, rows: int) -> list[Line]:
    """Return the missions so far in columns; if there is no room for all, the latest."""
    if rows < 1 or not outcomes:
        return []
    columns = max(1, min(-(-len(outcomes) // rows), width // _NARROWEST))
    each = width // columns
    shown = outcomes[-rows * columns :]
    cells = [_outcome_spans(one, each) for one in shown]
    return [tuple(span for cell in cells[row::rows] for span in cell) for row in range(min(rows, len(cells)))]


def _outcome_spans(outcome: MissionOutcome, width: int) -> list[Span]:
    colour = MOSS if outcome.sign == _VERDICTS[EventKind.MISSION_COMPLETED] else EMBER
    room = width - len(outcome.sign) - 3
    name = shortened(outcome.name, room)
    room -= len(name)
    after = shortened(f": {outcome.after}", room) if outcome.after and room >= _SHORTEST else ""
    blank = " " * (room - len(after) + 1)
    return [(f" {outcome.sign} ", f"bold {colour}"), (name, CHALK), (after, ASH), blank]


def option_at(view: PanelView, at: tuple[int, int], size: tuple[int, int]) -> int | None:
    """Return the number of the answer at a position; None if there is none."""
    x, y = at
    for spot in option_areas(view, *size):
        if spot.y <= y < spot.y + spot.height and spot.x <= x < spot.x + spot.width:
            return spot.number
    return None


def hero_at(view: PanelView, y: int, size: tuple[int, int]) -> int:
    """Return the number of the hero on a line, from 1."""
    width, height = size
    return (y - 1) // lines_for_each(view.heroes, width, height - 1) + 1 if y > 0 else 0
