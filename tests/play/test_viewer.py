"""The viewer without a screen: its moments are those of the record and of the engine, and every way leads to them."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dtcli.formats.card_sets import scenarios
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.five_minutes import recorded_play
from dtcli.play.game.replay import replay_of
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.text.watch import watch_plain
from dtcli.play.viewer.five_minutes import FiveMinutes, PlaybackAction, TableMoment, has_five_minutes
from dtcli.play.viewer.outcome import outcome_of
from dtcli.play.viewer.playback import FASTEST, SLOWEST, Playback
from dtcli.play.viewer.resolution import PACE, ResolutionMoment
from dtcli.play.viewer.timeline import EndMoment, Timeline
from dtcli.render.pictures.backpack import BackpackSlots
from dtcli.rules import table as phase
from dtcli.rules.cards import Item
from dtcli.rules.decisions import Gap
from dtcli.rules.resolution import apply
from dtcli.rules.score import Status
from dtcli.rules.state import opening
from tests.formats.test_five_minutes import played as played_by
from tests.play.manual_clock import ManualClock
from tests.play.recorded_games import (
    REFUSED,
    SHIPPED,
    checked_data,
    checked_file,
    laid_after,
    of_players,
    random_game,
    reloaded,
    timeline_of,
)  # fmt: skip
from tests.play.test_game import setup, started
from tests.play.text_players import ComputedLines, PlayedGame, greedy

WITH_FIVE_MINUTES = [path for path in SHIPPED if has_five_minutes(checked_file(path))]


def five_of(timeline: Timeline) -> FiveMinutes:
    assert timeline.five_minutes is not None
    return timeline.five_minutes


def resolution(timeline: Timeline) -> list[ResolutionMoment]:
    return [moment for moment in timeline.moments if isinstance(moment, ResolutionMoment)]


# the moments


def check_resolution(checked: Checked, timeline: Timeline) -> int:
    """Compare the moments of the resolution with the engine; return how many questions there were."""
    assert checked.resolved is not None
    assert checked.resolved.game is not None
    moments = resolution(timeline)
    board = BackpackSlots()
    assert moments[0].state == opening(checked.resolved.game)
    board.update(moments[0].state)
    run = checked.run
    assert run is not None
    shown = [moment for moment in moments if moment.frame is not None]
    assert [moment.state for moment in shown] == [frame.state for frame in run.frames]
    assert [moment.steps[-1].events for moment in shown] == [frame.events for frame in run.frames]
    assert [moment.steps[-1].card for moment in shown] == [frame.card for frame in run.frames]
    state = moments[0].state
    for step in run.steps:
        assert step.state == state
        state = apply(state, step.choice)
    assert moments[-1].state == state == run.final
    asked = iter([step for step in run.steps if not isinstance(step.state.decision, Gap)])
    for before, moment in pairwise(moments):
        assert len(moment.steps) == len(before.steps) + (before.frame is not None or before is moments[0])
        assert list(moment.cells) == board.update(moment.state)
        if moment.asked is not None:
            assert moment.asked is next(asked)
            decision = moment.decision
            assert decision is not None
            assert 0 <= decision.recorded < len(decision.answers)
            assert apply(moment.state, moment.asked.choice).revealed == moment.state.revealed
    assert next(asked, None) is None
    return sum(moment.asked is not None for moment in moments)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_replay_has_the_moments_of_the_engine(path: Path) -> None:
    checked = checked_file(path)
    timeline = Timeline(checked)
    check_resolution(checked, timeline)
    assert isinstance(timeline.moments[-1], EndMoment)
    outcome = outcome_of(timeline)
    assert checked.score is not None
    assert outcome.status is checked.score.status
    assert (("claim", "the claimed result agrees") in outcome.facts) == (checked.agrees is True)


def test_there_are_shipped_replays_with_five_minutes_and_with_questions() -> None:
    assert len(SHIPPED) > 30
    assert {five_of(Timeline(checked_file(path))).players for path in WITH_FIVE_MINUTES} == {1, 3}
    games = [checked_file(path) for path in SHIPPED]
    assert sum(check_resolution(game, Timeline(game)) > 3 for game in games) > 10


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_a_refused_record_is_shown_to_its_last_card(path: Path) -> None:
    checked = checked_file(path)
    assert not checked.is_valid
    timeline = Timeline(checked)
    check_resolution(checked, timeline)
    assert any(moment.annotation.refused for moment in resolution(timeline)) or path.stem in ("DT405", "DT406")
    outcome = outcome_of(timeline)
    assert outcome.status is None
    assert outcome.problems[0].startswith(f"{path.stem}: ")


def check_five_minutes(checked: Checked, timeline: Timeline) -> Counter[PlaybackAction]:
    """Compare the moments of the five minutes with the record; return how often each action came."""
    data: Any = checked.document.data
    assert checked.resolved is not None
    table, happened = recorded_play(data, checked.resolved)
    moments = five_of(timeline).moments
    assert moments[0].table == table
    record = iter(happened)
    for before, moment in pairwise(moments):
        event = moment.event
        assert event is not None
        assert event.t >= before.t
        if event.action in tuple(phase_of):
            recorded = next(record)
            assert (event.t, event.player, event.action.value, event.cards) == recorded
            table = phase_of[event.action](table, event.player, event.cards)
        assert moment.table == table
        for hand, places in zip(table.hands, moment.places, strict=True):
            assert len(places) == table.hand_size
            assert Counter(hand) == Counter(card for card in places if card is not None)
        if event.action is PlaybackAction.DRAW:
            assert moment.fresh == before.places[event.player - 1].index(None)
            assert moment.places[event.player - 1][moment.fresh] == event.cards[0]
        kept = [(one, other) for one, other in zip(before.places, moment.places, strict=True) if one != other]
        assert len(kept) <= 1
        for one, other in kept:  # a card that stays keeps its place
            assert all(a == b for a, b in zip(one, other, strict=True) if a is not None and b is not None)
    assert next(record, None) is None
    assert checked.resolved.game is not None
    assert moments[-1].table.story == checked.resolved.game.story
    assert len(five_of(timeline).laid_by) == len(table.story)
    return Counter(moment.event.action for moment in moments if moment.event is not None)


phase_of = {
    PlaybackAction.PLAY: lambda table, player, cards: phase.play(table, player, cards[0]),
    PlaybackAction.DRAW: lambda table, player, _cards: phase.draw(table, player),
    PlaybackAction.DISCARD: phase.discard,
}


@pytest.mark.parametrize("path", WITH_FIVE_MINUTES, ids=lambda path: path.stem)
def test_the_five_minutes_of_shipped_replays_are_those_of_the_record(path: Path) -> None:
    checked = checked_file(path)
    actions = check_five_minutes(checked, Timeline(checked))
    assert actions[PlaybackAction.END] == 1


@pytest.mark.parametrize("seed", range(12))
def test_random_solo_games_have_the_moments_of_the_record(seed: int) -> None:
    checked = reloaded(random_game(seed))
    timeline = Timeline(checked)
    actions = check_five_minutes(checked, timeline)
    data: Any = checked.document.data
    assert actions[PlaybackAction.PAUSE] == actions[PlaybackAction.GO_ON] == len(data["play"].get("pauses", ()))
    check_resolution(checked, timeline)
    assert five_of(timeline).deeds == random_game(seed).deeds


@pytest.mark.parametrize("players", range(1, 6))
def test_games_of_one_to_five_players_have_the_moments_of_the_record(players: int) -> None:
    for seed in range(4):
        timeline = of_players(players, seed, pauses=[{"t": 12, "seconds": 3600}])
        check_five_minutes(timeline.checked, timeline)
        assert five_of(timeline).players == players
        if players > 1:
            assert len(set(five_of(timeline).laid_by)) > 1


def test_some_random_games_have_pauses_and_choices() -> None:
    games = [replay_of(random_game(seed), date="") for seed in range(12)]
    assert sum("pauses" in game["play"] for game in games) > 5
    assert sum(len(game.get("choices", ())) > 3 for game in games) > 3


def test_comments_and_what_was_not_recorded_stand_beside_their_cards() -> None:
    checked = checked_file(next(path for path in SHIPPED if path.stem == "the-smudged-line"))
    moments = resolution(Timeline(checked))
    silent = [text for moment in moments if moment.frame is not None for text in moment.annotation.silent]
    assert len(silent) == len(checked.filled) > 0


def test_a_game_that_starts_in_the_middle_begins_with_its_backpack() -> None:
    path = next(path for path in SHIPPED if path.stem == "failed-before")
    first = resolution(Timeline(checked_file(path)))[0]
    assert first.state.last_failed is not None
    assert not first.steps


def test_in_brief_there_are_missions_and_skills_only() -> None:
    path = next(path for path in SHIPPED if path.stem == "three-and-a-stopwatch")
    checked = checked_file(path)
    whole, brief = Timeline(checked), Timeline(checked, brief=True)
    moments = [moment for moment in resolution(brief) if moment.frame is not None]
    assert all(not isinstance(moment.steps[-1].card, Item) for moment in moments)
    assert len(moments) == sum(not isinstance(moment.steps[-1].card, Item) for moment in resolution(whole)[1:]
                               if moment.frame is not None)  # fmt: skip
    table = [moment for moment in brief.moments if isinstance(moment, TableMoment)]
    assert all(moment.lays_quest for moment in table[1:-1])
    assert sum(moment.wait for moment in table) == pytest.approx(sum(one.wait for one in five_of(whole).moments))
    assert brief.resolution_start == len(table)


# from one moment to another


@pytest.mark.parametrize("path", [*SHIPPED, *REFUSED], ids=lambda path: path.stem)
def test_steps_lead_to_the_end_and_back(path: Path) -> None:
    timeline = Timeline(checked_file(path))
    playback = Playback(timeline, now=ManualClock())
    seen = [playback.moment]
    while not playback.is_over:
        playback.step(1)
        seen.append(playback.moment)
    assert seen == list(timeline.moments)
    playback.step(1)
    assert playback.is_over
    back = [playback.moment]
    while playback.index:
        playback.step(-1)
        back.append(playback.moment)
    assert back == seen[::-1]
    playback.step(-1)
    assert playback.index == 0


@pytest.mark.parametrize("seed", range(6))
def test_random_seeks_and_steps_show_what_stepping_shows(seed: int) -> None:
    chance = Random(seed)
    timeline = Timeline(checked_file(WITH_FIVE_MINUTES[seed % len(WITH_FIVE_MINUTES)]))
    clock = ManualClock()
    playback, at = Playback(timeline, now=clock), 0
    for _ in range(300):
        match chance.randrange(6):
            case 0:
                by = chance.randint(-5, 5)
                playback.step(by)
                at = max(0, min(timeline.last, at + by))
            case 1:
                playback.go_to(at := chance.randrange(timeline.last + 1))
            case 2:
                playback.go_to(timeline.next_quest(at))
                at = next((n for n, _ in timeline.marks if n > at), timeline.last)
            case 3:
                playback.go_to(timeline.previous_quest(at))
                at = max([n for n, _ in timeline.marks if n < at], default=0)
            case 4:
                playback.play()
                at = 0 if at == timeline.last else at
                playback.pause()
                clock.wait(100)
                playback.on_tick()
            case 5 if at < timeline.last:
                playback.go_to(at)
                playback.play()
                clock.wait(timeline.moments[at + 1].wait / playback.speed)
                playback.on_tick()
                while playback.index > at + 1 and not timeline.moments[at + 1].wait:
                    at += 1
                playback.pause()
                at = playback.index
        assert playback.index == at
        assert playback.moment is timeline.moments[at]


def test_a_card_is_found_by_its_number_in_both_parts() -> None:
    timeline = Timeline(checked_file(next(path for path in WITH_FIVE_MINUTES if path.stem == "rain-on-the-window")))
    start = timeline.resolution_start
    assert start is not None
    assert timeline.most_cards(0) == timeline.most_cards(start) == len(timeline.game.story)
    for number in range(1, timeline.most_cards(0) + 1):
        laid, revealed = timeline.card(number, 0), timeline.card(number, start)
        assert laid is not None
        assert revealed is not None
        table, moment = timeline.moments[laid], timeline.moments[revealed]
        assert isinstance(table, TableMoment)
        assert isinstance(moment, ResolutionMoment)
        assert table.event is not None
        assert table.event.cards == (timeline.game.story[number - 1],)
        assert len(table.table.story) == number
        assert moment.state.revealed == number
        assert moment.frame is not None
    for number in (0, timeline.most_cards(0) + 1):
        assert timeline.card(number, 0) is timeline.card(number, start) is None


def test_the_other_part_is_where_the_open_card_was_laid() -> None:
    timeline = Timeline(checked_file(next(path for path in WITH_FIVE_MINUTES if path.stem == "rain-on-the-window")))
    start = timeline.resolution_start
    assert start is not None
    assert timeline.other_part(0) == timeline.other_part(start - 1) == start
    assert timeline.other_part(start) == timeline.other_part(timeline.last) == start - 1
    for at in range(start + 1, timeline.last):
        found, moment = timeline.other_part(at), timeline.moments[at]
        assert found is not None
        assert isinstance(moment, ResolutionMoment)
        laid = timeline.moments[found]
        assert isinstance(laid, TableMoment)
        assert moment.steps[-1].card == laid.table.story[-1]


def test_a_replay_of_one_part_has_no_other() -> None:
    timeline = Timeline(checked_file(next(path for path in SHIPPED if path.stem == "friday-night")))
    assert timeline.resolution_start == 0
    assert {timeline.other_part(at) for at in range(timeline.last + 1)} == {None}
    assert not timeline.has_two_parts


# playing


def playing(timeline: Timeline, clock: ManualClock, **options: float) -> Playback:
    playback = Playback(timeline, now=clock, **options)
    playback.play()
    return playback


def watched(playback: Playback, clock: ManualClock, tick: float = 0.1) -> float:
    """Tick a playback until it is over; return the seconds that took."""
    begun = clock.now
    while not playback.is_over:
        clock.wait(tick)
        playback.on_tick()
        assert clock.now - begun < 100_000
    return clock.now - begun


def laid(playback: Playback) -> int:
    moment = playback.moment
    assert isinstance(moment, TableMoment)
    return len(moment.table.story)


def test_an_action_is_shown_at_its_time_and_not_before() -> None:
    clock = ManualClock()
    playback = playing(timeline_of(laid_after(10, 5)), clock)
    seen = []
    for _ in range(20):
        playback.on_tick()
        seen.append(laid(playback))
        clock.wait(1)
    assert seen == [0] * 10 + [1] * 5 + [2] * 5


@pytest.mark.parametrize("tick", [0.1, 7, 5000])
def test_playing_takes_the_recorded_time_however_rarely_it_ticks(tick: float) -> None:
    clock = ManualClock()
    timeline = timeline_of(random_game(3))
    playback = playing(timeline, clock)
    waits = sum(moment.wait for moment in timeline.moments)
    assert watched(playback, clock, tick) == pytest.approx(waits, abs=tick + 0.01)
    assert not playback.is_playing
    playback.play()
    assert playback.index == 0


def test_twice_the_speed_takes_half_the_time() -> None:
    clock = ManualClock()
    playback = playing(timeline_of(laid_after(10, 10)), clock, speed=2)
    clock.wait(4.9)
    playback.on_tick()
    assert laid(playback) == 0
    clock.wait(0.2)
    playback.on_tick()
    assert laid(playback) == 1
    playback.change_speed(2)
    assert playback.speed == 8
    clock.wait(1.3)
    playback.on_tick()
    assert laid(playback) == 2
    playback.change_speed(-99)
    assert playback.speed == SLOWEST
    playback.change_speed(99)
    assert playback.speed == FASTEST


def test_the_clock_runs_at_the_speed_between_two_actions_and_stands_while_paused() -> None:
    clock = ManualClock()
    playback = playing(timeline_of(laid_after(100)), clock, speed=4)
    clock.wait(10)
    assert playback.clock == pytest.approx(40)
    playback.pause()
    clock.wait(10)
    assert playback.clock == pytest.approx(40)
    playback.play()
    clock.wait(14.9)
    playback.on_tick()
    assert laid(playback) == 0
    clock.wait(0.2)
    playback.on_tick()
    assert laid(playback) == 1
    playback.go_to(0)
    assert playback.clock == 0


def test_a_long_pause_is_shortened() -> None:
    game, clock = started()
    clock.wait(10)
    game.pause()
    clock.wait(30_000)
    game.resume()
    clock.wait(10)
    game.finish()
    timeline = timeline_of(game)
    playback = playing(timeline, clock)
    clock.wait(12)
    playback.on_tick()
    assert isinstance(playback.moment, TableMoment)
    assert playback.moment.is_paused
    assert playback.clock == 10
    assert watched(playback, clock) < 27
    pause = next(event for event in five_of(timeline).events if event.action is PlaybackAction.PAUSE)
    assert pause.seconds == pytest.approx(30_000)


def test_the_resolution_goes_card_by_card() -> None:
    clock = ManualClock()
    timeline = timeline_of(laid_after(1, 1, 1))
    playback = playing(timeline, clock)
    clock.wait(13 + PACE + 0.5)
    playback.on_tick()
    shown = []
    for _ in range(4):
        assert isinstance(playback.moment, ResolutionMoment)
        shown.append(playback.moment.state.revealed)
        clock.wait(PACE)
        playback.on_tick()
    assert shown == [0, 1, 2, 3]


# odd records


def test_a_deal_without_a_seed_and_a_game_with_its_own_rulings() -> None:
    data = played_by(5, 1, scenarios()["training-grounds"])
    data["rulings"] = {"any_reward_optional": True}
    data["goal"] = 3
    timeline = Timeline(checked_data(data))
    assert timeline.setup is not None
    assert timeline.setup.goal == 3
    assert timeline.setup.rulings.any_reward_optional


def test_a_game_without_a_scenario_can_be_watched_and_names_no_race() -> None:
    data = played_by(5, 1, scenarios()["training-grounds"])
    assert "race" in dict(outcome_of(Timeline(checked_data(data))).facts)
    del data["scenario"]
    timeline = Timeline(checked_data(data))
    assert timeline.setup is not None
    assert timeline.setup.goal is None
    assert timeline.setup.what.title == "A game without a scenario"
    assert "race" not in dict(outcome_of(timeline).facts)


def test_a_game_left_in_the_five_minutes_ends_there() -> None:
    game, clock = started()
    clock.wait(10)
    game.play([3])
    timeline = timeline_of(game)
    assert timeline.resolution_start is None
    assert not timeline.has_resolution
    last = timeline.moments[-1]
    assert isinstance(last, TableMoment)
    assert last.event is not None
    assert (last.event.action, last.t) == (PlaybackAction.LEAVE, pytest.approx(10))
    said: list[str] = []
    watch_plain(timeline, said.append, clock.wait, speed=1)
    assert said[-1] == "The player left the game here."


def test_five_minutes_that_the_rules_refuse_are_left_out() -> None:
    data = played_by(5, 1, scenarios()["training-grounds"])
    data["play"]["events"][0]["t"] = 9999
    checked = checked_data(data)
    assert not has_five_minutes(checked)
    timeline = Timeline(checked)
    assert timeline.five_minutes is None
    assert timeline.resolution_start == 0
    assert len(resolution(timeline)) > 3
    assert outcome_of(timeline).status is None


def without_choices() -> Checked:
    game, chance = SoloGame(setup(what="level-1", seed="yew"), now=ManualClock()), Random(1)
    PlayedGame(game).by(ComputedLines(lambda: greedy(game, chance)))
    return checked_data({**replay_of(game, date=""), "choices": [], "result": None})


def test_missing_choices_are_marked_and_leave_the_result_open() -> None:
    checked = without_choices()
    assert checked.run_is_open
    timeline, said = Timeline(checked), list[str]()
    assert outcome_of(timeline).status is Status.OPEN
    assert outcome_of(timeline).verdict.startswith("OPEN: ")
    assert "stars" not in dict(outcome_of(timeline).facts)
    watch_plain(timeline, said.append, lambda _: None, speed=64)
    assert any("Not recorded, " in text for text in said)
    assert said[-1] == "The decision here is not recorded." or said[-1].startswith("What was not recorded leaves")


# in words


@pytest.mark.parametrize("players", [1, 2, 5])
def test_games_of_any_number_of_players_can_be_watched_in_text(players: int) -> None:
    timeline = of_players(players, players * 7, pauses=[{"t": 12, "seconds": 3600}])
    data: Any = timeline.checked.document.data
    clock, said = ManualClock(), []
    begun = clock.now
    watch_plain(timeline, said.append, clock.wait, speed=10)
    first = data["play"]["events"][0]
    who = f"player {first['player']} " if players > 1 else ""
    action = next(one for one in ("play", "discard") if one in first)
    assert any(text.startswith(f"0.5 s: {who}{action}s ") for text in said)
    assert "12 s: the sand is stopped for 60 minutes." in said
    assert "299.5 s: the five minutes are ended early." in said
    assert sum("holds" in text for text in said) == (players if players > 1 else 0)
    assert timeline.checked.run is not None
    assert clock.now - begun == pytest.approx((299.5 + 5 + len(timeline.checked.run.frames)) / 10)


def test_watching_in_text_describes_the_resolution() -> None:
    game = random_game(3)
    clock, said = ManualClock(), []
    watch_plain(timeline_of(game), said.append, clock.wait, speed=100)
    assert said[-1].startswith("You have")
    assert game.resolution is not None
    assert sum(text.startswith("Card ") for text in said) == game.resolution.state.revealed
