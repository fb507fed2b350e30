"""``dtcli compare``: two plays of one deal or puzzle, side by side."""

from typing import Annotated

import typer

from dtcli.commands.inputs import fail_with, read_card_set, read_replays
from dtcli.commands.options import CardSet
from dtcli.commands.output import fail, json_line, result_printer
from dtcli.exit_codes import ExitCode
from dtcli.formats.names import Names
from dtcli.formats.replay.check import Checked, check
from dtcli.play.game.comparison import PlayComparison, compare
from dtcli.render.comparison import print_comparison

EXAMPLE = "dtcli compare replays/games/demo-day.dt replays/games/demo-day.dt"


def run(
    one: Annotated[str, typer.Argument(metavar="A", help="A replay.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another play of the same deal, story or puzzle.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
    card_set: CardSet = None,
) -> None:
    """Compare two plays of one deal or puzzle side by side.

    Results, deeds, time, par and stars; where the stories part; the missions and the decisions that differ. Replays of
    different deals and stories are refused.
    """
    names = read_card_set(card_set)
    found = compare(_checked(one, names), _checked(other, names))
    if found is None:
        hint = "`dtcli play --seed WORD` and `dtcli play --daily` deal the same cards to everyone"
        fail(f"{one} and {other} are plays of different deals, and of different stories", hint, ExitCode.NO)

    def print_text(comparison: PlayComparison) -> None:
        print_comparison(comparison.as_json())

    show = result_printer(as_json=as_json, text=print_text, json=lambda comparison: json_line(comparison.as_json()))
    show(found)


def _checked(name: str, names: Names | None) -> Checked:
    """Return the only replay of a file; exit with its problems if it is not valid, or with an error for several."""
    found = list(read_replays([name]))
    if len(found) != 1:
        fail(f"'{name}' has {len(found)} replays", "name two files with one replay each")
    checked = check(found[0], cards=names, frames=True)
    if not checked.is_valid or checked.score is None:
        fail_with(checked.problems)
    return checked
