"""``--where``: parsed by dtcli, never evaluated as Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtcli.batch.condition import ConditionError, field_names, parse_condition

ROW = {"missions": 9, "won": False, "title": "Friday", "heroes": ["tonk-redbeer"], "goal": None, "seconds": 0.5}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("missions >= 8 and not won", True),
        ("missions > 9", False),
        ("8 <= missions < 10", True),
        ("8 <= missions < 9", False),
        ("missions = 9", True),
        ("missions != 9", False),
        ("won or missions == 9", True),
        ("not (won or missions == 9)", False),
        ("not not won", False),
        ("not won and missions = 9 or false", True),
        ("title == 'Friday'", True),
        ('title in ("Monday", "Friday")', True),
        ('title not in ("Monday",)', True),
        ("'tonk-redbeer' in heroes", True),
        ("'zaria' not in heroes", True),
        ("'rid' in title", True),
        ("goal == null", True),
        ("goal != null", False),
        ("goal < 5", False),
        ("goal >= 5", False),
        ("title < 5", False),
        ("won = 0", False),
        ("missions = 9.0", True),
        ("seconds < 1", True),
        ("missions > -1", True),
    ],
)
def test_conditions(text, holds):
    assert bool(parse_condition(text).evaluate(ROW.get)) is holds


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("missions >=", 12),
        ("missions >= 8 and", 18),
        ("(missions", 10),
        ("missions 8", 10),
        ("missions ! 8", 10),
        ("title == 'Fri", 10),
        ("__import__('os').system('true')", 17),
        ("missions; won", 9),
        ("title in (missions, 3)", 23),
        ("", 1),
        ("and", 1),
        ("(" * 60 + "won" + ")" * 60, 51),
        ("won " * 400, 1),
    ],
)
def test_what_cannot_be_parsed_says_where(text, column):
    with pytest.raises(ConditionError) as error:
        parse_condition(text)
    assert error.value.column == column


def test_the_fields_of_a_condition():
    names = field_names(parse_condition("a > 1 and (b or not c.d) and 'x' in _mine"))
    assert list(names) == ["a", "b", "c.d", "_mine"]


@given(st.text(alphabet="missonwt<>=!()andor,'\" 0189_.%é\n", max_size=40))
def test_any_text_is_a_condition_or_an_error(text):
    try:
        condition = parse_condition(text)
    except ConditionError as error:
        column = error.column
    else:
        condition.evaluate(ROW.get)
        column = 1
    assert 1 <= column <= len(text) + 1


_numbers = st.sampled_from(["missions", "1", "9", "-3", "8.5"])
_comparisons = st.tuples(_numbers, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), _numbers).map(" ".join)
_conditions = st.recursive(
    _comparisons | st.just("won"),
    lambda part: (
        st.tuples(part, st.sampled_from([" and ", " or "]), part).map("".join)
        | part.map(lambda one: f"not {one}")
        | part.map(lambda one: f"({one})")
    ),
    max_leaves=8,
)


@given(_conditions)
def test_numbers_and_junctions_mean_what_they_mean_in_python(text):
    assert bool(parse_condition(text).evaluate(ROW.get)) == bool(eval(text, {}, dict(ROW)))
