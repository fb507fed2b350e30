"""Digests of games: equal for the same game in any spelling, different for any other game."""

import json

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.digest import game_digest, record_digest
from dtcli.formats.replay.reading import parse

GAME = """\
title: Friday
heroes: Tonk Redbeer, Alan Ironstar
goal: 1

sword
bow
mission Gate: bow + sword -> shield?   | take shield
"""


def digests(text, suffix=".dt"):
    resolved = check(parse(text, suffix=suffix)).resolved
    return game_digest(resolved.game), record_digest(resolved.game, resolved.notes)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Friday\n", "title: Saturday\nnotes: cold\nresult: 1 mission\n"),
        ("sword\nbow\n", "SWORD   # a comment\n\nBow\n"),
        ("Tonk Redbeer, Alan Ironstar", "alan-ironstar, tonk"),
        ("bow + sword", "sword + bow"),
    ],
)
def test_spelling_makes_no_difference(old, new):
    assert old in GAME
    assert digests(GAME.replace(old, new)) == digests(GAME)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sword\nbow\n", "bow\nsword\n"),
        ("goal: 1", "goal: 2"),
        (", Alan Ironstar", ""),
        ("-> shield?", "-> shield"),
        ("bow + sword ->", "bow ->"),
    ],
)
def test_another_game_has_another_digest(old, new):
    assert old in GAME
    assert not set(digests(GAME.replace(old, new))) & set(digests(GAME))


def test_other_choices_are_another_record_of_the_same_game():
    game, record = digests(GAME)
    other_game, other_record = digests(GAME.replace("take shield", "decline"))
    assert (other_game == game, other_record == record) == (True, False)


def test_json_and_story_notation_of_one_game_agree():
    mission = {"reward": "shield?", "needs": ["sword", "bow"], "mission": "Gate"}
    data = {
        "format": "dungeon-time/replay/1",
        "choices": [{"take": "shield", "at": 3}],
        "story": ["sword", "bow", mission],
        "heroes": ["alan-ironstar", "tonk-redbeer"],
        "goal": 1,
    }
    assert digests(json.dumps(data), ".json") == digests(GAME)
