"""The canonical spelling of a replay: every name by its id or title, keys and choices in the usual order."""

from typing import Any, cast

from dtcli.formats.card_sets import scenario_names
from dtcli.formats.dt.numbering import sort_key
from dtcli.formats.names import Names, folded, hero_named
from dtcli.formats.problems import Problem
from dtcli.formats.schema import (
    AdventureEntry,
    ChoiceEntry,
    MissionEntry,
    PauseEntry,
    PlayEntry,
    PlayEvent,
    ReplayFile,
    ResultEntry,
    RulingsEntry,
    StartEntry,
)
from dtcli.rules.cards import Adventure, Item, Mission

KEYS = tuple(ReplayFile.__annotations__)
_COMMENTS = "_comments"


def canonical(data: ReplayFile, names: Names) -> ReplayFile:
    """Return the document with every name as the card set spells it, keys and choices in their usual order.

    Unknown names stay as they are.
    """
    document: dict[str, Any] = {**data}
    document["story"] = [canonical_card(entry, names) for entry in data["story"]]
    choices = sorted((canonical_choice(entry, names) for entry in data.get("choices", ())), key=sort_key)
    document.pop("choices", None)
    if choices:  # an empty list means the same as no list
        document["choices"] = choices
    if "heroes" in data:
        document["heroes"] = [hero_named(name) or name for name in data["heroes"]]
    if data.get("scenario") and (scenario := scenario_names().get(folded(data["scenario"] or ""))):
        document["scenario"] = scenario.id
    if data.get("adventure") and (adventure := names.adventure(data["adventure"] or "")):
        document["adventure"] = adventure.id
    if data.get("start"):
        document["start"] = canonical_start(data["start"], names)
    if data.get("rulings"):
        document["rulings"] = _ordered(data["rulings"], RulingsEntry)
    if data.get("result"):
        document["result"] = _ordered(data["result"], ResultEntry)
    if data.get("play"):
        document["play"] = _play(data["play"], names)
    if _COMMENTS in document:
        document[_COMMENTS] = document.pop(_COMMENTS)  # last, where reading a text puts them
    return cast("ReplayFile", _ordered(document, ReplayFile))


def _ordered(entry: Any, shape: Any) -> dict[str, Any]:
    """Return an entry with its keys in the order of the schema, the user's own keys after them."""
    known = {key: entry[key] for key in shape.__annotations__ if key in entry}
    return {**known, **entry}


def _play(play: Any, names: Names) -> dict[str, Any]:
    pauses = {"pauses": [_ordered(one, PauseEntry) for one in play["pauses"]]} if "pauses" in play else {}
    return _ordered(
        {
            **play,
            **pauses,
            "hands": [[canonical_card(one, names) for one in hand] for hand in play["hands"]],
            "deck": [canonical_card(one, names) for one in play["deck"]],
            "events": [_event(one, names) for one in play["events"]],
        },
        PlayEntry,
    )


def _event(entry: Any, names: Names) -> dict[str, Any]:
    event = {**entry}
    for key in ("play", "draw"):
        if key in event:
            event[key] = canonical_card(event[key], names)
    if "discard" in event:
        event["discard"] = [canonical_card(one, names) for one in event["discard"]]
    return _ordered(event, PlayEvent)


def canonical_card(entry: Any, names: Names) -> Any:
    """Return a card with its names as the card set spells them."""
    if isinstance(entry, str):
        match names.card(entry):
            case Item(kind=kind):
                return kind
            case Mission():
                return canonical_card({"mission": entry}, names)
            case Adventure():
                return canonical_card({"adventure": entry}, names)
            case _:
                return entry
    if "adventure" in entry:
        adventure = names.adventure(entry["adventure"])
        return _ordered({**entry, "adventure": adventure.id if adventure else entry["adventure"]}, AdventureEntry)
    written = {**entry}
    if "needs" in entry:
        written["needs"] = [names.kind(name) or name for name in entry["needs"]]
    elif mission := names.mission(entry["mission"]):
        by_id = folded(entry["mission"]) == folded(mission.id)
        written["mission"] = mission.id if by_id else mission.title  # a title that was typed stays a title
    if "reward" in entry:
        unknown: list[Problem] = []
        reward = str(names.reward(entry["reward"], "", unknown))
        written["reward"] = entry["reward"] if unknown else reward
    return _ordered(written, MissionEntry)


def canonical_start(entry: Any, names: Names) -> dict[str, Any]:
    """Return a start position with its names as the card set spells them."""
    start = {**entry}
    for key in ("cards", "tokens", "guesses"):
        if key in start:
            start[key] = [names.kind(name) or name for name in start[key]]
    if "supply" in start:
        supply = [(key if key.startswith("_") else names.kind(key) or key, n) for key, n in start["supply"].items()]
        start["supply"] = dict(supply) if len(dict(supply)) == len(supply) else start["supply"]
    if "heroes" in start:
        start["heroes"] = [hero_named(name) or name for name in start["heroes"]]
    if "last_failed" in start:
        start["last_failed"] = canonical_card(start["last_failed"], names)
    return _ordered(start, StartEntry)


def canonical_choice(entry: Any, names: Names) -> dict[str, Any]:
    """Return a choice with its names as the card set spells them."""
    choice = dict(entry)
    for key in ("remove", "waive", "in_full", "tokens"):
        if key in choice:
            choice[key] = [names.kind(name) or name for name in choice[key]]
    if "discard" in choice:
        choice["discard"] = [names.kind(one) or one if isinstance(one, str) else one for one in choice["discard"]]
    for key in ("take", "guess"):
        if isinstance(choice.get(key), str):
            choice[key] = names.kind(choice[key]) or choice[key]
    for key in ("hero", "as"):
        if key in choice:
            choice[key] = hero_named(choice[key]) or choice[key]
    return _ordered(choice, ChoiceEntry)
