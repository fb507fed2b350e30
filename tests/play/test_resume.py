"""A resolution that was interrupted goes on at the same card, with the same question, and no way back."""

import json
from collections import Counter

import pytest

from dtcli.formats.replay.reading import parse
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.journal import Label, kept_of
from dtcli.play.storage.lifecycle import played, resumed
from dtcli.play.storage.resume import BeingPlayedError, NotTakenUpError, taken_up
from dtcli.rules.decisions import Failure, Payment, RewardOffer, UseSkill
from tests.play.random_players import Careful, Player, play, setup

LABEL = Label("ab12", "2026-01-16T20:31:00+01:00")


def again(kept):
    return taken_up(parse(json.dumps(kept), suffix=".json"))


def test_it_stands_where_it_stood_after_every_choice():
    met: Counter = Counter()
    for seed in (11, 12, 13, 18, 22):
        player = Careful(seed)

        def listen(game: SoloGame) -> None:
            if game.session is None:
                return
            kept = json.loads(json.dumps(kept_of(game, LABEL)))
            other = taken_up_or_over(game, kept)
            assert other.session.state._replace(game=game.session.state.game) == game.session.state
            assert other.session.decision == game.session.decision
            assert other.session.notes == game.session.notes
            assert other.phase is game.phase
            assert other.table == game.table
            assert json.loads(json.dumps(kept_of(other, LABEL))) == kept
            met[type(game.session.decision)] += 1
            for note in kept["choices"]:
                met.update(f"{key}: {note[key]}" for key in ("take", "tokens", "hero") if key in note)

        what = "the-apprentices-book" if seed % 4 == 0 else "training-grounds"
        player_setup = setup(what, seed=str(seed), draw_heroes=3, extended=seed % 2 == 1)
        game = SoloGame(player_setup, now=player.clock, listener=listen)
        player(game)
    assert min(met[kind] for kind in (Payment, RewardOffer, Failure)) > 0, met
    assert met["take: None"] > 0
    assert sum(key.startswith("hero: ") for key in map(str, met)) >= 5


def taken_up_or_over(game, kept):
    """Return the game again; one that is over says so by its last card."""
    return again({**kept, "_revealed": game.session.state.revealed})


@pytest.fixture
def folders(tmp_path):
    return Folders(tmp_path / "home")


def left_in_resolution(folders):
    found = play(
        folders,
        what="training-grounds",
        player=Careful(3),
        leave=lambda game: game.session is not None and game.session.state.revealed == 5,
    )
    assert found.game is None
    assert found.kept.interrupted is Phase.RESOLUTION
    return found.path


def test_leaving_is_like_being_interrupted(folders):
    path = left_in_resolution(folders)
    assert json.loads(path.read_text())["_interrupted"] == "resolution"
    assert resumed(path, Player(1).resolve, folders=folders).game.phase is Phase.OVER
    with pytest.raises(NotTakenUpError, match="not interrupted"):
        resumed(path, Player(1).resolve, folders=folders)
    assert not list(folders.journals.iterdir())


def test_one_game_is_taken_up_by_one_player(folders):
    path = left_in_resolution(folders)

    def front_end(game, _save):
        with pytest.raises(BeingPlayedError):
            resumed(path, Player(1).resolve, folders=folders)

    assert resumed(path, front_end, folders=folders).kept.interrupted is Phase.RESOLUTION


def test_whoever_leaves_in_a_pause_has_it_on_record(folders):
    player = Player(1)

    def front_end(game, _save):
        player.begin(game)
        player.clock.wait(10)
        game.play([0])
        game.pause()
        player.clock.wait(50)

    found = played(setup(), front_end, folders=folders, now=player.clock)
    assert found.kept.interrupted is Phase.TABLE
    assert json.loads(found.path.read_text())["play"]["pauses"] == [{"t": 10.0, "seconds": 50.0}]


def test_a_front_end_that_fails_loses_nothing(folders):
    player = Player(1)

    def front_end(game, _save):
        player.begin(game)
        game.play([0])
        raise RuntimeError

    found = played(setup(), front_end, folders=folders, now=player.clock)
    assert isinstance(found.stopped, RuntimeError)
    (path,) = folders.games.iterdir()
    assert len(json.loads(path.read_text())["story"]) == 1
    assert not list(folders.journals.iterdir())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"_revealed": None}, "how many"),
        ({"_revealed": 1000}, "does not answer"),
        ({"play": None}, "no solo game"),
        ({"card_set": "gone.toml"}, "gone.toml"),
        ({"story": []}, "the story has 0"),
    ],
)
def test_what_makes_no_sense_is_not_taken_up(folders, change, why):
    kept = json.loads(left_in_resolution(folders).read_text())
    assert again(kept).phase is Phase.RESOLUTION
    with pytest.raises(NotTakenUpError, match=why):
        again({**kept, **change})


def test_a_skill_before_the_next_card_is_taken_up_too():
    for seed in range(40):
        player = Careful(seed)
        kept = []

        def listen(game: SoloGame, kept=kept) -> None:
            notes = game.session.notes if game.session else ()
            if notes and isinstance(getattr(notes[-1], "use", None), UseSkill) and game.session.in_gap:
                kept.append((json.loads(json.dumps(kept_of(game, LABEL))), game.session.state))

        game = SoloGame(setup("training-grounds", seed=str(seed), draw_heroes=3), now=player.clock, listener=listen)
        player(game)
        if kept:
            replay, state = kept[0]
            assert again(replay).session.state._replace(game=state.game) == state
            return
    pytest.fail("no hero acted")
