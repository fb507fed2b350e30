"""``dtcli repair``: the fewest changes that would have won a game."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from dtcli.commands.options import CardSet, Files, Force, ReplaysAsJson, TimeLimit
from dtcli.commands.output import result_printer
from dtcli.commands.saving import new_file, save
from dtcli.commands.search import search_limits, search_replays
from dtcli.exit_codes import ExitCode
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.spelling import replay_text, spelling_of
from dtcli.formats.writing import replay_fault
from dtcli.render.problems import print_validation
from dtcli.render.progress import ProgressLine
from dtcli.render.repair.report import print_difference, repair_line, summary
from dtcli.render.terminal import Printer
from solver.studies.repair import REPAIR, Repair, repair
from solver.studies.repaired_replay import repaired_difference, repaired_replay, repaired_text

EXAMPLE = "dtcli repair replays/games/trattoria-table.dt"


def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    as_json: ReplaysAsJson = False,
    goal: Annotated[
        int | None, typer.Option("--goal", metavar="N", min=0, help="Reach N missions, instead of the game's goal.")
    ] = None,
    order: Annotated[
        bool, typer.Option("--order", help="If no decisions win the story, move the fewest cards too.")
    ] = False,
    write: Annotated[str | None, typer.Option("--write", metavar="OUT", help="Save the repaired replay.")] = None,
    time_limit: TimeLimit = None,
    force: Force = False,
    card_set: CardSet = None,
) -> None:
    """Find the fewest changed decisions that win a recorded game.

    Prints a diff of the replay on standard output, for `git apply` or `patch -p1`, and its meaning on standard error.
    It is proved that fewer changes are not enough. A decision is what is written at a card, or a hero's skill.
    """
    target = None if write is None else new_file(write, force=force)
    limits = search_limits(time_limit, REPAIR)

    def search(checked: Checked, line: ProgressLine | None) -> Repair:
        on_progress = line.seeking("looking for the fewest changes") if line else None
        return repair(checked, goal, order=order, limits=limits, on_progress=on_progress)

    def save_replay(checked: Checked, repaired: Repair) -> None:
        if target is not None and repaired.repaired_line.choices is not None:
            _save_replay(checked, repaired, target, force=force)

    search_replays(
        files,
        card_set,
        search=search,
        show=result_printer(as_json=as_json, text=_print_text, json=repair_line),
        code=_exit_code,
        finish=save_replay,
        single_for=None if target is None else "--write",
        needs_record=False,
    )


def _print_text(checked: Checked, repaired: Repair | None) -> None:
    """Print the summary on standard error and the diff on standard output."""
    if sys.stderr is not None:  # unless closed by the caller
        if repaired is None:
            print_validation(checked, sys.stderr)
        else:
            printer = Printer(sys.stderr)
            for line in summary(checked, repaired):
                printer.line(*line)
        sys.stderr.flush()
    if repaired is not None:
        print_difference(repaired_difference(checked, repaired))


def _exit_code(repaired: Repair) -> ExitCode:
    if not repaired.proved:
        return ExitCode.LIMIT
    return ExitCode.OK if repaired.possible else ExitCode.NO


def _save_replay(checked: Checked, repaired: Repair, path: Path, *, force: bool) -> None:
    assert checked.resolved is not None
    assert checked.resolved.names is not None
    spelling = spelling_of(path)
    if spelling is None or spelling == spelling_of(Path(checked.document.file)):
        text = repaired_text(checked, repaired)
    else:
        text = replay_text(repaired_replay(checked, repaired), checked.resolved.names, spelling)
    save(path, text, force=force, fault=replay_fault)
