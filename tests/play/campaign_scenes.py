"""A campaign that was won, and the choice of a level as a picture."""

import asyncio
import os
from unittest.mock import patch

from dtcli.formats.card_sets import scenarios
from dtcli.play.storage.campaign import CampaignGame, new_campaign, with_game
from dtcli.play.tui.level_app import LevelApp
from dtcli.play.tui.screens.levels import LevelScreen
from dtcli.render.ladder import Ladder, ladder_now, ladder_won
from dtcli.rules.score import Result
from tests.play.plain_svg import plain_svg

GAMES = (
    ("2026-11-02", "level-1", 7), ("2026-11-02", "level-1", 10), ("2026-11-05", "my-first-dungeon", 11),
    ("2026-11-05", "level-2", 12), ("2026-11-09", "the-darkest-dungeon", 5), ("2026-11-09", "level-3", 6),
    ("2026-11-12", "level-3", 9), ("2026-11-14", "level-4", 4), ("2026-11-14", "level-4", 7),
)  # fmt: skip
STARS = {"1.json": 1, "2.json": 1, "3.json": 3, "6.json": 2, "8.json": 2}


def campaign(games: int = len(GAMES)) -> dict:
    """Return the save of a campaign after so many of these games."""
    save = new_campaign("Sundays", at="2026-11-01T20:00:00+01:00")
    for n, (date, level, missions) in enumerate(GAMES[:games]):
        result = Result(broken=missions < 5, won=missions >= scenarios()[level].goal, missions=missions)
        save = with_game(save, CampaignGame(f"{n}.json", date, level, False, result))
        assert save["games"][-1]["counted"]
    return save


def won_ladder() -> Ladder:
    found = ladder_won(campaign(), STARS)
    assert found is not None
    return found


LADDER = won_ladder()


def level_app(games: int = 4) -> LevelApp:
    """Return the choice of a level after so many games."""
    save = campaign(games)
    return LevelApp([scenarios()[name] for name in save["step"]["choices"]], ladder_now(save, STARS))


def level_screen() -> LevelScreen:
    """Return the screen without its app."""
    save = campaign(4)
    levels = [scenarios()[name] for name in save["step"]["choices"]]
    return LevelScreen(levels, ladder_now(save, STARS), choose=lambda _: None, leave=lambda: None)


PICTURED = tuple(("levels", size) for size in ((80, 24), (120, 40)))


def picture(size: tuple[int, int]) -> str:
    """Return the choice of a level as an SVG that is the same on every machine."""
    coloured = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with patch.dict(os.environ, coloured, clear=True):
        return asyncio.run(_picture(size))


async def _picture(size: tuple[int, int]) -> str:
    app = level_app()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("down")
        await pilot.pause()
        return plain_svg(app.export_screenshot(title="Dungeon Time"))
