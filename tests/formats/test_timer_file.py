"""The file of the timer: what is read can be written again, and anything else is a problem with a place."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.formats.limits import LARGEST_REPLAY
from dtcli.formats.schema import TimerFile, json_schema
from dtcli.formats.timer import parse_timer, read_timer, timer_fault, timer_text

TIMES: dict[str, Any] = {
    "format": "dungeon-time/timer/1",
    "scenario": "level-1",
    "adventure": None,
    "extended": False,
    "players": 3,
    "heroes": ["alan-ironstar"],
    "started": "2026-01-16T20:31:05+01:00",
    "seconds": 300.0,
    "pauses": [{"t": 118.0, "seconds": 62.4}],
    "mission_times": [21.0, 54.5, 73.5],
    "ended": 300.0,
}


def with_changes(**changes: Any) -> bytes:
    return json.dumps({**TIMES, **changes}).encode()


def test_the_sample_has_every_key() -> None:
    assert list(TIMES) == list(TimerFile.__annotations__)
    assert set(json_schema("timer")["properties"]) == set(TIMES)


def test_a_file_reads_as_it_was_written(tmp_path) -> None:
    path = tmp_path / "times.json"
    path.write_text(timer_text(TIMES))
    assert read_timer(path) == (TIMES, ())
    assert timer_fault(path.read_bytes()) is None


@pytest.mark.parametrize("changes", [{"ended": None}, {"pauses": []}, {"_mine": [1]}, {"mission_times": []}])
def test_these_can_be_read(changes) -> None:
    assert parse_timer(with_changes(**changes)).problems == ()


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (b"", "DT108", None),
        (b"\xff", "DT102", None),
        (b"{", "DT104", None),
        (b'{"format": 1, "format": 2}', "DT105", ""),
        (b"[]", "DT106", ""),
        (b'{"format": "dungeon-time/replay/1", "story": []}', "DT106", "/format"),
        (b" " * (LARGEST_REPLAY + 1), "DT103", None),
        (with_changes(marks=[1]), "DT201", "/marks"),
        (with_changes(pauses=[{"t": 1, "seconds": 2, "why": "tea"}]), "DT201", "/pauses/0/why"),
        (b'{"format": "dungeon-time/timer/1", "started": "x", "seconds": 300}', "DT202", ""),
        (with_changes(mission_times=["4:21"]), "DT203", "/mission_times/0"),
        (with_changes(players=6), "DT203", "/players"),
        (with_changes(mission_times=[54.5, 21.0]), "DT604", "/mission_times/1"),
        (with_changes(mission_times=[301.0]), "DT604", "/mission_times/0"),
        (with_changes(ended=50.0, pauses=[]), "DT604", "/mission_times/1"),
        (with_changes(ended=301.0), "DT604", "/ended"),
        (with_changes(pauses=[{"t": 9, "seconds": 1}, {"t": 8, "seconds": 1}]), "DT604", "/pauses/1/t"),
    ],
)
def test_what_is_wrong_has_a_code_and_a_place(content, code, place) -> None:
    read = parse_timer(content, file="times.json")
    assert read.times is None
    problem = read.problems[0]
    assert (problem.code, problem.pointer, problem.file) == (code, place, "times.json")


def test_a_problem_of_times_has_a_line() -> None:
    text = timer_text({**TIMES, "mission_times": [54.5, 21.0]})
    (problem,) = parse_timer(text.encode()).problems
    assert text.splitlines()[problem.line - 1].startswith('  "mission_times"')
    assert problem.message == "second 21.0 is recorded after second 54.5"


def test_a_file_that_cannot_be_read_is_dt101(tmp_path) -> None:
    (problem,) = read_timer(tmp_path / "none.json").problems
    assert (problem.code, problem.message) == ("DT101", "cannot be read: No such file or directory")
    (problem,) = read_timer(tmp_path).problems
    assert problem.code == "DT101"


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.binary(max_size=60) | st.sampled_from(sorted(TIMES)).flatmap(lambda key: st.builds(
    lambda value: with_changes(**{key: value}), st.none() | st.booleans() | st.integers() | st.text(max_size=5)
    | st.lists(st.integers() | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2), max_size=3)
)))  # fmt: skip
def test_any_content_gives_times_or_problems(content) -> None:
    read = parse_timer(content)
    assert (read.times is None) == bool(read.problems)
    if read.times is not None:
        assert parse_timer(timer_text(read.times).encode()).times == read.times
