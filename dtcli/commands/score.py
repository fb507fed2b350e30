"""``dtcli score``: how did it end."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.common import AsJson, CardSetPath, Exit, Files, card_set, documents, exit_code, fail
from dtcli.commands.searching import TimeLimit

if TYPE_CHECKING:
    from dtcli.files.names import Names
    from solver.bounds import Bounds

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
    from dtcli.files.check import check  # noqa: PLC0415
    from dtcli.render.records import score_line  # noqa: PLC0415

    if time_limit is not None and not bounds:
        fail("--time-limit is for --bounds, scoring alone needs no search")

    names = card_set(cards)
    worst = Exit.OK
    if bounds:
        raise typer.Exit(_score_with_bounds(files, names, as_json=as_json, seconds=time_limit))
    if as_json:
        write = sys.stdout.write
        for document in documents(files):
            checked = check(document, cards=names)
            if checked.problems:
                worst = max(worst, exit_code(checked.problems))
            write(score_line(checked))
    else:
        from dtcli.render.score_table import ScoreTable  # noqa: PLC0415

        table = ScoreTable()
        for document in documents(files):
            checked = check(document, cards=names)
            worst = max(worst, exit_code(checked.problems))
            table.add(checked)
        table.finish()
    raise typer.Exit(worst)


def _score_with_bounds(files: list[str], names: "Names | None", *, as_json: bool, seconds: float | None) -> Exit:
    """Print scores with what the forgotten choices allow, and return the exit code."""
    from dtcli.files.check import check  # noqa: PLC0415
    from dtcli.files.json_text import compact  # noqa: PLC0415
    from dtcli.render.bounds_view import bounds_lines, bounds_record  # noqa: PLC0415
    from dtcli.render.records import score_record  # noqa: PLC0415
    from dtcli.render.score_table import ScoreTable  # noqa: PLC0415
    from solver.bounds import TooMany  # noqa: PLC0415
    from solver.bounds import bounds as bounds_of  # noqa: PLC0415

    table = None if as_json else ScoreTable()
    worst = Exit.OK
    for document in documents(files):
        checked = check(document, cards=names)
        code = exit_code(checked.problems)
        found: Bounds | TooMany | None = None
        if checked.score is not None:
            assert checked.resolved is not None
            assert checked.resolved.game is not None
            try:
                found = bounds_of(checked.resolved.game, checked.resolved.notes, seconds=seconds)
            except TooMany as limit:
                found, code = limit, Exit.LIMIT
        worst = max(worst, code)
        if table is None:
            sys.stdout.write(compact({**score_record(checked), **bounds_record(found)}) + "\n")
        else:
            table.add(checked, bounds_lines(checked, found))
    if table is not None:
        table.finish()
    return worst
