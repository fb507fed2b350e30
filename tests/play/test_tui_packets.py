"""Keys and clicks that arrive in one packet, faster than screens open and close."""

import pytest
from textual.events import Key, MouseDown, MouseUp

from dtcli.play.game.solo_game import Phase
from dtcli.play.tui.screens.overlay import Overlay
from dtcli.play.tui.screens.table import TableScreen
from tests.play.good_player import decide_simply
from tests.play.headless import begin, on_screen, resolving, shown, story
from tests.play.scenes import Scene

NAMED = {"\x11": "ctrl+q", "\r": "enter"}


async def send(scene: Scene, typed: str) -> None:
    """Put keys into the app's queue without waiting in between."""
    for character in typed:
        name = NAMED.get(character)
        scene.app.post_message(Key(name or character, None if name else character))
    for _ in range(4):
        await scene.pilot.pause()


async def click(scene: Scene, times: int, *, at: tuple[int, int]) -> None:
    x, y = at
    for kind in (MouseDown, MouseUp) * times:
        event = kind(None, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
        scene.app.post_message(event)
    for _ in range(4):
        await scene.pilot.pause()


def screens(scene: Scene) -> list[type]:
    return [type(screen) for screen in scene.app.screen_stack[1:]]


@pytest.mark.parametrize(
    ("typed", "laid", "overlay"),
    [
        ("?abc", 2, False),
        ("????", 0, False),
        ("?xqwert", 5, False),
        ("?" + "x" * 6, 1, False),
        ("q?", 1, True),
        ("q\x11", 1, True),
        ("q\x11nw", 2, False),
        ("?\x11nq", 1, False),
        ("\x11\x11\x11", 0, True),
    ],
)
def test_keys_of_one_packet_do_what_they_do_one_by_one(typed, laid, overlay) -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await send(scene, typed)
        assert screens(scene) == ([TableScreen, Overlay] if overlay else [TableScreen])

    assert len(story(on_screen(act))) == laid


def test_clicks_of_one_packet_close_the_help_once() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await send(scene, "?")
        await click(scene, 3, at=(40, 10))
        assert screens(scene) == [TableScreen]

    on_screen(act)


def test_keys_after_the_one_that_leaves_are_dropped() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await send(scene, "q\x11ywert")
        assert not scene.app.is_running

    assert len(story(on_screen(act))) == 1


def test_the_end_is_shown_once_however_often_enter_is_pressed() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        while scene.game.phase is not Phase.OVER:
            decide_simply(scene.game)
        await scene.settle()
        await send(scene, "?\r\r")
        assert "10 missions completed" in shown(scene)
        assert len(screens(scene)) == 1

    on_screen(act, scene)
