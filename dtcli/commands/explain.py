"""``dtcli explain``: why a number of missions cannot be reached."""

from typing import Annotated

import typer

from dtcli.commands.options import CardSet, Files, ReplaysAsJson, TimeLimit
from dtcli.commands.output import result_printer
from dtcli.commands.search import or_validation, search_limits, search_replays
from dtcli.exit_codes import ExitCode
from dtcli.formats.replay.check import Checked
from dtcli.render.explanation.report import explanation_line, print_explanation
from dtcli.render.progress import ProgressLine
from solver.studies.explanation import EXPLANATION, Explanation, explain

EXAMPLE = "dtcli explain replays/games/we-were-sure.json"


def run(
    files: Files,
    *,
    as_json: ReplaysAsJson = False,
    goal: Annotated[
        int | None,
        typer.Option("--goal", metavar="N", min=0, help="The missions to explain; default: one more than the best."),
    ] = None,
    time_limit: TimeLimit = None,
    card_set: CardSet = None,
) -> None:
    """Explain why a number of missions cannot be reached with a story.

    Names the missions that exclude each other, the copies that come too late, where the backpack is full, and which
    rewards must be taken or run out: a smallest set of facts, none of which can be left out. If that many missions can
    be reached, it shows how.
    """
    limits = search_limits(time_limit, EXPLANATION)

    def search(checked: Checked, line: ProgressLine | None) -> Explanation:
        return explain(checked, goal, limits=limits, on_progress=line.seeking("looking for reasons") if line else None)

    search_replays(
        files,
        card_set,
        search=search,
        show=result_printer(as_json=as_json, text=or_validation(print_explanation), json=explanation_line),
        code=lambda explanation: ExitCode.OK if explanation.proved else ExitCode.LIMIT,
        needs_record=False,
    )
