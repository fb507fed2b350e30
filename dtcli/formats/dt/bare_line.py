"""Lines of the story without a keyword: items, a mission or an adventure by its name, a mission written out, a skill.

A name can belong to several cards. An item comes first, then a mission, then an adventure, and a hero last.
"""

import re
from collections.abc import Callable
from itertools import islice

from dtcli.formats.dt import grammar
from dtcli.formats.dt.grammar import COUNTED, NotationError, Piece
from dtcli.formats.dt.line_grammar import HEADERS, begins_with_hero
from dtcli.formats.limits import MOST_CARDS
from dtcli.formats.names import Names, hero_named, unknown_hero
from dtcli.formats.problems import quoted
from dtcli.formats.suggest import did_you_mean
from dtcli.rules.heroes import HEROES

_BETWEEN_HEROES = re.compile(r"[,+&]|\sand\s", re.IGNORECASE)
_MISSION_MARKS = ("->", "+")


def is_skill(body: Piece, names: Names | None) -> bool:
    """Return whether a line is the use of a skill; a card with the name of a hero is a card.

    >>> is_skill(Piece("Garynor the Belly: map + cup -> bow"), None), is_skill(Piece("garnet"), None)
    (True, False)
    """
    return begins_with_hero(body) and (names is None or names.card(body) is None)


def is_title(body: Piece, names: Names | None) -> bool:
    """Return whether a whole line is the name of a card that has marks or keywords in it, as ``Stop, Thief``."""
    return names is not None and not body.startswith('"') and names.card(body) is not None


def could_be_title(body: Piece) -> bool:
    """Return whether a line without a keyword would be read as several cards, or as a mission written out."""
    return bool(COUNTED.fullmatch(body)) or any(mark in body for mark in (",", ":", "->"))


def refuse_skill_in_list(body: Piece, names: Callable[[], Names | None]) -> None:
    """Raise ``NotationError`` if one of several cards on a line is the use of a skill."""
    if "," not in body:
        return
    for part in islice(body.parts(","), MOST_CARDS):
        if part.casefold().startswith("hero ") or (begins_with_hero(part) and is_skill(part, names())):
            message = "a skill has a line of its own"
            raise NotationError(message, part.column, "write the cards above it and below it on lines of their own")


def refuse_several_heroes(body: Piece) -> None:
    """Raise ``NotationError`` if a line names several heroes in front of a colon, or nothing else."""
    who, what = body.halves(":")
    heroes = [hero_named(part.strip()) for part in _BETWEEN_HEROES.split(who.unquoted())]
    if len(heroes) == 1 or None in heroes:
        return
    names = [HEROES[hero].name for hero in heroes if hero is not None]
    argument = f":{what}" if what is not None else ""
    message = "several heroes on a line: each skill has a line of its own"
    lines = " / ".join([*(f"hero {name}" for name in names[:-1]), f"hero {names[-1]}{argument}"])
    raise NotationError(message, body.column, f"write {len(names)} lines: {lines}")


def is_written_out(body: Piece) -> bool:
    """Return whether a line is a mission written out: a colon or an arrow follows its title."""
    plain = body.unquoted()
    return ":" in plain or "->" in plain


def written_out_after(title: Piece, needs: Piece, names: Names | None) -> bool:
    """Return whether ``title: needs`` is a mission written out rather than a header with an unknown name.

    Raises ``NotationError`` if the title is a misspelt hero.
    """
    if did_you_mean(title, HEADERS):
        return False
    body = grammar.split_comment(needs)[0].halves("|")[0]
    listed = body.unquoted()
    if not any(mark in listed for mark in _MISSION_MARKS):
        try:
            items = grammar.item_list(body, marks="+,")
        except NotationError:
            return False
        if not items or (names is not None and not any(names.kind(item) for item in items)):
            return False
    problem = unknown_hero(title, "")
    if problem.hint and problem.hint.startswith("did you mean"):
        hint = f"{problem.hint.removesuffix('?')}, or mission {title}?"
        msg = f"unknown hero {quoted(title)}"
        raise NotationError(msg, title.column, hint, code="DT207")
    return True


def separate_cards(body: Piece, names: Names | None) -> list[tuple[str, int]]:
    """Return the parts of a line that has cards, each with how many cards it stands for."""
    words = body.split(None, 1)
    keyword = len(words) > 1 and words[0].casefold() in ("mission", "adventure")
    if not body or keyword or is_title(body, names) or is_written_out(body):
        return [(body, 1)]
    return [(part, len(grammar.card_list(part))) for part in body.parts(",") if part]
