"""The flow of a command that searches for a proof about each replay: progress, Ctrl-C, output and exit code."""

from collections.abc import Callable
from typing import TypeVar

import typer

from dtcli.batch.work.attended import searching
from dtcli.batch.work.searches import SearchResult
from dtcli.commands.inputs import read_card_set, read_replays
from dtcli.commands.one_by_one import judge_replays
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.replay.check import Checked
from dtcli.render.problems import print_validation
from dtcli.render.progress import ProgressLine
from solver import Limits

Result = TypeVar("Result", bound=SearchResult)


def search_limits(seconds: float | None, default: Limits) -> Limits:
    """Return the limits of ``--time-limit``, or the default ones."""
    return default if seconds is None else Limits.within(seconds)


def search_replays(  # noqa: PLR0913  (keywords for each step)
    files: list[str],
    card_set: str | None,
    *,
    search: Callable[[Checked, ProgressLine | None], Result],
    show: Callable[[Checked, Result | None], None],
    code: Callable[[Result], ExitCode],
    finish: Callable[[Checked, Result], None] | None = None,
    single_for: str | None = None,
    needs_record: bool = True,
) -> None:
    """Search for a result for every valid replay, show it, and exit with the worst exit code.

    Unless ``needs_record``, the story alone has to be legal. ``show`` gets None for a replay without a result;
    ``finish`` runs after a result was shown.
    """
    names = read_card_set(card_set)

    def find(checked: Checked) -> Result | None:
        if not (checked.is_valid if needs_record else checked.has_legal_story):
            return None
        with searching(checked) as line:
            return search(checked, line)

    def show_row(checked: Checked, result: Result | None) -> int:
        show(checked, result)
        if result is None:
            return exit_code(checked.problems)
        if finish is not None:
            finish(checked, result)
        if result.interrupted:
            raise typer.Exit(ExitCode.INTERRUPTED)
        return code(result)

    raise typer.Exit(judge_replays(read_replays(files, single_for=single_for), names, find=find, show=show_row))


def or_validation(text: Callable[[Checked, Result], None]) -> Callable[[Checked, Result | None], None]:
    """Return a function that prints a result with ``text``, or the problems of a replay that has none."""

    def show(checked: Checked, result: Result | None) -> None:
        if result is None:
            print_validation(checked)
        else:
            text(checked, result)

    return show
