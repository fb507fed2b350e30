"""``dtcli replay``: show a resolution card by card."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer

from dtcli.commands.inputs import read_card_set, read_replays
from dtcli.commands.one_by_one import judge_replays
from dtcli.commands.options import CardSet, Files, ReplaysAsJson
from dtcli.commands.output import fail, result_printer
from dtcli.commands.terminals import need_screen
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.reading import Document
from dtcli.render.messages import print_error
from dtcli.render.replay.json_record import replay_line
from dtcli.render.replay.moment import last_moment, print_moment
from dtcli.render.replay.page import print_replay

EXAMPLE = "dtcli replay replays/games/friday-night.dt --step"


def run(
    files: Files,
    *,
    step: Annotated[
        bool, typer.Option("--step", help="Step through the game on the whole terminal; ? shows the keys.")
    ] = False,
    brief: Annotated[bool, typer.Option("--brief", help="Show missions and skills only.")] = False,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=1, help="Show one reveal, and what could be chosen there.")
    ] = None,
    as_json: ReplaysAsJson = False,
    card_set: CardSet = None,
) -> None:
    """Replay a resolution card by card: what happened, the slots as they fill, missions done, the supply."""
    names = read_card_set(card_set)
    if step:
        need_screen("--step", hint="leave it out to print all cards")
    if at is not None and (step or brief):
        fail("--at shows one reveal", f"leave out {'--step' if step else '--brief'}")
    viewer = _ReplayViewer(step=step, brief=brief, at=at)
    show = result_printer(as_json=as_json, text=viewer.show, json=partial(replay_line, at=at))

    def show_row(checked: Checked, _found: None) -> int:
        show(checked)
        if at is not None and checked.run is not None and at > last_moment(checked):
            _report_no_reveal(checked, at)
            return ExitCode.USAGE
        return exit_code(checked.problems)

    raise typer.Exit(judge_replays(viewer.until_quit(read_replays(files)), names, show=show_row, frames=True))


def _report_no_reveal(checked: Checked, at: int) -> None:
    """Print that a game has no such reveal, and how many it has."""
    assert checked.run is not None
    last = last_moment(checked)
    reveals = f"--at is 1 to {last}" if last else "no card was revealed"
    broken = ", where the backpack breaks" if checked.run.final.broken else ""
    print_error(f"{checked.document.file} has no reveal {at}", f"{reveals}{broken}")


class _ReplayViewer:
    """Shows replays one after the other until the user quits."""

    def __init__(self, *, step: bool, brief: bool, at: int | None) -> None:
        self._step, self._brief, self._at = step, brief, at
        self._shown = 0
        self._quit = False

    def until_quit(self, replays: Iterator[Document]) -> Iterator[Document]:
        """Yield the replays; after the user has quit, no more are read."""
        for replay in replays:
            yield replay
            if self._quit:
                return

    def show(self, checked: Checked) -> None:
        """Print a replay, or let the user step through it; one without a resolution to show is printed."""
        if self._step and checked.run is not None:
            from dtcli.commands.viewing import step_on_screen  # noqa: PLC0415  (the play rooms take a while to load)

            self._quit = not step_on_screen(checked, brief=self._brief)
            return
        if self._at is not None and checked.run is not None and self._at > last_moment(checked):
            return
        if self._shown:
            typer.echo()
        self._shown += 1
        if self._at is None or checked.run is None:
            print_replay(checked, brief=self._brief)
        else:
            print_moment(checked, self._at)
