"""``dtcli advise``: what to do now, and what everything else would cost."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.common import AsJson, CardSetPath, Exit, Files, card_set, documents, exit_code, say
from dtcli.commands.searching import EXIT_INTERRUPTED, TimeLimit, searching

if TYPE_CHECKING:
    from dtcli.files.check import Checked
    from solver import Limits
    from solver.advice import Advice

EXAMPLE = "dtcli advise replays/games/trattoria-table.dt --at 27"


def run(
    files: Files,
    *,
    at: Annotated[int, typer.Option("--at", metavar="N", min=1, help="The reveal before which to decide.")],
    as_json: AsJson = False,
    time_limit: TimeLimit = None,
    cards: CardSetPath = None,
) -> None:
    """Say what is best before a reveal, and what each other option would cost.

    Everything up to there is as recorded, the rest of the story is known. Tells what to do now, whether with a skill or
    without, and what to decide at the next card.
    """
    from dtcli.files.check import check  # noqa: PLC0415
    from solver import Limits  # noqa: PLC0415
    from solver.advice import ADVICE, NoSuchMoment  # noqa: PLC0415

    names = card_set(cards)
    limits = ADVICE if time_limit is None else Limits.within(time_limit)
    worst: int = Exit.OK
    for document in documents(files):
        checked = check(document, cards=names)
        try:
            advice = _advice(checked, at, limits) if checked.is_valid else None
        except NoSuchMoment as reason:
            worst = max(worst, _refuse(checked, reason, at, as_json=as_json))
            continue
        worst = max(worst, _show(checked, advice, at, as_json=as_json))
        if advice is not None and advice.interrupted:
            raise typer.Exit(EXIT_INTERRUPTED)
    raise typer.Exit(worst)


def _advice(checked: "Checked", at: int, limits: "Limits") -> "Advice":
    from solver.advice import advise  # noqa: PLC0415

    with searching(checked) as line:
        return advise(checked, at, limits=limits, tell=line.seeking("weighing the options") if line else None)


def _refuse(checked: "Checked", reason: Exception, at: int, *, as_json: bool) -> int:
    """Say that a game never comes to that reveal, and return the exit code."""
    from dtcli.render.advice_view import refusal_line  # noqa: PLC0415

    if as_json:
        sys.stdout.write(refusal_line(checked, at))
    say(f"error: {checked.document.file} never comes to reveal {at}: {reason}")
    say("")
    say("hint: `dtcli replay` shows the game")
    return Exit.USAGE


def _show(checked: "Checked", advice: "Advice | None", at: int, *, as_json: bool) -> int:
    """Print the advice and return its exit code."""
    from dtcli.render.advice_view import advice_line, print_advice  # noqa: PLC0415
    from dtcli.render.report import print_validation  # noqa: PLC0415

    if as_json:
        sys.stdout.write(advice_line(checked, advice, at))
    elif advice is None:
        print_validation(checked)
    else:
        print_advice(checked, advice)
    if advice is None:
        return exit_code(checked.problems)
    return Exit.OK if advice.proved else Exit.LIMIT
