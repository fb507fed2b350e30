"""Statistics of saved games as a table of 80 columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from dtcli.english import plural
from dtcli.render.colours import FAINT, LABEL, STRONG
from dtcli.render.terminal import Printer, Span, safe, shortened

_NAME = 29
_HEADER = f"{'':<{_NAME}}{'won':>9}{'rate':>6}{'broken':>8}{'best':>6}{'average':>9}{'streak':>13}"


def print_history(records: Sequence[Mapping[str, Any]]) -> None:
    """Print records of ``dtcli history --json`` as a table; the last one is the total."""
    printer = Printer()
    *rows, total = records
    if rows:
        printer.line((_HEADER, STRONG))
    for record in rows:
        printer.line(*_row(record))
    if len(rows) > 1:
        printer.line(*_row(total, STRONG))
    for words in _not_in_table(total):
        printer.line((words, FAINT))


def _row(record: Mapping[str, Any], style: str = "") -> list[Span]:
    decided = record["games"] - record["completed"]
    won = f"{record['won']} of {decided}" if decided else "-"
    rate = f"{round(100 * record['won'] / decided)}%" if decided else "-"
    best = "-" if record["best"] is None else str(record["best"])
    average = "-" if record["average"] is None else f"{record['average']:.1f}"
    streak = f"{record['streak']['now']}, most {record['streak']['longest']}" if decided else "-"
    title = safe(record["title"]) + (", Extended" if record["extended"] else "")
    cells = f"{won:>9}{rate:>6}{record['broken']:>8}{best:>6}{average:>9}{streak:>13}"
    return [(f"{shortened(title, _NAME - 1):<{_NAME}}", style or LABEL), (cells, style)]


def _not_in_table(total: Mapping[str, Any]) -> list[str]:
    """Return the games that the table does not count, in words."""
    said = []
    if total["completed"]:
        said.append(f"{_games(total['completed'])} had no goal, so they could not be won or lost")
    if total["interrupted"]:
        said.append(f"{_games(total['interrupted'])} interrupted, not counted")
    if total["open"]:
        said.append(f"{_games(total['open'])} open, because a choice was not recorded; not counted")
    return said


def _games(n: int) -> str:
    return plural(n, "game")
