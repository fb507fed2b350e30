"""``dtcli campaign record``: count a game that was recorded at a real table."""

import sys
from itertools import islice
from typing import Annotated

import typer

from dtcli.commands.campaign.saves import campaign_name, campaign_saves
from dtcli.commands.inputs import read_replays
from dtcli.commands.one_by_one import judge_replays, without_internal_errors
from dtcli.commands.output import fail
from dtcli.commands.stored_games import home, recover_games
from dtcli.english import agree, plural
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.replay.check import Checked
from dtcli.play.storage.campaign_record import CountedGame, NotCountedError, record_game
from dtcli.play.storage.records import campaign_stars
from dtcli.render.campaign import after_counted_lines
from dtcli.render.messages import print_error, print_message
from dtcli.render.problems import print_problems
from dtcli.render.terminal import Printer

EXAMPLE = "dtcli campaign record friday.dt --name Fridays"


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A replay, or - for standard input.")],
    *,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="The campaign; not needed if there is only one.")
    ] = None,
) -> None:
    """Count a game that was recorded at a real table, by one to five players.

    The replay must name its level, be valid and have a result. It is copied to the saved games. A game counts once.
    """
    recover_games()
    with campaign_saves() as saves:
        campaign = saves.load(campaign_name(saves, name))["name"]
        checked = _checked(file)
        try:
            counted = record_game(checked, campaign, home())
        except NotCountedError as error:
            raise typer.Exit(report_not_counted(error)) from None
    _report(checked, counted)


def _checked(file: str) -> Checked:
    """Return the checked replay of a file; exit with an error if there is more than one."""
    replays = list(islice(read_replays([file]), 2))
    if len(replays) != 1:
        fail(f"'{file}' has {'more than one replay' if replays else 'no replay'}", "name one replay")
    found: list[Checked] = []

    def collect(checked: Checked, _found: None) -> int:
        found.append(checked)
        return ExitCode.OK

    judge_replays(replays, None, show=collect)
    return found[0]


def report_not_counted(error: NotCountedError) -> ExitCode:
    """Print why a game does not count and return the exit code."""
    print_problems(without_internal_errors(error.problems), file=sys.stderr)
    print_error(str(error), error.hint)
    return max(ExitCode.NO, exit_code(error.problems))


def _report(checked: Checked, counted: CountedGame) -> None:
    """Print the result of a counted game, where its replay is, and what can be played next."""
    printer = Printer()
    for line in after_counted_lines(counted.entry, counted.save, campaign_stars(counted.save, home())):
        printer.line(*line)
    assert checked.score is not None
    n = checked.score.assumed
    if n:
        silent = f"{plural(n, 'choice')} {agree(n, 'was', 'were')} not recorded"
        if checked.rests_on_assumptions:
            print_message(f"warning: {silent}, and the result rests on what was assumed: `dtcli validate` lists it")
        else:
            print_message(f"{silent}; no answer changes the result")
    print_message(f"the replay is saved as {counted.path}")
