"""The viewer as pictures: each scene goes to a moment of a shipped replay, then is exported."""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from dtcli.play.tui.viewer_app import ViewerApp
from dtcli.play.viewer.timeline import Timeline
from tests.play.manual_clock import ManualClock
from tests.play.recorded_games import ROOT, checked_file
from tests.play.scenes import plain_svg

if TYPE_CHECKING:
    from textual.pilot import Pilot

RAIN = ROOT / "replays/games/rain-on-the-window.dt"
THREE = ROOT / "replays/games/three-and-a-stopwatch.json"
FIVE = ROOT / "replays/games/five-at-the-cabin.dt"


class ViewerScene:
    """A replay on the screen, a clock, and a pilot."""

    def __init__(self, timeline: Timeline, *, is_stepping: bool = False, speed: float = 1.0) -> None:
        self.clock = ManualClock()
        self.timeline = timeline
        self.app = ViewerApp(timeline, is_stepping=is_stepping, speed=speed, now=self.clock)
        self.pilot: Pilot[None]

    @property
    def index(self) -> int:
        """The moment that is shown."""
        return self.app.playback.index

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until they were handled."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def wait(self, seconds: float) -> None:
        """Turn the clock, and let the app look at it."""
        self.clock.wait(seconds)
        self.app._tick()
        await self.pilot.pause()


class PicturedMoment(NamedTuple):
    """A replay, and the keys that lead to the moment."""

    path: Path
    keys: tuple[str, ...]
    is_stepping: bool = False


SCENES = {
    "viewer-alone": PicturedMoment(RAIN, ("/", "2", "9", "enter")),
    "viewer-table": PicturedMoment(THREE, ("/", "2", "9", "enter")),
    "viewer-story": PicturedMoment(FIVE, ("2", "5", "enter"), is_stepping=True),
    "viewer-decision": PicturedMoment(THREE, ("1", "3", "enter", "left"), is_stepping=True),
    "viewer-end": PicturedMoment(RAIN, ("end",)),
}
SMALL, LARGE, HUGE = (80, 24), (120, 40), (200, 60)
PICTURED = [
    ("viewer-alone", SMALL), ("viewer-alone", LARGE),
    ("viewer-table", SMALL), ("viewer-table", LARGE), ("viewer-table", HUGE),
    ("viewer-story", SMALL), ("viewer-story", LARGE), ("viewer-story", HUGE),
    ("viewer-decision", SMALL),
    ("viewer-end", SMALL), ("viewer-end", LARGE),
]  # fmt: skip


def picture(name: str, size: tuple[int, int]) -> str:
    """Return a scene as an SVG that is the same on every machine."""
    coloured = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with patch.dict(os.environ, coloured, clear=True):
        return asyncio.run(_picture(SCENES[name], size))


async def _picture(moment: PicturedMoment, size: tuple[int, int]) -> str:
    scene = ViewerScene(Timeline(checked_file(moment.path)), is_stepping=moment.is_stepping)
    async with scene.app.run_test(size=size) as pilot:
        scene.pilot = pilot
        await pilot.pause()
        await scene.press(*moment.keys)
        return plain_svg(scene.app.export_screenshot(title="Dungeon Time"))
