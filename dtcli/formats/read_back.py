"""Why dtcli could not read a text that it is about to write; ``writing.write_readable`` asks before it writes."""

from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING

from dtcli.formats.limits import MOST_PATH

if TYPE_CHECKING:
    from dtcli.formats.puzzle.file import PuzzleDocument
    from dtcli.formats.replay.reading import Document


def replay_fault(content: bytes) -> str | None:
    """Return why a replay, or one line of replays, cannot be read; None if it can."""
    from dtcli.formats.replay.reading import read  # noqa: PLC0415  (not needed for help pages)

    return _fault(read(["-"], BytesIO(content)))


def puzzle_fault(content: bytes) -> str | None:
    """Return why a puzzle, or one line of puzzles, cannot be read; None if it can."""
    from dtcli.formats.puzzle.file import read_puzzles  # noqa: PLC0415  (not needed for help pages)

    return _fault(read_puzzles(["-"], BytesIO(content)))


def _fault(documents: "Iterable[Document | PuzzleDocument]") -> str | None:
    return next((one.problems[0].message for one in documents if one.data is None), None)


def path_fault(path: str) -> str | None:
    """Return why a file could not name this path, for example that of a card set; None if it can."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return "it is not UTF-8 text"
    return f"it has {len(path)} characters, and {MOST_PATH} are possible" if len(path) > MOST_PATH else None
