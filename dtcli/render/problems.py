"""Problems and the verdict of a validation, as lines and as JSON."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import TextIO

from dtcli.formats.json.positions import LINE_END
from dtcli.formats.problems import Problem
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.reading import BYTE_ORDER_MARK, Document
from dtcli.render.colours import CAUTION, ERROR, GOOD, STRONG_CAUTION
from dtcli.render.terminal import WIDTH, Printer, Span, safe

MOST_LINES = 8
"""How many line numbers are listed of problems that say the same."""


def problem_lines(problem: Problem, width: int = WIDTH) -> Iterator[tuple[Span, ...]]:
    """Return a problem as lines: place and code, message, hint."""
    place = ":".join(str(part) for part in (problem.file, problem.line, problem.column) if part is not None)
    style = ERROR if problem.is_error else STRONG_CAUTION
    spans: list[Span] = [f"{safe(place)}: "] if place else []
    if problem.line is None and problem.pointer:
        spans.append(f"{safe(problem.pointer)}: ")
    yield (*spans, (f"{problem.severity.value} {problem.code}", style))
    for line in textwrap.wrap(safe(problem.message), width - 4):
        yield (f"  {line}",)
    if problem.hint:
        for line in textwrap.wrap(f"hint: {safe(problem.hint)}", width - 4):
            yield (f"  {line}",)


def print_problems(problems: Iterable[Problem], file: TextIO) -> None:
    """Print problems."""
    printer = Printer(file)
    for problem in problems:
        for line in problem_lines(problem):
            printer.line(*line)


def print_validation(checked: Checked, file: TextIO | None = None) -> None:
    """Print the verdict on one replay, then its problems."""
    printer = Printer(file)
    place = safe(checked.document.file) + (f":{checked.document.line}" if checked.document.line else "")
    verdict = validation_verdict(checked)
    style = {"valid": GOOD, "incomplete": CAUTION}.get(verdict, ERROR)
    printer.line((f"{verdict:<10}", style), "  ", place)
    source = _source_lines(checked.document) if printer.file.isatty() else []
    first = checked.document.line or 1
    for alike in _alike(checked.problems):
        problem = alike[0]
        head, *rest = problem_lines(problem)
        printer.line("  ", *head)
        if problem.line is not None and problem.column is not None and 0 <= problem.line - first < len(source):
            for excerpt in source_excerpt(source[problem.line - first], problem.column):
                printer.line("    ", *excerpt)
        for line in rest:
            printer.line("  ", *line)
        if len(alike) > 1:
            printer.line(f"    and {len(alike) - 1} more like this{_at_lines(alike[1:])}")


def _alike(problems: Iterable[Problem]) -> list[list[Problem]]:
    """Return the problems in order; those that say the same are together."""
    found: dict[tuple[str, str, str | None], list[Problem]] = {}
    for problem in problems:
        found.setdefault((problem.code, problem.message, problem.hint), []).append(problem)
    return [*found.values()]


def _at_lines(problems: list[Problem]) -> str:
    lines = [*dict.fromkeys(str(problem.line) for problem in problems if problem.line is not None)]
    if not lines:
        return ""
    shown = ", ".join(lines[:MOST_LINES]) + (", …" if len(lines) > MOST_LINES else "")
    return f" (line{'s' * (len(lines) > 1)} {shown})"


def _source_lines(document: Document) -> list[str]:
    return [] if document.text is None else LINE_END.split(document.text.removeprefix(BYTE_ORDER_MARK))


def source_excerpt(line: str, column: int) -> Iterator[tuple[Span, ...]]:
    """Return a line of a file, cut to the width of the page, and a caret under a column."""
    width = WIDTH - 4
    start = 0 if len(line) <= width else max(0, min(column - width // 2, len(line) - width))
    yield (safe(line[start : start + width].replace("\t", " ")),)
    if column <= len(line) + 1:
        yield (" " * (column - 1 - start), ("^", ERROR))


def validation_verdict(checked: Checked) -> str:
    """Return the verdict in one word: valid, incomplete, disagrees or invalid."""
    if not checked.is_valid:
        return "invalid"
    if checked.agrees is False:
        return "disagrees"
    return "incomplete" if checked.score is not None and (checked.score.assumed or checked.run_is_open) else "valid"


def validation_record(checked: Checked) -> dict[str, object]:
    """Return the verdict as JSON has it."""
    return {
        "file": checked.document.file,
        "line": checked.document.line,
        "title": checked.title,
        "valid": checked.is_valid,
        "verdict": validation_verdict(checked),
        "agrees": checked.agrees,
        "problems": [problem.as_json() for problem in checked.problems],
    }
