"""``dtcli lab par``: the distribution of par over many deals."""

from collections.abc import Sequence

from dtcli.batch.lab.outcomes import LabGroup, Spread
from dtcli.batch.lab.summary import print_par
from dtcli.batch.work.lab_searches import PAR, ParWork
from dtcli.commands.lab.options import LabOptions, with_lab_options
from dtcli.commands.lab.running import LabReport, run_lab, terms_of
from dtcli.commands.options import TimeLimit
from dtcli.commands.search import search_limits
from dtcli.render.histograms import Bars, histograms_svg, numbered

EXAMPLE = "dtcli lab par --scenario level-4 --deals 2 --goal 3"


@with_lab_options
def run(*, time_limit: TimeLimit = None, lab: LabOptions) -> None:
    """Find par of many deals: the fewest cards to lay or discard before the goal can be reached.

    Where par is not proved within the limit, a row has the best line and the bound, the summary gives both, and the
    exit code is 4.
    """
    terms = terms_of(lab)
    work = ParWork(terms.names, terms.edition, terms.heroes, lab.extended, lab.goal, search_limits(time_limit, PAR))
    run_lab(work, terms, lab, LabReport(print_par, _picture))


def _picture(groups: Sequence[LabGroup], said: str) -> str:
    found = [par for group in groups for par in group.pars()]
    least, most = min(found, default=0), max(found, default=0)
    charts = []
    for group in groups:
        spread = Spread.of(group.pars())
        words = (
            "no deal was won" if spread is None else f"median {spread.median}, {group.proved} of {group.deals} proved"
        )
        charts.append(Bars(group.name, words, numbered(group.pars(), least, most)))
    return histograms_svg("Par: the fewest deeds that reach the goal", said, charts)
