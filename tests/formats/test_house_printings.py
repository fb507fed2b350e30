"""Which printing of the house cards a file means, and that dtcli names it in what it writes."""

import json

import pytest

from dtcli.formats.campaign import read_save, save_text
from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.house_printings import CURRENT_PRINTING, HOUSE_PRINTINGS, card_set_of
from dtcli.formats.puzzle.file import check_puzzle, parse_puzzle
from dtcli.formats.replay.check import check
from dtcli.formats.replay.digest import digest
from dtcli.formats.replay.reading import parse
from dtcli.play.recorder.table_setup import TableSetup, setup_from
from dtcli.play.storage.campaign import new_campaign

STORY = ["grapnel", "grapnel", "torch", "bow", {"mission": "D04"}]
"""In the first printing these items pay for the mission; since then it needs another bow."""
REPLAY = {"format": "dungeon-time/replay/1", "story": STORY}
PLAY = {"hands": [], "deck": [], "events": []}
PUZZLE = {"format": "dungeon-time/puzzle/1", "story": STORY, "goal": {"kind": "most"}}
MADE_THEN = {**PUZZLE, "generator": "dtcli 0.1.0"}


def completed(data):
    """Return how many missions a replay completes, whatever is wrong with its five minutes."""
    checked = check(parse(json.dumps(data)))
    assert checked.score is not None
    return checked.score.missions


def test_the_printings_have_different_cards():
    first, current = (bundled_cards(name).cards for name in HOUSE_PRINTINGS)
    assert first.missions.keys() == current.missions.keys()
    assert [one.title for one in first.missions.values()] == [one.title for one in current.missions.values()]
    assert bundled_cards(CURRENT_PRINTING) is bundled_cards("house")


def test_the_first_printing_never_changes():
    """If this fails, put the cards back: games, puzzles and ids from before printings had names depend on them."""
    cards = bundled_cards("house-1").cards
    needs = [[one.id, one.needs, str(one.reward)] for one in cards.missions.values()]
    scrolls = [[one.id, one.needs, one.effect, one.scroll] for one in cards.adventures.values()]
    kinds = [[info.kind, info.cards, info.tokens] for info in cards.kinds.values()]
    assert digest([needs, scrolls, kinds]).removeprefix("sha256:")[:16] == "73c14e14c1f347ef"


@pytest.mark.parametrize(
    ("data", "missions"),
    [
        (REPLAY, 0),
        ({**REPLAY, "card_set": "house"}, 0),
        ({**REPLAY, "card_set": "house-2"}, 0),
        ({**REPLAY, "card_set": "house-1"}, 1),
        ({**REPLAY, "_recorded": "2026-11-16T21:00:00"}, 1),
        ({**REPLAY, "_recorded": "2026-11-16T21:00:00", "card_set": "house"}, 1),
        ({**REPLAY, "_recorded": "2026-11-16T21:00:00", "card_set": "house-2"}, 0),
        ({**REPLAY, "_timer": {}, "_mine": 1}, 0),
    ],
)
def test_a_replay_typed_by_a_person_has_the_cards_of_today_and_a_copy_of_dtcli_those_of_its_time(data, missions):
    assert completed(data) == missions


@pytest.mark.parametrize(
    ("data", "card_set"),
    [
        ({**REPLAY, "card_set": "house", "play": PLAY}, "house-1"),
        ({**REPLAY, "card_set": "house", "play": None}, "house-2"),
        ({**REPLAY, "play": PLAY}, "house-2"),
        ({**REPLAY, "card_set": "house-2", "play": PLAY}, "house-2"),
        ({**REPLAY, "card_set": "ours.toml", "play": PLAY}, "ours.toml"),
    ],
)
def test_the_timed_game_has_always_named_its_cards(data, card_set):
    assert card_set_of(data) == card_set


@pytest.mark.parametrize(
    ("puzzle", "needed"),
    [(PUZZLE, 5), ({**PUZZLE, "card_set": "house-1"}, 4), (MADE_THEN, 4), ({**MADE_THEN, "card_set": "house-2"}, 5)],
)
def test_a_puzzle_that_was_made_before_printings_had_names_keeps_its_cards(puzzle, needed):
    checked = check_puzzle(parse_puzzle(json.dumps(puzzle)))
    assert checked.game is not None
    assert len(checked.game.story[-1].needs) == needed


def test_a_campaign_goes_on_with_its_cards():
    save = new_campaign("Sundays", at="2026-11-16T21:00:00")
    assert save["card_set"] == "house-2"
    old = read_save(save_text({**save, "card_set": "house"}).encode(), file="sundays.json").save
    assert old is not None
    assert old["card_set"] == "house-1"
    assert read_save(save_text(save).encode(), file="sundays.json").save == save


def test_the_journal_of_a_table_names_its_cards():
    head = TableSetup(bundled_cards("house")).head()
    assert head["card_set"] == "house-2"
    again = setup_from(head, campaign=None, story_first=False)
    assert (again.card_set, again.names) == ("house-2", bundled_cards("house-2"))
    del head["card_set"]
    old = setup_from(head, campaign=None, story_first=False)
    assert (old.card_set, old.names) == ("house-1", bundled_cards("house-1"))
