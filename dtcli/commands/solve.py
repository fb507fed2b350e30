"""``dtcli solve``: find the best choices for a story, with proof."""

from pathlib import Path
from typing import Annotated

import typer

from dtcli.commands.exit_codes import ExitCode
from dtcli.commands.options import CardSet, Files, Force, ReplaysAsJson, TimeLimit
from dtcli.commands.output import fail, result_printer
from dtcli.commands.saving import new_file, save
from dtcli.commands.search import or_validation, search_limits, search_replays
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.spelling import Spelling, replay_text, spelling_of
from dtcli.formats.writing import replay_fault
from dtcli.render.goals import verdict
from dtcli.render.progress import ProgressLine
from dtcli.render.solution import print_solution, solution_line
from solver import Answer, Limits, Terms, best, solved_replay
from solver.studies.certificate import certificate_fault, certify

EXAMPLE = "dtcli solve replays/games/one-map-too-many.dt"


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
    limits = search_limits(time_limit, Limits())

    def search(checked: Checked, line: ProgressLine | None) -> Answer:
        return best(checked, terms, limits=limits, on_progress=line.searching if line else None)

    def print_text(checked: Checked, answer: Answer) -> None:
        print_solution(checked, answer)
        if goal is not None:
            typer.echo(verdict(answer, goal))

    def save_files(checked: Checked, answer: Answer) -> None:
        if write is not None:
            _save_replay(checked, answer, terms, Path(write), force=force)
        if certificate is not None:
            save(Path(certificate), certify(checked, answer, terms), force=force, fault=certificate_fault)

    search_replays(
        files,
        card_set,
        search=search,
        show=result_printer(as_json=as_json, text=or_validation(print_text), json=solution_line),
        code=lambda answer: _exit_code(answer, goal),
        finish=save_files,
        single_for="--write" if write is not None else "--certificate" if certificate is not None else None,
        needs_record=start > 0 or only_heroes,
    )


def _exit_code(answer: Answer, goal: int | None) -> ExitCode:
    if goal is not None and answer.outcome.won:
        return ExitCode.OK
    if answer.status != "optimal":
        return ExitCode.LIMIT
    return ExitCode.OK if goal is None else ExitCode.NO


def _save_replay(checked: Checked, answer: Answer, terms: Terms, path: Path, *, force: bool) -> None:
    data, resolved = checked.document.data, checked.resolved
    assert data is not None
    assert resolved is not None
    assert resolved.names is not None
    solved = solved_replay(data, answer, terms)
    save(path, replay_text(solved, resolved.names, spelling_of(path) or Spelling.DT), force=force, fault=replay_fault)
