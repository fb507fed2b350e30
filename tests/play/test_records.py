"""Personal best, streak and stars, from saved games."""

import pytest

from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import check
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.formats.replay.reading import load
from dtcli.play.game.replay import replay_of
from dtcli.play.game.solo_game import Phase
from dtcli.play.game.stars import stars_of
from dtcli.play.storage import records as records_module
from dtcli.play.storage.campaign import CampaignGame, new_campaign, with_game
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.records import BestGame, Records, campaign_stars, deeds_of, find_records, record_sentences
from dtcli.rules.score import Result, Status
from tests.play.good_player import decide_simply
from tests.play.test_game import started
from tests.play.test_par import finished, saved

# how games are compared


def test_more_missions_are_better_then_fewer_deeds():
    ranked = [BestGame(9, 30), BestGame(10, None), BestGame(10, 50), BestGame(10, 45), BestGame(11, 60)]
    assert sorted({*ranked}, key=lambda one: one.rank) == ranked
    assert [str(one) for one in ranked[:2]] == ["9 missions in 30 deeds", "10 missions"]


# what the saved games say


@pytest.fixture
def folders(tmp_path):
    return Folders(tmp_path / "home").create()


GAMES = {
    "won": finished(what="level-1", seed="11", until=1),
    "lost": finished(what="level-1", seed="11", until=285),
    "other": finished(what="level-2", seed="11", until=285),
}


def write(folders, *names, **other):
    """Save these games, one after another, and return their paths."""
    paths = []
    for n, name in enumerate(names):
        path = folders.games / f"2026-01-16-20{n:02}-{name}.json"
        path.write_text(compact({**replay_of(GAMES[name], date="2026-01-16"), **other}), encoding="utf-8")
        paths.append(path)
    return paths


def test_the_games_are_what_their_names_say():
    assert [GAMES[name].status for name in ("won", "lost", "other")] == [Status.WON, Status.LOST, Status.LOST]


def test_the_best_of_the_scenario_and_the_streak_of_all_games_are_found(folders):
    write(folders, "lost", "other", "won", "won")
    records = find_records(GAMES["lost"], None, folders)
    won = GAMES["won"]
    assert records.games == 3
    assert records.best == BestGame(won.resolution.state.completed, won.deeds, "2026-01-16")
    assert records.streak == 2
    assert find_records(GAMES["other"], None, folders).games == 1


def test_the_game_itself_does_not_count(folders):
    *_, last = write(folders, "lost", "won")
    records = find_records(GAMES["won"], last, folders)
    assert (records.games, records.streak) == (1, 0)
    assert records.best.missions == GAMES["lost"].resolution.state.completed


def test_extended_play_interrupted_games_and_unreadable_files_are_left_out(folders):
    write(folders, "won", extended=True)
    assert find_records(GAMES["won"], None, folders).games == 0
    (path,) = write(folders, "won", _interrupted="resolution")
    assert find_records(GAMES["won"], None, folders) == Records(0, None, 0)
    path.write_text("{", encoding="utf-8")
    (folders.games / "notes.txt").write_text("not a game", encoding="utf-8")
    assert find_records(GAMES["won"], None, folders) == Records(0, None, 0)


def test_a_folder_that_is_gone_has_no_records(tmp_path):
    assert find_records(GAMES["won"], None, Folders(tmp_path / "gone")) == Records(0, None, 0)


def test_deeds_are_counted_as_the_game_counts_them():
    for game in GAMES.values():
        assert deeds_of(replay_of(game, date="")) == game.deeds
    assert deeds_of({"story": []}) is None


# in sentences

MISSIONS, DEEDS = GAMES["won"].resolution.state.completed, GAMES["won"].deeds
NOW = f"{MISSIONS} missions in {DEEDS} deeds"


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (Records(0, None, 0), ["Your first finished game of Level 1."]),
        (Records(3, None, 0), [f"New best: {NOW}; the backpack broke in all games before."]),
        (
            Records(7, BestGame(MISSIONS - 1, DEEDS), 1),
            [f"New best: {NOW}; the best of 7 games before was {MISSIONS - 1} missions in {DEEDS} deeds.",
             "2 games won in a row."],
        ),
        (
            Records(1, BestGame(MISSIONS, DEEDS + 1), 0),
            [f"New best: {NOW}; the game before had {MISSIONS} missions in {DEEDS + 1} deeds."],
        ),
        (Records(2, BestGame(MISSIONS, DEEDS), 4), [f"As good as your best: {NOW}.", "5 games won in a row."]),
        (
            Records(2, BestGame(MISSIONS, DEEDS - 1, "2026-01-16"), 0),
            [f"Your best, of 2 games before: {MISSIONS} missions in {DEEDS - 1} deeds, on 2026-01-16."],
        ),
    ],
)  # fmt: skip
def test_the_records_of_a_won_game(records, said):
    assert record_sentences(GAMES["won"], records) == said


def test_a_lost_game_ends_a_streak():
    best = BestGame(12, 40)
    assert record_sentences(GAMES["lost"], Records(5, best, 3))[1:] == ["That ends a streak of 3 won games."]
    assert len(record_sentences(GAMES["lost"], Records(5, best, 1))) == 1


def test_a_broken_game_is_never_the_best():
    game, _ = started(what="level-1", seed="11")
    for _ in range(9):
        game.play([14, 13, 12, 11, 10])
    game.finish()
    while game.phase is Phase.RESOLUTION:
        decide_simply(game)
    assert game.status is Status.BROKEN
    said = record_sentences(game, Records(2, BestGame(0, 1), 0))
    assert not any("best" in text for text in said)
    assert record_sentences(game, Records(2, BestGame(1, 40), 0)) == [
        "Your best, of 2 games before: 1 mission in 40 deeds."
    ]


# the stars of old games


@pytest.mark.parametrize("par", [None, KeptPar(1, 1, 10), KeptPar(GAMES["won"].deeds, 3, 10)])
def test_a_saved_game_has_the_stars_that_its_end_showed(folders, par):
    game = GAMES["won"]
    kept = {} if par is None else {"_par": par.as_json()}
    path = saved(game, folders.games, **kept)
    result = Result(broken=False, won=True, missions=game.resolution.state.completed)
    save = with_game(new_campaign("x", at=""), CampaignGame(path.name, "2026-01-16", "level-1", False, result))
    assert check(load(path)).is_valid
    assert campaign_stars(save, folders) == {path.name: len(stars_of(game.finished, par).reasons)}


def test_a_game_whose_replay_is_gone_keeps_one_star(folders):
    result = Result(broken=False, won=True, missions=12)
    save = with_game(new_campaign("x", at=""), CampaignGame("gone.json", "2026-01-16", "level-1", False, result))
    assert campaign_stars(save, folders) == {"gone.json": 1}


def test_games_of_other_scenarios_are_not_resolved_again(folders, monkeypatch):
    replay = compact(replay_of(GAMES["other"], date="2026-01-16"))
    for n in range(50):
        (folders.games / f"2026-01-{1 + n // 60:02}-20{n % 60:02}-other.json").write_text(replay, encoding="utf-8")
    resolved = []

    def counted(document):
        resolved.append(document.file)
        return check(document)

    monkeypatch.setattr(records_module, "check", counted)
    assert find_records(GAMES["won"], None, folders) == Records(0, None, 0)
    assert len(resolved) == 1  # the newest, for the streak
