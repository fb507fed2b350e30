"""The puzzle of a short id, with progress on a terminal while it is generated."""

import time

from dtcli.formats.puzzle.file import PuzzleDocument
from dtcli.formats.puzzle.ids import ShortId
from dtcli.render.progress import ProgressLine
from solver.puzzles.generated import generate_puzzle


def generate(short_id: ShortId, name: str) -> PuzzleDocument:
    """Return the puzzle of a short id, or a document with the problem that none was found."""
    line, begun = ProgressLine.on_terminal(), time.monotonic()
    if line is None:
        return generate_puzzle(short_id, file=name)
    show = line.seeking(f"making {short_id}")
    try:
        return generate_puzzle(short_id, file=name, tick=lambda: show(time.monotonic() - begun))
    finally:
        line.clear()
