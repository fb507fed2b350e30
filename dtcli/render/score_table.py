"""Scores as a table, printed row by row so that a million replays need no memory."""

import sys
from collections.abc import Iterable, Mapping
from shutil import get_terminal_size

from dtcli.formats.replay.check import Checked
from dtcli.render.colours import BAD, CAUTION, ERROR, FAINT, GOOD, MISSING, STRONG
from dtcli.render.problems import problem_lines
from dtcli.render.terminal import WIDTH, Printer, Span, safe

_STYLES = {
    "won": GOOD, "lost": CAUTION, "broken": BAD, "open": MISSING, "invalid": ERROR, "completed": "",
}  # fmt: skip
_HEADER = f"{'status':<10}{'missions':>9}{'failed':>7}{'slots':>6}{'peak':>5}{'assumed':>8}  {'claim':<9}  replay"
_CLAIMS = {True: ("agrees", ""), False: ("differs", ERROR), None: ("-", "")}
_LEAST_FILE_WIDTH = 12


def print_score_header() -> None:
    """Print the names of the columns."""
    Printer().line((_HEADER, STRONG))


def print_score(checked: Checked, more: Iterable[str] = ()) -> None:
    """Print the row of one replay, then ``more`` lines and its errors."""
    printer = Printer()
    score = checked.score
    status = score.status.value if score else "invalid"
    printer.line((f"{status:<10}", _STYLES[status]), *_counts(checked), _file(checked))
    if score and score.goal is not None and (score.missions or 0) >= score.goal:
        for missed in score.missed:  # the goal was reached, so say what was not
            printer.line(f"  missed: {safe(missed)}")
    for words in more:
        printer.line(f"  {words}")
    for problem in checked.problems:
        if problem.is_error:
            for line in problem_lines(problem):
                printer.line("  ", *line)


def print_score_total(counts: Mapping[str, int]) -> None:
    """Print how many replays have each status, if there are several."""
    total = sum(counts.values())
    if total > 1:
        listed = ", ".join(f"{n} {status}" for status, n in sorted(counts.items()))
        Printer().line((f"{total} replays: {listed}", FAINT))


def _file(checked: Checked) -> str:
    """Return the file and line of the replay, cut off at the left if the terminal is too narrow."""
    file = safe(checked.document.file) + (f":{checked.document.line}" if checked.document.line else "")
    if not sys.stdout.isatty():
        return file
    room = max(_LEAST_FILE_WIDTH, get_terminal_size((WIDTH, 24)).columns - _HEADER.index("replay"))
    return file if len(file) <= room else "…" + file[1 - room :]


def _counts(checked: Checked) -> list[Span]:
    score = checked.score
    if score is None:
        missions, failed, slots, peak, assumed = ("-",) * 5
    else:
        goal = f"/{score.goal}" if score.goal is not None else ""
        missions = f"{_or_dash(score.missions)}{goal}"
        failed, slots, peak = _or_dash(score.failed), _or_dash(score.slots), _or_dash(score.peak_slots)
        assumed = str(score.assumed)
    claim, style = ("unsettled", CAUTION) if checked.is_unsettled else _CLAIMS[checked.agrees]
    return [f"{missions:>9}{failed:>7}{slots:>6}{peak:>5}{assumed:>8}  ", (f"{claim:<9}", style), "  "]


def _or_dash(value: int | None) -> str:
    return "-" if value is None else str(value)
