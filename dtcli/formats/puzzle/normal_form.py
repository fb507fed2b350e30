"""The normal form of a puzzle: head, story, start and goal, each written in one way only.

Two files with the same normal form are the same puzzle. Default values are left out, but the printing of the house
cards is always named. Names are ids of the card set, and the backpack is sorted. The solution, the grade and the user's
own keys are not part of it.
"""

from typing import TYPE_CHECKING, Any, cast

from dtcli.formats.card_sets import BUNDLED, bundled_cards
from dtcli.formats.house_printings import card_set_of
from dtcli.formats.names import Names, folded
from dtcli.formats.replay.canonical import canonical
from dtcli.rules.rulings import DEFAULT_EDITION

if TYPE_CHECKING:
    from dtcli.formats.schema import PuzzleFile, ReplayFile

_KEYS = ("title", "notes", "edition", "rulings", "card_set", "scenario", "adventure", "extended", "heroes", "start",
         "story", "goal")  # fmt: skip
_DEFAULTS: dict[str, Any] = {
    "title": "", "notes": "", "edition": DEFAULT_EDITION, "rulings": {}, "scenario": None,
    "adventure": None, "extended": False, "heroes": [], "start": None,
}  # fmt: skip


def normal_form(data: "PuzzleFile") -> "PuzzleFile":
    """Return the normal form of a puzzle; with a card set that does not ship, names stay as they were typed."""
    given: Any = data
    kept = _without_own_keys({key: given[key] for key in _KEYS if key in given})
    kept = {key: value for key, value in kept.items() if key not in _DEFAULTS or value != _DEFAULTS[key]}
    kept["card_set"] = card_set_of(given)
    if kept["card_set"] in BUNDLED:
        kept = _by_ids(kept, bundled_cards(kept["card_set"]))
    return cast("PuzzleFile", {"format": "dungeon-time/puzzle/1", **{key: kept[key] for key in _KEYS if key in kept}})


def _without_own_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_own_keys(one) for key, one in value.items() if not key.startswith("_")}
    return [_without_own_keys(one) for one in value] if isinstance(value, list) else value


def _by_ids(kept: dict[str, Any], names: Names) -> dict[str, Any]:
    """Return the puzzle with every card by its id, and its start in the order of the card set."""
    found: dict[str, Any] = {**canonical(cast("ReplayFile", kept), names)}
    found["story"] = [_by_id(entry, names) for entry in found["story"]]
    if "start" in found:
        found["start"] = _start(found["start"], found.get("heroes", []), names)
    if "mission" in found["goal"]:
        failed = found.get("start", {}).get("last_failed")
        quests = [entry for entry in (*found["story"], failed) if isinstance(entry, dict)]
        wanted = folded(found["goal"]["mission"])
        for entry in quests:
            if wanted in _names_of(entry, names):
                found["goal"] = {**found["goal"], "mission": entry.get("mission") or entry["adventure"]}
                break
    return found


def _by_id(entry: Any, names: Names) -> Any:
    if isinstance(entry, str) or "mission" not in entry:
        return entry
    if "needs" in entry:
        return {key: value for key, value in entry.items() if key != "reward" or value != "-"}
    mission = names.mission(entry["mission"])
    return {**entry, "mission": mission.id if mission else entry["mission"]}


def _names_of(entry: dict[str, Any], names: Names) -> set[str]:
    """Return the names by which a goal can name a card."""
    name = entry.get("mission") or entry["adventure"]
    card = None if "needs" in entry else names.mission(name) if "mission" in entry else names.adventure(name)
    return {folded(name)} if card is None else {folded(one) for one in (card.id, card.title, *card.aliases)}


def _start(start: dict[str, Any], heroes: list[str], names: Names) -> dict[str, Any]:
    order = {str(kind): place for place, kind in enumerate(names.cards.kinds)}

    def in_order(kinds: list[str]) -> list[str]:
        return sorted(kinds, key=lambda kind: (order.get(kind, len(order)), kind))

    found: dict[str, Any] = {**start}
    found |= {key: in_order(found[key]) for key in ("cards", "tokens", "guesses") if key in found}
    if "supply" in found:
        found["supply"] = {kind: found["supply"][kind] for kind in in_order(list(found["supply"]))}
    if "guesses" in found:
        found["guesses"] = list(dict.fromkeys(found["guesses"]))
    if "last_failed" in found:
        found["last_failed"] = _by_id(found["last_failed"], names)
    if "heroes" in found and len(set(found["heroes"])) == len(found["heroes"]):
        found["heroes"] = sorted(found["heroes"], key=lambda one: heroes.index(one) if one in heroes else len(heroes))
    kept = {key: value for key, value in found.items() if value or key == "heroes"}
    return {key: value for key, value in kept.items() if key != "heroes" or value != heroes}
