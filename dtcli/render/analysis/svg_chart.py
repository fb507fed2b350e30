"""The chart of an analysis as an SVG file, with the mistakes listed beneath it."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from dtcli.formats.replay.check import Checked
from dtcli.render.analysis.chart import NOT_PROVED_MEANS, BestReachable, Chart, Prospect, QuestResult, chart_of, letters
from dtcli.render.analysis.phrases import (
    KEPT_MEANS,
    better,
    decided,
    ending,
    kept_words,
    moment_of,
    with_quest,
)
from dtcli.render.colours import (
    CHART_AMBER,
    CHART_BORDER,
    CHART_DONE,
    CHART_DONE_EDGE,
    CHART_FULL,
    CHART_GIVEN_AWAY,
    CHART_GREEN,
    CHART_GREY,
    CHART_INK,
    CHART_LETTER,
    CHART_PALE,
    CHART_PAPER,
    CHART_RED,
    CHART_SLOTS,
)
from dtcli.render.pictures.svg import XY, box, disc, document, line, shape, text
from dtcli.render.terminal import safe, shortened

if TYPE_CHECKING:
    from solver.studies.analysis import Analysis, Judgement

WIDTH, EDGE = 960, 32
LEFT, RIGHT = 72, WIDTH - 56
WIDEST_BAR = 80
FEWEST_MISSIONS = 4
"""The least number of missions on the vertical axis."""
TOP, FLOOR = 124, 324
"""The heights of the most missions and of zero missions."""
SLOTS_TOP, SLOTS_FLOOR = 344, 400
CARDS, NUMBERS, KEY = 414, 436, 466
LINE_HEIGHT, BETWEEN = 19, 4
BEHIND_KEY = 34
LONGEST_TITLE, LONGEST_LINE = 70, 120
MOST_GRID_LINES = 12
ROOM_FOR_WORDS = 150
BADGE = 9
ROOMY, CROWDED = 30, 7
"""The widths of a card from which it has its number, and a gap beside its bar."""

LINES = {Prospect.WIN: (CHART_GREEN, ""), Prospect.WHOLE: (CHART_AMBER, "10 4"), Prospect.NONE: (CHART_RED, "3 4")}
"""The colour and the dash of each prospect; the dash is for readers who do not see the colour."""
NOT_PROVED = (CHART_GREY, "5 5")

_KeyEntry = tuple[BestReachable | QuestResult | str, str]
"""A line, a card or a colour, with its meaning."""


def analysis_svg(checked: Checked, analysis: "Analysis") -> str:
    """Return the chart with its title, its key, and the list of mistakes."""
    title = checked.title or checked.document.file
    said = _said(analysis)
    drawing = _ChartDrawing(chart_of(analysis))
    first = drawing.bottom + BEHIND_KEY
    mistakes = [
        (letter, textwrap.wrap(_mistake(analysis, one), LONGEST_LINE))
        for letter, one in zip(letters(len(analysis.mistakes)), analysis.mistakes, strict=True)
    ]
    height = first + sum(len(words) * LINE_HEIGHT + BETWEEN for _, words in mistakes) - (0 if mistakes else 12)
    elements = [
        box((0.5, 0.5), WIDTH - 1, height - 1, fill=CHART_PAPER, stroke=CHART_BORDER, radius=10),
        text((EDGE, 42), shortened(title, LONGEST_TITLE), fill=CHART_INK, size=20, bold=True),
        *(text((EDGE, y), words, fill=CHART_GREY) for y, words in zip((64, 82), said, strict=True)),
        *drawing.elements(),
        *_list(mistakes, first),
    ]
    return document(WIDTH, height, title=title, description=". ".join(said), elements=elements)


def _said(analysis: "Analysis") -> tuple[str, str]:
    """Return the recorded and the best result, and the summary."""
    recorded, best = analysis.result, analysis.best
    done = "open, a forgotten choice decides" if recorded is None else ending(recorded)
    most = "" if best.proved else f", at most {best.bound}"
    limit = "" if analysis.proved else " (a limit was reached: some values are only bounds)"
    first = f"recorded: {done}; best: {ending(best.outcome)}{most}{limit}"
    return first, f"{kept_words(analysis)}: {KEPT_MEANS}"


def _mistake(analysis: "Analysis", judgement: "Judgement") -> str:
    done = with_quest(decided(analysis, judgement), judgement.state)
    decisive = ", decisive" if judgement is analysis.decisive else ""
    led = ending(judgement.before.outcome)
    return f"{moment_of(judgement)}{decisive}: {done}. Better: {safe(better(judgement))}, which leads to {led}."


def _list(mistakes: Sequence[tuple[str, list[str]]], y: int) -> Iterator[str]:
    for letter, words in mistakes:
        yield from _badge((EDGE + BADGE, y - 4), letter)
        for part in words:
            yield text((EDGE + 28, y), part, fill=CHART_INK)
            y += LINE_HEIGHT
        y += BETWEEN


def _badge(place: XY, letter: str, fill: str = CHART_RED) -> Iterator[str]:
    x, y = place
    yield disc(place, BADGE, fill=fill)
    yield text((x, y + 4), letter, fill=CHART_LETTER, size=12, bold=True, anchor="middle")


def _quest(place: XY, quest: QuestResult) -> str:
    done = quest in (QuestResult.COMPLETED, QuestResult.ADVENTURE_COMPLETED)
    fill, stroke = (CHART_GREEN, CHART_GREEN) if done else (CHART_PAPER, CHART_AMBER)
    if quest in (QuestResult.COMPLETED, QuestResult.FAILED):
        return disc(place, 4, fill=fill, stroke=stroke, width=1.5)
    x, y = place
    return shape([(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)], fill=fill, stroke=stroke, width=1.5)


class _ChartDrawing:
    """A chart with its scales and its key."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.top = max(chart.top, FEWEST_MISSIONS)
        self.wide = (RIGHT - LEFT) / max(1, chart.cards)
        self.end = self.x(len(chart.columns))
        self.values = chart.values
        self.key = list(_laid_out(list(self._entries())))

    @property
    def bottom(self) -> int:
        """The height of the last line of the key."""
        return max((y for (_, y), _ in self.key), default=KEY)

    def x(self, reveal: int) -> float:
        """Return the right edge of the column of a reveal."""
        return LEFT + reveal * self.wide

    def middle(self, reveal: int) -> float:
        return self.x(reveal) - self.wide / 2

    def y(self, missions: int) -> float:
        return FLOOR - missions * (FLOOR - TOP) / self.top

    def slot(self, n: int) -> float:
        return SLOTS_FLOOR - n * (SLOTS_FLOOR - SLOTS_TOP) / max(1, self.chart.most_slots)

    def steps(self, heights: Sequence[float]) -> list[XY]:
        """Return a stepped line with one height for each reveal."""
        return [place for n, y in enumerate(heights) for place in ((self.x(n), y), (self.x(n + 1), y))]

    def elements(self) -> Iterator[str]:
        """Return everything between the title and the list of mistakes."""
        yield from self._grid()
        if self.chart.columns:
            yield from self._areas()
            yield from self._goal()
            yield from self._reachable()
            yield from self._end()
            yield from self._slots()
            yield from self._cards()
            yield from self._badges()
            yield from self._key()

    def _grid(self) -> Iterator[str]:
        every = -(-self.top // MOST_GRID_LINES)
        for missions in range(0, self.top + 1, every):
            y = self.y(missions)
            yield line([(LEFT, y), (RIGHT, y)], stroke=CHART_PALE)
            yield text((LEFT - 10, y + 4), str(missions), fill=CHART_GREY, anchor="end")
        yield text((LEFT - 10, TOP - 16), "missions", fill=CHART_GREY, size=11, anchor="end")

    def _areas(self) -> Iterator[str]:
        best = self.y(self.chart.before.missions)
        left = self.steps([max(best, self.y(value.missions)) for value in self.values[1:]])
        yield shape([(LEFT, best), *left, (self.end, best)], fill=CHART_GIVEN_AWAY)
        done = self.steps([self.y(column.completed) for column in self.chart.columns])
        yield shape([(LEFT, FLOOR), *done, (self.end, FLOOR)], fill=CHART_DONE)
        yield line(done, stroke=CHART_DONE_EDGE, width=1.5)

    def _goal(self) -> Iterator[str]:
        if self.chart.goal is not None:
            y = self.y(self.chart.goal)
            yield line([(LEFT, y), (RIGHT, y)], stroke=CHART_INK, dash="1 3")
            yield text((RIGHT + 10, y + 4), "goal", fill=CHART_INK, size=11)

    def _reachable(self) -> Iterator[str]:
        n = 0
        for value, same in groupby(self.values[1:]):
            first, n = n, n + len(list(same))
            y = self.y(value.missions)
            yield self._stroke([(self.x(first), y), (self.x(n), y)], value)
        losses = {reveal for _, reveal in self.chart.mistakes}
        for reveal, (before, after) in enumerate(pairwise(self.values), 1):
            if before.missions != after.missions:
                fall = [(self.x(reveal - 1), self.y(value.missions)) for value in (before, after)]
                yield line(fall, stroke=CHART_RED if reveal in losses else CHART_GREY, width=3)

    def _stroke(self, places: list[XY], value: BestReachable) -> str:
        stroke, dash = LINES[value.prospect] if value.proved else NOT_PROVED
        return line(places, stroke=stroke, width=3, dash=dash)

    def _end(self) -> Iterator[str]:
        x, y = self.end, self.y(self.values[-1].missions)
        if self.chart.broken:
            yield line([(x - 7, y - 7), (x + 7, y + 7)], stroke=CHART_RED, width=3.5)
            yield line([(x - 7, y + 7), (x + 7, y - 7)], stroke=CHART_RED, width=3.5)
            yield self._beside((x, y), "the backpack breaks", CHART_RED)
        elif self.chart.is_open:
            yield from _badge((x, y), "?", CHART_INK)
            yield self._beside((x, y), "not recorded", CHART_INK)
        else:
            yield disc((x, y), 5, fill=LINES[self.values[-1].prospect][0])

    def _beside(self, place: XY, words: str, fill: str) -> str:
        """Return words beside the end of the line, or above it if there is no room."""
        x, y = place
        if x + ROOM_FOR_WORDS < WIDTH:
            return text((x + 14, y - 8), words, fill=fill, bold=True)
        return text((x, y - 14), words, fill=fill, bold=True, anchor="end")

    def _slots(self) -> Iterator[str]:
        width = min(WIDEST_BAR, self.wide - (1 if self.wide > CROWDED else 0))
        for reveal, column in enumerate(self.chart.columns, 1):
            fill = (
                CHART_RED
                if column.slots > column.limit
                else CHART_FULL
                if column.slots == column.limit
                else CHART_SLOTS
            )
            top = self.slot(column.slots)
            yield box((self.middle(reveal) - width / 2, top), width, SLOTS_FLOOR - top, fill=fill)
        yield line(
            self.steps([self.slot(column.limit) for column in self.chart.columns]), stroke=CHART_GREY, dash="4 3"
        )
        yield line([(LEFT, SLOTS_FLOOR), (self.end, SLOTS_FLOOR)], stroke=CHART_GREY)
        if self.end < RIGHT:
            yield line([(self.end, SLOTS_FLOOR), (RIGHT, SLOTS_FLOOR)], stroke=CHART_GREY, dash="1 3")
        limit = self.chart.columns[0].limit
        yield text((LEFT - 10, self.slot(limit) + 4), str(limit), fill=CHART_GREY, anchor="end")
        yield text((LEFT - 10, SLOTS_FLOOR), "slots", fill=CHART_GREY, size=11, anchor="end")

    def _cards(self) -> Iterator[str]:
        yield text((LEFT - 10, NUMBERS), "card", fill=CHART_GREY, size=11, anchor="end")
        every = 1 if self.wide > ROOMY else 5 if self.wide > CROWDED else 20
        for reveal in sorted({1, *range(every, self.chart.cards + 1, every)}):
            yield text((self.middle(reveal), NUMBERS), str(reveal), fill=CHART_GREY, anchor="middle")
        for reveal, column in enumerate(self.chart.columns, 1):
            if column.quest is not None:
                yield _quest((self.middle(reveal), CARDS), column.quest)

    def _badges(self) -> Iterator[str]:
        above: dict[int, int] = {}
        for letter, reveal in self.chart.mistakes:
            stacked = above[reveal] = above.get(reveal, -1) + 1
            highest = max(value.missions for value in self.values[reveal - 1 : reveal + 1])
            yield from _badge((self.x(reveal - 1), self.y(highest) - 15 - stacked * 2 * BADGE), letter)

    def _key(self) -> Iterator[str]:
        for (x, y), (sign, words) in self.key:
            match sign:
                case BestReachable():
                    yield self._stroke([(x, y - 4), (x + 22, y - 4)], sign)
                case QuestResult():
                    yield _quest((x + 11, y - 4), sign)
                case fill:
                    yield box((x, y - 10), 22, 12, fill=fill)
            yield text((x + 28, y), words, fill=CHART_GREY, size=12)

    def _entries(self) -> Iterator[_KeyEntry]:
        """Return the signs that occur in the chart, with their meanings."""
        chart = self.chart
        yield from ((BestReachable(0, prospect), words) for prospect, words in chart.prospects.items())
        if not chart.proved:
            yield BestReachable(0, Prospect.WIN, proved=False), NOT_PROVED_MEANS
        if any(value.missions < chart.before.missions for value in chart.values):
            yield CHART_GIVEN_AWAY, "lost by decisions"
        yield CHART_DONE, "completed so far"
        if any(column.slots == column.limit for column in chart.columns):
            yield CHART_FULL, "backpack full"
        yield from ((quest, quest.value) for quest in chart.quests)


def _laid_out(entries: Sequence[_KeyEntry]) -> Iterator[tuple[tuple[float, int], _KeyEntry]]:
    """Return the entries of the key with their positions, in as many lines as needed.

    The width of words is an estimate, because fonts differ.
    """
    x, y = float(LEFT), KEY
    for entry in entries:
        room = 28 + 6.6 * len(entry[1])
        if x + room > RIGHT:
            x, y = float(LEFT), y + LINE_HEIGHT
        yield (x, y), entry
        x += room + 18
