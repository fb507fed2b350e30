"""Runs the full-screen game without a terminal: press keys, read the screen."""

import asyncio
from collections.abc import Awaitable, Callable

from dtcli.play.tui.screens.resolution import ResolutionScreen
from dtcli.rules.cards import Item
from dtcli.rules.rulings import HeroId
from tests.play.good_player import play_well
from tests.play.scenes import Scene

Act = Callable[[Scene], Awaitable[None]]


def on_screen(act: Act, scene: Scene | None = None, *, size: tuple[int, int] = (80, 24)) -> Scene:
    """Run the app without a terminal, and act on it."""
    scene = scene or Scene()

    async def run() -> None:
        async with scene.app.run_test(size=size) as pilot:
            scene.pilot = pilot
            await pilot.pause()
            await act(scene)

    asyncio.run(run())
    return scene


def shown(scene: Scene) -> str:
    """Return the text on the screen."""
    width, height = scene.app.size
    lines = scene.app.screen._compositor.render_strips(scene.app.size)
    assert len(lines) == height
    text = "\n".join("".join(segment.text for segment in line) for line in lines)
    assert all(len(line) == width for line in text.splitlines())
    return text


async def begin(scene: Scene) -> None:
    await scene.press("1", "enter")


def story(scene: Scene) -> list[str]:
    return [str(card) for card in scene.game.table.story]


def missions(scene: Scene) -> list:
    return [card for card in scene.game.places if card is not None and not isinstance(card, Item)]


def resolving(hero: str = "alan-ironstar", *, others: tuple[str, ...] = ()) -> tuple[Scene, Act]:
    scene = Scene(draw_heroes=0, heroes=tuple(HeroId(one) for one in (hero, *others)))

    async def start(scene: Scene) -> None:
        await scene.press("enter")
        play_well(scene.game, scene.clock.wait, until=20)
        await scene.press("o", "o")
        assert isinstance(scene.app.screen, ResolutionScreen)

    return scene, start
