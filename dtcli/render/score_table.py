"""Scores as a table, printed row by row so that a million replays need no memory."""

import sys
from collections import Counter
from collections.abc import Iterable
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


class ScoreTable:
    """Prints one row for each replay and a summary at the end."""

    def __init__(self) -> None:
        self._printer = Printer()
        self._count: Counter[str] = Counter()
        self._width = get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else 0
        """The width of the terminal; 0 if there is none, and names are printed in full."""

    def add(self, checked: Checked, more: Iterable[str] = ()) -> None:
        """Print the row of one replay, then ``more`` lines and its errors."""
        if not self._count:
            self._printer.line((_HEADER, STRONG))
        score = checked.score
        status = score.status.value if score else "invalid"
        self._count[status] += 1
        self._printer.line((f"{status:<10}", _STYLES[status]), *_counts(checked), self._file(checked))
        if score and score.goal is not None and (score.missions or 0) >= score.goal:
            for missed in score.missed:  # the goal was reached, so say what was not
                self._printer.line(f"  missed: {safe(missed)}")
        for words in more:
            self._printer.line(f"  {words}")
        for problem in checked.problems:
            if problem.is_error:
                for line in problem_lines(problem):
                    self._printer.line("  ", *line)

    def finish(self) -> None:
        """Print how many replays have each status."""
        if self._count.total() > 1:
            counts = ", ".join(f"{n} {status}" for status, n in sorted(self._count.items()))
            self._printer.line((f"{self._count.total()} replays: {counts}", FAINT))

    def _file(self, checked: Checked) -> str:
        """Return the file and line of the replay, cut off at the left if the terminal is too narrow."""
        file = safe(checked.document.file) + (f":{checked.document.line}" if checked.document.line else "")
        room = max(_LEAST_FILE_WIDTH, self._width - _HEADER.index("replay")) if self._width else len(file)
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
