"""The guide to the timed game lists the keys of every screen, as the help does, and no others."""

import re
from collections.abc import Callable

import pytest

from dtcli.play.game.end_texts import no_report
from dtcli.play.tui.screens.command_screen import CommandScreen, help_lines
from dtcli.play.tui.screens.game_screen import GameScreen
from dtcli.play.tui.screens.help import keys_of
from dtcli.play.tui.screens.puzzle import PuzzleScreen
from dtcli.play.tui.screens.report import ReportScreen
from tests.play import campaign_scenes
from tests.play.headless import begin, on_screen
from tests.play.puzzle_scenes import PuzzleScene, on_puzzle
from tests.play.regenerate import CAMPAIGN_IN_DOCS, IN_DOCS, PUZZLES_IN_DOCS, ROOT
from tests.play.scenes import Scene

GUIDE = (ROOT / "docs/play.md").read_text(encoding="utf-8")
PUZZLES = (ROOT / "docs/puzzles.md").read_text(encoding="utf-8")
SCREENS = ("The heroes", "The table", "The story", "The end")


def game_screens() -> dict[str, GameScreen]:
    """Return each screen of a game with a hero, in order."""
    found: list[GameScreen] = []

    async def act(scene: Scene) -> None:
        found.append(scene.app._game_screen)
        await begin(scene)
        found.append(scene.app._game_screen)
        await scene.press("q", "o", "o")
        found.append(scene.app._game_screen)
        await scene.press("S", "1", "enter")
        found.append(scene.app._game_screen)

    on_screen(act)
    return dict(zip(SCREENS, found, strict=True))


GAME_SCREENS = game_screens()
COMMON = [
    row for row in keys_of(GAME_SCREENS["The end"]) if all(row in keys_of(screen) for screen in GAME_SCREENS.values())
]


def rows(screen: str) -> list[tuple[str, str]]:
    """Return the keys that only this screen has, without the keys of heroes."""
    found = keys_of(GAME_SCREENS[screen])
    return [row for row in found if row not in COMMON and not re.fullmatch(r"F\d", row[0])]


def in_guide(screen: str, guide: str = GUIDE) -> list[tuple[str, str]]:
    section = guide.partition(f"\n### {screen}\n")[2].partition("\n#")[0]
    found = re.findall(r"^\| `(.+)` \| (.+) \|$", section, re.MULTILINE)
    return [(keys.replace("` `", " "), words) for keys, words in found]


@pytest.mark.parametrize("screen", SCREENS)
def test_the_guide_names_the_keys_of_a_screen(screen: str) -> None:
    assert len({type(screen) for screen in GAME_SCREENS.values()}) == len(SCREENS)
    assert in_guide(screen) == rows(screen)


def test_the_guide_names_the_keys_of_every_screen() -> None:
    assert len(COMMON) > 1
    assert in_guide("Everywhere") == COMMON


@pytest.mark.parametrize(
    ("heading", "screen"),
    [
        ("The analysis of a game", lambda: ReportScreen(no_report, GAME_SCREENS["The end"].game)),
        ("The choice of a level", campaign_scenes.level_screen),
    ],
)
def test_the_guide_names_the_keys_of_screens_around_a_game(heading: str, screen: Callable[[], CommandScreen]) -> None:
    assert in_guide(heading) == help_lines(screen().commands)


def test_the_guide_to_puzzles_names_the_keys_of_their_screen() -> None:
    screens: list[PuzzleScreen] = []

    async def act(scene: PuzzleScene) -> None:
        screens.append(scene.screen)

    on_puzzle(act)
    assert in_guide("The keys of a puzzle", PUZZLES) == screens[0].keys()


def test_the_guide_to_puzzles_shows_their_pictures() -> None:
    assert PUZZLES_IN_DOCS
    for path in PUZZLES_IN_DOCS:
        assert f"]({path.removeprefix('docs/')})" in PUZZLES


def test_the_guide_shows_the_pictures() -> None:
    assert IN_DOCS
    for path in (*IN_DOCS, *CAMPAIGN_IN_DOCS):
        assert f"]({path.removeprefix('docs/')})" in GUIDE
