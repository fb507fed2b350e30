"""Access to the results of puzzles that were kept, with their problems on standard error."""

import sys
from functools import cache

from dtcli.formats.puzzle.file import CheckedPuzzle
from dtcli.formats.puzzle.identity import digest_of
from dtcli.play.storage.folders import NoHomeError, folders
from dtcli.play.storage.puzzle_results import ResultsStore, StoredResults
from dtcli.render.messages import print_message
from dtcli.render.problems import print_problems


def results_store() -> ResultsStore | None:
    """Return the store of this user; without a usable DTCLI_HOME print a warning and return None."""
    try:
        return ResultsStore(folders())
    except NoHomeError as error:
        print_message(f"warning: {error}; results of puzzles are not kept")
        return None


def stored_results() -> StoredResults:
    """Return what was kept; print the problems of what is damaged."""
    store = results_store()
    if store is None:
        return StoredResults()
    found = store.read()
    print_problems(found.problems, file=sys.stderr)
    return found


class SolvedPuzzles:
    """Which puzzles are solved; the results are read when the first puzzle is asked for."""

    def __init__(self) -> None:
        self._read = cache(lambda: stored_results().solved)

    def __contains__(self, checked: CheckedPuzzle) -> bool:
        return digest_of(checked) in self._read()
