"""The main screens as pictures: each scene plays up to a point with a manual clock, then is exported."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.json.text import compact
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.formats.replay.reading import parse
from dtcli.play.game.leads import after_campaign_game, after_single_game
from dtcli.play.game.par import FoundPar
from dtcli.play.game.review import lesson_of_game, review_game
from dtcli.play.game.setup import Setup
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.resume import resume_game
from dtcli.play.tui.app import GameApp
from dtcli.rules.cards import Item
from dtcli.rules.score import Status
from tests.play.campaign_scenes import LADDER
from tests.play.good_player import decide_simply, places_for_next_mission, play_well
from tests.play.manual_clock import ManualClock
from tests.play.plain_svg import plain_svg

if TYPE_CHECKING:
    from textual.pilot import Pilot

SIZES = ((80, 24), (120, 40))
LARGEST = (200, 60)
HOUSE = bundled_cards("house")
REVIEW = [
    "The best that this story allowed: 11 missions, won; you kept 10 of 11.",
    "The decision that cost most: before card 17, Alan Ironstar was not used.",
    "Better: use Alan Ironstar, remove 2 sword, which leads to 11 missions, won.",
]
LESSON = [
    "The first card that should have stayed in the hand: cup (card 12). Without it 11 missions can be completed.",
    "1 mission stayed in the hand: M07 The Toll of the Pass.",
]
RECORDS = ["New best: 10 missions in 48 deeds; the best of 7 games before was 9 missions in 61 deeds.",
           "3 games won in a row."]  # fmt: skip
LOST_RECORDS = ["Your best, of 7 games before: 9 missions in 61 deeds, on 2026-11-02."]


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
        self.next = after_single_game(game)
        self.app = GameApp(
            self.game, save=self.save, review=lambda _: REVIEW, find_par=self.find_par, lesson=self.lesson,
            records=self.records, what_next=lambda _: self.next, grace=0, curtain=0, now=self.clock, rest=0,
            animates=False,
        )  # fmt: skip
        self.pilot: Pilot[None]

    @classmethod
    def resumed(cls, kept: dict[str, Any], clock: ManualClock) -> "Scene":
        """Return a scene with a resumed game."""
        scene = cls()
        scene.clock = clock
        scene._open(resume_game(parse(compact(kept), suffix=".json"), now=clock, calendar=clock.date))
        return scene

    def lesson(self, game: SoloGame) -> list[str]:
        return LESSON if game.status is Status.WON else lesson_of_game(game)

    def records(self, game: SoloGame, _path: Path | None) -> list[str]:
        return RECORDS if game.status is Status.WON else LOST_RECORDS

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


async def twelve_answers(scene: Scene) -> None:
    await decision(scene)
    resolution = scene.game.resolution
    assert resolution is not None
    while len(resolution.options()) < len(resolution.state.game.kinds):
        decide_on_screen(scene)
    await scene.settle()


async def look_ahead(scene: Scene) -> None:
    await scene.press("enter")
    play_well(scene.game, scene.clock.wait, until=20)
    scene.game.finish()
    await scene.settle()
    resolution = scene.game.resolution
    assert resolution is not None
    while not resolution.in_gap or sum(not isinstance(card, Item) for card in resolution.state.story[:5]) < 2:
        decide_on_screen(scene)
    await scene.press("f1", "1")


def decide_on_screen(scene: Scene) -> None:
    """Make a decision simply, and show what it did."""
    decide_simply(scene.game)
    scene.app.screen.update_view()


async def won(scene: Scene) -> None:
    await scene.press("1", "enter")
    play_well(scene.game, scene.clock.wait, until=1)
    scene.game.finish()
    await to_the_end(scene)


async def lost(scene: Scene) -> None:
    scene.app._review = review_game
    await scene.press("1", "enter")
    play_well(scene.game, scene.clock.wait, until=220, pause=15)
    scene.game.pause()
    scene.clock.wait(70)
    scene.game.resume()
    play_well(scene.game, scene.clock.wait, until=120, pause=30)
    scene.game.finish()
    await to_the_end(scene)


async def broken_end(scene: Scene) -> None:
    scene.app._review = review_game
    await broken(scene)
    await scene.press("enter")
    await worked_out(scene)


async def won_campaign(scene: Scene) -> None:
    scene.next = after_campaign_game([scenarios()["level-1"]], LADDER)
    await scene.press("1", "enter")
    play_well(scene.game, scene.clock.wait, until=1)
    scene.game.finish()
    await to_the_end(scene)


async def to_the_end(scene: Scene) -> None:
    """Resolve the story, and show the end with everything that is worked out in the background."""
    await scene.settle()
    while scene.game.phase is not Phase.OVER:
        decide_simply(scene.game)
    await scene.settle()
    await scene.press("enter")
    await worked_out(scene)


async def worked_out(scene: Scene) -> None:
    """Wait until everything that is worked out in the background is known."""
    end = scene.app.end
    assert end is not None
    for thread in (end.records, end.review, end.lesson, end.par):
        assert thread is None or thread.wait(20)


async def lay_items(scene: Scene) -> None:
    """Lay whatever lies there, so that the backpack fills."""
    await scene.press("1", "enter")
    for _ in range(9):
        scene.game.play([14, 13, 12, 11, 10])
    scene.game.finish()
    await scene.settle()


async def full(scene: Scene) -> None:
    await lay_items(scene)
    resolution = scene.game.resolution
    assert resolution is not None
    while resolution.state.slots < resolution.state.limit:
        decide_on_screen(scene)
    await scene.settle()


async def broken(scene: Scene) -> None:
    await lay_items(scene)
    while scene.game.phase is not Phase.OVER:
        decide_on_screen(scene)
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
    "twelve-answers": twelve_answers,
    "look-ahead": look_ahead,
    "full": full,
    "broken": broken,
    "won": won,
    "lost": lost,
    "broken-end": broken_end,
    "won-campaign": won_campaign,
    "help": help_shown,
}

ASIDE = frozenset({"heroes", "pointed", "curtain", "paused", "help"})
"""Scenes with one size only."""
LARGE = frozenset({"table", "hurry", "resolution", "twelve-answers", "look-ahead", "full", "broken"})
"""Scenes that are also shown in a large terminal."""
SETUPS: dict[str, dict[str, object]] = {
    "twelve-answers": {"what": "training-grounds"},
    "look-ahead": {"draw_heroes": 0, "heroes": ("zigarat-ho",)},
}


def sizes_of(name: str) -> tuple[tuple[int, int], ...]:
    """Return the sizes in which a scene is pictured."""
    return SIZES[:1] if name in ASIDE else (*SIZES, LARGEST) if name in LARGE else SIZES


PICTURED = [(name, size) for name in SCENES for size in sizes_of(name)]


def picture(name: str, size: tuple[int, int]) -> str:
    """Return a scene as an SVG, the same on every machine."""
    coloured = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with patch.dict(os.environ, coloured, clear=True):
        return asyncio.run(_picture(name, size))


async def _picture(name: str, size: tuple[int, int]) -> str:
    scene = Scene(**SETUPS.get(name, {}))
    async with scene.app.run_test(size=size) as pilot:
        scene.pilot = pilot
        await pilot.pause()
        await SCENES[name](scene)
        await scene.settle()
        return plain_svg(scene.app.export_screenshot(title="Dungeon Time"))
