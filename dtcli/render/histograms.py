"""Small bar charts beside each other as one SVG file: one for each distribution."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from dtcli.render.colours import CHART_BORDER, CHART_DONE_EDGE, CHART_GREY, CHART_INK, CHART_PALE, CHART_PAPER
from dtcli.render.pictures.svg import XY, box, document, line, text
from dtcli.render.terminal import shortened

WIDTH, EDGE = 960, 24
COLUMNS = 3
TOP = 72
CHART_WIDTH, CHART_HEIGHT, BETWEEN = 290, 150, 20
PLOT_TOP, PLOT_FLOOR = 48, 122
MOST_LABELS = 8
LONGEST_NAME = 36


class Bars(NamedTuple):
    """A distribution: how often each value occurs, and a line of words about it."""

    name: str
    said: str
    counts: Mapping[str, int]
    """In the order of the axis; values without a count have a place as well."""


def numbered(counts: Mapping[int, int], least: int, most: int) -> dict[str, int]:
    """Return the counts of all numbers from the least to the most."""
    return {str(number): counts.get(number, 0) for number in range(least, most + 1)}


def histograms_svg(title: str, said: str, charts: Sequence[Bars]) -> str:
    """Return the picture of all distributions."""
    rows = -(-len(charts) // COLUMNS)
    height = TOP + rows * (CHART_HEIGHT + BETWEEN) + EDGE - BETWEEN
    elements = [
        box((0.5, 0.5), WIDTH - 1, height - 1, fill=CHART_PAPER, stroke=CHART_BORDER, radius=10),
        text((EDGE, 36), title, fill=CHART_INK, size=20, bold=True),
        text((EDGE, 56), said, fill=CHART_GREY),
    ]
    for n, chart in enumerate(charts):
        row, column = divmod(n, COLUMNS)
        corner = (EDGE + column * (CHART_WIDTH + BETWEEN), TOP + row * (CHART_HEIGHT + BETWEEN))
        elements += _chart(corner, chart)
    words = "; ".join(f"{chart.name}: {chart.said}" for chart in charts)
    return document(WIDTH, height, title=title, description=words, elements=elements)


def _chart(corner: XY, chart: Bars) -> Iterator[str]:
    left, top = corner
    yield box(corner, CHART_WIDTH, CHART_HEIGHT, fill=CHART_PAPER, stroke=CHART_PALE, radius=6)
    yield text((left + 12, top + 20), shortened(chart.name, LONGEST_NAME), fill=CHART_INK, bold=True)
    yield text((left + 12, top + 37), chart.said, fill=CHART_GREY, size=12)
    most = max(chart.counts.values(), default=0)
    width = (CHART_WIDTH - 24) / max(1, len(chart.counts))
    step = -(-len(chart.counts) // MOST_LABELS)
    floor = top + PLOT_FLOOR
    for n, (label, count) in enumerate(chart.counts.items()):
        x = left + 12 + n * width
        high = (PLOT_FLOOR - PLOT_TOP) * count / most if most else 0.0
        if count:
            yield box((x + 1, floor - max(high, 1)), max(width - 2, 1), max(high, 1), fill=CHART_DONE_EDGE)
        if n % step == 0:
            yield text((x + width / 2, floor + 17), label, fill=CHART_GREY, size=11, anchor="middle")
    yield line([(left + 12, floor), (left + CHART_WIDTH - 12, floor)], stroke=CHART_GREY)
