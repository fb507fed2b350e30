"""The name under which the puzzle of a day is read: its id if it ships, otherwise a file that is made and kept."""

import time
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode
from dtcli.formats.json.writer import to_json
from dtcli.formats.puzzle.daily import daily_grade, daily_ids
from dtcli.formats.puzzle.file import check_puzzle, read_puzzles
from dtcli.formats.puzzle.ids import full_id
from dtcli.formats.writing import puzzle_fault, write_readable
from dtcli.play.storage.folders import NoHomeError, folders
from dtcli.render.messages import print_message
from dtcli.render.progress import ProgressLine

if TYPE_CHECKING:
    from dtcli.formats.schema import PuzzleFile


def name_of_day(day: date) -> str:
    """Return the id or the file of a day's puzzle; a day that does not ship is made once, which takes a while."""
    shipped = daily_ids().get(day)
    if shipped is not None:
        return shipped
    path = _path_of(day)
    if path is not None and path.is_file() and all(check_puzzle(one).is_valid for one in read_puzzles([str(path)])):
        return str(path)
    puzzle = _make(day)
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_readable(path, to_json(puzzle), puzzle_fault)
        except OSError as error:
            print_message(f"warning: the puzzle of {day} is not kept: {error.strerror}")
        else:
            return str(path)
    return full_id(puzzle)


def _path_of(day: date) -> Path | None:
    try:
        return folders().puzzles / "daily" / f"{day.isoformat()}.json"
    except NoHomeError:
        return None


def _make(day: date) -> "PuzzleFile":
    """Return a new puzzle for a day; exit with an error if none is found."""
    from solver.puzzles.daily import daily_candidates  # noqa: PLC0415  (OR-Tools, which the days that ship need not)

    line, begun = ProgressLine.on_terminal(), time.monotonic()
    print_message(f"the puzzle of {day}, grade {daily_grade(day)}, does not ship; it is made now and kept")
    show = None if line is None else line.seeking(f"making the puzzle of {day}")
    try:
        found = next(
            daily_candidates(day, watch=lambda _refusal: None if show is None else show(time.monotonic() - begun)), None
        )
    finally:
        if line is not None:
            line.clear()
    if found is None:
        fail(f"no puzzle was found for {day}", "try another day", ExitCode.LIMIT)
    return found
