"""The timer as pictures: each scene runs it up to a moment with a clock turned by the test, then is exported."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from dtcli.formats.card_sets import scenarios
from dtcli.play.timer.session import TimerSession
from dtcli.play.timer.setup import TimerSetup
from dtcli.play.timer.sound import SoundCommand
from dtcli.play.timer.timer import Timer
from dtcli.play.tui.timer_app import TimerApp
from dtcli.rules.rulings import HeroId
from tests.play.manual_clock import ManualClock
from tests.play.scenes import plain_svg

if TYPE_CHECKING:
    from textual.pilot import Pilot

HEROES = tuple(map(HeroId, ("tonk-redbeer", "zaria-tearleaf", "alan-ironstar")))
STEP = 0.5
"""Seconds between two looks at the clock; each look is one of the app's ticks."""


class TimerScene:
    """A timer on the screen, a clock, and a pilot."""

    def __init__(
        self, *, output: Path | None = None, seconds: float = 300.0, bell: bool = True, sound: tuple[str, ...] = ()
    ) -> None:
        self.clock = ManualClock()
        setup = TimerSetup(seconds=seconds, scenario=scenarios()["level-1"], players=3, heroes=HEROES)
        timer = Timer(seconds, now=self.clock, calendar=self.clock.date)
        self.session = TimerSession(timer, setup, sound=SoundCommand(sound), output=output)
        self.app = TimerApp(self.session, bell=bell, grace=0)
        self.pilot: Pilot[None]

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until they were handled."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def wait(self, seconds: float) -> None:
        """Turn the clock in steps that the app looks at, as if no time were slept through."""
        while seconds > 0:
            step = min(seconds, STEP)
            self.clock.wait(step)
            self.app._tick()
            seconds -= step
        await self.settle()

    async def sleep(self, seconds: float) -> None:
        """Turn the clock without a look at it, as if the machine slept."""
        self.clock.wait(seconds)
        await self.settle()

    async def settle(self) -> None:
        """Let the app look at the clock and draw."""
        self.app._tick()
        await self.pilot.pause()
        self.app._tick()
        await self.pilot.pause()


async def run_marked(scene: TimerScene) -> None:
    await scene.press("space")
    for seconds in (21.0, 33.5, 19.0):
        await scene.wait(seconds)
        await scene.press("m")


async def running(scene: TimerScene) -> None:
    await run_marked(scene)
    await scene.wait(26.0)


async def announced(scene: TimerScene) -> None:
    await run_marked(scene)
    await scene.wait(240 - 73.5)


async def last_seconds(scene: TimerScene) -> None:
    await run_marked(scene)
    await scene.wait(300 - 73.5 - 7.4)


async def paused(scene: TimerScene) -> None:
    await running(scene)
    await scene.press("space")


async def time_up(scene: TimerScene) -> None:
    await run_marked(scene)
    await scene.wait(300 - 73.5)


SCENES: dict[str, Callable[[TimerScene], Awaitable[None]]] = {
    "timer": running,
    "timer-announced": announced,
    "timer-last": last_seconds,
    "timer-paused": paused,
    "timer-up": time_up,
}
PICTURED = [*((name, (80, 24)) for name in SCENES), ("timer", (160, 48))]


def picture(name: str, size: tuple[int, int]) -> str:
    """Return a scene as an SVG that is the same on every machine."""
    coloured = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with patch.dict(os.environ, coloured, clear=True):
        return asyncio.run(_picture(name, size))


async def _picture(name: str, size: tuple[int, int]) -> str:
    scene = TimerScene()
    async with scene.app.run_test(size=size) as pilot:
        scene.pilot = pilot
        await pilot.pause()
        await SCENES[name](scene)
        await pilot.pause()
        return plain_svg(scene.app.export_screenshot(title="Dungeon Time"))
