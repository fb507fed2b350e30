"""The summary of a run: how many rows of each status, the mean, the win rate and how certain it is."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any, NamedTuple

from dtcli.batch.portions import RowCounts
from dtcli.english import plural
from dtcli.render.colours import FAINT, GOOD, STRONG
from dtcli.render.terminal import Printer, Span

CONFIDENCE = 0.95
_DEVIATIONS = 1.959964
"""Standard deviations of a normal distribution on either side of its mean that hold 95 %."""
_WIDEST_BAR = 40
_NAME = 10


class Proportion(NamedTuple):
    """How many of how many, and the interval in which the true rate lies with a confidence of 95 %."""

    hits: int
    of: int

    @property
    def rate(self) -> float | None:
        """The observed rate; None if there is nothing to observe."""
        return self.hits / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval by Wilson's formula, which holds for few observations and for rates near 0 and 1 as well.

        >>> [round(end, 3) for end in Proportion(0, 10).interval]
        [0.0, 0.278]
        >>> [round(end, 4) for end in Proportion(50, 100).interval]
        [0.4038, 0.5962]
        """
        if not self.of:
            return None
        z = _DEVIATIONS
        rate, n = self.hits / self.of, self.of
        centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
        reach = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, centre - reach), min(1.0, centre + reach)


class Summary(NamedTuple):
    """The counts of a run."""

    inputs: int
    tally: RowCounts
    duplicates: int | None = None
    """How many games were left out because they came before; None if that was not asked for."""

    @property
    def win_rate(self) -> Proportion:
        """How many of the games with a goal and a known result were won."""
        return Proportion(self.tally.won[True], self.tally.won.total())

    @property
    def mean_missions(self) -> float | None:
        """The mean number of missions where it is known."""
        counts = self.tally.missions
        return sum(missions * n for missions, n in counts.items()) / counts.total() if counts else None

    def as_json(self) -> dict[str, Any]:
        """Return the summary as JSON has it."""
        tally, won = self.tally, self.win_rate
        low, high = won.interval or (None, None)
        mean = self.mean_missions
        return {
            "inputs": self.inputs,
            "rows": tally.rows,
            "duplicates": self.duplicates,
            "statuses": dict(sorted(tally.statuses.items())),
            "missions": {
                "known": tally.missions.total(),
                "mean": None if mean is None else round(mean, 4),
                "counts": {str(missions): n for missions, n in sorted(tally.missions.items())},
            },
            "won": {
                "won": won.hits,
                "of": won.of,
                "rate": _rounded(won.rate),
                "low": _rounded(low),
                "high": _rounded(high),
                "confidence": CONFIDENCE,
            },
            "claims": {"agree": tally.claims[True], "differ": tally.claims[False]},
            "problems": dict(sorted(tally.codes.items())),
        }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def print_summary(summary: Summary) -> None:
    """Print the summary; on a terminal with a histogram of the missions."""
    printer = Printer()
    for spans in _lines(summary):
        printer.line(*spans)
    if printer.file.isatty() and summary.tally.missions:
        printer.line()
        for spans in histogram(summary.tally.missions):
            printer.line(*spans)


def _lines(summary: Summary) -> Iterator[tuple[Span, ...]]:
    tally, won, mean = summary.tally, summary.win_rate, summary.mean_missions
    chosen = "" if tally.rows == summary.inputs else f" of {summary.inputs:,} inputs"
    yield ((f"{tally.rows:,} row{'s' * (tally.rows != 1)}{chosen}", STRONG),)
    if summary.duplicates is not None:
        yield (f"{'left out':<{_NAME}}{plural(summary.duplicates, 'duplicate', none='no')}",)
    if tally.statuses:
        yield (f"{'status':<{_NAME}}{_counts(tally.statuses)}",)
    if mean is not None:
        yield (f"{'missions':<{_NAME}}mean {mean:.2f}, {min(tally.missions)} to {max(tally.missions)}",)
    if won.interval is not None and won.rate is not None:
        low, high = won.interval
        certain = f"  ({won.hits:,} of {won.of:,}; {CONFIDENCE:.0%} confidence: {low:.1%} to {high:.1%})"
        yield (f"{'won':<{_NAME}}{won.rate:.1%}", (certain, FAINT))
    if tally.claims:
        yield (f"{'claims':<{_NAME}}{tally.claims[True]:,} agree, {tally.claims[False]:,} differ",)
    if tally.codes:
        yield (f"{'problems':<{_NAME}}{_counts(tally.codes)}",)


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n:,} {name}" for name, n in sorted(counts.items(), key=lambda one: (-one[1], one[0])))


def histogram(counts: Counter[int]) -> Iterator[tuple[Span, ...]]:
    """Yield a line for each number of missions, with a bar as long as it is frequent."""
    most = max(counts.values())
    for missions in range(min(counts), max(counts) + 1):
        n = counts[missions]
        bar = "█" * round(_WIDEST_BAR * n / most) or ("▏" if n else "")
        yield (f"{missions:>8}  ", (f"{bar:<{_WIDEST_BAR}}", GOOD), f" {n:>9,}")
