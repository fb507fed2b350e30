"""``dtcli analyze``: what each decision of a recorded game was worth."""

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
    new_file,
    save,
)
from dtcli.commands.search import TimeLimit, searching

if TYPE_CHECKING:
    from dtcli.formats.replay.check import Checked
    from solver import Limits, Terms
    from solver.studies.analysis import Analysis

EXAMPLE = "dtcli analyze replays/games/one-map-too-many.dt"


def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    as_json: AsJson = False,
    every: Annotated[bool, typer.Option("--all", help="List every decision, the best ones too.")] = False,
    svg: Annotated[str | None, typer.Option("--svg", metavar="OUT", help="Save the picture as SVG.")] = None,
    goal: Annotated[
        int | None, typer.Option("--goal", metavar="N", min=0, help="Judge as if N missions were the goal.")
    ] = None,
    time_limit: TimeLimit = None,
    force: Force = False,
    cards: CardSetPath = None,
) -> None:
    """Show what each decision of a recorded game was worth.

    For each decision, and for each skill that was never used: the best result that could be reached before it and
    after it. The first mistake that decided the game is named, with the better choice and what that would have led to.
    """
    from solver import Limits, Terms  # noqa: PLC0415
    from solver.studies.analysis import ANALYSIS  # noqa: PLC0415

    names = card_set(cards)
    target = None if svg is None else new_file(svg, force=force)
    terms = Terms(goal=goal)
    limits = ANALYSIS if time_limit is None else Limits.within(time_limit)

    def show(checked: "Checked", analysis: "Analysis | None") -> int:
        code = _show(checked, analysis, as_json=as_json, every=every)
        if analysis is not None:
            if target is not None:
                _draw(checked, analysis, target, force=force)
            if analysis.interrupted:
                raise typer.Exit(Exit.INTERRUPTED)
        return code

    replays = documents(files, alone=None if target is None else "--svg")
    raise typer.Exit(judge_replays(replays, names, find=lambda one: _analysis(one, terms, limits), show=show))


def _analysis(checked: "Checked", terms: "Terms", limits: "Limits") -> "Analysis | None":
    """Return the analysis; None for a replay that is not valid."""
    from solver.studies.analysis import analyze  # noqa: PLC0415

    if not checked.is_valid:
        return None
    with searching(checked) as line:
        return analyze(checked, terms, limits=limits, on_progress=line.judging if line else None)


def _show(checked: "Checked", analysis: "Analysis | None", *, as_json: bool, every: bool) -> int:
    """Print the analysis and return its exit code."""
    from dtcli.render.analysis.json_record import analysis_line  # noqa: PLC0415
    from dtcli.render.analysis.report import print_analysis  # noqa: PLC0415
    from dtcli.render.problems import print_validation  # noqa: PLC0415

    if as_json:
        sys.stdout.write(analysis_line(checked, analysis))
    elif analysis is None:
        print_validation(checked)
    else:
        print_analysis(checked, analysis, every=every)
    if analysis is None:
        return exit_code(checked.problems)
    return Exit.OK if analysis.proved else Exit.LIMIT


def _draw(checked: "Checked", analysis: "Analysis", path: Path, *, force: bool) -> None:
    from dtcli.render.analysis.svg_chart import analysis_svg  # noqa: PLC0415

    save(path, analysis_svg(checked, analysis), force=force)
