"""The verdict on a puzzle and its grade, as a page and as JSON records."""

from typing import TYPE_CHECKING, Any

from dtcli.english import agree, plural
from dtcli.formats.json.text import compact
from dtcli.formats.puzzle.file import goal_entry
from dtcli.formats.replay.serialize import choice_entry
from dtcli.render.colours import CAUTION, ERROR, FAINT, GOOD, STRONG
from dtcli.render.layout import Lines, wrapped
from dtcli.render.problems import problem_lines
from dtcli.render.puzzle.phrases import vector
from dtcli.render.puzzle.solution import explained_lines
from dtcli.render.terminal import Printer, safe
from solver.puzzles.explained_solution import explain_solution
from solver.puzzles.recorded import as_recorded

if TYPE_CHECKING:
    from solver.puzzles.examination import Examined
    from solver.puzzles.report import Report

_NAME = 24


def print_check(examined: "Examined") -> None:
    """Print the verdict on one puzzle, then its problems."""
    printer = Printer()
    verdict, style = _verdict(examined)
    printer.line((f"{verdict:<8}", style), "  ", *_place(examined), "  ", (_said(examined), FAINT))
    for problem in examined.problems:
        for line in problem_lines(problem):
            printer.line("  ", *line)


def _place(examined: "Examined") -> list[str]:
    """Return the file of a puzzle; of one of several in a file also the line, and the title."""
    read = examined.checked.document.read
    if read.line is None:
        return [safe(read.file)]
    title = examined.checked.title
    return [safe(f"{read.file}:{read.line}"), *(("  ", safe(title)) if title else ())]


def _verdict(examined: "Examined") -> tuple[str, str]:
    if examined.too_large:
        return "unknown", CAUTION
    return ("sound", GOOD) if examined.is_sound else ("unsound", ERROR)


def _said(examined: "Examined") -> str:
    if examined.too_large:
        return "too many lines to search"
    found = examined.report
    if found is None:
        return ""
    total = found.difficulty.lines
    parts = [f"grade {found.difficulty.grade}", _reaching(found.difficulty.winning, total)]
    if found.decoys:
        parts.append(plural(len(found.decoys), "decoy"))
    if examined.proof is not None and examined.proof.searches:
        parts.append(plural(examined.proof.searches, "proof") if examined.proof.proved else "not all proved")
    return ", ".join(parts)


def _reaching(winning: int, lines: int) -> str:
    """Return how many lines reach the goal: ``1 of 24 lines reaches the goal``."""
    return f"{winning} of {plural(lines, 'line')} {agree(winning, 'reaches', 'reach')} the goal"


def print_grade(examined: "Examined", *, solution: bool) -> None:
    """Print the exact quantities behind a grade."""
    printer = Printer()
    for line in _grade(examined, solution=solution):
        printer.line(*line)


def _grade(examined: "Examined", *, solution: bool) -> Lines:
    title, found = examined.checked.title or examined.checked.document.file, examined.report
    if found is None:
        why = "too many lines to search" if examined.too_large else "the goal cannot be reached"
        yield ((safe(title), STRONG), f"  {why}")
        return
    yield ((safe(title), STRONG), f"  grade {found.difficulty.grade}")
    for name, value in vector(found.difficulty):
        yield from wrapped(f"{name:<{_NAME}}{value}", indent=" " * _NAME)
    yield (f"{'one answer':<{_NAME}}{'yes' if found.unique else 'no'}",)
    yield from wrapped(f"{'themes':<{_NAME}}{', '.join(found.themes) or 'none'}", indent=" " * _NAME)
    if solution:
        yield ()
        yield from explained_lines(explain_solution(found.lines, found.choices))


def check_record(examined: "Examined") -> dict[str, Any]:
    """Return the verdict on one puzzle as JSON has it."""
    found, proof = examined.report, examined.proof
    record: dict[str, Any] = {**_head(examined), "status": _status(examined)}
    record |= _measured(found)
    record["spare"] = None if found is None else [str(card) for card in found.spare]
    record["decoys"] = None if found is None else [str(card) for card in found.decoys]
    record["proofs"] = None if proof is None else proof.searches
    record["proved"] = None if proof is None else proof.proved
    record["problems"] = [problem.as_json() for problem in examined.problems]
    return record


def grade_line(examined: "Examined") -> str:
    """Return the grade of a puzzle as one line of JSON."""
    found = examined.report
    record: dict[str, Any] = {**_head(examined), "status": _status(examined), **_measured(found)}
    record["goal"] = None if found is None else goal_entry(found.goal)
    record["solution"] = None if found is None else [choice_entry(note) for note in found.notes]
    record["problems"] = [problem.as_json() for problem in examined.problems]
    return compact(record) + "\n"


def _head(examined: "Examined") -> dict[str, Any]:
    read = examined.checked.document.read
    return {"file": read.file, "line": read.line, "title": examined.checked.title}


def _status(examined: "Examined") -> str:
    if examined.too_large:
        return "unknown"
    if not examined.checked.is_valid:
        return "invalid"
    return "sound" if examined.is_sound else "unsound"


def _measured(found: "Report | None") -> dict[str, Any]:
    if found is None:
        return {"unique": None, "needs_thought": None, "difficulty": None, "themes": None}
    return {
        "unique": found.unique,
        "needs_thought": found.needs_thought,
        "difficulty": as_recorded(found.difficulty),
        "themes": list(found.themes),
    }
