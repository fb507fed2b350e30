"""The main screens as pictures: each scene plays up to a point with a manual clock, then is exported."""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.json.text import compact
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.formats.replay.reading import parse
from dtcli.play.game.par import FoundPar
from dtcli.play.game.setup import Setup
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.resume import resume_game
from dtcli.play.tui.app import GameApp
from tests.play.good_player import decide_simply, places_for_next_mission, play_well
from tests.play.manual_clock import ManualClock

if TYPE_CHECKING:
    from textual.pilot import Pilot

SIZES = ((80, 24), (120, 40))
HOUSE = bundled_cards("house")
REVIEW = [
    "The best that this story allowed: 11 missions, won; you kept 10 of 11.",
    "The decision that cost most: before card 17, Alan Ironstar was not used.",
    "Better: use Alan Ironstar, remove 2 sword, which leads to 11 missions, won.",
]


PAR = KeptPar(36, 36, goal=10)


class Scene:
    """A game on the screen, a clock, and a pilot."""

    def __init__(self, what: str = "level-1", **other: object) -> None:
        self.clock = ManualClock()
        setup = {
            "names": HOUSE,
            "what": scenarios().get(what) or HOUSE.cards.adventures[what],
            "seed": "11",
            "draw_heroes": 1,
            **other,
        }
        self._open(SoloGame(Setup(**setup), now=self.clock))

    def _open(self, game: SoloGame) -> None:
        self.game = game
        self.saved: list[SoloGame] = []
        self.app = GameApp(
            self.game,
            save=self.save,
            review=lambda _: REVIEW,
            find_par=self.find_par,
            grace=0,
            curtain=0,
            now=self.clock,
        )
        self.pilot: Pilot[None]

    @classmethod
    def resumed(cls, kept: dict[str, Any], clock: ManualClock) -> "Scene":
        """Return a scene with a resumed game."""
        scene = cls()
        scene.clock = clock
        scene._open(resume_game(parse(compact(kept), suffix=".json"), now=clock, calendar=clock.date))
        return scene

    def find_par(self, _game: SoloGame, _path: Path | None, _stop: Event) -> FoundPar | None:
        return FoundPar(PAR)

    def save(self, game: SoloGame) -> Path:
        self.saved.append(game)
        return Path("games/2026-11-17-level-1-seed-11.dt")

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def settle(self) -> None:
        """Let the app show changes made directly to the game."""
        self.app._tick()
        await self.pilot.pause()
        self.app._tick()
        await self.pilot.pause()


async def choose(scene: Scene) -> None:
    await scene.press("down")


async def table(scene: Scene) -> None:
    await scene.press("1", "enter")
    play_well(scene.game, scene.clock.wait, until=231, pause=9)
    await scene.settle()
    scene.clock.wait(1)
    await scene.press("b")


async def hurry(scene: Scene) -> None:
    await scene.press("1", "enter")
    play_well(scene.game, scene.clock.wait, until=40, pause=13)
    await scene.settle()
    scene.clock.wait(scene.game.clock.remaining - 8.5)
    scene.game.refills_at_once = False
    await scene.press("b")
    there = [place for place, card in enumerate(scene.game.places) if card is not None]
    for place in places_for_next_mission(scene.game) or there[4:7]:
        await scene.press("QWERTASDFGZXCVB"[place])
    await scene.press("down", "down")


async def pointed(scene: Scene) -> None:
    await scene.press("1")
    await scene.press("right", "right", "down")


async def sorted_cards(scene: Scene) -> None:
    await scene.press("1", "enter")
    play_well(scene.game, scene.clock.wait, until=274, pause=9)
    await scene.settle()
    await scene.press("k")
    scene.clock.wait(1)
    await scene.press("V", "C", "enter", "v")


async def curtain(scene: Scene) -> None:
    scene.app._curtain_seconds = 2
    await scene.press("1", "enter")
    play_well(scene.game, scene.clock.wait, until=40, pause=9)
    await scene.settle()
    scene.clock.wait(scene.game.clock.remaining)


async def paused(scene: Scene) -> None:
    await scene.press("1", "enter")
    play_well(scene.game, scene.clock.wait, until=150, pause=9)
    await scene.press("p")


async def resolution(scene: Scene) -> None:
    await decision(scene)
    resolution = scene.game.resolution
    assert resolution is not None
    while resolution.state.completed < 3 or not resolution.in_gap:
        decide_simply(scene.game)
    await scene.settle()
    await scene.press("space")


async def decision(scene: Scene) -> None:
    await scene.press("1", "enter")
    play_well(scene.game, scene.clock.wait, until=20)
    scene.game.finish()
    resolution = scene.game.resolution
    assert resolution is not None
    while resolution.in_gap:
        decide_simply(scene.game)


async def won(scene: Scene) -> None:
    await scene.press("1", "enter")
    play_well(scene.game, scene.clock.wait, until=1)
    scene.game.finish()
    await scene.settle()
    while scene.game.phase is not Phase.OVER:
        decide_simply(scene.game)
    await scene.settle()
    await scene.press("enter")
    thread = scene.app._thread
    assert thread is not None
    thread._thread.join(timeout=20)
    assert scene.app._par is not None
    assert scene.app._par.wait(20)


async def broken(scene: Scene) -> None:
    await scene.press("1", "enter")
    for _ in range(9):
        scene.game.play([14, 13, 12, 11, 10])
    scene.game.finish()
    await scene.settle()
    while scene.game.phase is not Phase.OVER:
        decide_simply(scene.game)
    await scene.settle()


async def help_shown(scene: Scene) -> None:
    await table(scene)
    await scene.press("?")


SCENES: dict[str, Callable[[Scene], Awaitable[None]]] = {
    "heroes": choose,
    "table": table,
    "hurry": hurry,
    "pointed": pointed,
    "sorted": sorted_cards,
    "curtain": curtain,
    "paused": paused,
    "resolution": resolution,
    "decision": decision,
    "broken": broken,
    "won": won,
    "help": help_shown,
}

ASIDE = frozenset({"heroes", "pointed", "curtain", "paused", "help"})
"""Scenes with one size only."""
LARGE = frozenset({"table", "hurry"})
"""Scenes that are also shown in a large terminal."""
PICTURED = [
    (name, size)
    for name in SCENES
    for size in (*(SIZES[:1] if name in ASIDE else SIZES), *([(200, 60)] if name in LARGE else []))
]


def picture(name: str, size: tuple[int, int]) -> str:
    """Return a scene as an SVG, the same on every machine."""
    coloured = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with patch.dict(os.environ, coloured, clear=True):
        return asyncio.run(_picture(name, size))


async def _picture(name: str, size: tuple[int, int]) -> str:
    scene = Scene()
    async with scene.app.run_test(size=size) as pilot:
        scene.pilot = pilot
        await pilot.pause()
        await SCENES[name](scene)
        await scene.settle()
        return plain_svg(scene.app.export_screenshot(title="Dungeon Time"))


def plain_svg(svg: str) -> str:
    """Return a picture without random ids and font addresses."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)  # some viewers drop the blanks before a text
    return re.sub(r"[ \t]+\n", "\n", svg)
