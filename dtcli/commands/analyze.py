"""``dtcli analyze``: what each decision of a recorded game was worth."""

from typing import Annotated

import typer

from dtcli.batch.work.base import JudgedReplay
from dtcli.batch.work.searches import AnalyzeWork
from dtcli.commands.batch.options import BatchOptions, with_batch_options
from dtcli.commands.batch.running import run_work
from dtcli.commands.inputs import read_card_set
from dtcli.commands.options import CardSet, Files, Force, ReplaysAsJson, TimeLimit
from dtcli.commands.saving import new_file, save
from dtcli.commands.search import search_limits
from dtcli.render.analysis.svg_chart import analysis_svg
from solver import Limits
from solver.studies.analysis import ANALYSIS, Analysis

PAR_SECONDS = 30.0
"""How long ``--par`` searches by default."""
EXAMPLE = "dtcli analyze replays/games/one-map-too-many.dt"


@with_batch_options
def run(  # noqa: PLR0913  (one for each option)
    files: Files,
    *,
    as_json: ReplaysAsJson = False,
    every: Annotated[bool, typer.Option("--all", help="List every decision, the best ones too.")] = False,
    svg: Annotated[str | None, typer.Option("--svg", metavar="OUT", help="Save the picture as SVG.")] = None,
    goal: Annotated[
        int | None, typer.Option("--goal", metavar="N", min=0, help="Judge as if N missions were the goal.")
    ] = None,
    par: Annotated[bool, typer.Option("--par", help="Find par of the deal of a timed game.")] = False,
    lesson: Annotated[
        bool, typer.Option("--lesson", help="Add the lesson of the five minutes, which takes a few seconds.")
    ] = False,
    time_limit: TimeLimit = None,
    force: Force = False,
    card_set: CardSet = None,
    batch: BatchOptions,
) -> None:
    """Show what each decision of a recorded game was worth.

    For each decision, and for each skill that was never used: the best result that could be reached before it and
    after it. The first mistake that decided the game is named, with the better choice and its result.

    Of a recorded timed game also: which cards were laid for nothing, discarded and missed, or waited too long.
    With --lesson also: what the story lacked, and the first card that should have stayed in the hand.
    """
    target = None if svg is None else new_file(svg, force=force)
    par_limits = search_limits(time_limit, Limits.within(PAR_SECONDS)) if par else None
    work = AnalyzeWork(read_card_set(card_set), goal, every, search_limits(time_limit, ANALYSIS), par_limits, lesson)

    def save_picture(verdict: JudgedReplay[Analysis]) -> None:
        if target is not None and verdict.found is not None:
            save(target, analysis_svg(verdict.checked, verdict.found), force=force)

    run_work(
        work,
        files,
        batch,
        as_json=as_json,
        card_set=card_set,
        force=force,
        on_verdict=None if target is None else save_picture,
        single_for=None if target is None else "--svg",
    )
