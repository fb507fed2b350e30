"""Scores as a table that is printed row by row, so that a million replays need no memory."""

import sys
from collections import Counter
from shutil import get_terminal_size

from dtcli.files.check import Checked
from dtcli.render.paint import WIDTH, Printer, safe
from dtcli.render.report import problem_lines

_STYLES = {
    "won": "green", "lost": "yellow", "broken": "red", "open": "magenta", "invalid": "bold red", "completed": "",
}  # fmt: skip
_HEADER = f"{'status':<10}{'missions':>9}{'failed':>7}{'slots':>6}{'peak':>5}  replay"
_BEFORE_FILE = 39


class ScoreTable:
    """Prints one row for each replay and a summary at the end."""

    def __init__(self) -> None:
        self._printer = Printer()
        self._count: Counter[str] = Counter()
        self._width = get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else 0

    def add(self, checked: Checked) -> None:
        """Print the row of one replay, and its problems beneath it."""
        if not self._count:
            self._printer.line((_HEADER, "bold"))
        score = checked.score
        status = score.status.value if score else "invalid"
        self._count[status] += 1
        goal = f"/{score.goal}" if score and score.goal is not None else ""
        missions = f"{_or_dash(score.missions if score else None)}{goal}"
        failed = _or_dash(score.failed if score else None)
        slots, peak = (_or_dash(score.slots), _or_dash(score.peak_slots)) if score else ("-", "-")
        self._printer.line(
            (f"{status:<10}", _STYLES[status]),
            f"{missions:>9}{failed:>7}{slots:>6}{peak:>5}  ",
            *_name(checked, self._width),
        )
        if score and score.goal is not None and (score.missions or 0) >= score.goal:
            for missed in score.missed:  # the goal was reached, so say what was not
                self._printer.line(f"  missed: {safe(missed)}")
        for problem in checked.problems:
            if problem.is_error:
                for line in problem_lines(problem):
                    self._printer.line("  ", *line)

    def finish(self) -> None:
        """Print how many replays ended how."""
        if self._count.total() > 1:
            counts = ", ".join(f"{n} {status}" for status, n in sorted(self._count.items()))
            self._printer.line((f"{self._count.total()} replays: {counts}", "dim"))


def _or_dash(value: int | None) -> str:
    return "-" if value is None else str(value)


def _name(checked: Checked, width: int) -> list[tuple[str, str]]:
    """Return file and remarks, cut to the width of a terminal; 0 means as long as they are."""
    file = safe(checked.document.file) + (f":{checked.document.line}" if checked.document.line else "")
    remarks = []
    differs = ""
    if checked.agrees is True:
        remarks.append("claim agrees")
    elif checked.agrees is False:
        differs = "  claim differs"
    if checked.score and checked.score.assumed:
        remarks.append(f"{checked.score.assumed} assumed")
    remark = f"  {', '.join(remarks)}" if remarks else ""
    room = max(12, width - _BEFORE_FILE - len(remark) - len(differs)) if width else len(file)
    shown = file if len(file) <= room else "…" + file[1 - room :]
    return [(shown, ""), (differs, "bold red"), (remark, "dim")]
