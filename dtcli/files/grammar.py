"""The small pieces of story notation: lists of items, missions written out, decisions, skill arguments.

Each function reads one piece of a line and raises ``NotationError`` with the column where it stops making sense.
"""

import json
import re
from typing import Any

from dtcli.files.problems import did_you_mean, quoted
from dtcli.files.shapes import MOST_CARDS

NOTHING = ("nothing", "none")
_COUNTED = re.compile(r"(\d{1,4})\s*(?:[x×]\s+|\s)\s*(.+)")


class NotationError(Exception):
    """A line that cannot be understood; the column counts from 0."""

    def __init__(self, message: str, column: int = 0, hint: str | None = None, code: str = "DT107") -> None:
        super().__init__(message)
        self.column = column
        self.hint = hint
        self.code = code


def split_comment(line: str) -> tuple[str, str | None]:
    """Cut a comment off: a # after a space, outside quotes."""
    for at in _outside_quotes(line):
        if line[at] == "#" and line[at - 1].isspace():
            return line[:at].rstrip(), line[at + 1 :].strip()
    return line, None


def split_bar(line: str) -> tuple[str, str, str]:
    for at in _outside_quotes(line):
        if line[at] == "|":
            return line[:at], "|", line[at + 1 :]
    return line, "", ""


def _outside_quotes(text: str) -> list[int]:
    """Return the offsets that are not inside a quoted JSON string."""
    free, inside, escaped = [], False, False
    for at, char in enumerate(text):
        if inside:
            escaped, inside = char == "\\" and not escaped, not (char == '"' and not escaped)
        elif char == '"':
            inside = True
        else:
            free.append(at)
    return free


def _split_outside(text: str, mark: str) -> list[str]:
    cuts = [at for at in _outside_quotes(text) if text.startswith(mark, at)]
    starts = [0, *(at + len(mark) for at in cuts)]
    return [text[start:end] for start, end in zip(starts, [*cuts, len(text)], strict=True)]


def parts(text: str, mark: str) -> list[str]:
    return [part.strip() for part in _split_outside(text, mark) if part.strip()]


def partition_word(text: str, word: str) -> tuple[str, str, str]:
    found = re.search(rf"\s{word}\s", text, re.IGNORECASE)
    return (text[: found.start()], word, text[found.end() :].strip()) if found else (text, "", "")


def json_value(text: str, column: int) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        msg = f"not a JSON value: {quoted(text)}"
        raise NotationError(msg, column) from None


def number(text: str) -> float:
    return float(text) if "." in text else int(text)


def whole_number(text: str, column: int) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 6:  # noqa: PLR2004  (longer numbers mean nothing here)
        return int(text)
    msg = f"expected a number, found {quoted(text)}"
    raise NotationError(msg, column)


def counted(text: str) -> tuple[int, str]:
    """Return how many cards ``2 sword`` names, and which."""
    found = _COUNTED.fullmatch(text)
    return (int(found.group(1)), found.group(2).strip()) if found else (1, text)


def item_list(text: str, column: int) -> list[str]:
    """Return the items of ``2 sword + bow``; an empty list for ``nothing``."""
    if text.strip().casefold() in NOTHING:
        return []
    items: list[str] = []
    for part in text.split("+"):
        if not part.strip():
            msg = f"expected an item in {quoted(text.strip())}"
            raise NotationError(msg, column)
        n, name = counted(part.strip())
        if n > MOST_CARDS:
            msg = f"{n} items are too many"
            raise NotationError(msg, column)
        items += [name] * n
    return items


def reference(text: str, column: int) -> str:
    if text.startswith('"'):
        return str(json_value(text, column))
    if not text:
        message = "a name is missing"
        raise NotationError(message, column)
    return text


def mission(body: str, column: int) -> dict[str, Any]:
    """Read a mission by id or title, or written out: ``Title: bow + 2 sword -> shield?``."""
    head, *rest = _split_outside(body, ":")
    entry: dict[str, Any] = {"mission": reference(head.strip(), column)}
    if rest:
        needs, arrow, reward = ":".join(rest).partition("->")
        entry["needs"] = item_list(needs, column + len(head) + 1)
        if arrow:
            if not reward.strip():
                message = "a reward is missing after ->"
                raise NotationError(message, column + len(body), "write - for no reward")
            entry["reward"] = reward.strip()
    return entry


def card_list(text: str) -> list[Any]:
    cards: list[Any] = []
    for part in parts(text, ","):
        word, _, rest = part.partition(" ")
        if word.casefold() == "mission" and rest:
            cards.append(mission(rest, 0))
        elif word.casefold() == "adventure" and rest:
            cards.append({"adventure": reference(rest.strip(), 0)})
        else:
            n, name = counted(part)
            cards += [name] * min(n, MOST_CARDS)
    return cards


def skill_arguments(argument: str, text: str, column: int) -> dict[str, Any]:
    """Read what follows a hero's name: places, a guess, or items with what is taken for them."""
    if argument in ("discard", "order"):
        words = text.casefold().removeprefix(argument).replace(",", " ").split()
        if words in (["nothing"], ["none"], []):
            return {argument: []}
        return {argument: [whole_number(word, column) for word in words]}
    if argument == "guess":
        return {"guess": text}
    removed, arrow, taken = text.partition("->")
    found: dict[str, Any] = {"remove": item_list(removed, column)} if removed.strip() else {}
    if arrow:
        found["take"] = taken.strip()
    return found


def decisions(text: str, column: int) -> dict[str, Any]:
    """Read what stands after the bar: ``take shield``, ``decline``, ``fail, discard gold`` and so on."""
    found: dict[str, Any] = {}
    failed = False
    for part in parts(text, ","):
        words = part.split(None, 1)
        verb, rest = words[0].casefold(), words[1] if len(words) > 1 else ""
        at = column + text.index(part)
        if verb == "in" and rest.casefold().startswith("full"):
            verb, rest = "in_full", rest[len("full") :].strip()
        if verb == "fail" and not rest:
            failed = True
            continue
        key, value = _decision(verb, rest, at)
        if key in found:
            msg = f"{quoted(verb)} is said twice"
            raise NotationError(msg, at)
        found[key] = value
    if failed:
        found.setdefault("discard", [])
    return found


def _decision(verb: str, rest: str, column: int) -> tuple[str, Any]:
    if verb == "decline" and not rest:
        return "take", None
    if verb == "take" and rest:
        return "take", None if rest.casefold() in NOTHING else rest
    if verb in ("discard", "waive", "tokens", "in_full") and rest:
        return verb, item_list(rest, column)
    verbs = ("take", "decline", "fail", "discard", "waive", "tokens", "in full")
    hint = did_you_mean(verb, verbs) or f"decisions are {', '.join(verbs)}"
    msg = f"decision not understood: {quoted(f'{verb} {rest}'.strip())}"
    raise NotationError(msg, column, hint)


def rulings(value: str, column: int) -> dict[str, Any]:
    rulings: dict[str, Any] = {}
    for part in parts(value, ","):
        key, equals, setting = (word.strip() for word in part.partition("="))
        if not equals:
            msg = f"ruling not understood: {quoted(part)}"
            raise NotationError(msg, column, "write: spent_rewards = return")
        if setting.casefold() in ("yes", "no", "true", "false"):
            rulings[key] = setting.casefold() in ("yes", "true")
        elif setting.isdigit():
            rulings[key] = whole_number(setting, column)
        else:
            rulings[key] = None if setting == "none" else setting
    return rulings


def result(value: str, column: int) -> dict[str, Any]:
    result: dict[str, Any] = {}
    words = {"broken": ("broken", True), "not broken": ("broken", False), "won": ("won", True), "lost": ("won", False)}
    for part in parts(value, ","):
        number, _, unit = part.partition(" ")
        if number.isdigit() and unit.strip().casefold() in ("", "mission", "missions"):
            result["missions"] = whole_number(number, column)
        elif part.casefold() in words:
            key, said = words[part.casefold()]
            result[key] = said
        else:
            hint = "write: 9 missions, won"
            msg = f"result not understood: {quoted(part)}"
            raise NotationError(msg, column, hint)
    return result
