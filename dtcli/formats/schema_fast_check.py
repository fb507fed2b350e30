"""Recognises plain, valid replays without pydantic; ``schema_check`` examines all others and explains.

Not pydantic, for speed: importing it and building its validator takes 60 to 130 ms at every start, this module 1 ms.
A test checks that only what pydantic accepts is accepted here.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from dtcli.formats import limits
from dtcli.rules.legality import MOST_PLAYERS

_FORMAT = "dungeon-time/replay/1"
_DATE = r"([0-9]{4}-[0-9]{2}-[0-9]{2})?"


def is_plain_replay(data: object) -> bool:
    """Return whether this is a plain replay of the right shape; False may also mean that pydantic has to decide."""
    if type(data) is not dict or data.get("format") != _FORMAT or "story" not in data:
        return False
    for key, value in data.items():
        test = _TESTS.get(key)
        if test is None or not test(value):
            return False
    return True


def _is_name(value: Any) -> bool:
    return type(value) is str and 0 < len(value) <= limits.MOST_NAME


def _are_names(value: Any, most: int = limits.MOST_NAMES) -> bool:
    if type(value) is not list or len(value) > most:
        return False
    for one in value:  # noqa: SIM110  (twice as fast as a generator)
        if type(one) is not str or not 0 < len(one) <= limits.MOST_NAME:
            return False
    return True


def _is_story(value: Any) -> bool:
    if type(value) is not list or len(value) > limits.MOST_CARDS:
        return False
    most = limits.MOST_NAME
    for card in value:
        if type(card) is str:
            if not 0 < len(card) <= most:
                return False
        elif not _is_card(card):
            return False
    return True


def _is_card(card: Any) -> bool:
    if type(card) is not dict:
        return False
    if len(card) == 1:
        return _is_name(card.get("mission") or card.get("adventure"))
    if len(card) != (3 if "reward" in card else 2) or not _is_name(card.get("mission")):
        return False
    needs = card.get("needs")
    return bool(needs) and _are_names(needs, limits.MOST_NEEDS) and _is_name(card.get("reward", "-"))


def _are_choices(value: Any) -> bool:
    if type(value) is not list or len(value) > limits.MOST_CHOICES:
        return False
    for choice in value:
        if type(choice) is not dict:
            return False
        for key, one in choice.items():
            test = _CHOICE_TESTS.get(key)
            if test is None or not test(one):
                return False
    return True


def _is_discard(value: Any) -> bool:
    return (
        type(value) is list
        and len(value) <= limits.MOST_NAMES
        and all(type(one) is int or _is_name(one) for one in value)
    )


def _is_place(value: Any) -> bool:
    return type(value) is int and 1 <= value <= limits.CARDS_SEEN


def _is_order(value: Any) -> bool:
    return type(value) is list and len(value) <= limits.CARDS_SEEN and all(_is_place(one) for one in value)


def _is_reveal(value: Any) -> bool:
    return type(value) is int and 1 <= value <= limits.MOST_REVEALS


def _is_result(value: Any) -> bool:
    if type(value) is not dict:
        return value is None
    for key, one in value.items():
        if key == "missions":
            if type(one) is not int or not 0 <= one <= limits.MOST_CARDS:
                return False
        elif key not in ("broken", "won") or type(one) is not bool:
            return False
    return True


def _are_comments(value: Any) -> bool:
    """Return whether these are comments as story notation stores them: places and texts, nothing nested."""
    return type(value) is list and all(
        type(one) is list and all(type(part) in (int, str, bool) for part in one) for one in value
    )


def _is_text(most: int, least: int = 0) -> Callable[[Any], bool]:
    return lambda value: type(value) is str and least <= len(value) <= most


def _is_number(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: value is None or (type(value) is int and least <= value <= most)


def _is_name_or_none(value: Any) -> bool:
    return value is None or _is_name(value)


_TESTS: Mapping[str, Callable[[Any], bool]] = {
    "format": lambda _: True,
    "title": _is_text(limits.MOST_TITLE),
    "date": lambda value: type(value) is str and re.fullmatch(_DATE, value) is not None,
    "notes": _is_text(limits.MOST_NOTES),
    "edition": _is_name,
    "card_set": _is_text(limits.MOST_PATH, 1),
    "scenario": _is_name_or_none,
    "adventure": _is_name_or_none,
    "goal": _is_number(0, limits.MOST_CARDS),
    "extended": lambda value: type(value) is bool,
    "players": _is_number(1, MOST_PLAYERS),
    "heroes": lambda value: _are_names(value, limits.MOST_HEROES),
    "story": _is_story,
    "choices": _are_choices,
    "result": _is_result,
    "play": lambda value: value is None,
    "_comments": _are_comments,
}
_CHOICE_TESTS: Mapping[str, Callable[[Any], bool]] = {
    "at": _is_reveal,
    "before": _is_reveal,
    "hero": _is_name,
    "as": _is_name,
    "remove": _are_names,
    "discard": _is_discard,
    "order": _is_order,
    "guess": _is_name,
    "take": _is_name_or_none,
    "waive": _are_names,
    "in_full": _are_names,
    "tokens": _are_names,
}
