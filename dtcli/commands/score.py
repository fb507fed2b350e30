"""``dtcli score``: missions, goal, and whether the game was won."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from dtcli.batch.work.replays import ScoreWork
from dtcli.commands.batch.options import BatchOptions, with_batch_options
from dtcli.commands.batch.running import run_work
from dtcli.commands.inputs import read_card_set
from dtcli.commands.options import CardSet, Files, Force, ReplaysAsJson, TimeLimit
from dtcli.commands.output import fail

if TYPE_CHECKING:
    from dtcli.batch.work.base import Work

EXAMPLE = "dtcli score replays/games --json"


@with_batch_options
def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    as_json: ReplaysAsJson = False,
    bounds: Annotated[
        bool, typer.Option("--bounds", help="Also give the lowest and highest outcome that forgotten choices allow.")
    ] = False,
    time_limit: TimeLimit = None,
    card_set: CardSet = None,
    force: Force = False,
    batch: BatchOptions,
) -> None:
    """Score replays: missions, goal, won or lost, and whether the claim agrees.

    Takes any number of files, folders and NDJSON streams, and prints as it reads. Choices that were not recorded are
    assumed to be: decline, discard nothing, cards leave before tokens.
    """
    if time_limit is not None and not bounds:
        fail("--time-limit is for --bounds, scoring alone needs no search")
    names = read_card_set(card_set)
    work: Work[Any] = ScoreWork(names)
    if bounds:
        from dtcli.batch.work.bounds import BoundsWork  # noqa: PLC0415  (pydantic, which score starts without)

        work = BoundsWork(names, time_limit)
    run_work(work, files, batch, as_json=as_json, card_set=card_set, force=force)
