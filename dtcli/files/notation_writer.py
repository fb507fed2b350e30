"""Story notation, the way out: from a document to what a player would have typed."""

import json
import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from dtcli.files.canonical import KEYS
from dtcli.files.grammar import NOTHING
from dtcli.files.notation import TEXT_HEADERS, loads, sort_key
from dtcli.files.shapes import ReplayFile
from dtcli.rules.heroes import HEROES

_PLAIN_TITLE = re.compile(r"[^\s\":|#,][^\":|#,]*")


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def to_notation(data: ReplayFile) -> str:
    """Return the replay in story notation; reading it gives the same document.

    Decisions stand beside their cards. Where that cannot say the same, they are numbered or, as a last resort,
    written as JSON.
    """
    for beside, plain in ((True, True), (False, True), (False, False)):
        text = _notation(data, beside=beside, plain=plain)
        if _same(loads(text).data, data):
            return text
    msg = "the notation does not give the document back"
    raise AssertionError(msg)


def _same(one: ReplayFile, other: ReplayFile) -> bool:
    def normal(document: ReplayFile) -> dict[str, Any]:
        known = {key: value for key, value in document.items() if key != "choices"}
        return known | {"choices": sorted(document.get("choices", ()), key=sort_key)}  # type: ignore[arg-type]

    return normal(one) == normal(other)


def _notation(data: ReplayFile, *, beside: bool, plain: bool) -> str:
    lines = [*_headers(data), *_own_keys(data)]
    if lines:
        lines.append("")
    choices = sorted(data.get("choices", ()), key=sort_key)  # type: ignore[arg-type]
    lines += _story(data, choices if beside else [])
    if not beside:
        lines += [_numbered(choice) if plain else f"choice {_compact(choice)}" for choice in choices]
    lines += _play(data)
    return "\n".join(lines) + "\n"


def _headers(data: ReplayFile) -> list[str]:
    lines = []
    for key in KEYS:
        if key not in data or key in ("format", "story", "choices", "play"):
            continue
        value: Any = data[key]  # type: ignore[literal-required]
        if key in TEXT_HEADERS or key == "card_set":
            text = _header_text(value)
        elif key == "heroes":
            text = ", ".join(HEROES[hero].name if hero in HEROES else hero for hero in value)
        elif key == "extended":
            text = "yes" if value else "no"
        elif key == "rulings":
            text = ", ".join(f"{name} = {_setting(one)}" for name, one in value.items() if not name.startswith("_"))
        elif key == "result":
            text = _result(value)
        else:
            text = "none" if value is None else str(value)
        name = "cards" if key == "card_set" else key
        lines.append(f"{name}: {text}".rstrip())
    return lines


def _header_text(value: str | None) -> str:
    if value is None:
        return "none"
    safe = value == value.strip() and value.isprintable() and value and not value.startswith('"') and value != "none"
    return value if safe else json.dumps(value)


def _setting(value: Any) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _result(value: Any) -> str:
    if value is None:
        return "none"
    parts = []
    if "missions" in value:
        parts.append(f"{value['missions']} mission{'' if value['missions'] == 1 else 's'}")
    if "broken" in value:
        parts.append("broken" if value["broken"] else "not broken")
    if "won" in value:
        parts.append("won" if value["won"] else "lost")
    return ", ".join(parts)


def _own_keys(data: ReplayFile) -> list[str]:
    """Return the user's own keys, wherever they sit, as headers with their place."""
    lines: list[str] = []

    def walk(value: Any, path: str) -> None:
        if isinstance(value, dict):
            for key, inside in value.items():
                place = f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"
                if str(key).startswith("_"):
                    if not path and key == "_comments" and _are_comments(inside):
                        continue
                    lines.append(f"{place if path or not _is_word(key) else key}: {_compact(inside)}")
                else:
                    walk(inside, place)
        elif isinstance(value, list):
            for index, inside in enumerate(value):
                walk(inside, f"{path}/{index}")

    walk(data, "")
    return lines


def _is_word(key: str) -> bool:
    return re.fullmatch(r"\w+", key) is not None


def _are_comments(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, list)
        and len(one) == 2  # noqa: PLR2004
        and isinstance(one[0], int)
        and isinstance(one[1], str)
        and one[1] == one[1].strip()
        and one[1].isprintable()
        for one in value
    )


def _story(data: ReplayFile, choices: list[Any]) -> list[str]:
    entries: list[Any] = list(data["story"])
    comments: Any = data.get("_comments", [])
    comments = comments if _are_comments(comments) else []
    beside = {choice["at"]: choice for choice in choices if "at" in choice}
    gaps: dict[int, list[Any]] = {}
    for choice in choices:
        if "before" in choice:
            gaps.setdefault(choice["before"], []).append(choice)
    lines: list[str] = []
    index = 0
    marked = {place for place, _ in comments} | {n - 1 for n in gaps} | {n - 1 for n in beside}
    for entry, group in groupby(range(len(entries)), key=lambda i: (_card_text(entries[i]), i in marked and i)):
        text = entry[0]
        n = len(list(group))
        while n:
            lines += [f"# {said}".rstrip() for place, said in comments if place == index]
            lines += [_hero(choice) for choice in gaps.get(index + 1, ())]
            said = _decisions(beside[index + 1]) if index + 1 in beside else ""
            alone = not isinstance(entries[index], str) or said
            count = 1 if alone else n
            lines.append((f"{count} {text}" if count > 1 else text) + (f"  | {said}" if said else ""))
            index += count
            n -= count
    lines += [f"# {said}".rstrip() for place, said in comments if place >= len(entries)]
    lines += [_hero(choice) for choice in gaps.get(len(entries) + 1, ())]
    last = len(entries)
    lines += [_numbered(choice) for choice in choices if sort_key(choice)[0] > last + (1 if "before" in choice else 0)]
    return _aligned(lines)


def _aligned(lines: list[str]) -> list[str]:
    """Put the decisions into one column."""
    width = min(70, max((line.index("  | ") for line in lines if "  | " in line), default=0))
    aligned = []
    for line in lines:
        card, bar, said = line.partition("  | ")
        aligned.append(f"{card:<{width}}{bar}{said}" if bar else line)
    return aligned


def _card_text(entry: Any) -> str:
    if isinstance(entry, str):
        return entry
    if "adventure" in entry:
        return f"adventure {_title(entry['adventure'])}"
    text = f"mission {_title(entry['mission'])}"
    if "needs" in entry:
        text += f": {_items(entry['needs'])}"
        if "reward" in entry:
            text += f" -> {entry['reward']}"
    return text


def _title(text: str) -> str:
    plain = _PLAIN_TITLE.fullmatch(text) and text == " ".join(text.split()) and text.isprintable()
    return text if plain else json.dumps(text)


def _items(names: Iterable[str]) -> str:
    parts = []
    for name, group in groupby(names):
        n = len(list(group))
        parts.append(f"{n} {name}" if n > 1 else name)
    return " + ".join(parts) or NOTHING[0]


def _decisions(choice: Any) -> str:
    parts = []
    if "waive" in choice:
        parts.append(f"waive {_items(choice['waive'])}")
    if "in_full" in choice:
        parts.append(f"in full {_items(choice['in_full'])}")
    if "discard" in choice:
        parts.append("fail" + (f", discard {_items(choice['discard'])}" if choice["discard"] else ""))
    if "take" in choice:
        parts.append("decline" if choice["take"] is None else f"take {choice['take']}")
    if "tokens" in choice:
        parts.append(f"tokens {_items(choice['tokens'])}")
    return ", ".join(parts)


def _numbered(choice: Any) -> str:
    if "before" in choice:
        return f"before {choice['before']}: {_hero(choice)}"
    return f"at {choice.get('at')}: {_decisions(choice)}"


def _hero(choice: Any) -> str:
    hero = choice.get("hero", "")
    text = f"hero {HEROES[hero].name if hero in HEROES else hero}"
    if "as" in choice:
        text += f" as {HEROES[choice['as']].name if choice['as'] in HEROES else choice['as']}"
    said = ""
    if "remove" in choice:
        said = _items(choice["remove"])
    if choice.get("take"):
        said = f"{said} -> {choice['take']}".strip()
    for key in ("discard", "order"):
        if key in choice:
            said = " ".join(map(str, choice[key])) or NOTHING[0]
    said = choice.get("guess", said)
    tokens = f"  | tokens {_items(choice['tokens'])}" if "tokens" in choice else ""
    return text + (f": {said}" if said else "") + tokens


def _play(data: ReplayFile) -> list[str]:
    play: Any = data.get("play")
    if play is None:
        return ["play: none"] if "play" in data else []
    lines = ["", "play:"]
    for key in ("seed", "seconds", "ended"):
        if key in play:
            lines.append(f"{key}: {json.dumps(play[key])}")
    lines += [f"hand {seat}: {_card_list(hand)}" for seat, hand in enumerate(play["hands"], 1)]
    lines.append(f"deck: {_card_list(play['deck'])}")
    for event in play["events"]:
        verb = next((verb for verb in ("play", "draw", "discard") if verb in event), "play")
        cards = event[verb] if verb == "discard" else [event.get(verb, "")]
        player = f" player {event['player']}" if "player" in event else ""
        lines.append(f"{event['t']}s{player} {verb}s {_card_list(cards)}")
    return lines


def _card_list(cards: list[Any]) -> str:
    return ", ".join(_card_text(card) for card in cards)
