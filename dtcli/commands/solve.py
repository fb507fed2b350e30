"""``dtcli solve``: the best choices, with proof."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.batch import judge_replays
from dtcli.commands.common import (
    AsJson,
    CardSetPath,
    Exit,
    Files,
    Force,
    card_set,
    documents,
    exit_code,
    fail,
    new_file,
    save,
)
from dtcli.commands.search import TimeLimit, searching

if TYPE_CHECKING:
    from dtcli.formats.replay.check import Checked
    from solver import Answer, Limits, Terms

EXAMPLE = "dtcli solve replays/games/one-map-too-many.dt"


def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    as_json: AsJson = False,
    keep: Annotated[int, typer.Option("--from", metavar="N", min=0, help="Keep what was recorded up to reveal N.")] = 0,
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
    cards: CardSetPath = None,
) -> None:
    """Find the best choices for a story, and prove that none are better.

    Best means: the backpack whole, the game won, most missions; then fewest skills, fewest tokens taken, fewest items
    discarded. If every line breaks: most missions before it does. Ctrl-C gives the best line so far.
    """
    if no_heroes and only_heroes:
        fail("--no-heroes and --only-heroes leave nothing to choose")
    from solver import Limits, Terms  # noqa: PLC0415

    names = card_set(cards)
    for target in (write, certificate):
        if target is not None:
            new_file(target, force=force)
    terms = Terms(keep, heroes=not no_heroes, only_heroes=only_heroes, goal=goal)
    limits = Limits() if time_limit is None else Limits.within(time_limit)
    alone = "--write" if write is not None else "--certificate" if certificate is not None else None

    def show(checked: "Checked", answer: "Answer | None") -> int:
        code = _show(checked, answer, goal, as_json=as_json)
        if answer is not None:
            if write is not None:
                _write(checked, answer, terms, Path(write), force=force)
            if certificate is not None:
                from solver.studies.certificate import certificate_fault, certify  # noqa: PLC0415

                save(Path(certificate), certify(checked, answer, terms), force=force, fault=certificate_fault)
            if answer.interrupted:
                raise typer.Exit(Exit.INTERRUPTED)
        return code

    replays = documents(files, alone=alone)
    raise typer.Exit(judge_replays(replays, names, find=lambda one: _answer(one, terms, limits), show=show))


def _answer(checked: "Checked", terms: "Terms", limits: "Limits") -> "Answer | None":
    """Return the best line; None for a replay that is not valid."""
    from solver import best  # noqa: PLC0415

    if not checked.is_valid:
        return None
    with searching(checked) as line:
        return best(checked, terms, limits=limits, on_progress=line.searching if line else None)


def _show(checked: "Checked", answer: "Answer | None", goal: int | None, *, as_json: bool) -> int:
    """Print the answer and return its exit code."""
    from dtcli.render.problems import print_validation  # noqa: PLC0415
    from dtcli.render.solution import print_solution, solution_line  # noqa: PLC0415

    if as_json:
        sys.stdout.write(solution_line(checked, answer))
    elif answer is None:
        print_validation(checked)
    else:
        print_solution(checked, answer)
    if answer is None:
        return exit_code(checked.problems)
    if goal is not None and not as_json:
        from dtcli.render.goals import verdict  # noqa: PLC0415

        typer.echo(verdict(answer, goal))
    if goal is not None and answer.outcome.won:
        return Exit.OK
    if answer.status != "optimal":
        return Exit.LIMIT
    return Exit.OK if goal is None else Exit.NO


def _write(checked: "Checked", answer: "Answer", terms: "Terms", path: Path, *, force: bool) -> None:
    from dtcli.formats.replay.spelling import Spelling, replay_text, spelling_of  # noqa: PLC0415
    from dtcli.formats.writing import replay_fault  # noqa: PLC0415
    from solver import solved_replay  # noqa: PLC0415

    data, resolved = checked.document.data, checked.resolved
    assert data is not None
    assert resolved is not None
    assert resolved.names is not None
    solved = solved_replay(data, answer, terms)
    save(path, replay_text(solved, resolved.names, spelling_of(path) or Spelling.DT), force=force, fault=replay_fault)
