"""``dtcli repair``: the fewest changes that would have won a game."""

import sys
from functools import partial
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
    new_file,
    save,
)
from dtcli.commands.search import TimeLimit, searching

if TYPE_CHECKING:
    from dtcli.formats.replay.check import Checked
    from solver import Limits
    from solver.studies.repair import Repair

EXAMPLE = "dtcli repair replays/games/trattoria-table.dt"


def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    as_json: AsJson = False,
    goal: Annotated[
        int | None, typer.Option("--goal", metavar="N", min=0, help="Reach N missions, instead of the game's goal.")
    ] = None,
    order: Annotated[
        bool, typer.Option("--order", help="If no decisions win the story, move the fewest cards too.")
    ] = False,
    write: Annotated[str | None, typer.Option("--write", metavar="OUT", help="Save the repaired replay.")] = None,
    time_limit: TimeLimit = None,
    force: Force = False,
    cards: CardSetPath = None,
) -> None:
    """Find the fewest changed decisions that win a recorded game.

    Prints a diff of the replay on standard output, for `git apply` or `patch -p1`, and what it means on standard error.
    That fewer changes are not enough is proved. A decision is what is written at a card, or a hero's skill.
    """
    from solver import Limits  # noqa: PLC0415
    from solver.studies.repair import REPAIR  # noqa: PLC0415

    names = card_set(cards)
    target = None if write is None else new_file(write, force=force)
    limits = REPAIR if time_limit is None else Limits.within(time_limit)

    def show(checked: "Checked", repaired: "Repair | None") -> int:
        code = _show(checked, repaired, as_json=as_json)
        if repaired is not None:
            if target is not None and repaired.repaired_line.choices is not None:
                _write(checked, repaired, target, force=force)
            if repaired.interrupted:
                raise typer.Exit(Exit.INTERRUPTED)
        return code

    replays = documents(files, alone=None if target is None else "--write")
    find = partial(_repair, goal=goal, limits=limits, order=order)
    raise typer.Exit(judge_replays(replays, names, find=find, show=show))


def _repair(checked: "Checked", goal: int | None, limits: "Limits", *, order: bool) -> "Repair | None":
    """Return the repair; None for a replay that is not valid."""
    from solver.studies.repair import repair  # noqa: PLC0415

    if not checked.is_valid:
        return None
    with searching(checked) as line:
        tell = line.seeking("looking for the fewest changes") if line else None
        return repair(checked, goal, order=order, limits=limits, on_progress=tell)


def _show(checked: "Checked", repair: "Repair | None", *, as_json: bool) -> int:
    """Print the repair and return its exit code."""
    from dtcli.render.problems import print_validation  # noqa: PLC0415
    from dtcli.render.repair.report import print_difference, repair_line, summary  # noqa: PLC0415
    from dtcli.render.terminal import Printer  # noqa: PLC0415
    from solver.studies.repaired_replay import repaired_difference  # noqa: PLC0415

    if as_json:
        sys.stdout.write(repair_line(checked, repair))
        return _code(checked, repair)
    if sys.stderr is not None:  # unless closed by the caller
        if repair is None:
            print_validation(checked, sys.stderr)
        else:
            words = Printer(sys.stderr)
            for line in summary(checked, repair):
                words.line(*line)
        sys.stderr.flush()
    if repair is not None:
        print_difference(repaired_difference(checked, repair))
    return _code(checked, repair)


def _code(checked: "Checked", repair: "Repair | None") -> int:
    if repair is None:
        return exit_code(checked.problems)
    if not repair.proved:
        return Exit.LIMIT
    return Exit.OK if repair.possible else Exit.NO


def _write(checked: "Checked", repair: "Repair", path: Path, *, force: bool) -> None:
    from dtcli.formats.replay.spelling import replay_text, spelling_of  # noqa: PLC0415
    from dtcli.formats.writing import replay_fault  # noqa: PLC0415
    from solver.studies.repaired_replay import repaired_replay, repaired_text  # noqa: PLC0415

    assert checked.resolved is not None
    assert checked.resolved.names is not None
    spelling = spelling_of(path)
    if spelling is None or spelling == spelling_of(Path(checked.document.file)):
        text = repaired_text(checked, repair)
    else:
        text = replay_text(repaired_replay(checked, repair), checked.resolved.names, spelling)
    save(path, text, force=force, fault=replay_fault)
