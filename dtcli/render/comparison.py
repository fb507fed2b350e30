"""Two plays side by side, as a table of 80 columns."""

import textwrap
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import PurePath
from typing import Any

from dtcli.english import plural
from dtcli.render.colours import LABEL, STRONG
from dtcli.render.durations import clock
from dtcli.render.layout import Line, Lines, wrapped
from dtcli.render.terminal import Printer, safe

Record = Mapping[str, Any]
_WHAT, _CELL = 26, 25
_SAME = {"deal": "Two plays of one deal", "story": "Two plays of one story"}
_STARS = 3


def print_comparison(record: Record) -> None:
    """Print a record of ``dtcli compare --json``."""
    printer = Printer()
    for line in _lines(record):
        printer.line(*line)


def _lines(record: Record) -> Lines:
    yield ((_SAME[record["same"]], STRONG),)
    yield ()
    yield from _table(record["a"], record["b"])
    if record["same"] == "deal":
        yield ()
    if record["story"] is not None:
        yield from _where("The stories differ from card {} on", "lays", record["story"])
    elif record["same"] == "deal":
        yield ("The stories are the same.",)
    if record["deed"] is not None:
        yield from _where("The deeds differ from deed {} on", "", record["deed"])
    for title, differences in (("Missions", record["missions"]), ("Decisions", record["decisions"])):
        if differences:
            yield ()
            yield ((f"{title} that differ:", STRONG),)
            for one in differences:
                yield from _row(one["what"], one["a"] or "-", one["b"] or "-", indent="  ")
    if not record["missions"] and not record["decisions"]:
        yield ()
        yield ("Every mission went the same, and no decision differs.",)


def _table(a: Record, b: Record) -> Lines:
    yield from _row("", "A", "B", STRONG)
    yield from _row("file", PurePath(a["file"]).name, PurePath(b["file"]).name)
    if a["title"] or b["title"]:
        yield from _row("title", a["title"] or "-", b["title"] or "-")
    for what, value in _VALUES.items():
        left, right = value(a), value(b)
        if left or right:
            yield from _row(what, left or "-", right or "-")


def _row(what: str, a: str, b: str, style: str = "", indent: str = "") -> Iterator[Line]:
    """Return a row of the table; long cells are wrapped."""
    cells = [
        textwrap.wrap(safe(text), width) or [""]
        for text, width in ((what, _WHAT - len(indent) - 1), (a, _CELL), (b, _CELL))
    ]
    for label, left, right in zip_longest(*cells, fillvalue=""):
        spans = f"{left:<{_CELL + 2}}{right}".rstrip()
        yield (indent, (f"{label:<{_WHAT - len(indent)}}", LABEL), (spans, style))


def _where(text: str, verb: str, difference: Record) -> Lines:
    sides = []
    for name, side in (("A", difference["a"]), ("B", difference["b"])):
        sides.append(f"{name} {verb} {side}".replace("  ", " ") if side else f"{name} has no more")
    yield from wrapped(safe(f"{text.format(difference['what'])}: {sides[0]}; {sides[1]}."))


def _result(play: Record) -> str:
    if play["missions"] is None:
        return str(play["status"])
    if play["goal"] is None:
        return f"{play['status']}, {plural(play['missions'], 'mission')}"
    return f"{play['status']}, {play['missions']} of {plural(play['goal'], 'mission')}"


def _deeds(play: Record) -> str:
    if play["deeds"] is None:
        return ""
    return f"{play['deeds']}: {play['laid']} laid, {play['discarded']} discarded"


def _time(play: Record) -> str:
    if play["seconds"] is None:
        return ""
    pauses = f", {plural(play['pauses'], 'pause')}" if play["pauses"] else ""
    return f"{clock(play['seconds'])}{pauses}"


def _par(play: Record) -> str:
    par = play["par"]
    if par is None:
        return ""
    if par["bound"] is None:
        return "none"
    if par["deeds"] is None:
        return f"at least {par['bound']} deeds"
    return f"{par['deeds']} deeds" if par["deeds"] == par["bound"] else f"{par['bound']} to {par['deeds']} deeds"


def _stars(play: Record) -> str:
    stars = play["stars"]
    return "" if stars is None else f"{'★' * stars}{'☆' * (_STARS - stars)}"


_VALUES = {
    "result": _result,
    "cards in the story": lambda play: str(play["cards"]),
    "deeds": _deeds,
    "time": _time,
    "skills": lambda play: ", ".join(play["skills"]),
    "par": _par,
    "stars": _stars,
}
