"""``dtcli lab winnability``: how many deals can be won with all cards known."""

from collections.abc import Sequence

from dtcli.batch.lab.outcomes import CLASSES, LabGroup
from dtcli.batch.lab.summary import print_winnability
from dtcli.batch.work.lab_searches import WINNABILITY, WinnabilityWork
from dtcli.commands.lab.options import LabOptions, with_lab_options
from dtcli.commands.lab.running import LabReport, run_lab, terms_of
from dtcli.commands.options import TimeLimit
from dtcli.commands.search import search_limits
from dtcli.render.histograms import Bars, histograms_svg

EXAMPLE = "dtcli lab winnability --scenario level-2 --deals 20"


@with_lab_options
def run(*, time_limit: TimeLimit = None, lab: LabOptions) -> None:
    """Count how many deals can be won if all cards are known.

    Each deal is winnable, not winnable (which is proved), or unknown within the limit. Without --scenario and
    --adventure the deals are those of all ten scenarios. If a deal is unknown, the exit code is 4.
    """
    terms = terms_of(lab)
    limits = search_limits(time_limit, WINNABILITY)
    work = WinnabilityWork(terms.names, terms.edition, terms.heroes, lab.extended, lab.goal, limits)
    run_lab(work, terms, lab, LabReport(print_winnability, _picture))


def _picture(groups: Sequence[LabGroup], said: str) -> str:
    charts = [
        Bars(
            group.name,
            f"{group.total('winnable'):,} of {group.deals:,} winnable",
            {status: group.total(status) for status in CLASSES},
        )
        for group in groups
    ]
    return histograms_svg("Deals that can be won with all cards known", said, charts)
