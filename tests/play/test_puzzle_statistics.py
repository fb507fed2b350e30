"""The rating by Glicko-2, checked with the example of the paper; what counts as solved, and as a streak."""

from datetime import date

import pytest

from dtcli.formats.puzzle.results import PuzzleResult, StormResult
from dtcli.play.puzzle.glicko2 import MOST_DEVIATION, Opponent, Rating, rated
from dtcli.play.puzzle.share import share_text
from dtcli.play.puzzle.statistics import best_storms, daily_streak, rating_of, statistics, summary
from dtcli.play.storage.puzzle_results import StoredResults

TODAY = date(2026, 11, 25)


def result(session="a", puzzle="p", day=19, **other):
    return PuzzleResult(session, puzzle, f"2026-11-{day}T20:00:00+01:00", **{"grade": 3, **other})


def of(*sessions):
    return summary(list(sessions))


def test_the_example_of_the_paper():
    """Glickman, "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999; he rounds on the way."""
    games = [Opponent(1400, 30, 1), Opponent(1550, 100, 0), Opponent(1700, 300, 0)]
    after = rated(Rating(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_deviation_grows():
    after = rated(Rating(1500, 200, 0.06), [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.27, abs=0.01)
    assert rated(Rating(1500, MOST_DEVIATION), []).deviation == MOST_DEVIATION


def test_surprises_raise_the_volatility():
    lost, won = (rated(Rating(2000, 50, 0.06), [Opponent(1000, 30, score)] * 5) for score in (0, 1))
    assert lost.volatility > 0.06 > won.volatility
    assert lost.rating < 2000 < won.rating


@pytest.mark.parametrize(
    ("sessions", "score"),
    [
        ([{"attempts": 1, "solved": True}], 1),
        ([{"attempts": 2, "solved": True}], 0.5),
        ([{"attempts": 1, "solved": True, "hints": 1}], 0.5),
        ([{"attempts": 1, "solved": True, "undos": 1}], 0.5),
        ([{"attempts": 1}], 0),
        ([{"solution": True}], 0),
        ([{"hints": 1}], None),
        ([{"hints": 1}, {"attempts": 1, "solved": True}], 0.5),
        ([{"attempts": 1}, {"attempts": 1, "solved": True}], 0),
        ([{"attempts": 1, "solved": True}, {"attempts": 1}], 1),
    ],
)
def test_the_first_session_that_decides_a_puzzle_counts(sessions, score):
    assert of(*(result(str(n), **one) for n, one in enumerate(sessions))).score == score


def test_a_puzzle_is_summed_up_to_its_solution():
    found = of(
        result("a", attempts=2, hints=1, seconds=60.0),
        result("b", attempts=1, seconds=30.5, solved=True, day=20),
        result("c", attempts=9, hints=9, seconds=99.0, day=21),
    )
    assert (found.attempts, found.hints, found.seconds, found.solved, found.sessions) == (3, 1, 90.5, True, 2)
    assert (found.first[:10], found.when[:10], found.rated_on) == ("2026-11-19", "2026-11-20", "2026-11-19")


def test_each_day_is_a_period_and_days_without_puzzles_make_the_rating_less_sure():
    one, two = of(result(attempts=1, solved=True)), of(result(puzzle="q", day=22, attempts=1))
    at_once = rating_of([one], today=date(2026, 11, 19))
    assert at_once.rating > 1500
    later = rating_of([one], today=date(2026, 11, 29))
    assert later.rating == at_once.rating
    assert later.deviation > at_once.deviation
    assert rating_of([two, one], today=TODAY) == rating_of([one, two], today=TODAY)
    assert rating_of([one, two], today=TODAY).rating < at_once.rating


def daily(*days, on=None):
    return [
        result(str(day), puzzle=str(day), day=on or day, attempts=1, solved=True)._replace(day=f"2026-11-{day}")
        for day in days
    ]


@pytest.mark.parametrize(
    ("results", "now", "longest"),
    [
        ([], 0, 0),
        (daily(23, 24, 25), 3, 3),
        (daily(23, 24), 2, 2),
        (daily(22, 23), 0, 2),
        (daily(19, 20, 21, 23, 24), 2, 3),
        (daily(19, 20, 21, on=25), 0, 0),
    ],
)
def test_a_streak_counts_days_solved_on_their_day(results, now, longest):
    assert daily_streak(results, today=TODAY) == (now, longest)


def test_the_best_storms_come_first():
    runs = [StormResult(str(n), f"2026-11-{n:02}T20:00:00+01:00", 180, n % 7, n % 3) for n in range(10, 30)]
    best = best_storms(runs)
    assert len(best) == 10
    assert [(-one.solved, one.mistakes, one.begun) for one in best] == sorted(
        (-one.solved, one.mistakes, one.begun) for one in best
    )


def test_everything_in_one_record():
    found = statistics(StoredResults((result(attempts=1, solved=True, seconds=9.0), *daily(25))), today=TODAY)
    *puzzles, total = found.as_json()
    assert [one["kind"] for one in puzzles] == ["puzzle", "puzzle"]
    assert (total["puzzles"], total["solved"], total["first_try"], total["streak"]["now"]) == (2, 2, 2, 1)
    assert total["rating"]["puzzles"] == 2


def test_a_text_to_share_says_nothing_about_the_solution():
    done = result(title="Low Torch", id="dt1.abc", seconds=61.0, attempts=2, hints=1, solved=True)
    assert share_text([done._replace(day="2026-11-19")]) == [
        "dtcli puzzle 2026-11-19: Low Torch, grade 3 (***..)",
        "solved in 1:01, 2 attempts, 1 hint",
        "dt1.abc",
    ]
    assert all(line.isascii() for line in share_text([done]))
    missed = done._replace(session="b", solved=False, attempts=3, seconds=20.0)
    assert share_text([missed, done])[1] == "solved in 1:21, 5 attempts, 2 hints"
