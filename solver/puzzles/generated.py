"""The puzzle of a short id, which is generated: the same on every machine."""

from collections.abc import Callable

from dtcli.formats.problems import NO_PUZZLE_FOUND, Problem
from dtcli.formats.puzzle.file import PuzzleDocument, puzzle_document, unreadable
from dtcli.formats.puzzle.ids import ShortId
from solver.puzzles.batch import PuzzleRequest, fulfil
from solver.puzzles.candidates import PuzzleRequirements


def generate_puzzle(
    short_id: ShortId, *, file: str | None = None, tick: Callable[[], None] | None = None
) -> PuzzleDocument:
    """Return the puzzle of a short id, or a document with the problem that none was found.

    ``tick`` is called after every position that was refused.
    """
    name = str(short_id) if file is None else file
    request = PuzzleRequest(PuzzleRequirements(grade=short_id.grade), str(short_id), generator=short_id.generator)
    result = fulfil(request) if tick is None else fulfil(request, watch=lambda _refusal: tick())
    if result.puzzle is None:
        return unreadable(name, Problem(NO_PUZZLE_FOUND, f"no puzzle was found for {name}", hint="try another seed"))
    return puzzle_document(result.puzzle, file=name)
