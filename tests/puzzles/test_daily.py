"""The puzzles of the day: no day is missing, no title comes twice, weekdays have their grades, a sample is proved."""

from datetime import date, timedelta

import pytest

from dtcli.formats.puzzle.daily import GRADES, daily_grade, daily_ids, day_of_id
from dtcli.formats.puzzle.file import check_puzzle, read_id
from dtcli.formats.puzzle.ids import full_id
from dtcli.formats.puzzle.packs import packs
from solver.puzzles.daily_titles import FIRST_DAY, daily_title
from solver.puzzles.examination import examine

DAYS = sorted(daily_ids())
SAMPLE = DAYS[:7]


def checked(day):
    return check_puzzle(read_id(daily_ids()[day]))


def test_no_day_is_missing():
    assert DAYS[0] == date(2026, 11, 19)
    assert [DAYS[0] + timedelta(n) for n in range(len(DAYS))] == DAYS


def test_every_id_can_be_read_and_is_written_the_same():
    for day in DAYS:
        puzzle = checked(day)
        assert puzzle.problems == (), day
        assert full_id(puzzle.document.data) == daily_ids()[day]
        assert day_of_id(daily_ids()[day]) == day


def test_no_title_and_no_position_comes_twice():
    shipped = {document.data["title"] for pack in packs() for document in pack.puzzles()}
    titles = [checked(day).title for day in DAYS]
    assert titles == [daily_title(day) for day in DAYS]
    assert len({*titles, *shipped}) == len(titles) + len(shipped)
    positions = {str({**checked(day).document.data, "title": ""}) for day in DAYS}
    assert len(positions) == len(DAYS)


def test_titles_of_ten_thousand_days_differ():
    assert len({daily_title(FIRST_DAY + timedelta(n)) for n in range(10_000)}) == 10_000


def test_grades_rise_towards_sunday():
    assert list(GRADES) == sorted(GRADES)
    assert (GRADES[0], GRADES[-1]) == (1, 5)


@pytest.mark.parametrize("day", SAMPLE, ids=str)
def test_the_first_days_are_proved_again(day):
    """``make_daily`` proves each day when it makes it."""
    examined = examine(checked(day), padding=daily_grade(day) < 4)
    assert examined.problems == ()
    assert examined.report.unique
    assert examined.report.needs_thought
    assert examined.report.difficulty.grade == daily_grade(day)
    assert examined.proof.proved
