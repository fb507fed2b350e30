"""Whole five-minute games in milliseconds, with a manual clock."""

import shlex
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from dtcli.commands.play_options import setup_of
from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.play.game.questions import ChoiceQuestion
from dtcli.play.game.replay import replay_of
from dtcli.play.game.setup import RecordedDeal, Setup
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.rules.cards import Item, Mission
from dtcli.rules.decisions import IllegalChoice
from dtcli.rules.score import Status
from tests.play.manual_clock import ManualClock

HOUSE = bundled_cards("house")


def setup(what: str = "training-grounds", **other: object) -> Setup:
    found = scenarios().get(what) or HOUSE.cards.adventures[what]
    return Setup(**{"names": HOUSE, "what": found, "seed": "7", **other})


def started(**other: object) -> tuple[SoloGame, ManualClock]:
    clock = ManualClock()
    game = SoloGame(setup(**other), now=clock)
    while game.hero_offer:
        game.choose_hero(game.hero_offer[0])
    game.start_clock()
    return game, clock


@pytest.mark.parametrize(
    ("other", "command"),
    [
        ({}, "dtcli play --scenario training-grounds --seed 7"),
        ({"draw_heroes": 1, "seed": "a b"}, "dtcli play --scenario training-grounds --heroes draw --seed 'a b'"),
        ({"draw_heroes": 3, "extended": True},
         "dtcli play --scenario training-grounds --heroes 3 --seed 7 --extended"),
        ({"what": "the-apprentices-book", "edition": "demo-2016", "seconds": 90},
         "dtcli play --adventure the-apprentices-book --edition demo-2016 --minutes 1.5 --seed 7"),
    ],
)  # fmt: skip
def test_the_command_for_a_race_deals_the_same_cards(other: dict[str, Any], command: str) -> None:
    asked = setup(**other)
    assert asked.command == command
    options = dict(zip(*[iter(shlex.split(command.removesuffix(" --extended"))[2:])] * 2, strict=True))
    again = setup_of(
        *(options.get(f"--{name}") for name in ("scenario", "adventure", "edition", "heroes", "seed")),
        float(options["--minutes"]) if "--minutes" in options else None,
        options.get("--card-set"),
        extended=command.endswith(" --extended"),
    )
    assert again == asked


def play_at_random(game: SoloGame, clock: ManualClock, chance: Random) -> None:
    while game.phase is Phase.TABLE:
        clock.wait(chance.random() * 9)
        there = [place for place, card in enumerate(game.places) if card is not None]
        try:
            match chance.randrange(8):
                case 0:
                    game.discard(chance.sample(there, min(2, len(there))))
                case 1:
                    game.pause()
                    clock.wait(20)
                    game.resume()
                case 2:
                    game.refills_at_once = not game.refills_at_once
                case 3:
                    game.refill()
                case _:
                    game.play([chance.choice(there)])
        except (IllegalChoice, IndexError):
            game.check_time()


def resolve_at_random(game: SoloGame, chance: Random) -> None:
    resolution = game.resolution
    assert resolution is not None
    while game.phase is Phase.RESOLUTION:
        if resolution.in_gap:
            able = [hero for hero in game.heroes if resolution.can_act(hero)]
            if able and chance.random() < 0.1:
                asking = ChoiceQuestion(resolution.uses(chance.choice(able)))
            else:
                resolution.reveal()
                continue
        else:
            asking = ChoiceQuestion(resolution.options())
        while asking.choice is None:
            asking = chance.choice(asking.answers).leads_to
        game.choose(asking.choice)


@pytest.mark.parametrize("seed", range(30))
def test_a_whole_game_is_saved_as_it_was_played(seed: int) -> None:
    chance = Random(seed)
    what = chance.choice([*scenarios(), *HOUSE.cards.adventures])
    edition = chance.choice(["en-2017", "it-2018", "demo-2016"])
    game, clock = started(
        what=what, seed=str(seed), edition=edition, draw_heroes=chance.randrange(4), extended=seed % 2 == 0
    )
    play_at_random(game, clock, chance)
    resolve_at_random(game, chance)
    kept = compact(replay_of(game, date="2026-01-02")).encode()
    checked = check(parse(kept, suffix=".json"))
    assert not checked.problems
    assert checked.agrees is True
    assert checked.score is not None
    assert checked.score.status is game.status
    assert checked.score.assumed == 0


def test_a7_fifteen_cards_lie_face_up() -> None:
    game, _ = started()
    assert len(game.places) == 15
    assert sum(isinstance(card, Item) for card in game.places) == 13


def test_a_drawn_card_takes_the_empty_place() -> None:
    game, _ = started()
    before, coming = list(game.places), game.table.deck[0]
    game.play([4])
    assert game.places == [*before[:4], coming, *before[5:]]


def test_a4_a_place_stays_empty_until_the_hand_is_refilled() -> None:
    game, _ = started()
    game.refills_at_once = False
    game.play([4])
    game.discard([0, 9])
    assert [place for place, card in enumerate(game.places) if card is None] == [0, 4, 9]
    game.refill()
    assert None not in game.places


def test_a6_nothing_can_be_done_when_the_time_is_up() -> None:
    game, clock = started()
    clock.wait(299.9)
    game.play([0])
    clock.wait(0.2)
    with pytest.raises(IllegalChoice, match="time is up"):
        game.play([0])
    assert game.phase is Phase.RESOLUTION
    assert game.ended == 300
    assert len(game.table.story) == 1


def test_a6_a_front_end_that_checks_late_changes_nothing() -> None:
    game, clock = started()
    clock.wait(4000)
    assert game.check_time()
    assert game.ended == 300


def test_a_pause_stops_the_clock_and_stays_in_the_replay() -> None:
    game, clock = started()
    clock.wait(10)
    game.pause()
    clock.wait(500)
    with pytest.raises(IllegalChoice, match="paused"):
        game.play([0])
    game.resume()
    assert game.clock.remaining == 290
    game.finish()
    play = replay_of(game, date="")["play"]
    assert play is not None
    assert play["pauses"] == [{"t": 10, "seconds": 500}]


def test_resuming_after_the_end_records_no_pause() -> None:
    game, clock = started()
    clock.wait(10)
    game.finish()
    clock.wait(10)
    game.resume()
    assert (game.clock.pauses, game.clock.elapsed) == ([], 10)


def test_v1_an_adventure_waits_for_its_reputation_and_nothing_of_the_batch_is_played() -> None:
    game, _ = started(what="the-apprentices-book")
    special = next(place for place, card in enumerate(game.places) if card is game.setup.adventure)
    other = 0 if special else 1
    with pytest.raises(IllegalChoice, match="missions below it"):
        game.play([other, special])
    assert not game.table.story
    assert not game.log


def test_several_cards_are_laid_in_the_order_in_which_they_were_marked() -> None:
    game, _ = started()
    cards = [game.places[place] for place in (7, 2, 11)]
    game.play([7, 2, 11])
    assert list(game.table.story) == cards


def test_the_deal_is_the_same_with_heroes_and_without() -> None:
    assert setup().table() == setup(draw_heroes=1).table()


def test_s1_a_bonus_level_is_not_dealt_like_its_level() -> None:
    level, bonus = (setup(what).table() for what in ("level-1", "my-first-dungeon"))
    assert bonus == setup("my-first-dungeon").table()
    assert bonus.hands != level.hands
    assert {card for card in level.deck if isinstance(card, Mission)} != {
        card for card in bonus.deck if isinstance(card, Mission)
    }


def test_a_recording_uses_its_own_deal_and_not_its_seed() -> None:
    recorded = RecordedDeal(setup("level-1").table(), setup("level-1").game((), ()))
    assert setup("my-first-dungeon", recorded=recorded).table() == recorded.dealt


def test_the_same_seed_deals_the_same_game_everywhere() -> None:
    table = setup().table()
    assert [str(card) for card in table.hands[0]][:4] == ["E01 Rats With Demands", "gold", "gold", "torch"]
    every = "|".join(str(card) for card in (*table.hands[0], *table.deck))
    assert sha256(every.encode()).hexdigest()[:16] == "a84db77c7f660368"
    assert setup(draw_heroes=1).hero_offers() == [("zaria-tearleaf", "arvedui-miriel")]


def test_h_two_heroes_are_drawn_and_one_is_kept() -> None:
    game = SoloGame(setup(draw_heroes=1))
    assert game.phase is Phase.HEROES
    assert len(game.hero_offer) == 2
    with pytest.raises(IllegalChoice):
        game.choose_hero("nobody")
    game.choose_hero(game.hero_offer[1])
    assert game.phase is Phase.READY


def test_the_demo_lets_the_player_choose_freely() -> None:
    assert len(SoloGame(setup(draw_heroes=1, edition="demo-2016")).hero_offer) == 7


def test_a_story_without_cards_is_over_at_once() -> None:
    game, _ = started()
    game.finish()
    assert game.phase is Phase.OVER
    assert game.status is Status.LOST
