"""Recordings play back the game as it was played: story, times, pauses and choices."""

from random import Random

import pytest

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.reading import parse
from dtcli.play.game.recording import FASTEST, SLOWEST, Recording, why_not_on_screen, why_not_watch
from dtcli.play.game.replay import replay_of
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.text.watch import watch_plain
from tests.formats.test_five_minutes import played as played_by
from tests.play.manual_clock import ManualClock
from tests.play.test_game import HOUSE, play_at_random, resolve_at_random, setup, started
from tests.play.text_players import ComputedLines, PlayedGame, greedy


def reloaded(game: SoloGame, **other: object) -> Checked:
    checked = check(parse(compact({**replay_of(game, date=""), **other}), suffix=".json"))
    assert checked.is_valid, checked.problems
    return checked


def random_game(seed: int) -> SoloGame:
    chance = Random(seed)
    what = chance.choice([*scenarios(), *HOUSE.cards.adventures])
    game, clock = started(what=what, seed=str(seed), draw_heroes=chance.randrange(4), extended=seed % 2 == 0)
    play_at_random(game, clock, chance)
    resolve_at_random(game, chance)
    return game


def watched(recording: Recording, clock: ManualClock, tick: float = 0.1) -> int:
    """Tick a recording until it is over; return the number of ticks."""
    ticks = 1
    while recording.on_tick():
        clock.wait(tick)
        ticks += 1
        assert ticks < 100_000
    return ticks


@pytest.mark.parametrize("tick", [0.1, 7, 5000])
@pytest.mark.parametrize("seed", range(12))
def test_a_recording_plays_the_same_game(seed: int, tick: float) -> None:
    game = random_game(seed)
    clock = ManualClock()
    recording = Recording(reloaded(game), now=clock)
    watched(recording, clock, tick)
    again = recording.game
    assert again.phase is Phase.OVER
    assert again.status is game.status
    before, after = replay_of(game, date=""), replay_of(again, date="")
    assert (after["story"], after.get("choices"), after["result"]) == (
        before["story"], before.get("choices"), before["result"],
    )  # fmt: skip
    for kind in ("hands", "deck"):
        assert after["play"][kind] == before["play"][kind]
    assert [{**one, "t": None} for one in after["play"]["events"]] == [
        {**one, "t": None} for one in before["play"]["events"]
    ]
    times = [
        (one["t"], other["t"]) for one, other in zip(before["play"]["events"], after["play"]["events"], strict=True)
    ]
    assert all(abs(one - other) < 0.002 for one, other in times)
    assert after["play"]["ended"] == pytest.approx(before["play"]["ended"], abs=0.002)
    assert [one["seconds"] for one in after["play"].get("pauses", ())] == pytest.approx(
        [one["seconds"] for one in before["play"].get("pauses", ())], abs=0.002
    )


def test_some_of_these_games_have_pauses_and_choices() -> None:
    games = [replay_of(random_game(seed), date="") for seed in range(12)]
    assert sum("pauses" in game["play"] for game in games) > 5
    assert sum(len(game.get("choices", ())) > 3 for game in games) > 3


def laid_after(*seconds: float) -> SoloGame:
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


def test_an_action_is_played_at_its_time_and_not_before() -> None:
    clock = ManualClock()
    recording = Recording(reloaded(laid_after(10, 5)), now=clock)
    seen = []
    for _ in range(20):
        recording.on_tick()
        seen.append(len(recording.game.table.story))
        clock.wait(1)
    assert seen == [0] * 10 + [1] * 5 + [2] * 5


def test_twice_the_speed_takes_half_the_time() -> None:
    clock = ManualClock()
    recording = Recording(reloaded(laid_after(10, 10)), now=clock, speed=2)
    recording.on_tick()
    clock.wait(4.9)
    recording.on_tick()
    assert not recording.game.table.story
    clock.wait(0.2)
    recording.on_tick()
    assert len(recording.game.table.story) == 1
    recording.change_speed(2)
    assert recording.speed == 8
    clock.wait(1.3)
    recording.on_tick()
    assert len(recording.game.table.story) == 2
    recording.change_speed(-99)
    assert recording.speed == SLOWEST
    recording.change_speed(99)
    assert recording.speed == FASTEST


def test_the_clock_of_a_recording_runs_at_its_speed() -> None:
    clock = ManualClock()
    recording = Recording(reloaded(laid_after(100)), now=clock, speed=4)
    recording.on_tick()
    clock.wait(10)
    assert recording.game.clock.elapsed == pytest.approx(40)


def test_a_long_pause_is_shortened() -> None:
    game, clock = started()
    clock.wait(10)
    game.pause()
    clock.wait(30_000)
    game.resume()
    clock.wait(10)
    game.finish()
    recording = Recording(reloaded(game), now=clock)
    assert watched(recording, clock) < 270
    assert recording.game.clock.pauses[0].seconds == pytest.approx(30_000)


def test_the_resolution_goes_card_by_card() -> None:
    clock = ManualClock()
    recording = Recording(reloaded(laid_after(1, 1, 1)), now=clock)
    recording.on_tick()
    clock.wait(13.5)
    recording.on_tick()
    assert recording.game.phase is Phase.RESOLUTION
    shown = []
    for _ in range(4):
        shown.append(recording.game.resolution.state.revealed)
        clock.wait(1)
        recording.on_tick()
    assert shown == [0, 1, 2, 3]


def test_a_deal_without_a_seed_and_a_game_with_its_own_rulings() -> None:
    data = played_by(5, 1, scenarios()["training-grounds"])
    data["rulings"] = {"any_reward_optional": True}
    data["goal"] = 3
    checked = check(parse(compact(data), suffix=".json"))
    clock = ManualClock()
    recording = Recording(checked, now=clock, speed=64)
    watched(recording, clock)
    assert recording.game.setup.goal == 3
    assert recording.game.setup.rulings.any_reward_optional
    assert [str(card) for card in recording.game.table.story] == [str(card) for card in checked.resolved.game.story]


def test_a_game_without_a_scenario_can_be_watched() -> None:
    data = played_by(5, 1, scenarios()["training-grounds"])
    del data["scenario"]
    clock = ManualClock()
    recording = Recording(check(parse(compact(data), suffix=".json")), now=clock, speed=64)
    watched(recording, clock)
    assert recording.game.setup.goal is None
    assert recording.game.setup.what.title == "A game without a scenario"


def test_a_recording_of_a_game_left_in_the_five_minutes_ends_there() -> None:
    game, clock = started()
    clock.wait(10)
    game.play([3])
    recording = Recording(reloaded(game), now=clock)
    watched(recording, clock)
    assert recording.game.phase is Phase.TABLE
    clock.wait(1000)
    assert recording.game.clock.elapsed == pytest.approx(10)
    said: list[str] = []
    watch_plain(recording, said.append, clock.wait)
    assert said[-1] == "The player left the game here."


def test_a_missing_choice_ends_the_recording() -> None:
    game, chance = SoloGame(setup(what="level-1", seed="elm"), now=ManualClock()), Random(1)
    PlayedGame(game).by(ComputedLines(lambda: greedy(game, chance)))
    data = {**replay_of(game, date=""), "choices": [], "result": None}
    checked = check(parse(compact(data), suffix=".json"))
    assert checked.run_is_open
    clock, said = ManualClock(), []
    recording = Recording(checked, now=clock, speed=64)
    watched(recording, clock)
    assert recording.game.phase is Phase.RESOLUTION
    assert not recording.game.resolution.in_gap
    watch_plain(recording, said.append, clock.wait)
    assert said[-1] == "The decision here is not recorded."


def test_without_the_five_minutes_there_is_nothing_to_watch() -> None:
    checked = check(parse("sword\nbow\n", suffix=".dt"))
    assert why_not_watch(checked) == "the five minutes of this game are not recorded"


# in words


@pytest.mark.parametrize("players", [1, 2, 5])
def test_games_of_any_number_of_players_can_be_watched(players: int) -> None:
    data = played_by(players * 7, players, scenarios()["training-grounds"])
    data["play"]["pauses"] = [{"t": 12, "seconds": 3600}]
    checked = check(parse(compact(data), suffix=".json"))
    assert checked.is_valid
    clock, said = ManualClock(), []
    recording = Recording(checked, now=clock, speed=10)
    assert (why_not_on_screen(recording) is None) == (players == 1)
    begun = clock.now
    watch_plain(recording, said.append, clock.wait)
    first = data["play"]["events"][0]
    who = f"player {first['player']} " if players > 1 else ""
    action = next(one for one in ("play", "discard") if one in first)
    assert any(text.startswith(f"0.5 s: {who}{action}s ") for text in said)
    assert "12 s: the sand is stopped for 60 minutes." in said
    assert "299.5 s: the five minutes are ended early." in said
    assert sum("holds" in text for text in said) == (players if players > 1 else 0)
    assert clock.now - begun == pytest.approx((299.5 + 5 + len(recording.run.frames)) / 10)


def test_a_recording_in_text_describes_the_resolution() -> None:
    game = random_game(3)
    clock, said = ManualClock(), []
    watch_plain(Recording(reloaded(game), now=clock, speed=100), said.append, clock.wait)
    assert said[-1].startswith("You have")
    assert sum(text.startswith("Card ") for text in said) == game.resolution.state.revealed


def test_the_card_set_is_the_one_of_the_replay() -> None:
    recording = Recording(reloaded(laid_after(1)), now=ManualClock())
    assert recording.game.setup.names is bundled_cards("house")
