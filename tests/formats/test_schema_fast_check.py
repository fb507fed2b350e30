"""The fast check accepts only what pydantic accepts, and accepts plain games."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from dtcli.formats.dt.parser import loads
from dtcli.formats.schema import adapter
from dtcli.formats.schema_check import shape_problems
from dtcli.formats.schema_fast_check import is_plain_replay

REPLAYS = Path(__file__).parents[2] / "replays"
PLAIN: dict[str, Any] = {
    "format": "dungeon-time/replay/1", "title": "x", "date": "2026-11-16", "notes": "", "edition": "en-2017",
    "card_set": "house", "scenario": None, "adventure": None, "goal": 3, "extended": False, "players": 3,
    "heroes": ["tragurk"], "result": {"missions": 2, "broken": False, "won": True}, "play": None,
    "story": ["sword", {"mission": "E07"}, {"mission": "W", "needs": ["bow"], "reward": "-"}, {"adventure": "a"}],
    "choices": [
        {"at": 2, "take": None, "discard": ["bow"], "waive": [], "in_full": [], "tokens": ["bow"]},
        {"before": 1, "hero": "a", "as": "b", "remove": ["bow"], "guess": "bow", "order": [2, 1], "discard": [1]},
    ],
    "_comments": [[0, "a comment"]],
}  # fmt: skip
KEYS = ["mission", "needs", "reward", "adventure", "at", "missions", "_x"]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2000),
    st.floats(allow_nan=False),
    st.text(max_size=3),
    st.just("x" * 101),
    st.lists(st.one_of(st.text(max_size=2), st.integers(0, 6), st.none()), max_size=3),
    st.dictionaries(st.sampled_from(KEYS), st.text(max_size=2)),
)


def is_accepted(document: object) -> bool:
    try:
        adapter("replay").validate_python(document)
    except ValidationError:
        return False
    return True


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, one in inside for place in places(one, (*path, key)))]


def with_odd(place: tuple[Any, ...], odd: Any) -> Any:
    document = json.loads(json.dumps(PLAIN))
    if not place:
        return odd
    owner = document
    for key in place[:-1]:
        owner = owner[key]
    owner[place[-1]] = odd
    return document


def test_a_plain_document_is_accepted():
    assert is_plain_replay(PLAIN)
    assert is_accepted(PLAIN)


@settings(derandomize=True, max_examples=1500, deadline=None)
@given(st.sampled_from(places(PLAIN)), ODD)
def test_what_is_accepted_has_no_problem(place, odd):
    document = with_odd(place, odd)
    if is_plain_replay(document):
        assert is_accepted(document)
        assert shape_problems("replay", document) == []


@pytest.mark.parametrize("key", ["titel", "_mine", "rulings", 5])
def test_anything_unusual_is_left_to_pydantic(key):
    assert not is_plain_replay({**PLAIN, key: {}})


def test_the_plain_games_that_ship_are_accepted():
    documents = [json.loads(path.read_bytes()) for path in REPLAYS.rglob("*.json")]
    documents += [loads(path.read_text(encoding="utf-8")).data for path in REPLAYS.rglob("*.dt")]
    assert len(documents) > 20
    plain = [one for one in documents if not {"rulings", "start"} & one.keys() and one.get("play") is None]
    assert len(plain) > 15
    assert all(is_plain_replay(one) for one in plain)
