"""Draws the panel below the backpack: a question with numbered answers, or the heroes and the missions so far."""

import textwrap
from typing import NamedTuple

from dtcli.play.game.played_resolution import PlayedResolution, ResolutionStep
from dtcli.play.game.question_text import why_idle
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.tui.open_question import OpenQuestion
from dtcli.play.tui.widgets.resolution import draw_heroes_panel, lines_for_each
from dtcli.render.colours import ASH, CHALK, EMBER, FLAME, MORTAR_LINE, MOSS, NIGHT
from dtcli.render.events import card_name, sentence
from dtcli.render.layout import Line
from dtcli.render.signs import COMPLETED, FAILED
from dtcli.render.terminal import Span, safe, shortened
from dtcli.rules.heroes import HEROES
from dtcli.rules.state import EventKind

_NARROWEST = 24
_DIGITS = "1234567890"
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


class MissionOutcome(NamedTuple):
    """How a mission ended: its sign, its name, and its consequences."""

    sign: str
    name: str
    after: str


class PanelView(NamedTuple):
    """What the panel shows."""

    title: str = ""
    question: str = ""
    options: tuple[str, ...] = ()
    pointed: int = 0
    heroes: tuple[tuple[str, str, str], ...] = ()
    outcomes: tuple[MissionOutcome, ...] = ()


class OptionArea(NamedTuple):
    """The area of an answer on the panel."""

    x: int
    y: int
    width: int
    number: int


def panel_of(game: SoloGame, resolution: PlayedResolution, question: OpenQuestion | None) -> PanelView:
    """Return the question, or else the heroes and the missions so far; never anything still to come."""
    if question is not None:
        title = "a skill" if question.hero else "a decision"
        return PanelView(title, question.text, question.options, question.pointed)
    heroes = []
    for number, hero in enumerate(game.heroes, start=1):
        reason = why_idle(resolution, hero)
        heroes.append((f"F{number}", HEROES[hero].name, f"({reason})" if reason else HEROES[hero].text))
    outcomes = outcomes_of(resolution)
    title = f"the missions so far: {COMPLETED} completed, {FAILED} failed" if outcomes else ""
    if game.phase is Phase.OVER:
        title = "the story is over"
    elif any(resolution.can_act(hero) for hero in game.heroes):
        title = "heroes may act now"
    return PanelView(title, heroes=tuple(heroes), outcomes=outcomes)


def outcomes_of(resolution: PlayedResolution) -> tuple[MissionOutcome, ...]:
    """Return how the missions so far ended."""
    return tuple(one for step in resolution.steps if (one := _outcome(step)) is not None)


def _outcome(step: ResolutionStep) -> MissionOutcome | None:
    """Return how the mission of a step ended; None for an item or a skill."""
    sign = next((_VERDICTS[event.what] for event in step.events if event.what in _VERDICTS), None)
    if sign is None or step.card is None:
        return None
    after = ", ".join(sentence(event) for event in step.events if event.what in _AFTER)
    return MissionOutcome(sign, card_name(step.card), after)


def _question_lines(view: PanelView, width: int) -> list[str]:
    return textwrap.wrap(safe(view.question), width - 2)[:2]


def option_areas(view: PanelView, width: int, height: int) -> list[OptionArea]:
    """Return the areas of the answers, in as many columns as needed; of several pages the one pointed at."""
    above = 1 + len(_question_lines(view, width))
    rows = max(1, height - above)
    longest = max((len(option) for option in view.options), default=0) + 5
    columns = max(1, min(-(-len(view.options) // rows), width // max(min(longest, width), _NARROWEST)))
    each = width // columns
    page = rows * columns
    first = view.pointed // page * page
    shown = range(first, min(len(view.options), first + page))
    return [OptionArea((n - first) // rows * each, above + (n - first) % rows, each, n) for n in shown]


def draw_panel(view: PanelView, width: int, height: int) -> list[Line]:
    """Return the question and its answers, or the heroes and missions."""
    title = f" {view.title} " if view.title else ""
    lines: list[Line] = [(("──", MORTAR_LINE), (title, ASH), ("─" * (width - len(title) - 2), MORTAR_LINE))]
    if not view.options:
        lines += draw_heroes_panel(view.heroes, width, height - 1)
        return lines + _outcome_lines(view.outcomes, width, height - len(lines))
    lines += [((f" {line}", f"bold {FLAME}"),) for line in _question_lines(view, width)]
    rows: dict[int, list[Span]] = {}
    for spot in option_areas(view, width, height):
        digit = _DIGITS[spot.number] if spot.number < len(_DIGITS) else " "
        text = shortened(safe(view.options[spot.number]), spot.width - 5)
        pointed = spot.number == view.pointed
        style = f"bold {NIGHT} on {FLAME}" if pointed else CHALK
        sign = "►" if pointed else " "
        rows.setdefault(spot.y, []).extend(
            [(f"{sign}{digit} ", f"bold {FLAME}"), (f" {text} ", style), " " * (spot.width - len(text) - 5)]
        )
    return lines + [tuple(rows[y]) for y in sorted(rows)]


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
        if spot.y == y and spot.x <= x < spot.x + spot.width:
            return spot.number
    return None


def hero_at(view: PanelView, y: int, height: int) -> int:
    """Return the number of the hero on a line, from 1."""
    return (y - 1) // lines_for_each(len(view.heroes), height - 1) + 1 if y > 0 else 0
