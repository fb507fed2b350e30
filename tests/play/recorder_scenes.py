"""The recorder as pictures for the guide: a bundled game is typed up to a moment, then exported."""

import asyncio
import os
from pathlib import Path
from unittest.mock import patch

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from dtcli.play.game.review import review_replay
from dtcli.play.recorder.record import Record
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.saving import SavedRecord, recorded_replay
from dtcli.play.tui.recorder_app import RecorderApp
from tests.commands.shell import FRIDAY
from tests.play.scenes import plain_svg
from tests.play.table_typist import ENTER, Typist

SIZE = (100, 30)
KEYS = {ENTER: "enter", " ": "space"}
BOARD, END = "docs/pictures/table-board.svg", "docs/pictures/table-end.svg"
DECISION = 40
"""The reveal at which the picture of the board is taken."""


def board() -> str:
    """Return the board at a decision, late in the game."""
    return _picture(until=DECISION)


def end() -> str:
    """Return the end of the game with its review."""
    return _picture(until=None)


PICTURES = {BOARD: board, END: end}


def _picture(*, until: int | None) -> str:
    coloured = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with patch.dict(os.environ, coloured, clear=True):
        return asyncio.run(_typed(until))


async def _typed(until: int | None) -> str:
    typist = Typist(check(load(Path(FRIDAY))))
    recorder = TableRecorder(Record(typist.recorder.setup))
    app = RecorderApp(
        recorder,
        save=lambda recorder: SavedRecord(Path("friday-night.dt"), recorded_replay(recorder)),
        review=lambda saved: review_replay(saved.replay),
    )
    async with app.run_test(size=SIZE) as pilot:
        for typing in typist:
            await pilot.press(*(KEYS.get(key, key) for key in typing.keys))
            if until is not None and recorder.question is not None and recorder.session.state.revealed >= until:
                break
        await pilot.pause()
        while until is None and app.shown._thread.lines is None:
            await pilot.pause(0.2)
        await pilot.pause(0.3)
        return plain_svg(app.export_screenshot(title="dtcli table"))
