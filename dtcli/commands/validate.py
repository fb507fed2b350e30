"""``dtcli validate``: check replays against the rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dtcli.batch.work.replays import ValidateWork
from dtcli.commands.batch.options import BatchOptions, with_batch_options
from dtcli.commands.batch.running import run_work
from dtcli.commands.inputs import read_card_set
from dtcli.commands.options import CardSet, Files, Force, ReplaysAsJson, TimeLimit
from dtcli.commands.output import fail
from dtcli.commands.saving import new_file

if TYPE_CHECKING:
    from dtcli.formats.names import Names

EXAMPLE = "dtcli validate replays/games"


@with_batch_options
def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    as_json: ReplaysAsJson = False,
    card_set: CardSet = None,
    suggest: Annotated[
        bool, typer.Option("--suggest", help="For a record that cannot have happened, show the nearest that can.")
    ] = False,
    write: Annotated[
        str | None, typer.Option("--write", metavar="OUT", help="Save the first reading that --suggest finds.")
    ] = None,
    time_limit: TimeLimit = None,
    force: Force = False,
    batch: BatchOptions,
) -> None:
    """Check replays against the rules and report every problem with its place.

    Warnings name choices that were not recorded; they do not make a replay invalid.

    With --suggest an invalid record is compared with what can have happened: up to three readings with the fewest
    slips (a card typed as another, left out, doubled or swapped, a wrong decision, a forgotten skill), each with its
    diff and verdict.
    """
    if not suggest and (write is not None or time_limit is not None):
        fail("--write and --time-limit need --suggest")
    target = None if write is None else new_file(write, force=force)
    names = read_card_set(card_set)
    if suggest:
        _suggest(names, files, batch, time_limit, target, as_json=as_json, card_set=card_set, force=force)
    run_work(ValidateWork(names), files, batch, as_json=as_json, card_set=card_set, force=force)


def _suggest(
    names: "Names | None",
    files: list[str],
    batch: BatchOptions,
    seconds: float | None,
    target: Path | None,
    **options: Any,
) -> None:
    from dtcli.batch.work.suggestions import SuggestWork  # noqa: PLC0415  (loads the solver)
    from dtcli.commands.suggesting import save_first  # noqa: PLC0415

    def save(verdict: Any) -> None:
        if target is not None and verdict.found is not None:
            save_first(verdict.checked, verdict.found, target, force=options["force"])

    run_work(
        SuggestWork(names, seconds),
        files,
        batch,
        on_verdict=None if target is None else save,
        single_for=None if target is None else "--write",
        **options,
    )
