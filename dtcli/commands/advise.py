"""``dtcli advise``: what to do now, and what everything else would cost."""

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from dtcli.commands.batch import judge_replays
from dtcli.commands.common import AsJson, CardSetPath, Exit, Files, card_set, documents, exit_code, say
from dtcli.commands.search import TimeLimit, searching

if TYPE_CHECKING:
    from dtcli.formats.replay.check import Checked
    from solver import Limits
    from solver.studies.advice import Advice, NoSuchReveal

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
    from solver import Limits  # noqa: PLC0415
    from solver.studies.advice import ADVICE  # noqa: PLC0415

    names = card_set(cards)
    limits = ADVICE if time_limit is None else Limits.within(time_limit)

    def show(checked: "Checked", answer: "_Answer | None") -> int:
        if answer is not None and answer.refusal is not None:
            return _refuse(checked, answer.refusal, at, as_json=as_json)
        advice = None if answer is None else answer.advice
        code = _show(checked, advice, at, as_json=as_json)
        if advice is not None and advice.interrupted:
            raise typer.Exit(Exit.INTERRUPTED)
        return code

    find = partial(_answer, at=at, limits=limits)
    raise typer.Exit(judge_replays(documents(files), names, find=find, show=show))


class _Answer(NamedTuple):
    """The advice, or why a game has none before that reveal."""

    advice: "Advice | None" = None
    refusal: "NoSuchReveal | None" = None


def _answer(checked: "Checked", at: int, limits: "Limits") -> _Answer | None:
    """Return the advice for a replay; None for one that is not valid."""
    from solver.studies.advice import NoSuchReveal, advise  # noqa: PLC0415

    if not checked.is_valid:
        return None
    try:
        with searching(checked) as line:
            tell = line.seeking("weighing the options") if line else None
            return _Answer(advise(checked, at, limits=limits, on_progress=tell))
    except NoSuchReveal as reason:
        return _Answer(refusal=reason)


def _refuse(checked: "Checked", reason: Exception, at: int, *, as_json: bool) -> int:
    """Say that a game never comes to that reveal, and return the exit code."""
    from dtcli.render.advice import refusal_line  # noqa: PLC0415

    if as_json:
        sys.stdout.write(refusal_line(checked, at))
    say(f"error: {checked.document.file} never comes to reveal {at}: {reason}")
    say("")
    say("hint: `dtcli replay` shows the game")
    return Exit.USAGE


def _show(checked: "Checked", advice: "Advice | None", at: int, *, as_json: bool) -> int:
    """Print the advice and return its exit code."""
    from dtcli.render.advice import advice_line, print_advice  # noqa: PLC0415
    from dtcli.render.problems import print_validation  # noqa: PLC0415

    if as_json:
        sys.stdout.write(advice_line(checked, advice, at))
    elif advice is None:
        print_validation(checked)
    else:
        print_advice(checked, advice)
    if advice is None:
        return exit_code(checked.problems)
    return Exit.OK if advice.proved else Exit.LIMIT
