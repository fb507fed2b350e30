"""Story notation, the way out: from a document to what a player would have typed."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from dtcli.files.canonical import KEYS
from dtcli.files.grammar import COUNTED, NOTHING, NotationError, Piece, decisions
from dtcli.files.json_text import compact
from dtcli.files.lines import FREE_TEXT, NULLABLE, TEXT_HEADERS, event, hero_choice
from dtcli.files.notation import FORMAT, WORDS, loads
from dtcli.files.numbering import Reveals, sort_key
from dtcli.files.shapes import ReplayFile
from dtcli.rules.heroes import HEROES

_MARKS = re.compile(r'[":|#,+]|->')
_PLAIN_KEY = re.compile(r"[^\s:\"]+")


def to_notation(data: ReplayFile) -> str:
    """Return the replay in story notation; reading it gives the same document.

    Decisions stand beside their cards. Where that cannot say the same, they are numbered or, as a last resort,
    written as JSON.
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
    lines += _story(data, [_known(choice) for choice in choices], beside=beside)
    lines += _play(data)
    return "\n".join(lines or [f"format: {FORMAT}"]) + "\n"  # an empty file would be no replay


def _known(entry: Any) -> dict[str, Any]:
    """Return an entry without the user's own keys, which are written as headers."""
    return {key: value for key, value in entry.items() if not key.startswith("_")}


def _is_plain(text: str) -> bool:
    """Return whether a name reads as itself wherever a name can stand."""
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
    """Return an item where a card is expected, so that it is not taken for a mission, a hero or a header."""
    first = text.split(None, 1)[:1]
    is_word = bool(first) and (first[0].casefold() in WORDS or text.startswith(("_", "/")))
    return compact(text) if is_word else _name(text)


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
            return ", ".join(map(_hero_of_game, value))
        case "rulings":
            return ", ".join(f"{name} = {_setting(one)}" for name, one in _known(value).items())
        case "result":
            return _result(value)
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


def _hero_of_game(hero: str) -> str:
    """Return a hero by name; a spelling that is not the id stays as it is, in quotes."""
    return HEROES[hero].name if hero in HEROES else compact(hero)  # type: ignore[index]


def _setting(value: Any) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _result(value: Any) -> str:
    parts = []
    if "missions" in value:
        parts.append(f"{value['missions']} mission{'' if value['missions'] == 1 else 's'}")
    if "broken" in value:
        parts.append("broken" if value["broken"] else "not broken")
    if "won" in value:
        parts.append("won" if value["won"] else "lost")
    return ", ".join(parts)


def _own_keys(data: Any) -> list[str]:
    """Return the user's own keys, wherever they sit, as headers with their place."""
    lines: list[str] = []

    def walk(value: Any, path: str) -> None:
        if isinstance(value, dict):
            for key in (key for key in value if key.startswith("_")):
                if path or key != "_comments" or not _are_comments(value[key], len(data["story"])):
                    place = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
                    shown = key if not path and re.fullmatch(r"\w+", key) else place
                    lines.append(f"{shown if _PLAIN_KEY.fullmatch(shown) else compact(shown)}: {compact(value[key])}")
            for key in sorted(key for key in value if not key.startswith("_")):
                walk(value[key], f"{path}/{key}")
        elif isinstance(value, list):
            for index, inside in enumerate(value):
                walk(inside, f"{path}/{index}")

    walk(data, "")
    return lines


def _are_comments(value: Any, cards: int) -> bool:
    """Return whether this list is what reading the comments of a text gives."""
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
    said: dict[int, str] = {}
    below: list[str] = []
    comments: Any = data.get("_comments")
    if _are_comments(comments, len(entries)):
        for place, text in comments:
            above.setdefault(place, []).append(f"# {text}".rstrip())
    _place_choices(choices, Reveals(len(entries)), above, said, below=below, beside=beside)
    cards = [_card(entry) for entry in entries]

    def row(index: int) -> tuple[object, ...]:
        alone = not isinstance(entries[index], str) or index in above or index in said
        return (cards[index], index) if alone else (cards[index],)

    lines: list[tuple[str, str]] = []
    for (text, *_), group in groupby(range(len(entries)), key=row):
        indices = list(group)
        lines += [(line, "") for line in above.get(indices[0], ())]
        count = f"{len(indices)} " if len(indices) > 1 else ""
        lines.append((f"{count}{text}", said.get(indices[0], "")))
    lines += [(line, "") for line in above.get(len(entries), ())]
    width = min(70, max((len(card) for card, decided in lines if decided), default=0))  # decisions in one column
    return [f"{card:<{width}}  | {decided}" if decided else card for card, decided in lines] + below


def _place_choices(
    choices: list[dict[str, Any]],
    reveals: Reveals,
    above: dict[int, list[str]],
    said: dict[int, str],
    *,
    below: list[str],
    beside: bool,
) -> None:
    """Put each choice above or beside its card; below the story where neither can say the same."""
    moments = [list(group) for _, group in groupby(choices, key=sort_key)]
    taken: set[int] = set()
    left: list[list[dict[str, Any]]] = []
    for moment in moments:
        listed = reveals.card_below(sort_key(moment[0])[0]) if "before" in moment[0] else None
        lines = [_hero_line(choice) for choice in moment]
        if beside and listed is not None and listed not in taken and None not in lines:
            above.setdefault(listed, []).extend(line for line in lines if line)
            taken.add(listed)
        else:
            left.append(moment)
        for choice in moment:
            reveals.follow(choice)
    for moment in left:
        number = sort_key(moment[0])[0]
        listed = reveals.order[number - 1] if 0 < number <= len(reveals.order) else None
        text = _decision_text(moment[0])
        if beside and "before" not in moment[0] and listed is not None and text and len(moment) == 1:
            said[listed] = text
        else:
            below += [_numbered(choice) for choice in moment]


def _card(entry: Any) -> str:
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


# choices


def _numbered(choice: dict[str, Any]) -> str:
    if line := _hero_line(choice):
        return f"before {choice['before']}: {line}"
    if text := _decision_text(choice):
        return f"at {choice['at']}: {text}"
    return f"choice {compact(choice)}"


def _decision_text(choice: dict[str, Any]) -> str | None:
    """Return what was decided at a reveal, in words; None where words cannot say the same."""
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


def _hero_line(choice: dict[str, Any]) -> str | None:
    """Return the use of a skill in words; None where words cannot say the same."""
    if "hero" not in choice or "before" not in choice:
        return None
    text = _hero(choice["hero"])
    if "as" in choice:
        text += f" as {_hero(choice['as'])}"
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
    said = f"  | {tokens}" if tokens else ""
    return f"hero {text}{said}" if {"before": choice["before"], **read} == choice else None


def _hero(name: str) -> str:
    return HEROES[name].name if name in HEROES else compact(name)  # type: ignore[index]


# the five minutes


def _play(data: ReplayFile) -> list[str]:
    play: Any = data.get("play")
    if play is None:
        return ["play: none"] if "play" in data else []
    lines = ["", "play:"]
    lines += [f"{key}: {compact(play[key])}" for key in ("seed", "seconds", "ended") if key in play]
    lines += [f"hand {seat}: {_card_list(hand)}".rstrip() for seat, hand in enumerate(play["hands"], 1)]
    lines.append(f"deck: {_card_list(play['deck'])}".rstrip())
    return lines + [_event(_known(one)) for one in play["events"]]


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
    """Return an event without the user's own keys, which its cards may have too."""

    def card(entry: Any) -> Any:
        return _known(entry) if isinstance(entry, dict) else entry

    return {
        key: [card(one) for one in value] if isinstance(value, list) else card(value) for key, value in happened.items()
    }


def _card_list(cards: list[Any]) -> str:
    """Return cards with commas between them, equal items in a row counted."""
    parts = []
    for text, group in groupby(cards, key=lambda card: _card(card) if isinstance(card, str) else None):
        run = list(group)
        if text is None:
            parts += [_card(card) for card in run]
        else:
            parts.append(f"{len(run)} {text}" if len(run) > 1 else text)
    return ", ".join(parts)
