"""The last minute: the frames of the cards, the bell, the curtain; and an empty draw deck."""

import pytest

from dtcli.play.game.key_layout import QWERTY
from dtcli.play.game.solo_game import Phase
from dtcli.play.storage.settings import PlaySettings
from dtcli.play.tui.app import GameApp
from dtcli.play.tui.screens.curtain import CurtainScreen
from dtcli.play.tui.screens.end import EndScreen
from dtcli.play.tui.screens.resolution import ResolutionScreen
from tests.play.headless import begin, on_screen, shown
from tests.play.scenes import SIZES, Scene


def with_bell(*, bell: bool = True, curtain: float = 1.6) -> Scene:
    """Return a scene whose app rings, and drops the curtain."""
    scene = Scene()
    scene.app = GameApp(
        scene.game, save=scene.save, review=lambda _: [], find_par=scene.find_par,
        settings=PlaySettings(bell=bell), now=scene.clock, grace=0.8, curtain=curtain,
    )  # fmt: skip
    return scene


async def left(scene: Scene, seconds: float) -> None:
    """Let the clock run until so many seconds are left, as the app sees it."""
    while scene.game.clock.remaining > seconds:
        scene.clock.wait(min(0.5, scene.game.clock.remaining - seconds))
        scene.app._tick()
    await scene.pilot.pause()


def frames(scene: Scene) -> list[str]:
    """Return the lines with the upper edges of the cards."""
    keys = [[f" {key} " for key in row.split()] for row in QWERTY.rows()]
    rows = [line for line in shown(scene).splitlines() for row in keys if all(key in line for key in row)]
    assert len(rows) == 3
    return rows


@pytest.mark.parametrize("size", [*SIZES, (200, 60)])
def test_the_frames_of_the_cards_change_in_the_last_thirty_and_ten_seconds(size: tuple[int, int]) -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await left(scene, 31)
        assert not any("─ ─" in line for line in frames(scene))
        await left(scene, 29.5)
        assert all("─ ─" in line or "═ ═" in line for line in frames(scene))
        assert not any(" 30 " in line for line in frames(scene))
        await left(scene, 9.5)
        assert sum(line.count(" 10 ") for line in frames(scene)) == 15
        await left(scene, 0.5)
        assert sum(line.count(" 1 ") for line in frames(scene)) == 15
        await scene.press("p")
        assert " 1 " not in "".join(shown(scene).splitlines()[-20:])

    on_screen(act, with_bell(), size=size)


def test_the_bell_rings_at_a_minute_at_thirty_seconds_and_for_the_last_ten() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        rings = []
        for seconds in (61, 59.5, 31, 29.5, 10.5, 9.5, 5.5, 0.5):
            await left(scene, seconds)
            rings.append(scene.app.ringing.rings)
        assert rings == [0, 1, 1, 2, 2, 3, 7, 12]
        await left(scene, 0)
        for _ in range(20):
            scene.app._tick()
        assert scene.app.ringing.rings == 12 + 3

    on_screen(act, with_bell())


def test_the_bell_is_silent_in_a_pause_and_when_it_is_off() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await left(scene, 61)
        await scene.press("p")
        scene.clock.wait(100)
        await scene.settle()
        assert scene.app.ringing.rings == 0

    on_screen(act, with_bell())

    async def play(scene: Scene) -> None:
        await begin(scene)
        await left(scene, 0)
        assert isinstance(scene.app.screen, CurtainScreen)

    assert on_screen(play, with_bell(bell=False)).app.ringing.rings == 0


@pytest.mark.parametrize("size", [*SIZES, (200, 60)])
def test_a_curtain_falls_when_the_time_is_up_and_takes_the_keys_meant_for_the_table(size: tuple[int, int]) -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q", "w", "e")
        await left(scene, 0)
        assert isinstance(scene.app.screen, CurtainScreen)
        assert "The story has 3 cards." in shown(scene)
        assert shown(scene).count("█") > 100
        await scene.press("space", "S", "enter", "q", "?", "h", "o", "o")
        scene.clock.wait(1.5)
        await scene.settle()
        assert isinstance(scene.app.screen, CurtainScreen)
        scene.clock.wait(0.2)
        await scene.settle()
        assert isinstance(scene.app.screen, ResolutionScreen)
        assert scene.game.resolution is not None
        assert scene.game.resolution.state.revealed == 0
        await scene.press("space")
        assert scene.game.resolution.state.revealed == 1

    on_screen(act, with_bell(), size=size)


def test_a_story_without_cards_ends_behind_the_curtain() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await left(scene, 0)
        assert isinstance(scene.app.screen, CurtainScreen)
        scene.clock.wait(2)
        await scene.settle()
        assert isinstance(scene.app.screen, EndScreen)

    assert on_screen(act, with_bell()).saved


def test_no_curtain_falls_after_an_early_end() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q", "o", "o")
        assert isinstance(scene.app.screen, ResolutionScreen)

    on_screen(act, with_bell())


def test_the_question_whether_to_leave_is_not_taken_away_by_the_story() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q")
        await left(scene, 0)
        await scene.press("ctrl+q")
        scene.clock.wait(5)
        await scene.settle()
        assert "Leave this game?" in shown(scene)
        await scene.press("n")
        await scene.settle()
        assert isinstance(scene.app.screen, ResolutionScreen)

    on_screen(act, with_bell())


def test_an_empty_draw_deck_says_so_and_how_to_end() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        scene.game.table = scene.game.table._replace(deck=scene.game.table.deck[:1])
        await scene.press("q")
        assert "The draw deck is empty. Lay what you want, then oo ends the five minutes." in shown(scene)
        top = "\n".join(shown(scene).splitlines()[:3])
        assert "empty" in top
        assert "oo ends" in top
        scene.clock.wait(1)
        for key in "qwertasdfgzxcvb":
            await scene.press(key.upper())
        await scene.press("n")
        assert "No card is left: oo ends the five minutes." in shown(scene)
        await scene.press("o", "o")
        assert scene.game.phase is Phase.RESOLUTION

    on_screen(act, with_bell())
