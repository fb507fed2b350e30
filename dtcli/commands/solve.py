"""``dtcli solve``: find the best choices for a story, with proof."""

from pathlib import Path
from typing import Annotated

import typer

from dtcli.batch.work.base import JudgedReplay
from dtcli.batch.work.searches import SolveWork
from dtcli.commands.batch.options import BatchOptions, with_batch_options
from dtcli.commands.batch.running import run_work
from dtcli.commands.inputs import read_card_set
from dtcli.commands.options import CardSet, Files, Force, ReplaysAsJson, TimeLimit
from dtcli.commands.output import fail
from dtcli.commands.saving import new_file, save
from dtcli.commands.search import search_limits
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.spelling import Spelling, replay_text, spelling_of
from dtcli.formats.writing import replay_fault
from solver import Answer, Limits, Terms, solved_replay
from solver.studies.certificate import certificate_fault, certify

EXAMPLE = "dtcli solve replays/games/one-map-too-many.dt"


@with_batch_options
def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    as_json: ReplaysAsJson = False,
    start: Annotated[
        int, typer.Option("--from", metavar="N", min=0, help="Keep what was recorded up to reveal N.")
    ] = 0,
    no_heroes: Annotated[bool, typer.Option("--no-heroes", help="Use no skills.")] = False,
    only_heroes: Annotated[
        bool, typer.Option("--only-heroes", help="Choose skills only; rewards and discards stay as recorded.")
    ] = False,
    goal: Annotated[
        int | None, typer.Option("--goal", metavar="N", min=0, help="Ask whether the game can be won with N missions.")
    ] = None,
    time_limit: TimeLimit = None,
    write: Annotated[
        str | None, typer.Option("--write", metavar="OUT", help="Save the replay with the best choices (.dt or .json).")
    ] = None,
    certificate: Annotated[
        str | None, typer.Option("--certificate", metavar="OUT", help="Save an answer that `verify` can check.")
    ] = None,
    force: Force = False,
    card_set: CardSet = None,
    batch: BatchOptions,
) -> None:
    """Find the best choices for a story, and prove that none are better.

    Best means: the backpack whole, the game won, most missions; then fewest skills, fewest tokens taken, fewest items
    discarded. If every line breaks the backpack: most missions before it breaks. Ctrl-C gives the best line so far.
    """
    if no_heroes and only_heroes:
        fail("--no-heroes and --only-heroes leave nothing to choose")
    for target in (write, certificate):
        if target is not None:
            new_file(target, force=force)
    terms = Terms(start, heroes=not no_heroes, only_heroes=only_heroes, goal=goal)

    def save_files(verdict: JudgedReplay[Answer]) -> None:
        if verdict.found is None:
            return
        if write is not None:
            _save_replay(verdict.checked, verdict.found, terms, Path(write), force=force)
        if certificate is not None:
            text = certify(verdict.checked, verdict.found, terms)
            save(Path(certificate), text, force=force, fault=certificate_fault)

    work = SolveWork(
        read_card_set(card_set), terms, search_limits(time_limit, Limits()), needs_record=start > 0 or only_heroes
    )
    single_for = "--write" if write is not None else "--certificate" if certificate is not None else None
    run_work(
        work,
        files,
        batch,
        as_json=as_json,
        card_set=card_set,
        force=force,
        on_verdict=None if single_for is None else save_files,
        single_for=single_for,
    )


def _save_replay(checked: Checked, answer: Answer, terms: Terms, path: Path, *, force: bool) -> None:
    data, resolved = checked.document.data, checked.resolved
    assert data is not None
    assert resolved is not None
    assert resolved.names is not None
    solved = solved_replay(data, answer, terms)
    save(path, replay_text(solved, resolved.names, spelling_of(path) or Spelling.DT), force=force, fault=replay_fault)
