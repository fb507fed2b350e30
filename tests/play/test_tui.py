"""The full-screen game: its end, leaving, sizes, and pictures."""

import ast
from pathlib import Path
from threading import Event

import pytest

from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.saving import NotSavedError
from tests.play import campaign_scenes, puzzle_scenes, timer_scenes, viewer_scenes
from tests.play.good_player import decide_simply
from tests.play.headless import begin, on_screen, resolving, shown
from tests.play.regenerate import (
    CAMPAIGN_IN_DOCS,
    IN_DOCS,
    PUZZLES_IN_DOCS,
    ROOT,
    TIMER_IN_DOCS,
    VIEWER_IN_DOCS,
    path_of,
)
from tests.play.scenes import PICTURED, REVIEW, SIZES, Scene, picture


def test_a_whole_game_ends_with_the_verdict_the_seed_the_path_and_the_review() -> None:
    scene, start = resolving()
    may_know = Event()

    def review(game: SoloGame) -> list[str]:
        assert game.phase is Phase.OVER
        may_know.wait(20)
        return REVIEW

    scene.app._review = review

    async def act(scene: Scene) -> None:
        await start(scene)
        while scene.game.phase is not Phase.OVER:
            decide_simply(scene.game)
        await scene.settle()
        assert scene.saved == [scene.game]
        await scene.press("enter")
        text = shown(scene)
        assert "working it out" in text
        assert "--seed 11" in text
        assert "games/2026-11-17-level-1-seed-11.dt" in text
        assert "10 missions completed, 10 were needed" in text
        await scene.press("?", "escape")  # keys work meanwhile
        may_know.set()
        scene.app.end.review.wait(20)
        await scene.settle()
        assert REVIEW[0] in shown(scene)
        await scene.press("enter")
        assert not scene.app.is_running

    assert on_screen(act, scene).saved == [scene.game]


def test_a_story_without_cards_is_lost_at_once() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("o", "o")
        assert "Missed: 0 of 10 missions." in shown(scene)
        assert scene.saved == [scene.game]

    on_screen(act)


def test_b3_a_broken_backpack_says_at_which_card() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        for _ in range(9):
            scene.game.play([14, 13, 12, 11, 10])
        scene.game.finish()
        await scene.settle()
        while scene.game.phase is not Phase.OVER:
            decide_simply(scene.game)
        await scene.settle()
        assert "THE BACKPACK BREAKS" in shown(scene)
        assert "one too many" in shown(scene)
        await scene.press("enter")
        assert "The backpack broke at card" in shown(scene)

    on_screen(act)


def test_a_failed_save_and_a_failed_review_are_reported() -> None:
    scene = Scene()

    def save(_: SoloGame) -> Path:
        message = "no space left"
        raise NotSavedError(message, {}, "game")

    def review(_: SoloGame) -> list[str]:
        message = "something"
        raise RuntimeError(message)

    scene.app._save, scene.app._review = save, review

    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("o", "o")
        scene.app.end.review.wait(20)
        await scene.settle()
        assert "NOT SAVED: no space left" in shown(scene)
        assert "asked for another folder" in shown(scene)
        assert "The review failed: something" in shown(scene)

    on_screen(act, scene)


def test_leaving_asks_first() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("ctrl+q")
        assert "Leave this game?" in shown(scene)
        await scene.press("n", "q")
        assert len(scene.game.table.story) == 1
        assert scene.app.is_running
        await scene.press("ctrl+c", "y")
        assert not scene.app.is_running

    assert on_screen(act).saved == []


def test_a_terminal_that_is_too_small_is_reported_and_nothing_is_played() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q")
        assert "This terminal is too small" in shown(scene)
        assert "79×24" in shown(scene)
        assert scene.game.phase is Phase.HEROES
        await scene.pilot.resize_terminal(80, 24)
        await scene.pilot.pause()
        assert "which hero" in shown(scene)

    on_screen(act, size=(79, 24))


@pytest.mark.parametrize("size", [*SIZES, (100, 30), (200, 60)])
def test_every_screen_fills_any_terminal(size: tuple[int, int]) -> None:
    async def act(scene: Scene) -> None:
        assert "which hero" in shown(scene)
        await begin(scene)
        assert "45 left" in shown(scene)
        await scene.press("q", "o", "o")
        assert "tokens left" in shown(scene)
        await scene.press("space", "enter")

    on_screen(act, size=size)


def test_without_colour_everything_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("Q")
        svg = scene.app.export_screenshot()
        colours = {part[:7] for part in svg.split("fill: ")[1:] if part.startswith("#")}
        assert colours
        assert all(one[1:3] == one[3:5] == one[5:7] for one in colours - {"#c5c8c6"})  # the frame of the picture
        assert "[1]" in shown(scene)

    on_screen(act)


@pytest.mark.parametrize(("name", "size"), PICTURED, ids=str)
def test_a_screen_looks_as_in_its_picture(name: str, size: tuple[int, int]) -> None:
    kept = (ROOT / path_of(name, size)).read_text(encoding="utf-8")
    assert picture(name, size) == kept, "look at it, then: python tests/play/regenerate.py"


def test_every_picture_is_of_a_scene_and_the_docs_show_the_same() -> None:
    kept = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/play/pictures").iterdir()}
    others = (timer_scenes, viewer_scenes, campaign_scenes, puzzle_scenes)
    scenes = (*PICTURED, *(one for other in others for one in other.PICTURED))
    assert kept == {path_of(name, size) for name, size in scenes}
    in_docs = IN_DOCS | TIMER_IN_DOCS | VIEWER_IN_DOCS | CAMPAIGN_IN_DOCS | PUZZLES_IN_DOCS
    for path, (name, size) in in_docs.items():
        assert (ROOT / path).read_bytes() == (ROOT / path_of(name, size)).read_bytes()
        assert "@font-face" not in (ROOT / path).read_text(encoding="utf-8")


def test_only_the_screens_know_textual() -> None:
    sources = [path for room in ("dtcli", "solver") for path in (ROOT / room).rglob("*.py")]
    knowing = {path.parent.relative_to(ROOT).as_posix() for path in sources if "textual" in imports_of(path)}
    assert knowing == {"dtcli/play/tui", "dtcli/play/tui/screens", "dtcli/play/tui/widgets"}


def imports_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    plain = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    origins = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name.split(".")[0] for name in plain | origins}


def test_no_text_of_a_game_controls_the_terminal() -> None:
    scene = Scene(draw_heroes=0, seed="a\x1b]0;title\x07\x9b2J")
    scene.app._kept = "games/\x1b[2J.json"

    async def act(scene: Scene) -> None:
        await scene.press("enter", "o", "o")
        text = shown(scene)
        assert "]0;title" in text
        assert all(line.isprintable() for line in text.splitlines())
        scene.app.screen.notice = "\x1b[2J"
        await scene.settle()
        assert "\ufffd[2J" in shown(scene)

    on_screen(act, scene)
