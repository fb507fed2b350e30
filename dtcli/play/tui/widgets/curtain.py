"""Draws the curtain at the end of the five minutes: one large word, and what to do next."""

import textwrap
from typing import NamedTuple

from dtcli.render.colours import BLOOD, CHALK, FLAME, SAND
from dtcli.render.layout import Line
from dtcli.render.pictures.big_letters import scale_for, scaled_letters
from dtcli.render.terminal import safe

_FOLDS, _HEM = "█▓▒░░▒▓█", "▀▀▀▄▄▀▀▀"
"""One fold of the curtain, and the seam below it."""
_WIDEST = 100
_MARGIN = 8
_AROUND_WORD = 3
"""Lines: the seam, and a blank line on both sides of the word."""


class CurtainView(NamedTuple):
    """The word of the end, what to do next, and the command for it."""

    word: str
    texts: tuple[str, ...]
    command: str


def draw_curtain(view: CurtainView, width: int, height: int) -> list[Line]:
    """Return the curtain above the word, as large as there is room for, and the texts."""
    room = min(width - _MARGIN, _WIDEST)
    texts = _centred([line for text in view.texts for line in textwrap.wrap(safe(text), room)], width, CHALK)
    command = _centred(textwrap.wrap(view.command, room, break_on_hyphens=False), width, f"bold {FLAME}")
    below = [*texts, (), *command]
    scale = scale_for(view.word, width - _MARGIN, height - len(below) - _AROUND_WORD - 1)
    word = _centred(scaled_letters(view.word, scale), width, f"bold {BLOOD}")
    cloth: Line = (((_FOLDS * width)[:width], BLOOD),)
    hem: Line = (((_HEM * width)[:width], SAND),)
    spare = max(0, height - len(word) - len(below) - _AROUND_WORD)
    return [*[cloth] * (spare // 2), hem, (), *word, (), *below]


def _centred(rows: list[str], width: int, style: str) -> list[Line]:
    return [((row.center(width), style),) for row in rows]
