"""Draws what only a puzzle has: its head with the goal and the help used, and the panel of a solved puzzle."""

import textwrap
from typing import NamedTuple

from dtcli.english import plural
from dtcli.play.puzzle.attempt import HelpUsed
from dtcli.play.puzzle.report import SolvedReport
from dtcli.render.colours import ASH, CHALK, FLAME, MORTAR_LINE, MOSS, SAND
from dtcli.render.layout import Line
from dtcli.render.pictures.big_letters import large_letters, small_letters
from dtcli.render.terminal import safe, shortened

_MOST_GOAL_LINES = 2
_NAMES = 9
"""The columns of the names of facts."""
_WIDEST, _NARROWEST = 76, 24
_ROOMY = 24
"""From this many lines on the word is written in large letters, and facts are set apart."""
_WORD = "SOLVED!"


class PuzzleHead(NamedTuple):
    """The title of a puzzle, what is known about it, its goal, and the help used."""

    title: str
    facts: str
    goal: str
    used: str


class SolvedView(NamedTuple):
    """A solved puzzle: how the goal was reached, the report once it is made, and what the keys do."""

    words: str
    report: SolvedReport | None
    keys: str


def help_in_words(used: HelpUsed, attempts: int) -> str:
    """Return the help used so far and the attempts, short.

    >>> help_in_words(HelpUsed(hints=2, undos=1), 1)
    '1 attempt · 2 hints · 1 undo'
    """
    counts = (
        (attempts, "attempt"), (used.hints, "hint"), (used.undos, "undo"), (used.checks, "check"),
        (used.restarts, "restart"),
    )  # fmt: skip
    parts = [plural(n, word) for n, word in counts if n]
    return " · ".join([*parts, "solution seen"] if used.solution else parts)


def draw_head(head: PuzzleHead, width: int, height: int) -> list[Line]:
    """Return the title beside the help used, and the goal."""
    used = f"{head.used} " if head.used else ""
    title = shortened(safe(head.title), max(1, width - len(used) - 3))
    facts = shortened(f"  {safe(head.facts)}", max(0, width - len(used) - len(title) - 3))
    blank = " " * max(0, width - 1 - len(title) - len(facts) - len(used))
    lines: list[Line] = [(" ", (title, f"bold {SAND}"), (facts, ASH), blank, (used, CHALK))]
    return [*lines, *(((f" {line}", f"bold {CHALK}"),) for line in _goal_lines(head, width))][:height]


def head_height(head: PuzzleHead, width: int) -> int:
    """Return the lines that the head needs."""
    return 1 + len(_goal_lines(head, width))


def _goal_lines(head: PuzzleHead, width: int) -> list[str]:
    lines = textwrap.wrap(safe(head.goal), width - 2)
    return (
        [*lines[: _MOST_GOAL_LINES - 1], shortened(" ".join(lines[_MOST_GOAL_LINES - 1 :]), width - 2)]
        if len(lines) > _MOST_GOAL_LINES
        else lines
    )


def draw_solved(view: SolvedView, width: int, height: int) -> list[Line]:
    """Return the word in big letters, how the goal was reached, the report, and the text to share."""
    room = max(_NARROWEST, min(width - 2, _WIDEST))
    pad = " " * ((width - room) // 2)
    is_roomy = height >= _ROOMY
    rows = large_letters(_WORD) if is_roomy else small_letters(_WORD)
    if len(rows[0]) > room:
        rows = small_letters(_WORD)
    gap: list[Line] = [()] if is_roomy else []
    lines: list[Line] = [(pad, (row, f"bold {MOSS}")) for row in rows]
    lines += [(), *_paragraph(view.words, pad, room, f"bold {CHALK}"), *gap]
    if view.report is not None:
        lines += _report_lines(view.report, pad, room, gap)
    lines += [*gap, *_paragraph(view.keys, pad, room, ASH)]
    above = max(0, (height - len(lines)) // 3)
    return ([()] * above + lines)[:height]


def _report_lines(report: SolvedReport, pad: str, room: int, gap: list[Line]) -> list[Line]:
    facts = (
        ("went", report.went), ("rating", report.rating), ("streak", report.streak),
        ("themes", ", ".join(report.themes)),
    )  # fmt: skip
    lines: list[Line] = []
    for name, fact in facts:
        if fact:
            first, *more = textwrap.wrap(safe(fact), room - _NAMES, break_on_hyphens=False)
            lines.append((pad, (f"{name:<{_NAMES}}", ASH), (first, f"bold {FLAME}" if name == "rating" else CHALK)))
            lines += [(pad, " " * _NAMES, (line, CHALK)) for line in more]
    title = " to share "
    lines += [*gap, (pad, ("──", MORTAR_LINE), (title, ASH), ("─" * (room - 2 - len(title)), MORTAR_LINE))]
    for text in report.share:
        lines += _paragraph(text, pad, room, SAND)
    return [*lines, (pad, ("─" * room, MORTAR_LINE))]


def _paragraph(text: str, pad: str, room: int, style: str) -> list[Line]:
    return [(pad, (line, style)) for line in textwrap.wrap(safe(text), room, break_on_hyphens=False)]
