"""Interrupted games resume where they were: in the five minutes paused, in the resolution at the same card."""

import json
from collections import Counter
from datetime import timedelta

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load, parse
from dtcli.formats.replay.serialize import card_entry
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.journal import GameLabel, Journal, saved_replay
from dtcli.play.storage.play_and_save import play_game, resume_saved_game
from dtcli.play.storage.recovery import recover
from dtcli.play.storage.resume import CannotResumeError, GameInUseError, resume_game
from dtcli.rules.decisions import Failure, Payment, RewardOffer, UseSkill
from tests.play.manual_clock import START, ManualClock
from tests.play.random_players import CarefulPlayer, Player, leaving, play, setup

LABEL = GameLabel("ab12", "2026-01-16T20:31:00+01:00")


def again(kept):
    return resume_game(parse(json.dumps(kept), suffix=".json"))


def test_a_resolution_is_resumed_where_it_was_after_every_choice():
    met: Counter = Counter()
    for seed in (11, 12, 13, 18, 22):
        player = CarefulPlayer(seed)

        def listen(game: SoloGame) -> None:
            if game.resolution is None:
                return
            kept = json.loads(json.dumps(saved_replay(game, LABEL)))
            other = resumed_or_over(game, kept)
            assert other.resolution.state._replace(game=game.resolution.state.game) == game.resolution.state
            assert other.resolution.decision == game.resolution.decision
            assert other.resolution.notes == game.resolution.notes
            assert other.phase is game.phase
            assert other.table == game.table
            assert json.loads(json.dumps(saved_replay(other, LABEL))) == kept
            met[type(game.resolution.decision)] += 1
            for note in kept["choices"]:
                met.update(f"{key}: {note[key]}" for key in ("take", "tokens", "hero") if key in note)

        what = "the-apprentices-book" if seed % 4 == 0 else "training-grounds"
        player_setup = setup(what, seed=str(seed), draw_heroes=3, extended=seed % 2 == 1)
        game = SoloGame(player_setup, now=player.clock, listener=listen)
        player(game)
    assert min(met[kind] for kind in (Payment, RewardOffer, Failure)) > 0, met
    assert met["take: None"] > 0
    assert sum(key.startswith("hero: ") for key in map(str, met)) >= 5


def resumed_or_over(game, kept):
    """Resume a game; for one that is over, the number of revealed cards is added."""
    return again({**kept, "_revealed": game.resolution.state.revealed})


@pytest.fixture
def folders(tmp_path):
    return Folders(tmp_path / "home")


def left_in_resolution(folders):
    found = play(
        folders,
        what="training-grounds",
        player=CarefulPlayer(3),
        leave=lambda game: game.resolution is not None and game.resolution.state.revealed == 5,
    )
    assert found.game is None
    assert found.saved.interrupted is Phase.RESOLUTION
    return found.path


def test_leaving_is_like_being_interrupted(folders):
    path = left_in_resolution(folders)
    assert json.loads(path.read_text())["_interrupted"] == "resolution"
    assert resume_saved_game(path, Player(1).resolve, folders=folders).game.phase is Phase.OVER
    with pytest.raises(CannotResumeError, match="not interrupted"):
        resume_saved_game(path, Player(1).resolve, folders=folders)
    assert not list(folders.journals.iterdir())


def test_a_game_is_resumed_by_one_process(folders):
    path = left_in_resolution(folders)

    def front_end(game, _save):
        with pytest.raises(GameInUseError):
            resume_saved_game(path, Player(1).resolve, folders=folders)

    assert resume_saved_game(path, front_end, folders=folders).saved.interrupted is Phase.RESOLUTION


def test_leaving_during_a_pause_records_it(folders):
    player = Player(1)

    def front_end(game, _save):
        player.begin(game)
        player.clock.wait(10)
        game.play([0])
        game.pause()
        player.clock.wait(50)

    found = play_game(setup(), front_end, folders=folders, now=player.clock)
    assert found.saved.interrupted is Phase.TABLE
    assert json.loads(found.path.read_text())["play"]["pauses"] == [{"t": 10.0, "seconds": 50.0}]


def test_cards_that_were_sorted_and_swapped_lie_there_after_a_kill(folders):
    player = Player(1)
    journal = Journal.reserve(folders.create(), "game", calendar=player.clock.date)
    game = SoloGame(setup(), now=player.clock, listener=journal)
    journal.begin(game, GameLabel("ab12", ""))
    swapped = game.swap(0, 14)  # not written before the clock starts
    assert swapped == [14, *range(1, 14), 0]
    game.start_clock()
    game.play([3])
    assert game.sort() != list(range(15))
    game.swap(2, 12)
    journal.close()
    recover(folders)
    (path,) = folders.games.iterdir()
    found = resume_saved_game(path, lambda resumed, _: resumed.resume(), folders=folders, now=player.clock)
    assert json.loads(found.path.read_text())["_table"]["places"] == [
        card_entry(card, game.setup.names) for card in game.places
    ]
    assert len(game.log) == 2  # a play and a draw


def test_a_front_end_that_fails_loses_nothing(folders):
    player = Player(1)

    def front_end(game, _save):
        player.begin(game)
        game.play([0])
        raise RuntimeError

    found = play_game(setup(), front_end, folders=folders, now=player.clock)
    assert isinstance(found.stopped, RuntimeError)
    (path,) = folders.games.iterdir()
    assert len(json.loads(path.read_text())["story"]) == 1
    assert not list(folders.journals.iterdir())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"_revealed": None}, "how many"),
        ({"_revealed": 1000}, "does not answer"),
        ({"play": None}, "not a solo game"),
        ({"card_set": "gone.toml"}, "gone.toml"),
        ({"story": []}, "the story has 0"),
    ],
)
def test_an_invalid_resolution_is_not_resumed(folders, change, why):
    kept = json.loads(left_in_resolution(folders).read_text())
    assert again(kept).phase is Phase.RESOLUTION
    with pytest.raises(CannotResumeError, match=why):
        again({**kept, **change})


def test_a_skill_before_the_next_card_is_resumed_too():
    for seed in range(40):
        player = CarefulPlayer(seed)
        kept = []

        def listen(game: SoloGame, kept=kept) -> None:
            notes = game.resolution.notes if game.resolution else ()
            if notes and isinstance(getattr(notes[-1], "use", None), UseSkill) and game.resolution.in_gap:
                kept.append((json.loads(json.dumps(saved_replay(game, LABEL))), game.resolution.state))

        game = SoloGame(setup("training-grounds", seed=str(seed), draw_heroes=3), now=player.clock, listener=listen)
        player(game)
        if kept:
            replay, state = kept[0]
            assert again(replay).resolution.state._replace(game=state.game) == state
            return
    pytest.fail("no hero acted")


# the five minutes


def resumed_table(kept, clock, *, later=0.0):
    document = parse(json.dumps(kept), suffix=".json")
    return resume_game(document, now=clock, calendar=lambda: clock.date() + timedelta(seconds=later))


def test_the_table_is_resumed_as_it_was_after_every_action():
    compared = Counter()
    for seed in (11, 12, 13, 16):
        player = Player(seed)

        def listen(game: SoloGame, clock=player.clock) -> None:
            if game.phase is not Phase.TABLE or game.clock.is_paused:
                return
            game.refills_at_once = len(game.log) % 7 != 0
            kept = json.loads(json.dumps(saved_replay(game, LABEL, at=clock.date())))
            other = resumed_table(kept, clock, later=90)
            assert (other.phase, other.clock.is_paused) == (Phase.TABLE, True)
            assert other.clock.elapsed == pytest.approx(game.clock.elapsed, abs=0.001)
            assert other.clock.paused_for == pytest.approx(90, abs=0.002)
            assert (other.dealt, other.table, other.places) == (game.dealt, game.table, game.places)
            assert (other.heroes, other.refills_at_once) == (game.heroes, game.refills_at_once)
            assert [(done.action, done.cards) for done in other.log] == [(done.action, done.cards) for done in game.log]
            assert other.setup.goal == game.setup.goal
            assert json.loads(json.dumps(saved_replay(other, LABEL, at=clock.date()))) == kept
            compared["empty places"] += None in game.places
            compared["other places"] += places_by_the_first_of_equal_cards(kept) != game.places
            compared["all"] += 1

        what = "the-apprentices-book" if seed % 4 == 0 else "training-grounds"
        game = SoloGame(setup(what, seed=str(seed), draw_heroes=2), now=player.clock, listener=listen)
        player.begin(game)
        player.play(game)
    assert compared["all"] > 100
    assert min(compared["empty places"], compared["other places"]) > 0, compared


def places_by_the_first_of_equal_cards(kept):
    return resumed_table({**kept, "_table": None}, ManualClock()).places


def left_at_table(folders, clock):
    """Leave a game after 42 s on the clock, the last 10 without an action."""

    def front_end(game, _save):
        game.start_clock()
        clock.wait(32)
        game.play([3])
        clock.wait(10)

    found = play_game(setup(), front_end, folders=folders, now=clock, calendar=clock.date)
    assert (found.game, found.saved.interrupted) == (None, Phase.TABLE)
    return found.path


def finish_after(seconds, clock):
    def front_end(game, _save):
        game.resume()
        clock.wait(seconds)
        game.finish()
        Player(1).resolve(game)

    return front_end


def test_the_interruption_is_a_pause_with_its_length(folders):
    clock = ManualClock()
    path = left_at_table(folders, clock)
    assert json.loads(path.read_text())["_table"]["clock"] == 42
    clock.wait(3600)
    found = resume_saved_game(path, finish_after(8, clock), folders=folders, now=clock, calendar=clock.date)
    assert (found.path, found.saved.interrupted) == (path, None)
    replay = json.loads(path.read_text())
    assert replay["play"]["pauses"] == [{"t": 42, "seconds": 3600}]
    assert replay["play"]["ended"] == 50
    assert not {"_table", "_interrupted"} & set(replay)
    assert check(load(path)).problems == ()
    assert not list(folders.journals.iterdir())
    with pytest.raises(CannotResumeError, match="not interrupted"):
        resume_saved_game(path, finish_after(1, clock), folders=folders)


def test_a_game_can_be_left_and_resumed_again_and_again(folders):
    clock = ManualClock()
    path = left_at_table(folders, clock)

    def look_and_leave(game, _save):
        with pytest.raises(Exception, match="paused"):
            game.play([0])
        clock.wait(5)

    for _ in range(2):
        clock.wait(100)
        assert resume_saved_game(path, look_and_leave, folders=folders, now=clock, calendar=clock.date).path == path
    clock.wait(100)
    resume_saved_game(path, finish_after(8, clock), folders=folders, now=clock, calendar=clock.date)
    pauses = json.loads(path.read_text())["play"]["pauses"]
    assert pauses == [{"t": 42, "seconds": 105}, {"t": 42, "seconds": 105}, {"t": 42, "seconds": 100}]
    assert check(load(path)).problems == ()


def test_an_interruption_in_a_pause_adds_to_it(folders):
    clock = ManualClock()

    def front_end(game, _save):
        game.start_clock()
        clock.wait(10)
        game.pause()
        clock.wait(50)

    path = play_game(setup(), front_end, folders=folders, now=clock, calendar=clock.date).path
    clock.wait(30)
    resume_saved_game(path, finish_after(0, clock), folders=folders, now=clock, calendar=clock.date)
    assert json.loads(path.read_text())["play"]["pauses"] == [{"t": 10, "seconds": 50}, {"t": 10, "seconds": 30}]


def test_the_clock_stops_while_a_game_is_being_saved(folders):
    clock = ManualClock()

    def front_end(game, save):
        game.start_clock()
        clock.wait(10)
        save(game)
        clock.wait(1000)  # as when another folder is asked for

    found = play_game(setup(), front_end, folders=folders, now=clock, calendar=clock.date)
    replay = json.loads(found.path.read_text())
    assert (replay["_interrupted"], replay["_table"]["clock"]) == ("table", 10)
    assert "pauses" not in replay["play"]


@pytest.mark.parametrize(
    "at",
    ["2026-01-16T20:32:00+00:00", "2026-01-16T20:30:00", "1926-01-16T20:31:00+00:00", "yesterday", "", 7, None, [], {}],
    ids=str,
)
def test_an_implausible_date_is_ignored(folders, at):
    clock = ManualClock()
    kept = json.loads(left_at_table(folders, clock).read_text())
    document = parse(json.dumps({**kept, "_table": {**kept["_table"], "at": at}}), suffix=".json")
    other = resume_game(document, now=clock, calendar=lambda: START)
    other.resume()
    assert other.clock.pauses == [(pytest.approx(42), 0)]


@pytest.mark.parametrize(
    ("table", "clock"),
    [
        (None, 32), ([], 32), ({}, 32), ({"clock": "much"}, 32), ({"clock": True}, 32), ({"clock": -5}, 32),
        ({"clock": 5}, 32), ({"clock": 299}, 299), ({"clock": 10**400}, 300), ({"clock": 1e300}, 300),
        ({"clock": 40, "places": 3}, 40), ({"clock": 40, "places": ["sword"] * 15}, 40),
        ({"clock": 40, "places": [None] * 15}, 40), ({"clock": 40, "places": [{"mission": []}, 3]}, 40),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_missing_table_entries_are_derived_from_the_events(folders, table, clock):
    hand_clock = ManualClock()
    kept = json.loads(left_at_table(folders, hand_clock).read_text())
    other = resumed_table({**kept, "_table": table}, hand_clock)
    assert other.clock.elapsed == pytest.approx(clock)
    assert other.places == resumed_table(kept, hand_clock).places
    other.resume()
    assert other.check_time() == (clock == 300)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"_interrupted": "lunch"}, "not interrupted in"),
        ({"play": None}, "not a solo game"),
        ({"scenario": None}, "neither scenario nor adventure"),
        ({"card_set": "gone.toml"}, "gone.toml"),
        ({"story": []}, "the story has 0"),
    ],
)
def test_invalid_five_minutes_are_not_resumed(folders, change, why):
    kept = json.loads(left_at_table(folders, ManualClock()).read_text())
    changed = {key: value for key, value in {**kept, **change}.items() if key != "scenario" or value}
    with pytest.raises(CannotResumeError, match=why):
        resumed_table(changed, ManualClock())


def test_a_game_that_is_being_resumed_is_not_resumed_twice(folders):
    clock = ManualClock()
    path = left_at_table(folders, clock)

    def front_end(game, _save):
        with pytest.raises(GameInUseError):
            resume_saved_game(path, Player(1).resolve, folders=folders)

    resume_saved_game(path, front_end, folders=folders, now=clock, calendar=clock.date)


def test_the_five_minutes_can_be_left_after_any_action_with_the_same_result(folders, tmp_path):
    player = CarefulPlayer(3)
    found = play(Folders(tmp_path / "whole"), what="training-grounds", player=player)
    whole = json.loads(found.path.read_text())["play"]
    player = CarefulPlayer(3)
    front_end = leaving(player, after=lambda game: len(game.log) == 12)
    game = setup("training-grounds", draw_heroes=1, seed="1")
    left = play_game(game, front_end, folders=folders, now=player.clock, calendar=player.clock.date)
    heroes = json.loads(left.path.read_text())["heroes"]
    kept = json.loads(left.path.read_text())["play"]
    assert kept["events"] == whole["events"][: len(kept["events"])]
    player.clock.wait(50)

    def go_on(game, _save):
        assert [*game.heroes] == heroes
        game.resume()
        player.play(game)
        player.resolve(game)

    over = resume_saved_game(left.path, go_on, folders=folders, now=player.clock, calendar=player.clock.date)
    assert over.game.phase is Phase.OVER
    finished = json.loads(over.path.read_text())["play"]
    assert (finished["hands"], finished["deck"]) == (whole["hands"], whole["deck"])
    assert finished["events"][: len(kept["events"])] == kept["events"]
    assert finished["pauses"] == [{"t": kept["events"][-1]["t"], "seconds": 50}]
    assert finished["ended"] == 300
    assert check(load(over.path)).problems == ()
