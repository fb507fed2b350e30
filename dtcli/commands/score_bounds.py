"""``dtcli score --bounds``: the outcomes that forgotten choices allow."""

from collections.abc import Iterable
from typing import NamedTuple

from dtcli.commands.batch import judge_replays
from dtcli.commands.exit_codes import ExitCode, exit_code
from dtcli.commands.output import json_line, result_printer
from dtcli.formats.names import Names
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.reading import Document
from dtcli.render.bounds import bounds_lines, bounds_record
from dtcli.render.replay.json_record import score_record
from dtcli.render.score_table import ScoreTable
from solver.studies.bounds import Bounds, TooManyEndings, bounds


class FoundBounds(NamedTuple):
    """The bounds of a valid replay, the limit that was reached first, or None for an invalid replay."""

    bounds: Bounds | TooManyEndings | None


def score_with_bounds(replays: Iterable[Document], names: Names | None, *, as_json: bool, seconds: float | None) -> int:
    """Print scores with the outcomes that forgotten choices allow, and return the exit code."""
    table = ScoreTable()

    def print_row(checked: Checked, found: Bounds | TooManyEndings | None) -> None:
        table.add(checked, bounds_lines(checked, found))

    show = result_printer(as_json=as_json, text=print_row, json=_json_line)

    def show_row(checked: Checked, result: FoundBounds | None) -> int:
        found = None if result is None else result.bounds
        show(checked, found)
        return ExitCode.LIMIT if isinstance(found, TooManyEndings) else exit_code(checked.problems)

    worst = judge_replays(replays, names, find=lambda checked: FoundBounds(_find(checked, seconds)), show=show_row)
    if not as_json:
        table.finish()
    return worst


def _json_line(checked: Checked, found: Bounds | TooManyEndings | None) -> str:
    return json_line({**score_record(checked), **bounds_record(found)})


def _find(checked: Checked, seconds: float | None) -> Bounds | TooManyEndings | None:
    """Return the bounds of a valid replay, or the limit that was reached first."""
    if checked.score is None:
        return None
    assert checked.resolved is not None
    assert checked.resolved.game is not None
    try:
        return bounds(checked.resolved.game, checked.resolved.notes, seconds=seconds)
    except TooManyEndings as limit:
        return limit
