"""``dtcli solve``: the best choices, with proof."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
from dtcli.commands.searching import EXIT_INTERRUPTED, TimeLimit, searching

if TYPE_CHECKING:
    from dtcli.files.check import Checked
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
        int | None, typer.Option("--goal", metavar="N", min=0, help="Ask whether N missions can be reached.")
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
    from dtcli.files.check import check  # noqa: PLC0415

    if no_heroes and only_heroes:
        fail("--no-heroes and --only-heroes leave nothing to choose")
    from solver import Limits, Terms  # noqa: PLC0415

    names = card_set(cards)
    for target in (write, certificate):
        if target is not None:
            new_file(target, force=force)
    terms = Terms(keep, heroes=not no_heroes, only_heroes=only_heroes, goal=goal)
    limits = Limits() if time_limit is None else Limits.within(time_limit)
    worst: int = Exit.OK
    alone = "--write" if write is not None else "--certificate" if certificate is not None else None
    for document in documents(files, alone=alone):
        checked = check(document, cards=names)
        answer = _answer(checked, terms, limits) if checked.is_valid else None
        code = _show(checked, answer, goal, as_json=as_json)
        worst = max(worst, code)
        if answer is not None:
            if write is not None:
                _write(checked, answer, terms, Path(write), force=force)
            if certificate is not None:
                from solver.certificate import certify  # noqa: PLC0415

                save(Path(certificate), certify(checked, answer, terms), force=force)
            if answer.interrupted:
                raise typer.Exit(EXIT_INTERRUPTED)
    raise typer.Exit(worst)


def _answer(checked: "Checked", terms: "Terms", limits: "Limits") -> "Answer":
    from solver import best  # noqa: PLC0415

    with searching(checked) as line:
        return best(checked, terms, limits=limits, tell=line.searching if line else None)


def _show(checked: "Checked", answer: "Answer | None", goal: int | None, *, as_json: bool) -> int:
    """Print the answer and return its exit code."""
    from dtcli.render.report import print_validation  # noqa: PLC0415
    from dtcli.render.solution_view import print_solution, solution_line  # noqa: PLC0415

    if as_json:
        sys.stdout.write(solution_line(checked, answer))
    elif answer is None:
        print_validation(checked)
    else:
        print_solution(checked, answer)
    if answer is None:
        return exit_code(checked.problems)
    if goal is not None and answer.outcome.won:
        verdict, code = f"{goal} missions can be reached", Exit.OK
    elif answer.status == "optimal":
        verdict, code = f"{goal} missions cannot be reached", Exit.OK if goal is None else Exit.NO
    else:
        verdict, code = f"whether {goal} missions can be reached is not known", Exit.LIMIT
    if goal is not None and not as_json:
        typer.echo(verdict)
    return code


def _write(checked: "Checked", answer: "Answer", terms: "Terms", path: Path, *, force: bool) -> None:
    from dtcli.files.spelling import Spelling, spelled, spelling_of  # noqa: PLC0415
    from solver import solved_replay  # noqa: PLC0415

    data, resolved = checked.document.data, checked.resolved
    assert data is not None
    assert resolved is not None
    assert resolved.names is not None
    solved = solved_replay(data, answer, terms)
    save(path, spelled(solved, resolved.names, spelling_of(path) or Spelling.DT), force=force)
