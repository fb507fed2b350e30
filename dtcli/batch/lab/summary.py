"""The summary of an experiment: a row for each scenario, as a table and as JSON."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TextIO

from dtcli.batch.lab.outcomes import CLASSES, NOT_WINNABLE, UNKNOWN, WINNABLE, LabGroup, Spread
from dtcli.batch.summary import CONFIDENCE
from dtcli.render.colours import LABEL, STRONG
from dtcli.render.terminal import Printer, shortened
from dtcli.rules.score import Status
from dtcli.rules.table import FIVE_MINUTES

_NAME, _BOT_NAME = 26, 28


def print_winnability(groups: Sequence[LabGroup], file: TextIO) -> None:
    """Print how many deals of each scenario can be won."""
    head = f"{'':<{_NAME}}{'deals':>7}{'winnable':>10}{'not':>6}{'unknown':>9}{'':>4}{'95% confidence':<20}"
    _print_table(head, ((group, _winnability_cells(group)) for group in groups), file)


def _winnability_cells(group: LabGroup) -> str:
    low, high = group.interval(WINNABLE)
    counts = f"{group.deals:>7,}{group.total(WINNABLE):>10,}{group.total(NOT_WINNABLE):>6,}{group.total(UNKNOWN):>9,}"
    return f"{counts}{'':>4}{low:.1%} to {high:.1%}"


def print_par(groups: Sequence[LabGroup], file: TextIO) -> None:
    """Print the distribution of par of each scenario; ``36-37`` is what bounds and best lines leave open."""
    spread = f"{'least':>7}{'25%':>7}{'median':>8}{'75%':>7}{'most':>7}"
    head = f"{'':<{_NAME}}{'deals':>6}{'proved':>8}{spread}{'s a card':>10}"
    _print_table(head, ((group, _par_cells(group)) for group in groups), file)


def _par_cells(group: LabGroup) -> str:
    best, bound = Spread.of(group.pars()), Spread.of(group.bounds())
    proved = group.proved * 1000 // group.deals / 10  # rounded down: 100% means all
    head = f"{group.deals:>6,}{f'{proved:g}%':>8}"
    if best is None or bound is None:
        return f"{head}{'-':>7}{'-':>7}{'-':>8}{'-':>7}{'-':>7}{'-':>10}"
    cells = [f"{low}" if low == high else f"{low}-{high}" for low, high in zip(bound, best, strict=True)]
    widths = (7, 7, 8, 7, 7)
    spread = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{head}{spread}{FIVE_MINUTES / best.median:>10.1f}"


def print_bots(groups: Sequence[LabGroup], file: TextIO) -> None:
    """Print how many games each bot won."""
    head = (
        f"{'':<{_BOT_NAME}}{'games':>7}{'won':>7}{'lost':>7}{'broken':>8}{'missions':>10}{'':>3}{'95% confidence':<16}"
    )
    _print_table(head, ((group, _bot_cells(group)) for group in groups), file, _BOT_NAME)


def _bot_cells(group: LabGroup) -> str:
    low, high = group.interval(Status.WON)
    counts = "".join(
        f"{group.total(status):>{width},}" for status, width in ((Status.WON, 7), (Status.LOST, 7), (Status.BROKEN, 8))
    )
    missions = group.missions()
    mean = sum(number * n for number, n in missions.items()) / max(1, missions.total())
    return f"{group.deals:>7,}{counts}{mean:>10.2f}{'':>3}{low:.1%} to {high:.1%}"


def _print_table(head: str, rows: Iterable[tuple[LabGroup, str]], file: TextIO, width: int = _NAME) -> None:
    printer = Printer(file)
    printer.line((head, STRONG))
    for group, cells in rows:
        printer.line((f"{shortened(group.name, width - 1):<{width}}", LABEL), cells)


def summary_records(groups: Iterable[LabGroup], statuses: Sequence[str] = CLASSES) -> Iterator[dict[str, Any]]:
    """Yield the summary of each group as JSON has it; ``rate`` is that of the first status."""
    for group in groups:
        low, high = group.interval(statuses[0])
        best, bound = Spread.of(group.pars()), Spread.of(group.bounds())
        yield {
            "name": group.name,
            "deals": group.deals,
            "statuses": {status: group.total(status) for status in statuses},
            "rate": {"of": statuses[0], "low": round(low, 4), "high": round(high, 4), "confidence": CONFIDENCE},
            "proved": group.proved,
            "par": None if best is None else best._asdict(),
            "bound": None if bound is None else bound._asdict(),
            "pars": {str(par): n for par, n in sorted(group.pars().items())},
            "missions": {str(missions): n for missions, n in sorted(group.missions().items())},
        }
