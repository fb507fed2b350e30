"""One spelling for every name: what ``convert`` writes, whatever alias was typed."""

from typing import Any, cast

from dtcli.files.library import scenario_names
from dtcli.files.names import Names, folded, hero_named
from dtcli.files.notation import sort_key
from dtcli.files.shapes import ReplayFile

KEYS = tuple(ReplayFile.__annotations__)


def canonical(data: ReplayFile, names: Names) -> ReplayFile:
    """Return the document with every name as the card set spells it, keys and choices in their usual order."""
    document = _renamed(data, names)
    if "choices" in document:
        document["choices"] = sorted(document["choices"], key=sort_key)
        if not document["choices"]:
            del document["choices"]  # says the same as no list
    ordered = {key: document[key] for key in KEYS if key in document}
    return cast("ReplayFile", ordered | document)


def _renamed(data: ReplayFile, names: Names) -> dict[str, Any]:
    document: dict[str, Any] = {**data}
    document["story"] = [_card(entry, names) for entry in data["story"]]
    if "choices" in data:
        document["choices"] = [_choice(entry, names) for entry in data["choices"]]
    if "heroes" in data:
        document["heroes"] = [hero_named(name) or name for name in data["heroes"]]
    if data.get("scenario") and (scenario := scenario_names().get(folded(data["scenario"] or ""))):
        document["scenario"] = scenario.id
    if data.get("adventure") and (adventure := names.adventure(data["adventure"] or "")):
        document["adventure"] = adventure.id
    play: Any = data.get("play")
    if play:
        events = [
            {
                key: [_card(one, names) for one in value]
                if key == "discard"
                else _card(value, names)
                if key in ("play", "draw")
                else value
                for key, value in event.items()
            }
            for event in play["events"]
        ]
        hands = [[_card(one, names) for one in hand] for hand in play["hands"]]
        deck = [_card(one, names) for one in play["deck"]]
        document["play"] = {**play, "hands": hands, "deck": deck, "events": events}
    return document


def _card(entry: Any, names: Names) -> Any:
    if isinstance(entry, str):
        return names.kind(entry) or entry
    if "adventure" in entry:
        adventure = names.adventure(entry["adventure"])
        return {**entry, "adventure": adventure.id if adventure else entry["adventure"]}
    if "needs" not in entry:
        mission = names.mission(entry["mission"])
        return {**entry, "mission": mission.id if mission else entry["mission"]}
    written = {**entry, "needs": [names.kind(name) or name for name in entry["needs"]]}
    if "reward" in entry:
        written["reward"] = str(names.reward(entry["reward"], "", []))
    return written


def _choice(entry: Any, names: Names) -> dict[str, Any]:
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
    return choice
