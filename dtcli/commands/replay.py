"""``dtcli replay``: watch a story unfold, card by card."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from dtcli.commands.batch import judge_replays
from dtcli.commands.common import AsJson, CardSetPath, Files, card_set, documents, exit_code, fail

if TYPE_CHECKING:
    from dtcli.formats.replay.check import Checked
    from dtcli.formats.replay.reading import Document

EXAMPLE = "dtcli replay replays/games/friday-night.dt --step"


def run(
    files: Files,
    *,
    step: Annotated[bool, typer.Option("--step", help="Show one card at a time: space, b and q.")] = False,
    brief: Annotated[bool, typer.Option("--brief", help="Show missions and skills only.")] = False,
    as_json: AsJson = False,
    cards: CardSetPath = None,
) -> None:
    """Replay a resolution card by card: what happened, the slots as they fill, missions done, the supply."""
    names = card_set(cards)
    if step and not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail("--step needs a terminal", "leave it out to print all cards")
    showing = _Showing(step=step, brief=brief, as_json=as_json)
    raise typer.Exit(judge_replays(showing.until_left(documents(files)), names, show=showing.show, frames=True))


class _Showing:
    """Prints replays one after the other, until the reader has seen enough."""

    def __init__(self, *, step: bool, brief: bool, as_json: bool) -> None:
        self._step, self._brief, self._as_json = step, brief, as_json
        self._shown = 0
        self._left = False

    def until_left(self, replays: "Iterator[Document]") -> "Iterator[Document]":
        """Yield the replays; after the reader has left, no more are read."""
        for replay in replays:
            yield replay
            if self._left:
                return

    def show(self, checked: "Checked", _found: None) -> int:
        """Print a replay and return its exit code."""
        if self._as_json:
            from dtcli.render.replay.json_record import replay_line  # noqa: PLC0415

            sys.stdout.write(replay_line(checked))
        elif self._step:
            from dtcli.render.replay.pager import page_through  # noqa: PLC0415

            self._left = not page_through(checked, brief=self._brief)
        else:
            from dtcli.render.replay.page import print_replay  # noqa: PLC0415

            if self._shown:
                typer.echo()
            self._shown += 1
            print_replay(checked, brief=self._brief)
        return exit_code(checked.problems)
