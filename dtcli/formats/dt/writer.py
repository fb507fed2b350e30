"""Writes a replay in story notation."""

import re
from itertools import groupby
from typing import Any

from dtcli.formats.dt.choice_placement import Placement, place_choices
from dtcli.formats.dt.claimed_result import result_text
from dtcli.formats.dt.entry_text import (
    card_text,
    decision_text,
    hero_line,
    hero_text,
    known,
    numbered_line,
    start_text,
)
from dtcli.formats.dt.grammar import Piece
from dtcli.formats.dt.line_grammar import FREE_TEXT, NULLABLE, TEXT_HEADERS, event
from dtcli.formats.dt.numbering import sort_key
from dtcli.formats.dt.parser import FORMAT, loads
from dtcli.formats.json.text import compact
from dtcli.formats.replay.canonical import KEYS
from dtcli.formats.schema import ReplayFile

_PLAIN_KEY = re.compile(r"[^\s:\"]+")


def _key(text: str) -> str:
    """Return a key of the user's own as a header; in quotes if it is unprintable or has spaces, colons or quotes."""
    return text if _PLAIN_KEY.fullmatch(text) and text.isprintable() else compact(text)


def to_notation(data: ReplayFile) -> str:
    """Return the replay in story notation; parsing it gives the same document.

    Decisions are written beside their cards; if that is not possible on numbered lines, and as a last resort as JSON.
    """
    text = _notation(data, beside=True)
    return text if _same(loads(text).data, data) else _notation(data, beside=False)


def _same(one: ReplayFile, other: ReplayFile) -> bool:
    def normal(document: Any) -> dict[str, Any]:
        return {**document, "choices": sorted(document.get("choices", ()), key=sort_key)}

    return normal(one) == normal(other)


def _notation(data: ReplayFile, *, beside: bool) -> str:
    choices = sorted(data.get("choices", ()), key=sort_key)
    lines = [*_headers(data), *_own_keys({**data, "choices": choices})]
    if lines:
        lines.append("")
    lines += _story(data, [known(choice) for choice in choices], beside=beside)
    lines += _play(data)
    return "\n".join(lines or [f"format: {FORMAT}"]) + "\n"  # an empty file would not be a replay


# headers


def _headers(data: ReplayFile) -> list[str]:
    lines = []
    for key in KEYS:
        if key not in data or key in ("format", "story", "choices", "play"):
            continue
        value: Any = data[key]  # type: ignore[literal-required]
        name = "cards" if key == "card_set" else key
        lines.append(f"{name}: {_header(key, value)}".rstrip())
    return lines


def _header(key: str, value: Any) -> str:
    if value is None:
        return "none"
    if key in TEXT_HEADERS:
        return _header_text(key, value)
    match key:
        case "heroes":
            return ", ".join(map(hero_text, value))
        case "rulings":
            return ", ".join(f"{name} = {_setting(one)}" for name, one in known(value).items())
        case "start":
            return start_text(value)
        case "result":
            return result_text(value)
        case _:
            return _setting(value)


def _header_text(key: str, value: str) -> str:
    unsafe = (
        not value.isprintable()
        or value != value.strip()
        or not value
        or value.startswith('"')
        or (key not in FREE_TEXT and "#" in value)
        or (key in NULLABLE and value.casefold() == "none")
    )
    return compact(value) if unsafe else value


def _setting(value: Any) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _own_keys(data: Any) -> list[str]:
    """Return the user's own keys from the whole document as headers with their pointers."""
    lines: list[str] = []

    def walk(value: Any, path: str) -> None:
        if isinstance(value, dict):
            for key in (key for key in value if key.startswith("_")):
                if path or key != "_comments" or not _are_comments(value[key], len(data["story"])):
                    place = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
                    shown = key if not path and re.fullmatch(r"\w+", key) else place
                    lines.append(f"{_key(shown)}: {compact(value[key])}")
            for key in sorted(key for key in value if not key.startswith("_")):
                walk(value[key], f"{path}/{key}")
        elif isinstance(value, list):
            for index, inside in enumerate(value):
                walk(inside, f"{path}/{index}")

    walk(data, "")
    return lines


def _are_comments(value: Any, cards: int) -> bool:
    """Return whether this list could come from the comments of a text."""
    if not isinstance(value, list) or not value:
        return False
    above = 0
    for one in value:
        if not isinstance(one, list) or [type(part) for part in one] != [int, str]:
            return False
        place, text = one
        if not above <= place <= cards or text != text.strip() or not text.isprintable():
            return False
        above = place
    return True


# the story


def _story(data: ReplayFile, choices: list[dict[str, Any]], *, beside: bool) -> list[str]:
    entries: list[Any] = list(data["story"])
    above: dict[int, list[str]] = {}
    comments: Any = data.get("_comments")
    if _are_comments(comments, len(entries)):
        for place, text in comments:
            above.setdefault(place, []).append(f"# {text}".rstrip())
    placed = place_choices(choices, len(entries)) if beside else Placement({}, {}, list(range(len(choices))))
    for place, skills in placed.above.items():
        above.setdefault(place, []).extend(hero_line(choices[index]) or "" for index in skills)
    decisions = {place: decision_text(choices[index]) or "" for place, index in placed.beside.items()}
    cards = [card_text(entry) for entry in entries]

    def row(index: int) -> tuple[object, ...]:
        alone = not isinstance(entries[index], str) or index in above or index in decisions
        return (cards[index], index) if alone else (cards[index],)

    lines: list[tuple[str, str]] = []
    for (text, *_), group in groupby(range(len(entries)), key=row):
        indices = list(group)
        lines += [(line, "") for line in above.get(indices[0], ())]
        count = f"{len(indices)} " if len(indices) > 1 else ""
        lines.append((f"{count}{text}", decisions.get(indices[0], "")))
    lines += [(line, "") for line in above.get(len(entries), ())]
    width = min(70, max((len(card) for card, decided in lines if decided), default=0))  # decisions in one column
    rows = [f"{card:<{width}}  | {decided}" if decided else card for card, decided in lines]
    return rows + [numbered_line(choices[index]) for index in placed.below]


# the five minutes


def _play(data: ReplayFile) -> list[str]:
    play: Any = data.get("play")
    if play is None:
        return ["play: none"] if "play" in data else []
    lines = ["", "play:"]
    lines += [f"{key}: {compact(play[key])}" for key in ("seed", "seconds", "ended") if key in play]
    if "pauses" in play:
        lines.append(f"pauses: {_pauses(play['pauses'])}")
    lines += [f"hand {seat}: {_card_list(hand)}".rstrip() for seat, hand in enumerate(play["hands"], 1)]
    lines.append(f"deck: {_card_list(play['deck'])}".rstrip())
    return lines + [_event(known(one)) for one in play["events"]]


def _pauses(pauses: list[Any]) -> str:
    return ", ".join(f"{compact(one['t'])}s for {compact(one['seconds'])}s" for one in pauses) or "none"


def _event(happened: dict[str, Any]) -> str:
    verb = next((verb for verb in ("play", "draw", "discard") if verb in happened), None)
    if verb is not None:
        player = f" player {happened['player']}" if "player" in happened else ""
        cards = happened[verb] if verb == "discard" else [happened[verb]]
        line = f"{compact(happened['t'])}s{player} {verb}s {_card_list(cards)}"
        if event(Piece(line)) == _without_own(happened):
            return line
    return f"event {compact(_without_own(happened))}"


def _without_own(happened: dict[str, Any]) -> dict[str, Any]:
    """Return an event without the user's own keys, also in its cards."""

    def card(entry: Any) -> Any:
        return known(entry) if isinstance(entry, dict) else entry

    return {
        key: [card(one) for one in value] if isinstance(value, list) else card(value) for key, value in happened.items()
    }


def _card_list(cards: list[Any]) -> str:
    """Return cards separated by commas, equal items in a row counted."""
    parts = []
    for text, group in groupby(cards, key=lambda card: card_text(card) if isinstance(card, str) else None):
        run = list(group)
        if text is None:
            parts += [card_text(card) for card in run]
        else:
            parts.append(f"{len(run)} {text}" if len(run) > 1 else text)
    return ", ".join(parts)
