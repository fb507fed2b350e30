"""Recorded games for the viewer: the ones that ship, random ones, and very short ones."""

from pathlib import Path
from random import Random
from typing import Any

from dtcli.formats.card_sets import scenarios
from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.reading import load, parse
from dtcli.play.game.replay import replay_of
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.viewer.timeline import Timeline
from tests.formats.test_five_minutes import played as played_by
from tests.play.test_game import HOUSE, play_at_random, resolve_at_random, started

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted(path for path in (ROOT / "replays").glob("*/*.*") if path.suffix in (".dt", ".json"))
REFUSED = [ROOT / f"tests/formats/problems/DT{number}.dt" for number in (401, 402, 403, 404, 405, 406)]


def checked_file(path: Path) -> Checked:
    return check(load(path), frames=True)


def reloaded(game: SoloGame, **other: object) -> Checked:
    """Return the replay of a game, as it is read back."""
    checked = checked_data({**replay_of(game, date=""), **other})
    assert checked.is_valid, checked.problems
    return checked


def checked_data(data: Any) -> Checked:
    return check(parse(compact(data), suffix=".json"), frames=True)


def timeline_of(game: SoloGame, **other: object) -> Timeline:
    return Timeline(reloaded(game, **other))


def of_players(players: int, seed: int = 1, **play: object) -> Timeline:
    """Return a random game of so many players."""
    data = played_by(seed, players, scenarios()["training-grounds"])
    data["play"].update(play)
    return Timeline(checked_data(data))


def random_game(seed: int) -> SoloGame:
    chance = Random(seed)
    what = chance.choice([*scenarios(), *HOUSE.cards.adventures])
    game, clock = started(what=what, seed=str(seed), draw_heroes=chance.randrange(4), extended=seed % 2 == 0)
    play_at_random(game, clock, chance)
    resolve_at_random(game, chance)
    return game


def laid_after(*seconds: float) -> SoloGame:
    """Return a game in which a card was laid after each of these waits, and the end came ten seconds later."""
    game, clock = started()
    for place, wait in enumerate(seconds, 1):
        clock.wait(wait)
        game.play([place])
    clock.wait(10)
    game.finish()
    while game.phase is Phase.RESOLUTION:
        assert game.resolution is not None
        game.resolution.reveal()
    return game
