"""Writes single entries in story notation: a card, a decision, a skill, a result, a start position.

A function returns None if the notation cannot express the entry; ``numbered_line`` then writes JSON.
"""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from dtcli.formats.dt.grammar import COUNTED, NOTHING, NotationError, Piece, decisions
from dtcli.formats.dt.line_grammar import POSITION, begins_with_hero, hero_choice, start
from dtcli.formats.dt.parser import WORDS
from dtcli.formats.json.text import compact
from dtcli.rules.heroes import HEROES

_MARKS = re.compile(r'[":|#,+]|->')


def known(entry: Any) -> dict[str, Any]:
    """Return an entry without the user's own keys, which become headers."""
    return {key: value for key, value in entry.items() if not key.startswith("_")}


def _is_plain(text: str) -> bool:
    """Return whether a name can be written without quotes."""
    return (
        text.isprintable()
        and text == " ".join(text.split())
        and not _MARKS.search(text)
        and not COUNTED.fullmatch(text)
        and text.casefold() not in NOTHING
    )


def _name(text: str) -> str:
    return text if _is_plain(text) else compact(text)


def _item(text: str) -> str:
    """Return an item as a card of the story; in quotes if it would be read as a mission, a hero or a header."""
    first = text.split(None, 1)[:1]
    is_word = bool(first) and (first[0].casefold() in WORDS or text.startswith(("_", "/")))
    return compact(text) if is_word or begins_with_hero(Piece(text)) else _name(text)


def start_text(value: Any) -> str:
    """Return a start position; as JSON if the notation cannot express it."""
    entry = known(value)
    for key in ("supply", "last_failed"):
        if key in entry:
            entry[key] = known(entry[key])
    words = {key: text for text, (key, flag) in POSITION.items() if key in entry and flag is entry[key]}
    parts = []
    for key, part in entry.items():
        match key:
            case "cards" | "tokens" | "guesses":
                words[key] = f"{key} {_items(part)}"
            case "supply":
                words[key] = f"supply {' + '.join(f'{n} {_name(kind)}' for kind, n in part.items()) or NOTHING[0]}"
            case "heroes":
                words[key] = f"heroes {' + '.join(map(hero_text, part)) or NOTHING[0]}"
            case "last_failed":
                words[key] = f"last failed {card_text(part)}"
            case "waiver":
                words[key] = f"waiver {part}"
        parts.append(words[key])
    text = ", ".join(parts)
    try:
        return text if start(Piece(text)) == entry else compact(entry)
    except NotationError:
        return compact(entry)


def card_text(entry: Any) -> str:
    """Return a card as a line of the story."""
    if isinstance(entry, str):
        return _item(entry)
    if "adventure" in entry:
        return f"adventure {_name(entry['adventure'])}"
    text = f"mission {_name(entry['mission'])}"
    if "needs" in entry:
        text += f": {_items(entry['needs'])}"
    if "reward" in entry:
        text += f" -> {_name(entry['reward'])}"
    return text


def _items(names: Iterable[str]) -> str:
    parts = []
    for name, group in groupby(names):
        n = len(list(group))
        parts.append(f"{n} {_name(name)}" if n > 1 else _name(name))
    return " + ".join(parts) or NOTHING[0]


def numbered_line(choice: dict[str, Any]) -> str:
    """Return a choice on a line that names its reveal."""
    if line := hero_line(choice):
        return f"before {choice['before']}: {line}"
    if text := decision_text(choice):
        return f"at {choice['at']}: {text}"
    return f"choice {compact(choice)}"


def decision_text(choice: dict[str, Any]) -> str | None:
    """Return the decisions at a reveal; None if the notation cannot express them."""
    if "at" not in choice or any(not isinstance(one, str) for one in choice.get("discard", ())):
        return None
    parts = [f"{key.replace('_', ' ')} {_items(choice[key])}" for key in ("waive", "in_full") if key in choice]
    if "discard" in choice:
        parts.append("fail" + (f", discard {_items(choice['discard'])}" if choice["discard"] else ""))
    if "take" in choice:
        parts.append("decline" if choice["take"] is None else f"take {_name(choice['take'])}")
    if "tokens" in choice:
        parts.append(f"tokens {_items(choice['tokens'])}")
    text = ", ".join(parts)
    try:
        return text if {"at": choice["at"], **decisions(Piece(text))} == choice else None
    except NotationError:
        return None


def hero_line(choice: dict[str, Any]) -> str | None:
    """Return the use of a skill; None if the notation cannot express it."""
    if "hero" not in choice or "before" not in choice:
        return None
    text = hero_text(choice["hero"])
    if "as" in choice:
        text += f" as {hero_text(choice['as'])}"
    argument = ""
    if "remove" in choice:
        argument = _items(choice["remove"])
    if choice.get("take") is not None:
        argument = f"{argument} -> {_name(choice['take'])}".strip()
    for key in ("discard", "order"):
        if key in choice:
            argument = " ".join(map(str, choice[key])) or NOTHING[0]
    if "guess" in choice:
        argument = _name(choice["guess"])
    text += f": {argument}" if argument else ""
    tokens = f"tokens {_items(choice['tokens'])}" if "tokens" in choice else None
    try:
        read = hero_choice(Piece(text), None if tokens is None else Piece(tokens))
    except NotationError:
        return None
    suffix = f"  | {tokens}" if tokens else ""
    return f"hero {text}{suffix}" if {"before": choice["before"], **read} == choice else None


def hero_text(name: str) -> str:
    """Return the name of a hero; anything but an id stays as it is, in quotes."""
    return HEROES[name].name if name in HEROES else compact(name)  # type: ignore[index]
