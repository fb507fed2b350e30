"""The statistics over saved games, on hand-written games."""

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.play.storage.history import Streak, played_game, tallies

WON = "goal: 1\nsword\nmission X: sword\n"
TWO = "goal: 1\n2 sword\nmission X: sword\nmission Y: sword\n"
LOST = "goal: 1\nsword\n"
BROKEN = "goal: 1\nsword\nmission X: sword\nsword\nbow\nshield\ntorch\nmap\npotion\nkeys\ngold\ngrapnel\n"
COMPLETED = "2 sword\nmission X: sword\n"
OPEN = "goal: 2\nsword\nmission X: sword -> bow/torch\nmission Y: torch\n"
INTERRUPTED = '_interrupted: "table"\n' + WON


def game(text, file="a.dt", head=""):
    found = played_game(check(parse(head + text, file=file, suffix=".dt")))
    assert found is not None
    return found


def tally(*texts):
    games = [game(text, f"2026-01-16-20{n:02}-x.dt") for n, text in enumerate(texts)]
    *rows, total = tallies(games)
    assert len(rows) == 1
    assert rows[0]._replace(category=total.category) == total
    return total


@pytest.mark.parametrize(
    ("text", "status"),
    [(WON, "won"), (TWO, "won"), (LOST, "lost"), (BROKEN, "broken"), (COMPLETED, "completed"), (OPEN, "open")],
)
def test_the_games_are_what_their_names_say(text, status):
    assert game(text).status == status


def test_won_lost_and_broken_games_are_counted():
    found = tally(WON, LOST, BROKEN, TWO, COMPLETED)
    assert (found.won, found.lost, found.broken, found.completed) == (2, 1, 1, 1)
    assert (found.games, found.decided) == (5, 4)
    assert found.missions == 1 + 0 + 1 + 2 + 1
    assert found.average == 1.0
    assert found.best == 2


def test_the_best_game_has_a_whole_backpack():
    assert tally(BROKEN).best is None
    assert tally(BROKEN, LOST).best == 0
    assert tally(BROKEN, LOST).average == 0.5


def test_interrupted_and_open_games_are_counted_separately():
    found = tally(WON, INTERRUPTED, OPEN)
    assert (found.games, found.interrupted, found.open) == (1, 1, 1)
    assert found.streak == Streak(1, 1)
    assert found.missions == 1


@pytest.mark.parametrize(
    ("games", "streak"),
    [
        ("", (0, 0)),
        ("w", (1, 1)),
        ("wwl", (0, 2)),
        ("wlww", (2, 2)),
        ("wwwlw", (1, 3)),
        ("wwbw", (1, 2)),
        ("wcw", (2, 2)),
    ],
)
def test_a_streak_ends_with_a_game_that_is_not_won(games, streak):
    texts = {"w": WON, "l": LOST, "b": BROKEN, "c": COMPLETED}
    found = tallies([game(texts[one], f"2026-01-16-20{n:02}-x.dt") for n, one in enumerate(games)])[-1]
    assert found.streak == streak


def test_games_are_sorted_by_time_not_by_the_order_of_the_files():
    first = game(WON, "z.dt", "date: 2026-01-01\n")
    second = game(WON, "2026-01-02-0900-b.dt", "date: 2020-01-01\n")
    third = game(LOST, "2026-01-02-1000-a.dt")
    assert tallies([third, first, second])[-1].streak == Streak(0, 2)
    assert tallies([third._replace(when=("2025-12-31-2359", "")), first, second])[-1].streak == Streak(2, 2)


def test_scenarios_are_in_campaign_order_with_extended_play_separate():
    games = [
        game("sword\n"),
        game("scenario: level-2\nsword\n"),
        game("adventure: the-apprentices-book\nsword\n"),
        game("scenario: level-1\nextended: yes\nsword\n"),
        game("scenario: level-1\nsword\n"),
        game("scenario: level-1\nsword\n"),
    ]
    *rows, total = [one.as_json() for one in tallies(games)]
    assert [(row["kind"], row["id"], row["extended"], row["games"]) for row in rows] == [
        ("scenario", "level-1", False, 2),
        ("scenario", "level-1", True, 1),
        ("scenario", "level-2", False, 1),
        ("adventure", "the-apprentices-book", False, 1),
        ("none", None, False, 1),
    ]
    assert (total["kind"], total["games"], total["lost"], total["completed"]) == ("total", 6, 5, 1)


def test_the_result_in_the_file_is_ignored():
    claimed = game(LOST, head="result: 9 missions, won\n")
    assert (claimed.status, claimed.missions) == ("lost", 0)


def test_an_invalid_game_is_not_counted():
    assert played_game(check(parse("swrod\n", file="a.dt", suffix=".dt"))) is None
