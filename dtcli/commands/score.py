"""``dtcli score``: how did it end."""

import sys
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from dtcli.commands.batch import judge_replays
from dtcli.commands.common import AsJson, CardSetPath, Exit, Files, card_set, documents, exit_code, fail
from dtcli.commands.search import TimeLimit

if TYPE_CHECKING:
    from dtcli.formats.names import Names
    from dtcli.formats.replay.check import Checked
    from solver.studies.bounds import Bounds, TooManyEndings

EXAMPLE = "dtcli score replays/games --json"


def run(
    files: Files,
    *,
    as_json: AsJson = False,
    bounds: Annotated[
        bool, typer.Option("--bounds", help="Also give the lowest and highest outcome that forgotten choices allow.")
    ] = False,
    time_limit: TimeLimit = None,
    cards: CardSetPath = None,
) -> None:
    """Score replays: missions, goal, won or lost, and whether the claim agrees.

    Takes any number of files, folders and NDJSON streams, and prints as it reads. Choices that were not recorded
    are assumed as: decline, discard nothing, cards leave first.
    """
    if time_limit is not None and not bounds:
        fail("--time-limit is for --bounds, scoring alone needs no search")
    names = card_set(cards)
    if bounds:
        raise typer.Exit(_score_with_bounds(files, names, as_json=as_json, seconds=time_limit))
    raise typer.Exit(_score(files, names, as_json=as_json))


def _score(files: list[str], names: "Names | None", *, as_json: bool) -> int:
    """Print scores and return the exit code."""
    if as_json:
        from dtcli.render.replay.json_record import score_line  # noqa: PLC0415

        write = sys.stdout.write

        def show_line(checked: "Checked", _found: None) -> int:
            write(score_line(checked))
            return exit_code(checked.problems) if checked.problems else Exit.OK

        return judge_replays(documents(files), names, show=show_line)
    from dtcli.render.score_table import ScoreTable  # noqa: PLC0415

    table = ScoreTable()

    def show_row(checked: "Checked", _found: None) -> int:
        table.add(checked)
        return exit_code(checked.problems)

    worst = judge_replays(documents(files), names, show=show_row)
    table.finish()
    return worst


class BoundsFound(NamedTuple):
    """What was found out about the forgotten choices of a replay: nothing, where it is invalid."""

    bounds: "Bounds | TooManyEndings | None"


def _score_with_bounds(files: list[str], names: "Names | None", *, as_json: bool, seconds: float | None) -> int:
    """Print scores with what the forgotten choices allow, and return the exit code."""
    from dtcli.formats.json.text import compact  # noqa: PLC0415
    from dtcli.render.bounds import bounds_lines, bounds_record  # noqa: PLC0415
    from dtcli.render.replay.json_record import score_record  # noqa: PLC0415
    from dtcli.render.score_table import ScoreTable  # noqa: PLC0415
    from solver.studies.bounds import TooManyEndings  # noqa: PLC0415

    table = None if as_json else ScoreTable()

    def find(checked: "Checked") -> "BoundsFound":
        return BoundsFound(_bounds(checked, seconds))

    def show(checked: "Checked", answer: "BoundsFound | None") -> int:
        found = None if answer is None else answer.bounds
        if table is None:
            sys.stdout.write(compact({**score_record(checked), **bounds_record(found)}) + "\n")
        else:
            table.add(checked, bounds_lines(checked, found))
        return Exit.LIMIT if isinstance(found, TooManyEndings) else exit_code(checked.problems)

    worst = judge_replays(documents(files), names, find=find, show=show)
    if table is not None:
        table.finish()
    return worst


def _bounds(checked: "Checked", seconds: float | None) -> "Bounds | TooManyEndings | None":
    """Return what the forgotten choices of a valid replay allow, or the limit that was reached before."""
    from solver.studies.bounds import TooManyEndings, bounds  # noqa: PLC0415

    if checked.score is None:
        return None
    assert checked.resolved is not None
    assert checked.resolved.game is not None
    try:
        return bounds(checked.resolved.game, checked.resolved.notes, seconds=seconds)
    except TooManyEndings as limit:
        return limit
