"""Problems: what is wrong with a file, where, and what to do about it. All problem codes are defined here.

A code, once published, keeps its meaning. ``docs/problems.md`` lists them, and ``tests/formats/problems`` has an
example file for each.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """Whether a problem makes a file invalid."""

    ERROR = "error"
    WARNING = "warning"


class Code(NamedTuple):
    """A kind of problem."""

    title: str
    help: str
    severity: Severity = Severity.ERROR


_WARNING = Severity.WARNING

CODES: Mapping[str, Code] = {
    # dtcli itself
    "DT001": Code("internal error", "A bug in dtcli, not in the input; please report it as the hint says."),
    "DT002": Code("the program was ended", "Two processes that judged this input have crashed or ran out of memory."),
    # reading
    "DT101": Code("file cannot be read", "Check the path and its permissions."),
    "DT102": Code("not UTF-8 text", "Save the file as UTF-8."),
    "DT103": Code("too large", "A replay is small; write many replays as lines of an NDJSON file."),
    "DT104": Code("not JSON", "Line and column show where the text stops being JSON."),
    "DT105": Code("key given twice", "A JSON object or a header may name each key once; one of the two would be lost."),
    "DT106": Code("unknown format", 'A replay begins with "format": "dungeon-time/replay/1".'),
    "DT107": Code("line not understood", "`dtcli schema notation` prints the grammar."),
    "DT108": Code("empty file", "A replay needs at least a story."),
    "DT109": Code("not TOML", "Line and column show where the text stops being TOML."),
    "DT110": Code("more problems than are listed", "Only the first 200 are listed; correct these and check again."),
    # shape and names
    "DT201": Code("unknown key", "Keys of your own begin with an underscore and are kept."),
    "DT202": Code("missing key", "Add the key."),
    "DT203": Code("wrong value", "The message says what is allowed."),
    "DT204": Code("unknown item", "`dtcli cards --kinds` lists the items and all their names."),
    "DT205": Code("unknown mission", "Name a mission of the card set, or write it out with its needs."),
    "DT206": Code("unknown adventure", "`dtcli cards` lists the adventures."),
    "DT207": Code("unknown hero", "`dtcli heroes` lists the heroes."),
    "DT208": Code("unknown scenario", "`dtcli scenarios` lists the scenarios."),
    "DT209": Code("unknown card set", "Name a bundled set, or the path of a TOML file."),
    "DT210": Code("unknown edition", "`dtcli rules E1` lists the editions."),
    "DT211": Code("reward not understood", "Write shield, shield?, sword/shield, ? or -."),
    "DT212": Code("name used twice", "Ids, titles and aliases of a card set are unique."),
    # the table
    "DT301": Code("too many cards of an item", "Four cards of each item exist (C1)."),
    "DT302": Code("mission laid twice", "Each mission card exists once."),
    "DT303": Code("more missions than the scenario takes", "`dtcli scenarios` shows how many of each deck."),
    "DT304": Code("hero not in this edition", "`dtcli heroes` shows which edition has which heroes."),
    "DT305": Code("more heroes than players", "Each player has one hero, and at most five can play (H00)."),
    "DT306": Code("hero named twice", "Each hero card exists once."),
    "DT307": Code("adventure without reputation", "Enough missions must lie below the adventure card (V1)."),
    "DT308": Code("goal differs from the scenario's", "The goal in the file is used (X11).", _WARNING),
    "DT309": Code("mission not on the scroll", "An adventure is played with the missions of its scroll (V2)."),
    "DT310": Code("more than one adventure", "A game has at most one adventure card."),
    # the resolution
    "DT401": Code("skill cannot be used", "The message says why the rules do not allow it there."),
    "DT402": Code("reward choice not possible", "The message says what the supply and the card allow (R3 to R5)."),
    "DT403": Code("discard not possible", "Only listed items that are present, after a failed mission (R7)."),
    "DT404": Code("payment not possible", "The message says what can leave the backpack (R2, R6, H5, V3)."),
    "DT405": Code("reveal never comes", "The resolution ends before it: the story is over, or the backpack breaks."),
    "DT406": Code("reveal decided twice", "Put all decisions at one reveal into one entry."),
    "DT411": Code("choice not recorded", "The default was assumed: decline, discard nothing, cards first.", _WARNING),
    "DT412": Code("choice not recorded, outcome open", "There is no default for a choice that must be made.", _WARNING),
    "DT413": Code("choice not recorded, but inferred", "Every other answer contradicts a later card.", _WARNING),
    "DT414": Code("played on after the backpack broke", "The game ended there; the rest is not counted.", _WARNING),
    # the claim
    "DT501": Code("claimed result does not agree", "The claim is compared with the replayed game, never believed."),
    "DT502": Code("claim unsettled", "It differs from the defaults, but choices were not recorded.", _WARNING),
    # the five minutes
    "DT601": Code("deal not possible", "Hands and draw deck must follow from the number of players (A1, V2)."),
    "DT602": Code("play not possible", "A card must be in the hand, a drawn card on top of the draw deck (A3 to A5)."),
    "DT603": Code("story does not follow from play", "The story is what was played, in that order."),
    "DT604": Code("time out of order", "Times run forward and end with the five minutes (A6)."),
    # certificates
    "DT701": Code("certificate changed", "Its seal shows that a byte was changed; solve again."),
    "DT702": Code("certificate about another game", "Replay, cards or rules are not those it was made with."),
    "DT703": Code("certificate does not hold", "Replaying its line does not give the promised outcome."),
    "DT704": Code("certificate refuted", "Searching again found a better line."),
    "DT705": Code("certificate answers a restricted question", "Without its terms a better line may exist.", _WARNING),
    # saves and journals
    "DT801": Code("campaign save damaged", "The file was renamed and kept; begin the campaign again."),
    "DT802": Code("campaign save of another kind", "A newer dtcli wrote it, or it is another campaign's; it is kept."),
    "DT803": Code("journal damaged", "The record of an interrupted game cannot be read; it was renamed and kept."),
    "DT804": Code("puzzle result damaged", "The line was moved to another file and kept; the other lines count."),
    # positions and puzzles
    "DT901": Code("start not possible", "A game can start only from a position that is possible at a table (X16)."),
    "DT902": Code("goal not understood", "`dtcli schema puzzle` shows what each kind of goal needs."),
    "DT903": Code("puzzle id not understood", "Copy the whole id, or write grade3v2#seed with a seed of your own."),
    "DT904": Code("solution does not reach the goal", "The solution is replayed by the rules, never believed."),
    "DT905": Code("goal cannot be reached", "All lines were tried; none reaches it."),
    "DT906": Code("more than one answer", "All lines that reach the goal must agree in every step that matters (P3)."),
    "DT907": Code("record about the puzzle differs", "What a file says about its puzzle is computed again."),
    "DT908": Code("needs no thought", "Taking, refusing or keeping everything is enough.", _WARNING),
    "DT909": Code("card can be left out", "A card that changes nothing only makes the puzzle longer.", _WARNING),
    "DT910": Code("goal is only a whole backpack", "Every line that does not break completes these missions."),
    "DT911": Code("no puzzle found", "No puzzle of this grade can be made from this seed; try another seed."),
    "DT912": Code(
        "graded by another formula", "The grade is that of an earlier or later dtcli; the puzzle is the same.", _WARNING
    ),
}  # fmt: skip


MOST_PROBLEMS = 200
"""How many problems one check lists; finding hints for more would take too long."""


class Problem(NamedTuple):
    """Something that is wrong with a file. ``line`` and ``column`` count from 1."""

    code: str
    message: str
    pointer: str | None = None
    hint: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None

    @property
    def severity(self) -> Severity:
        """Whether this makes the file invalid."""
        return CODES[self.code].severity

    @property
    def is_error(self) -> bool:
        """Whether this makes the file invalid."""
        return self.severity is Severity.ERROR

    def as_json(self) -> dict[str, object]:
        """Return the problem as the JSON output has it."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "pointer": self.pointer,
            "message": self.message,
            "hint": self.hint,
        }


UNREADABLE = frozenset({"DT101", "DT102", "DT103"})
"""Problems of input that cannot be read at all (exit code 3)."""

INTERNAL = "DT001"
PROCESS_ENDED = "DT002"
NO_PUZZLE_FOUND = "DT911"
"""A bug in dtcli; nothing is known about the input (exit code 70)."""
CLAIM = "DT501"


def listed(problems: "list[Problem]") -> list[Problem]:
    """Return at most ``MOST_PROBLEMS`` problems; if there are more, a last one says so."""
    if len(problems) <= MOST_PROBLEMS:
        return problems
    message = f"more than {MOST_PROBLEMS} problems, the others are not listed"
    last = problems[MOST_PROBLEMS - 1]._replace(code="DT110", message=message, hint=None)
    return [*problems[:MOST_PROBLEMS], last]


def pointer(*parts: str | int) -> str:
    """Return the JSON pointer of a place.

    >>> pointer("story", 12, "a/b")
    '/story/12/a~1b'
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def quoted(text: object, *, most: int = 40) -> str:
    """Return text from a file for a message: in quotes, shortened, with control characters escaped."""
    shown = str(text)
    if len(shown) > most:
        shown = shown[: most - 1] + "…"
    return f"'{printable(shown)}'"


def printable(text: str) -> str:
    r"""Return a text with unprintable characters escaped.

    >>> print(printable("Wolves\x1b[31m"))
    Wolves\x1b[31m
    """
    return text if text.isprintable() else "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)
