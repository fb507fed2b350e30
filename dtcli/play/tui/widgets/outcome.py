"""Draws the end of a recorded game: the result in big letters, the reasons, facts, and the problems of the record."""

import textwrap

from dtcli.play.viewer.outcome import RecordedOutcome
from dtcli.render.colours import ASH, BLOOD, CHALK, EMBER, FLAME, MORTAR_LINE, MOSS, SAND
from dtcli.render.layout import Line
from dtcli.render.pictures.big_letters import large_letters, small_letters
from dtcli.rules.score import Status

_STYLES = {
    Status.WON: f"bold {MOSS}",
    Status.LOST: f"bold {EMBER}",
    Status.COMPLETED: f"bold {SAND}",
    Status.BROKEN: f"bold {BLOOD}",
    None: f"bold {BLOOD}",
}
_WIDEST, _NARROWEST = 84, 24
_NAMES = 10
_ROOMY_HEIGHT = 26
"""From this height on the result is written in large letters."""
_BELOW = 14
"""Lines for what stands below the large letters."""


def draw_outcome(outcome: RecordedOutcome, width: int, height: int) -> list[Line]:
    """Return the result, the reasons, the facts and as many problems as there is room for."""
    room = max(_NARROWEST, min(width - 4, _WIDEST))
    pad = " " * ((width - room) // 2)
    style = _STYLES.get(outcome.status, f"bold {CHALK}")
    word, _, rest = outcome.verdict.partition(": ")
    rows = large_letters(word)
    if len(rows[0]) > room or height < _ROOMY_HEIGHT:
        rows = small_letters(word)
    above = max(0, (height - len(rows) - _BELOW) // 3)
    lines: list[Line] = [()] * (1 + above)
    lines += [(pad, (row, style)) for row in rows]
    lines.append(())
    for text in (rest, *(f"missed: {one}" for one in outcome.missed)):
        lines += [(pad, (line, f"bold {CHALK}")) for line in textwrap.wrap(text[:1].upper() + text[1:], room)]
    lines.append(())
    for name, fact in outcome.facts:
        first, *more = textwrap.wrap(fact, room - _NAMES, break_on_hyphens=False) or [""]
        lines.append((pad, (f"{name:<{_NAMES}}", ASH), (first, f"bold {FLAME}" if name == "race" else CHALK)))
        lines += [(pad, " " * _NAMES, (line, CHALK)) for line in more]
    if outcome.problems:
        lines += [(), (pad, ("─" * room, MORTAR_LINE)), (pad, ("About the record", f"bold {SAND}"))]
        lines += _problem_lines(outcome.problems, pad, room, height - len(lines))
    return lines[:height]


def _problem_lines(problems: tuple[str, ...], pad: str, room: int, height: int) -> list[Line]:
    """Return the problems, wrapped; the last line counts those for which there is no room."""
    lines: list[Line] = []
    for number, problem in enumerate(problems):
        wrapped = textwrap.wrap(problem, room)
        is_last = number == len(problems) - 1
        if len(lines) + len(wrapped) > height - (not is_last):
            lines.append((pad, (f"and {len(problems) - number} more: `dtcli validate` lists them", ASH)))
            break
        lines += [(pad, (line, CHALK)) for line in wrapped]
    return lines
