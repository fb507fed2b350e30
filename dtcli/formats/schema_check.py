"""Checks documents against the schema: turns pydantic's errors and unknown keys into problems with places."""

from typing import Any, cast

from pydantic import ValidationError

from dtcli.formats.problems import MOST_PROBLEMS, Problem, pointer, quoted
from dtcli.formats.schema import (
    SHAPES,
    AdventureCardEntry,
    AdventureEntry,
    CampaignFile,
    CampaignGameEntry,
    CardsFile,
    CertificateFile,
    ChoiceEntry,
    GoalEntry,
    KindEntry,
    MissionCardEntry,
    MissionEntry,
    OutcomeEntry,
    PauseEntry,
    PlayEntry,
    PlayEvent,
    PuzzleFile,
    ReplayFile,
    ResultEntry,
    RulingsEntry,
    ScenarioEntry,
    ScenariosFile,
    ScrollEntry,
    StartEntry,
    StepEntry,
    TermsEntry,
    TimerFile,
    adapter,
)
from dtcli.formats.schema_fast_check import is_plain_replay
from dtcli.formats.suggest import did_you_mean

MOST_LEVELS = 50


def shape_problems(name: str, data: object) -> list[Problem]:
    """Return everything that is wrong with the shape of a document.

    The list may be very long: ``valid_part_of`` needs all of it, ``listed`` shortens it for people. Only the first
    problems have hints.
    """
    return [] if name == "replay" and is_plain_replay(data) else _diagnosis(name, data)


def _diagnosis(name: str, data: object) -> list[Problem]:
    """Return what pydantic finds wrong with a document; keys of the user's own are allowed."""
    expected = f"dungeon-time/{name}/1"
    if not isinstance(data, dict):
        return [Problem("DT106", f"a document of format {expected} is an object, not {_article(data)}", "")]
    if data.get("format") != expected:
        found = f"format {quoted(data['format'])}" if "format" in data else "no format"
        return [Problem("DT106", f"{found}, expected '{expected}'", "/format" if "format" in data else "")]
    if is_deeper(data, MOST_LEVELS):
        return [Problem("DT203", f"nested more than {MOST_LEVELS} levels deep", "")]
    problems = []
    try:
        adapter(name).validate_python(data)
    except ValidationError as error:
        problems += _from_pydantic(error, data)
    return [*problems, *_unknown_keys(name, data)]


def valid_part_of(name: str, data: Any, problems: list[Problem]) -> ReplayFile | None:
    """Return a replay or puzzle without the parts that have problems, so that the rest can be checked.

    Cards, choices and heroes with problems are replaced by None, so that the others keep their places. ``problems``
    must be the whole list of ``shape_problems``.
    """
    if not isinstance(data, dict) or data.get("format") != f"dungeon-time/{name}/1" or is_deeper(data, MOST_LEVELS):
        return None
    sound = {key: list(value) if isinstance(value, list) else value for key, value in data.items()}
    for problem in problems:
        key, *inside = (problem.pointer or "").split("/")[1:] or [""]
        owner = sound.get(key)
        if inside and isinstance(owner, list) and inside[0].isdigit() and int(inside[0]) < len(owner):
            owner[int(inside[0])] = None
        elif key:
            sound.pop(key, None)
    sound.setdefault("story", [])
    return cast("ReplayFile", sound)


def is_deeper(value: object, levels: int) -> bool:
    """Return whether lists and objects are nested deeper than this; keys of the user's own count, too."""
    inside = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if not levels:
        return bool(inside)
    return any(isinstance(one, (dict, list)) and is_deeper(one, levels - 1) for one in inside)


def _article(value: object) -> str:
    names = {type(None): "null", bool: "true or false", str: "a text", list: "a list", dict: "an object"}
    return names.get(type(value), "a number")


_WANTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "typed_dict_type": "an object",
}


def _from_pydantic(error: ValidationError, data: object) -> list[Problem]:
    """Return pydantic's errors as problems, one for each place."""
    found: dict[str, Problem] = {}
    not_meant: dict[str, Problem] = {}
    for one in error.errors(include_url=False, include_context=True):
        value: object = data
        parts: list[str | int] = []
        branch, branched = "", data
        for part in one["loc"]:
            inside = _inside(value, part)
            if inside is not _NOWHERE:
                value = inside
                parts.append(part)
            elif one["type"] == "missing" and part == one["loc"][-1]:
                parts.append(part)
            elif not branch:  # pydantic names the branch of a union here, which is not a place in the file
                branch, branched = str(part), value
        place = pointer(*parts)
        chosen = not_meant if _is_other_branch(branch, branched) else found
        if place not in chosen:
            chosen[place] = _problem(one, place, value)
    return [*found.values(), *_nothing_meant(not_meant, found)]


def _nothing_meant(not_meant: dict[str, Problem], found: dict[str, Problem]) -> list[Problem]:
    """Return the problems of values that match no branch of their union, unless a better problem was found inside."""
    reported: set[str] = set()
    for place in found:
        while place not in reported:
            reported.add(place)
            place = place.rpartition("/")[0]  # noqa: PLW2901  (up to the whole document)
    return [problem for problem in not_meant.values() if problem.pointer not in reported]


_NOWHERE = object()


def _inside(value: object, part: str | int) -> object:
    if isinstance(value, dict) and part in value:
        return value[part]
    if isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value):
        return value[part]
    return _NOWHERE


def _is_other_branch(branch: str, value: object) -> bool:
    """Return whether an error is about a branch of a union that the value was not meant for."""
    if branch.startswith("MissionEntry"):
        return not isinstance(value, dict) or "adventure" in value
    if branch.startswith("AdventureEntry"):
        return not isinstance(value, dict) or "adventure" not in value
    return isinstance(value, dict) and branch not in ("", "none")


def _problem(one: Any, place: str, value: object) -> Problem:
    kind, context = one["type"], one.get("ctx", {})
    if kind == "missing":
        return Problem("DT202", f"the key '{place.rpartition('/')[2]}' is missing", place.rpartition("/")[0])
    if kind in _WANTED:
        return Problem("DT203", f"expected {_WANTED[kind]}, found {_article(value)}", place)
    if kind == "literal_error":
        return Problem("DT203", f"{quoted(value)} is not allowed here, only {context['expected']}", place)
    if kind in ("too_long", "string_too_long"):
        return Problem("DT203", f"too long, at most {context['max_length']} are allowed", place)
    if kind in ("too_short", "string_too_short"):
        return Problem("DT203", f"too short, at least {context['min_length']} needed", place)
    if kind == "string_pattern_mismatch" and place.endswith("/date"):
        return Problem("DT203", f"{quoted(value)} is not a date", place, "write it as 2026-11-16")
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = f"at least {context['ge']}" if "ge" in context else f"at most {context['le']}"
        return Problem("DT203", f"{value} is out of range, {bound} is allowed", place)
    return Problem("DT203", f"{quoted(value)} is not allowed here", place)


_FIELDS: dict[str, dict[str, None]] = {
    shape.__name__: dict.fromkeys(shape.__annotations__)  # in order, so that a hint is the same in every run
    for shape in (
        MissionEntry, AdventureEntry, ChoiceEntry, ResultEntry, RulingsEntry, PlayEvent, PauseEntry, PlayEntry,
        ReplayFile, KindEntry, MissionCardEntry, ScrollEntry, AdventureCardEntry, CardsFile, ScenarioEntry,
        ScenariosFile, CertificateFile, TermsEntry, OutcomeEntry, CampaignFile, StepEntry, CampaignGameEntry,
        StartEntry, PuzzleFile, GoalEntry, TimerFile,
    )
}  # fmt: skip


def _unknown_keys(name: str, data: dict[str, Any]) -> list[Problem]:
    if name in ("replay", "puzzle"):
        return _unknown_replay_keys(name, data)
    problems: list[Problem] = []
    _check_keys(problems, data, SHAPES[name].__name__, ())
    for key, shape in (("terms", "TermsEntry"), ("outcome", "OutcomeEntry"), ("step", "StepEntry")):
        _check_keys(problems, data.get(key), shape, (key,))
    lists = {
        "kinds": "KindEntry",
        "missions": "MissionCardEntry",
        "adventures": "AdventureCardEntry",
        "scenarios": "ScenarioEntry",
        "games": "CampaignGameEntry",
        "pauses": "PauseEntry",
    }
    for key, shape in lists.items():
        for index, entry in enumerate(_list(data.get(key))):
            _check_keys(problems, entry, shape, (key, index))
            if isinstance(entry, dict) and "scroll" in entry:
                _check_keys(problems, entry["scroll"], "ScrollEntry", (key, index, "scroll"))
    return problems


_INSIDE = {
    "replay": {"result": "ResultEntry", "rulings": "RulingsEntry", "start": "StartEntry", "play": "PlayEntry"},
    "puzzle": {"rulings": "RulingsEntry", "start": "StartEntry", "goal": "GoalEntry"},
}
"""The objects in a document whose keys are checked; ``difficulty`` may have any keys."""


def _unknown_replay_keys(name: str, data: dict[str, Any]) -> list[Problem]:
    problems: list[Problem] = []
    _check_keys(problems, data, SHAPES[name].__name__, ())
    _check_cards(problems, data.get("story"), ("story",))
    choices = "choices" if name == "replay" else "solution"
    for index, entry in enumerate(_list(data.get(choices))):
        _check_keys(problems, entry, "ChoiceEntry", (choices, index))
    for key, shape in _INSIDE[name].items():
        _check_keys(problems, data.get(key), shape, (key,))
    start, play = data.get("start"), data.get("play")
    if isinstance(start, dict):
        _check_card(problems, start.get("last_failed"), ("start", "last_failed"))
    if name == "replay" and isinstance(play, dict):
        for index, hand in enumerate(_list(play.get("hands"))):
            _check_cards(problems, hand, ("play", "hands", index))
        _check_cards(problems, play.get("deck"), ("play", "deck"))
        for index, event in enumerate(_list(play.get("events"))):
            _check_keys(problems, event, "PlayEvent", ("play", "events", index))
        for index, pause in enumerate(_list(play.get("pauses"))):
            _check_keys(problems, pause, "PauseEntry", ("play", "pauses", index))
    return problems


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _check_cards(problems: list[Problem], cards: object, at: tuple[str | int, ...]) -> None:
    for index, entry in enumerate(_list(cards)):
        _check_card(problems, entry, (*at, index))


def _check_card(problems: list[Problem], entry: object, at: tuple[str | int, ...]) -> None:
    if type(entry) is dict:
        shape = "AdventureEntry" if "adventure" in entry else "MissionEntry"
        _check_keys(problems, entry, shape, at)


def _check_keys(problems: list[Problem], entry: object, shape: str, at: tuple[str | int, ...]) -> None:
    known = _FIELDS[shape]
    if type(entry) is not dict or entry.keys() <= known.keys():
        return
    for key in entry:
        if key not in known and not str(key).startswith("_"):
            close = did_you_mean(str(key), known, len(problems)) if len(problems) < MOST_PROBLEMS else None
            hint = close or "keys of your own begin with an underscore"
            problems.append(Problem("DT201", f"unknown key {quoted(key)}", pointer(*at, key), hint))
