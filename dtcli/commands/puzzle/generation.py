"""The puzzle of a short id, which is generated: the same on every machine."""

import time

from dtcli.commands.exit_codes import ExitCode
from dtcli.commands.output import fail
from dtcli.formats.puzzle.file import PuzzleDocument, puzzle_document
from dtcli.formats.puzzle.ids import ShortId
from dtcli.render.progress import ProgressLine
from solver.puzzles.batch import PuzzleRequest, fulfil
from solver.puzzles.candidates import PuzzleRequirements


def generate(short_id: ShortId, name: str) -> PuzzleDocument:
    """Return the puzzle of a short id, with progress on a terminal; exit with an error if none is found."""
    line, begun = ProgressLine.on_terminal(), time.monotonic()
    show = (lambda _seconds: None) if line is None else line.seeking(f"making {short_id}")
    try:
        request = PuzzleRequest(PuzzleRequirements(grade=short_id.grade), str(short_id))
        result = fulfil(request, watch=lambda _refusal: show(time.monotonic() - begun))
    finally:
        if line is not None:
            line.clear()
    if result.puzzle is None:
        fail(f"no puzzle was found for {name}", "try another seed", ExitCode.LIMIT)
    return puzzle_document(result.puzzle, file=name)
