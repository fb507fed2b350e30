"""``dtcli lab bots``: how simulated players fare in the timed solo game."""

from collections.abc import Sequence
from typing import Annotated

import typer

from dtcli.batch.lab.outcomes import LabGroup
from dtcli.batch.lab.summary import print_bots
from dtcli.batch.work.lab_bots import BotWork
from dtcli.commands.lab.options import LabOptions, with_lab_options
from dtcli.commands.lab.running import LabReport, run_lab, terms_of
from dtcli.commands.output import fail
from dtcli.english import or_list
from dtcli.formats.suggest import did_you_mean
from dtcli.render.histograms import Bars, histograms_svg, numbered
from dtcli.rules.score import Status
from solver.bots.five_minutes import BOTS

EXAMPLE = "dtcli lab bots --scenario level-2 --deals 10"


@with_lab_options
def run(
    *,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="NAME", help="Only this bot (careful or forgetful); may be repeated."),
    ] = None,
    lab: LabOptions,
) -> None:
    """Have bots play many deals against the clock, and count how many games they win.

    The bots know no more than a player: 15 face-up cards, the back of the next card, and what they remember. Both
    take 4 seconds for each card; the forgetful one remembers 5 of 100 laid items as another kind. They use no skills
    and play scenarios only.
    """
    for name in bots or ():
        if name not in BOTS:
            fail(f"unknown bot '{name}'", did_you_mean(name, BOTS) or f"it is {or_list(list(BOTS))}")
    if lab.heroes is not None:
        fail("bots use no skills", "leave out --heroes")
    if lab.adventure:
        fail("bots play scenarios only", "leave out --adventure")
    terms = terms_of(lab)
    work = BotWork(terms.names, terms.edition, extended=lab.extended, goal=lab.goal)
    chosen = tuple(name for name in BOTS if not bots or name in bots)
    run_lab(work, terms, lab, LabReport(print_bots, _picture, BotWork.statuses), chosen)


def _picture(groups: Sequence[LabGroup], said: str) -> str:
    most = max((number for group in groups for number in group.missions()), default=0)
    charts = [
        Bars(
            group.name,
            f"{group.total(Status.WON):,} of {group.deals:,} won, {group.total(Status.BROKEN):,} broken",
            numbered(group.missions(), 0, most),
        )
        for group in groups
    ]
    return histograms_svg("Missions that bots complete", said, charts)
