"""A text to share about a solved puzzle: it says how it went, and nothing about the solution.

Only signs that every terminal and every font has.
"""

from dtcli.english import plural
from dtcli.formats.puzzle.results import PuzzleResult
from dtcli.play.puzzle.statistics import PuzzleSummary, summary
from dtcli.render.durations import clock


def share_text(sessions: list[PuzzleResult]) -> list[str]:
    r"""Return the lines of the text about all sessions with a puzzle: date and grade; attempts, help and time; the id.

    >>> done = PuzzleResult("", "", "2026-11-19T20:00:00+01:00", "Low Torch", "dt1.abc", 2, "2026-11-19", 83.4, 1, True)
    >>> print("\n".join(share_text([done])))
    dtcli puzzle 2026-11-19: Low Torch, grade 2 (**...)
    solved in 1:23, 1 attempt, no hints
    dt1.abc
    """
    result = summary(sessions)
    day = result.day or result.when[:10]
    grade = "" if result.grade is None else f", grade {result.grade} ({'*' * result.grade}{'.' * (5 - result.grade)})"
    lines = [f"dtcli puzzle {day}: {result.title or 'untitled'}{grade}", how_it_went(result)]
    return lines if result.id is None else [*lines, result.id]


def how_it_went(result: PuzzleSummary) -> str:
    """Return whether a puzzle was solved, with how much time, attempts and help, in one line."""
    hints = f"{plural(result.hints, 'hint')}" if result.hints else "no hints"
    parts = [plural(result.attempts, "attempt"), hints]
    parts += [plural(n, word) for n, word in ((result.undos, "undo"), (result.checks, "check")) if n]
    if result.solution:
        parts.append("solution seen")
    verdict = f"solved in {clock(result.seconds)}" if result.solved else "not solved"
    return ", ".join([verdict, *parts])
