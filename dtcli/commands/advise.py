"""``dtcli advise``: what to do now, and what each other option would cost."""

from functools import partial
from typing import Annotated, NamedTuple

import typer

from dtcli.commands.options import CardSet, Files, ReplaysAsJson, TimeLimit
from dtcli.commands.output import result_printer
from dtcli.commands.search import or_validation, search_limits, search_replays
from dtcli.exit_codes import ExitCode
from dtcli.formats.replay.check import Checked
from dtcli.render.advice import advice_line, print_advice, refusal_line
from dtcli.render.messages import print_error
from dtcli.render.progress import ProgressLine
from solver import Limits
from solver.studies.advice import ADVICE, Advice, NoSuchReveal, advise

EXAMPLE = "dtcli advise replays/games/trattoria-table.dt --at 27"


def run(
    files: Files,
    *,
    at: Annotated[int, typer.Option("--at", metavar="N", min=1, help="The reveal before which to decide.")],
    as_json: ReplaysAsJson = False,
    time_limit: TimeLimit = None,
    card_set: CardSet = None,
) -> None:
    """Say what is best before a reveal, and what each other option would cost.

    Everything before it is as recorded, and the rest of the story is known. Says what to do now, with or without a
    skill, and what to choose at the next card.
    """
    limits = search_limits(time_limit, ADVICE)
    search_replays(
        files,
        card_set,
        search=partial(_search, at=at, limits=limits),
        show=result_printer(as_json=as_json, text=or_validation(_print_text), json=partial(_json_line, at=at)),
        code=_exit_code,
        finish=partial(_report_refusal, at=at),
    )


class AdviceOrRefusal(NamedTuple):
    """The advice, or why a game never comes to that reveal."""

    advice: Advice | None = None
    refusal: NoSuchReveal | None = None

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the search."""
        return self.advice is not None and self.advice.interrupted


def _search(checked: Checked, line: ProgressLine | None, *, at: int, limits: Limits) -> AdviceOrRefusal:
    on_progress = line.seeking("weighing the options") if line else None
    try:
        return AdviceOrRefusal(advise(checked, at, limits=limits, on_progress=on_progress))
    except NoSuchReveal as reason:
        return AdviceOrRefusal(refusal=reason)


def _print_text(checked: Checked, result: AdviceOrRefusal) -> None:
    if result.advice is not None:
        print_advice(checked, result.advice)


def _json_line(checked: Checked, result: AdviceOrRefusal | None, *, at: int) -> str:
    if result is not None and result.refusal is not None:
        return refusal_line(checked, at)
    return advice_line(checked, None if result is None else result.advice, at)


def _report_refusal(checked: Checked, result: AdviceOrRefusal, *, at: int) -> None:
    if result.refusal is not None:
        message = f"{checked.document.file} never comes to reveal {at}: {result.refusal}"
        print_error(message, "`dtcli replay` shows the game")


def _exit_code(result: AdviceOrRefusal) -> ExitCode:
    if result.advice is None:
        return ExitCode.USAGE
    return ExitCode.OK if result.advice.proved else ExitCode.LIMIT
