"""``dtcli explain``: why a number of missions cannot be reached."""

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.batch import judge_replays
from dtcli.commands.common import AsJson, CardSetPath, Exit, Files, card_set, documents, exit_code
from dtcli.commands.search import TimeLimit, searching

if TYPE_CHECKING:
    from dtcli.formats.replay.check import Checked
    from solver import Limits
    from solver.studies.explanation import Explanation

EXAMPLE = "dtcli explain replays/games/we-were-sure.json"


def run(
    files: Files,
    *,
    as_json: AsJson = False,
    goal: Annotated[
        int | None,
        typer.Option("--goal", metavar="N", min=0, help="The missions to explain; default: one more than the best."),
    ] = None,
    time_limit: TimeLimit = None,
    cards: CardSetPath = None,
) -> None:
    """Explain why a number of missions cannot be reached with a story.

    Names the missions that stand against each other, the copies that come too late, where the backpack is full, which
    rewards must be taken or run out: as few facts as possible, of which none can be left out. Whatever is chosen, that
    many missions stay out of reach. If they can be reached, it says how.
    """
    from solver import Limits  # noqa: PLC0415
    from solver.studies.explanation import EXPLANATION  # noqa: PLC0415

    names = card_set(cards)
    limits = EXPLANATION if time_limit is None else Limits.within(time_limit)

    def show(checked: "Checked", explanation: "Explanation | None") -> int:
        code = _show(checked, explanation, as_json=as_json)
        if explanation is not None and explanation.interrupted:
            raise typer.Exit(Exit.INTERRUPTED)
        return code

    find = partial(_explanation, goal=goal, limits=limits)
    raise typer.Exit(judge_replays(documents(files), names, find=find, show=show))


def _explanation(checked: "Checked", goal: int | None, limits: "Limits") -> "Explanation | None":
    """Return the explanation; None for a replay that is not valid."""
    from solver.studies.explanation import explain  # noqa: PLC0415

    if not checked.is_valid:
        return None
    with searching(checked) as line:
        return explain(checked, goal, limits=limits, on_progress=line.seeking("looking for reasons") if line else None)


def _show(checked: "Checked", explanation: "Explanation | None", *, as_json: bool) -> int:
    """Print the explanation and return its exit code."""
    from dtcli.render.explanation.report import explanation_line, print_explanation  # noqa: PLC0415
    from dtcli.render.problems import print_validation  # noqa: PLC0415

    if as_json:
        sys.stdout.write(explanation_line(checked, explanation))
    elif explanation is None:
        print_validation(checked)
    else:
        print_explanation(checked, explanation)
    if explanation is None:
        return exit_code(checked.problems)
    return Exit.OK if explanation.proved else Exit.LIMIT
