"""The chart of an analysis in a terminal: the best result as a line, the slots as bars beneath it."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from dtcli.render.analysis.chart import NOT_PROVED_MEANS, BestReachable, Chart, ChartColumn, Prospect, QuestResult
from dtcli.render.colours import BAD, CAUTION, ERROR, FAINT, GOOD, LABEL, SLOTS, STRONG_MISSING
from dtcli.render.layout import Line
from dtcli.render.terminal import WIDTH, Span

MARGIN = 10
"""Columns to the left of the chart, including the axis."""
WIDEST = 62
"""Columns of a panel; a longer story continues in the next panel."""
WIDEST_CARD = 4
TALLEST = 15
"""Rows between zero and the most missions."""
SLOTS_PER_ROW = 4
EIGHTHS = " ▁▂▃▄▅▆▇█"
ROOMY = 3
"""Columns for each card from which every card gets its number."""

LINES = {Prospect.WIN: "━", Prospect.WHOLE: "─", Prospect.NONE: "╌"}
NOT_PROVED = "┈"
_HEAVY = {"left-down": "┑", "up-right": "┕", "left-up": "┙", "down-right": "┍"}
_LIGHT = {"left-down": "╮", "up-right": "╰", "left-up": "╯", "down-right": "╭"}
_PROSPECTS = {Prospect.WIN: GOOD, Prospect.WHOLE: CAUTION, Prospect.NONE: BAD}
COMPLETED, RISE, END, BREAK, OPEN, GOAL = "·", "•", "●", "╳", "?", "┄"  # noqa: RUF001  (a drawn cross)
BREAKS = " breaks"
QUESTS = {
    QuestResult.COMPLETED: ("●", GOOD),
    QuestResult.FAILED: ("○", CAUTION),
    QuestResult.ADVENTURE_COMPLETED: ("◆", GOOD),
    QuestResult.ADVENTURE_FAILED: ("◇", CAUTION),
}
_MISTAKE = ERROR


class _Row:
    """One line of the chart: a label, then cells that can be painted over."""

    def __init__(self, label: str, axis: str, width: int, ground: str = " ") -> None:
        self.label, self.axis, self.ground = label, axis, ground
        self.right: tuple[str, str] = ("", "")
        self.cells: list[tuple[str, str]] = [(ground, FAINT)] * width

    def paint(self, place: int, text: str, style: str) -> None:
        for n, sign in enumerate(text, place):
            self.cells[n] = (sign, style)

    def is_free(self, place: int, width: int = 1) -> bool:
        cells = self.cells[place : place + width]
        return len(cells) == width and all(sign == self.ground for sign, _ in cells)

    def line(self) -> Line:
        spans: list[Span] = [(f"{self.label:>{MARGIN - 2}} {self.axis}", FAINT)]
        for style, cells in groupby(self.cells, key=lambda cell: cell[1]):
            spans.append(("".join(sign for sign, _ in cells), style))
        return (*spans, self.right)


class _Panel(NamedTuple):
    """The part of a chart that fits the width of the terminal."""

    chart: Chart
    before: BestReachable
    """The best result before its first reveal."""
    done: int
    """The missions completed before its first reveal."""
    columns: tuple[ChartColumn, ...]
    first: int
    """The number of its first reveal."""
    cards: int
    """Its cards, including those that were never revealed."""
    wide: int
    """Columns for each card."""
    ends: bool
    """Whether the game, or its record, ends here."""

    @property
    def width(self) -> int:
        return self.cards * self.wide

    def place(self, reveal: int) -> int:
        """Return the first column of a reveal."""
        return (reveal - self.first) * self.wide

    @property
    def mistakes(self) -> Iterator[tuple[str, int]]:
        """The letters of the mistakes in this panel, with their columns."""
        for letter, reveal in self.chart.mistakes:
            if self.first <= reveal < self.first + self.cards:
                yield letter, self.place(reveal)


def picture(chart: Chart) -> Iterator[Line]:
    """Return the lines of the chart, with its legend."""
    for panel in _panels(chart):
        yield from _missions(panel)
        yield from _slots(panel)
        yield from _marks(panel)
        yield from _numbers(panel)
        yield ()
    if chart.columns:
        yield from _legend(chart)


def _panels(chart: Chart) -> Iterator[_Panel]:
    wide = max(1, min(WIDEST_CARD, WIDEST // max(1, chart.cards)))
    before, done = chart.before, 0
    for start in range(0, len(chart.columns), WIDEST):
        columns = chart.columns[start : start + WIDEST]
        ends = start + len(columns) == len(chart.columns)
        yield _Panel(chart, before, done, columns, start + 1, min(WIDEST, chart.cards - start), wide, ends)
        before, done = columns[-1].reachable, columns[-1].completed


# --- Missions


def _missions(panel: _Panel) -> Iterator[Line]:
    chart = panel.chart
    scale = -(-chart.top // TALLEST)
    goal = -1 if chart.goal is None else chart.goal // scale
    numbers = range(chart.top // scale + 1)
    rows = [_Row(str(n * scale), "┤", panel.width, GOAL if n == goal else " ") for n in numbers]
    if chart.goal is not None:
        rows[goal].right = (" goal" if scale == 1 else f" goal {chart.goal}", FAINT)
    _draw_completed(panel, rows, scale)
    _draw_reachable(panel, rows, scale)
    for row in (_Row("missions", "│", 0), *reversed(rows)):
        yield row.line()


def _draw_completed(panel: _Panel, rows: list[_Row], scale: int) -> None:
    done = panel.done
    for n, column in enumerate(panel.columns):
        first = RISE if column.completed > done else COMPLETED
        done = column.completed
        rows[done // scale].paint(n * panel.wide, first + COMPLETED * (panel.wide - 1), LABEL)


def _draw_reachable(panel: _Panel, rows: list[_Row], scale: int) -> None:
    before = panel.before
    for n, column in enumerate(panel.columns):
        value, place = column.reachable, n * panel.wide
        rows[value.missions // scale].paint(place, _sign(value) * panel.wide, _style(value))
        _draw_step(rows, place, before, value, scale)
        before = value
    for letter, place in panel.mistakes:
        _draw_letter(rows[_before(panel, place).missions // scale], place + 1, letter)
    if panel.ends:
        _draw_end(panel, rows[before.missions // scale], before)


def _before(panel: _Panel, place: int) -> BestReachable:
    return panel.columns[place // panel.wide - 1].reachable if place else panel.before


def _draw_letter(row: _Row, place: int, letter: str) -> None:
    """Write a letter beside the fall of the line, or beside another letter, if there is room."""
    free = [n for n in (place, place + 1) if row.is_free(n)]
    if free:
        row.paint(free[0], letter, _MISTAKE)


def _sign(value: BestReachable) -> str:
    return LINES[value.prospect] if value.proved else NOT_PROVED


def _style(value: BestReachable) -> str:
    return _PROSPECTS[value.prospect] if value.proved else FAINT


def _draw_step(rows: list[_Row], place: int, before: BestReachable, after: BestReachable, scale: int) -> None:
    high, low = before.missions // scale, after.missions // scale
    if high == low:
        return
    leaves, arrives = (_HEAVY if _sign(value) == LINES[Prospect.WIN] else _LIGHT for value in (before, after))
    falls, style = high > low, _style(after)
    rows[high].paint(place, leaves["left-down" if falls else "left-up"], style)
    for row in rows[min(high, low) + 1 : max(high, low)]:
        row.paint(place, "│", style)
    rows[low].paint(place, arrives["up-right" if falls else "down-right"], style)


def _draw_end(panel: _Panel, row: _Row, value: BestReachable) -> None:
    chart, last = panel.chart, len(panel.columns) * panel.wide - 1
    if chart.broken:
        row.paint(last, BREAK, ERROR)
        room = panel.width - last - 1
        if row.is_free(last + 1, room):
            row.paint(last + 1, BREAKS[:room], ERROR)
            if room < len(BREAKS):
                row.right = (BREAKS[room:], ERROR)
    elif chart.is_open:
        row.paint(last, OPEN, STRONG_MISSING)
    else:
        row.paint(last, END, _style(value))


# --- Slots


def _slots(panel: _Panel) -> Iterator[Line]:
    for height in reversed(range(-(-panel.chart.most_slots // SLOTS_PER_ROW))):
        row = _Row("" if height else "slots", "│", panel.width)
        for n, column in enumerate(panel.columns):
            eighths = max(0, min(8, 2 * (column.slots - height * SLOTS_PER_ROW)))
            style = BAD if column.slots > column.limit else CAUTION if column.slots == column.limit else SLOTS
            row.paint(n * panel.wide, EIGHTHS[eighths] * panel.wide, style)
        yield row.line()


# --- Marks, axis and legend


def _marks(panel: _Panel) -> Iterator[Line]:
    quests = _Row("outcome", " ", panel.width)
    for n, column in enumerate(panel.columns):
        if column.quest is not None:
            quests.paint(n * panel.wide, *QUESTS[column.quest])
    if not quests.is_free(0, panel.width):
        yield quests.line()
    rows: list[_Row] = []
    for letter, place in panel.mistakes:
        if not any(row.is_free(place) for row in rows):
            rows.append(_Row("" if rows else "mistakes", " ", panel.width))
        next(row for row in rows if row.is_free(place)).paint(place, letter, _MISTAKE)
    yield from (row.line() for row in rows)


def _numbers(panel: _Panel) -> Iterator[Line]:
    axis = _Row("", "└", panel.width, "╌")
    axis.paint(0, "─" * len(panel.columns) * panel.wide, FAINT)
    every = 1 if panel.wide >= ROOMY else 5
    numbers = _Row("card", " ", WIDTH - MARGIN)
    for reveal in range(panel.first, panel.first + panel.cards):
        if reveal % every == 0 or (reveal == panel.first and reveal % every < ROOMY):
            axis.paint(panel.place(reveal), "┬", FAINT)
            numbers.paint(panel.place(reveal), str(reveal), FAINT)
    yield axis.line()
    yield numbers.line()


def _legend(chart: Chart) -> Iterator[Line]:
    spans: list[Span] = []
    used = 0
    for sign, style, words in _entries(chart):
        width = len(sign) + 1 + len(words)
        if used and used + 3 + width > WIDTH - MARGIN:
            yield (" " * MARGIN, *spans)
            spans, used = [], 0
        if used:
            spans.append("   ")
            used += 3
        spans += [(sign, style), " ", (words, FAINT)]
        used += width
    yield (" " * MARGIN, *spans)


def _entries(chart: Chart) -> Iterator[tuple[str, str, str]]:
    """Return the signs that occur in the chart: sign, style, meaning."""
    yield from ((LINES[prospect], _PROSPECTS[prospect], words) for prospect, words in chart.prospects.items())
    if not chart.proved:
        yield NOT_PROVED, FAINT, NOT_PROVED_MEANS
    yield RISE, LABEL, "missions so far"
    yield from ((*QUESTS[quest], quest.value) for quest in chart.quests)
    if chart.is_open:
        yield OPEN, STRONG_MISSING, "not recorded"
