"""``dtcli analyze``: what each decision of a recorded game was worth."""

from typing import Annotated

import typer

from dtcli.commands.exit_codes import ExitCode
from dtcli.commands.options import CardSet, Files, Force, ReplaysAsJson, TimeLimit
from dtcli.commands.output import result_printer
from dtcli.commands.saving import new_file, save
from dtcli.commands.search import or_validation, search_limits, search_replays
from dtcli.formats.replay.check import Checked
from dtcli.render.analysis.json_record import analysis_line
from dtcli.render.analysis.report import print_analysis
from dtcli.render.analysis.svg_chart import analysis_svg
from dtcli.render.progress import ProgressLine
from solver import Terms
from solver.studies.analysis import ANALYSIS, Analysis, analyze

EXAMPLE = "dtcli analyze replays/games/one-map-too-many.dt"


def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    as_json: ReplaysAsJson = False,
    every: Annotated[bool, typer.Option("--all", help="List every decision, the best ones too.")] = False,
    svg: Annotated[str | None, typer.Option("--svg", metavar="OUT", help="Save the picture as SVG.")] = None,
    goal: Annotated[
        int | None, typer.Option("--goal", metavar="N", min=0, help="Judge as if N missions were the goal.")
    ] = None,
    time_limit: TimeLimit = None,
    force: Force = False,
    card_set: CardSet = None,
) -> None:
    """Show what each decision of a recorded game was worth.

    For each decision, and for each skill that was never used: the best result that could be reached before it and
    after it. The first mistake that decided the game is named, with the better choice and its result.
    """
    target = None if svg is None else new_file(svg, force=force)
    limits = search_limits(time_limit, ANALYSIS)

    def search(checked: Checked, line: ProgressLine | None) -> Analysis:
        return analyze(checked, Terms(goal=goal), limits=limits, on_progress=line.judging if line else None)

    def print_text(checked: Checked, analysis: Analysis) -> None:
        print_analysis(checked, analysis, every=every)

    def save_picture(checked: Checked, analysis: Analysis) -> None:
        if target is not None:
            save(target, analysis_svg(checked, analysis), force=force)

    search_replays(
        files,
        card_set,
        search=search,
        show=result_printer(as_json=as_json, text=or_validation(print_text), json=analysis_line),
        code=lambda analysis: ExitCode.OK if analysis.proved else ExitCode.LIMIT,
        finish=save_picture,
        single_for=None if target is None else "--svg",
    )
