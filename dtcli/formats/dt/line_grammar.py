"""The grammar of whole lines of story notation: headers, hero skills, start positions, events of the five minutes."""

import re
from itertools import islice
from typing import Any

from dtcli.formats.dt import claimed_result, grammar
from dtcli.formats.dt.grammar import NotationError, Piece
from dtcli.formats.limits import MOST_EVENTS, MOST_HEROES
from dtcli.formats.names import hero_named, unknown_hero
from dtcli.formats.problems import quoted
from dtcli.formats.suggest import did_you_mean
from dtcli.rules.heroes import HEROES

FREE_TEXT = ("title", "notes")
"""Headers whose value is the rest of the line, so that a # in it does not start a comment."""
TEXT_HEADERS = (*FREE_TEXT, "date", "edition", "scenario", "adventure", "card_set")
NULLABLE = ("scenario", "adventure", "goal", "players", "start", "result")
CLOSING = ("result", "notes")
"""Headers that may also stand below the story."""
HEADERS = ("title", "date", "notes", "edition", "scenario", "adventure", "rulings", "cards", "goal", "extended",
           "players", "heroes", "start", "result", "play")  # fmt: skip

_KEY = re.compile(r"\w[\w -]*|/\S*")
_ONE_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_QUOTED_KEY = re.compile(r'"(?:[^"\\]|\\.)*"(?=\s*:)')
_LAST_FAILED = re.compile(r"last\s+failed\s+(mission|adventure)(?=\s)", re.IGNORECASE)
_AS = re.compile(r"\sas\s", re.IGNORECASE)
_PAUSE = re.compile(r"([0-9.eE+-]+)s\s+for\s+([0-9.eE+-]+)s", re.IGNORECASE)
_EVENT = re.compile(
    r"([0-9.eE+-]+)s\s+(?:player\s+([0-9]+)\s+)?(plays|draws|discards)\s+(.+)", re.IGNORECASE | re.DOTALL
)


def begins_with_hero(body: Piece) -> bool:
    """Return whether a line without a keyword begins with the name of a hero, as ``Tragurk: map`` does."""
    if body.startswith('"'):
        return False
    names, _ = body.halves(":")
    found = _AS.search(names)
    return hero_named(names[: found.start()] if found else names.strip()) is not None


def hero_choice(body: Piece, after_bar: Piece | None) -> dict[str, Any]:
    """Return the use of a skill, as in ``Garynor the Belly: map + cup -> bow``, with its tokens after the bar."""
    names, arguments = body.halves(":")
    found = _AS.search(names.unquoted())
    borrowed = names.cut(found.end()) if found else None
    choice: dict[str, Any] = {"hero": _hero(names.cut(0, found.start()) if found else names)}
    acting = choice["hero"]
    if borrowed is not None:
        choice["as"] = acting = _hero(borrowed)
    if arguments is not None:
        skill = HEROES[hero_named(acting) or acting]
        choice |= grammar.skill_arguments(skill.argument, arguments)
    if after_bar is None:
        return choice
    for key, value in grammar.decisions(after_bar).items():
        if key not in ("tokens", "take"):
            message = "after the bar of a hero line only tokens and take are allowed"
            raise NotationError(message, after_bar.column)
        if key in choice:
            msg = f"{quoted(key)} is decided twice"
            raise NotationError(msg, after_bar.column)
        choice[key] = value
    return choice


def _hero(piece: Piece) -> Piece:
    """Return the id of a hero; a name in quotes stays as it is."""
    name = grammar.name(piece, "the name of the hero")
    hero = hero_named(name)
    if hero is None:
        problem = unknown_hero(name, "")
        raise NotationError(problem.message, name.column, problem.hint, code="DT207")
    return name if piece.lstrip().startswith('"') else Piece(hero, name.column)


def event(line: Piece) -> dict[str, Any] | None:
    """Return an event of the five minutes, as in ``12.5s player 1 plays sword``; None for any other line."""
    found = _EVENT.fullmatch(line)
    if not found:
        return None
    entry: dict[str, Any] = {"t": grammar.number(line.cut(found.start(1), found.end(1)))}
    if found[2]:
        entry["player"] = grammar.whole_number(line.cut(found.start(2), found.end(2)))
    verb = found[3].casefold()
    cards = grammar.card_list(line.cut(found.start(4)))
    if verb != "discards" and len(cards) != 1:
        msg = f"a player {verb} one card at a time"
        raise NotationError(msg, line.column + found.start(4))
    entry[verb.removesuffix("s")] = cards if verb == "discards" else cards[0]
    return entry


def header(line: Piece) -> tuple[Piece, Piece | None]:
    """Return key and value of a header; the line and None if it is not a header."""
    if line.startswith('"'):
        found = _QUOTED_KEY.match(line)
        if not found:
            return line, None
        key = grammar.name(line.cut(0, found.end()))
        return (key, line.halves(":")[1]) if key.startswith(("_", "/")) else (line, None)
    colon = line.find(":")
    key = Piece(line[:colon].rstrip(), line.column) if colon > 0 else line
    return (key, line.cut(colon + 1)) if colon > 0 and _KEY.fullmatch(key) else (line, None)


def header_value(name: str, value: Piece) -> Any:
    """Return the value of a header."""
    if value.casefold() == "none" and name in NULLABLE:
        return None
    if name in TEXT_HEADERS:
        return grammar.json_value(value) if _ONE_STRING.fullmatch(value) else value
    match name:
        case "goal" | "players":
            return grammar.whole_number(value)
        case "extended":
            if value.casefold() not in ("yes", "true", "no", "false"):
                msg = f"extended is yes or no, not {quoted(value)}"
                raise NotationError(msg, value.column)
            return value.casefold() in ("yes", "true")
        case "heroes":
            return [_hero_of_game(part) for part in islice(value.parts(","), MOST_HEROES + 1)]
        case "rulings":
            return grammar.rulings(value)
        case "start":
            return start(value)
        case _:
            return claimed_result.result(value)


POSITION = {
    "extra slot": ("extra_slot", True),
    "no extra slot": ("extra_slot", False),
    "adventure completed": ("adventure_completed", True),
    "adventure not completed": ("adventure_completed", False),
    "solved": ("solved", True),
    "not solved": ("solved", False),
}
_IN_POSITION = ("cards", "tokens", "supply", "heroes", "waiver", "guesses")


def start(value: Piece) -> Any:
    """Return a start position, as in ``cards 2 sword + bow, tokens cup, heroes Tonk Redbeer, extra slot``, or JSON."""
    if value.startswith("{"):
        return grammar.json_value(value)
    found: dict[str, Any] = {}
    for part in value.parts(","):
        key, part_value = _part_of_position(part)
        if key in found:
            msg = f"{quoted(part)} is a second value for '{key}'"
            raise NotationError(msg, part.column, code="DT105")
        found[key] = part_value
    return found


def _part_of_position(part: Piece) -> tuple[str, Any]:
    if part.casefold() in POSITION:
        return POSITION[part.casefold()]
    word = "".join(part.split(None, 1)[:1]).casefold()
    rest = part.cut(len(word)).trimmed()
    failed = _LAST_FAILED.match(part)
    if failed:
        card = part.cut(failed.end())
        return "last_failed", (grammar.mission if failed[1].casefold() == "mission" else grammar.adventure)(card)
    if word not in _IN_POSITION or not rest:
        hint = did_you_mean(word, _IN_POSITION) or "write: cards 2 sword + bow, tokens cup, extra slot"
        msg = f"start not understood: {quoted(part)}"
        raise NotationError(msg, part.column, hint)
    match word:
        case "waiver":
            return word, grammar.whole_number(rest)
        case "supply":
            return word, grammar.counts(rest)
        case "heroes":
            none = rest.casefold() in grammar.NOTHING
            named = islice([] if none else rest.parts("+"), MOST_HEROES + 1)
            return word, [_hero_of_game(one) for one in named]
        case _:
            return word, grammar.item_list(rest)


def _hero_of_game(piece: Piece) -> Piece:
    """Return the id of a hero; a name that is unknown or in quotes stays as it is."""
    name = grammar.name(piece, "the name of a hero")
    hero = None if piece.startswith('"') else hero_named(name)
    return Piece(hero, name.column) if hero else name


def play_value(name: str, value: Piece) -> Any:
    """Return the value of a header of the five minutes."""
    if name == "deck":
        return grammar.card_list(value)
    if name == "pauses":
        pauses = [] if value.casefold() in grammar.NOTHING else value.parts(",")
        return [_pause(part) for part in islice(pauses, MOST_EVENTS + 1)]
    if name == "seed":
        return value if re.fullmatch(r"[^\W\d]\w*", value) else grammar.json_value(value)
    return grammar.number(value)


def _pause(piece: Piece) -> dict[str, Any]:
    """Return a pause, as in ``12.5s for 60s``."""
    found = _PAUSE.fullmatch(piece)
    if not found:
        msg = f"pause not understood: {quoted(piece)}"
        raise NotationError(msg, piece.column, "write: 12.5s for 60s")
    at, length = (grammar.number(piece.cut(*found.span(group))) for group in (1, 2))
    return {"t": at, "seconds": length}
