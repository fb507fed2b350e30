"""A card as styled lines, in any size from 16 columns by 6 lines; in 3 lines its name in a frame.

An item shows its picture and name. A mission shows what it needs, each kind with one sign for each copy, and its reward
on the lower edge. A long title is shortened before anything that matters for playing.
"""

import textwrap
from typing import NamedTuple

from dtcli.english import or_list, plural
from dtcli.render.colours import (
    ASH,
    BLOOD,
    CHALK,
    EMBER,
    FADED_INK,
    FLAME,
    INK,
    ITEM_EDGE,
    LEATHER,
    MORTAR_LINE,
    NIGHT,
    PARCHMENT,
    SAND,
    SHADOW,
    VELLUM,
)  # fmt: skip
from dtcli.render.events import EFFECTS
from dtcli.render.layout import Line
from dtcli.render.pictures.large_items import picture_lines
from dtcli.render.pictures.terminal_items import picture_of, sign_of
from dtcli.render.terminal import Span, safe, shortened
from dtcli.rules.cards import Adventure, Card, Item, Mission, Quest, Reward, RewardRule
from dtcli.rules.items import Kind, Pile, named

_ROOMY = 22
"""From this many columns inside the frame, words are written in full and the text has a margin."""
_SHORTEST_NAME = 3
_LOWEST = 4
"""Below this many lines inside the frame there is room for a name only."""


class CardHighlight(NamedTuple):
    """How a card is highlighted: the key that plays it, its position among the marked cards, the cursor."""

    key: str = ""
    mark: int = 0
    pointed: bool = False
    fresh: bool = False
    """Whether it has just been drawn."""
    foot: str = ""
    """Words on the lower edge, instead of the reward."""
    hurry: str | None = None
    """Set when little time is left: the frame is dashed, and shows these seconds unless they are empty."""


class _Frame(NamedTuple):
    """The frame of a card: corners from the upper left, the pattern of horizontal lines, and vertical lines."""

    corners: str
    across: str
    upright: str

    def line(self, width: int) -> str:
        """Return a piece of a horizontal line."""
        return (self.across * width)[:width]


_ITEM = _Frame("╭╮╰╯", "─", "│")
_MISSION = _Frame("╔╗╚╝", "═", "║")
_ADVENTURE = _Frame("╒╕╘╛", "═", "│")
_MARKED = _Frame("┏┓┗┛", "━", "┃")
_EMPTY = _Frame("┌┐└┘", " ", " ")


def face(card: Card | None, width: int, height: int, look: CardHighlight = CardHighlight()) -> list[Line]:  # noqa: B008  (a value)
    """Return the lines of a card, or of an empty place; each is exactly ``width`` columns wide."""
    inside = (width - 2, height - 2)
    match card:
        case None:
            empty: list[list[Span]] = [[" " * inside[0]]] * inside[1]
            return _framed(empty, _EMPTY, look, width, edge=MORTAR_LINE)
        case Item(kind=kind):
            return _framed(_item(kind, *inside), _ITEM, look, width, edge=ITEM_EDGE)
        case Mission():
            body = _quest(card, f"{INK} on {PARCHMENT}", *inside)
            foot = reward_words(card.reward, short=inside[0] < _ROOMY)
            return _framed(body, _MISSION, look, width, edge=PARCHMENT, head=safe(card.id), foot=foot)
        case Adventure():
            body = _quest(card, f"{INK} on {VELLUM}", *inside)
            below = card.scroll.reputation
            foot = f"after {f'{below} done' if inside[0] < _ROOMY else plural(below, 'mission')}"
            return _framed(body, _ADVENTURE, look, width, edge=VELLUM, head="adventure", foot=foot)


def back(word: str, width: int, height: int, *, head: str = "", foot: str = "") -> list[Line]:
    """Return the lines of a card that lies face down, with a word on its back (A2) and words on its edges."""
    inside = width - 2
    style, side = f"{MORTAR_LINE} on {SHADOW}", ("│", MORTAR_LINE)
    patterns = [("╱╲" * width)[row % 2 : row % 2 + inside] for row in range(height - 2)]
    rows: list[Line] = [(side, (pattern, style), side) for pattern in patterns]
    if word:
        word = f" {shortened(word, inside - 2)} "
        left, middle = (inside - len(word)) // 2, (height - 2) // 2
        before, after = patterns[middle][:left], patterns[middle][left + len(word) :]
        rows[middle] = (side, (before, style), (word, f"bold {SAND}"), (after, style), side)
    return [_back_edge("╭╮", head, inside), *rows, _back_edge("╰╯", foot, inside)]


def _back_edge(corners: str, words: str, width: int) -> Line:
    if not words:
        return ((f"{corners[0]}{'─' * width}{corners[1]}", MORTAR_LINE),)
    words = _fitted(words, width)
    left = min(1, width - len(words))
    line = "─" * (width - left - len(words))
    return ((corners[0] + "─" * left, MORTAR_LINE), (words, f"bold {CHALK}"), (line + corners[1], MORTAR_LINE))


def strip(card: Card, width: int) -> Span:
    """Return a card on one line, in its colours."""
    match card:
        case Item(kind=kind):
            words, style = f"{sign_of(kind)} {safe(kind)}", f"bold {CHALK} on {LEATHER}"
        case Mission():
            words, style = safe(str(card)), f"bold {INK} on {PARCHMENT}"
        case Adventure():
            words, style = safe(card.title), f"bold {INK} on {VELLUM}"
    return (f" {shortened(words, width - 1):<{width - 1}}", style)


def reward_words(reward: Reward, *, short: bool = False) -> str:
    """Return the reward of a mission in words.

    >>> reward_words(Reward(RewardRule.MAY, (Kind("bow"),))), reward_words(Reward(RewardRule.ANY), short=True)
    ('may give bow', '→ any')
    """
    kinds = [safe(kind) for kind in reward.kinds]
    match reward.rule:
        case RewardRule.NONE:
            return "→ nothing" if short else "gives nothing"
        case RewardRule.ANY:
            return "→ any" if short else "gives any one token"
        case RewardRule.MAY:
            return f"→ {kinds[0]}?" if short else f"may give {kinds[0]}"
        case RewardRule.EITHER:
            return f"→ {'/'.join(kinds)}" if short else f"gives {or_list(kinds)}"
        case RewardRule.MUST:
            return f"→ {kinds[0]}" if short else f"gives {kinds[0]}"


def card_in_full(card: Card) -> str:
    """Return a card on one line: its name, everything it needs, and its reward or effect.

    >>> card_in_full(Item(Kind("bow")))
    'bow'
    """
    match card:
        case Item(kind=kind):
            return safe(kind)
        case Mission():
            return f"{safe(str(card))}: needs {safe(named(card.needs))}, {reward_words(card.reward)}"
        case Adventure():
            below = plural(card.scroll.reputation, "mission")
            return f"{safe(card.title)}: needs {safe(named(card.needs))}, after {below}, {EFFECTS[card.effect]}"


# --- Inside the frame


def _framed(  # noqa: PLR0913  (the parts of a card)
    body: list[list[Span]], frame: _Frame, look: CardHighlight, width: int, *, edge: str, head: str = "", foot: str = ""
) -> list[Line]:
    style = edge
    if look.fresh:
        head = f"{head} new".strip()
    if look.hurry is not None:
        frame, style = frame._replace(across=f"{frame.across} "), f"bold {BLOOD}"
    if look.mark:
        frame, style, head = _MARKED, f"bold {EMBER}", f"[{look.mark}]"
    if look.pointed:
        style = f"bold {FLAME}"
    key = f"►{look.key}◄" if look.pointed else f" {look.key} " if look.key else ""
    key_style = f"bold {NIGHT} on {FLAME}" if look.pointed else f"bold {FLAME}"
    head_style = f"bold {NIGHT} on {EMBER}" if look.mark else ASH
    head = f" {head} " if head else ""
    seconds = f" {look.hurry} " if look.hurry else ""
    room = width - 4 - len(key) - len(seconds)
    head = head if len(head) <= room else ""
    top: Line = (
        (frame.corners[0] + frame.line(1), style), (key, key_style), (frame.line(room - len(head)), style),
        (seconds, f"bold {CHALK} on {BLOOD}"), (head, head_style), (frame.line(1) + frame.corners[1], style),
    )  # fmt: skip
    foot_style = f"bold {NIGHT} on {FLAME}" if look.foot else f"bold {CHALK}"
    foot = _fitted(look.foot or foot, width - 2)
    left = min(1, width - 2 - len(foot))
    low: Line = (
        (frame.corners[2] + frame.line(left), style), (foot, foot_style),
        (frame.line(width - 2 - left - len(foot)) + frame.corners[3], style),
    )  # fmt: skip
    side = (frame.upright, style)
    return [top, *((side, *row, side) for row in body), low]


def _fitted(words: str, width: int) -> str:
    """Return words with spaces around them if they fit."""
    for tried in (f" {words} ", words, words.replace("→ ", "→")):
        if words and len(tried) <= width:
            return tried
    return shortened(words, width)


def _item(kind: Kind, width: int, height: int) -> list[list[Span]]:
    ground = f"on {LEATHER}"
    name = shortened(safe(kind), width)
    if height < _LOWEST:
        return _centred([[(f"{sign_of(kind)} {name}".center(width), f"bold {CHALK} {ground}")]], ground, width, height)
    art = picture_lines(kind, width, height - 2) or picture_of(kind).lines
    rows: list[Span] = [(line.center(width), f"{picture_of(kind).colour} {ground}") for line in art]
    if height > len(rows) + 2:
        rows.append((" " * width, ground))
    rows.append((name.center(width), f"bold {CHALK} {ground}"))
    return _centred([[row] for row in rows[-height:]], ground, width, height)


def _centred(rows: list[list[Span]], ground: str, width: int, height: int) -> list[list[Span]]:
    above = (height - len(rows)) // 2
    blank: list[Span] = [(" " * width, ground)]
    return [blank] * above + rows + [blank] * (height - len(rows) - above)


def _quest(card: Quest, style: str, width: int, height: int) -> list[list[Span]]:
    margin = 1 if width >= _ROOMY else 0
    room = width - 2 * margin
    ground = style[style.index("on ") :]
    if height < _LOWEST:
        name = f" {shortened(safe(str(card)), width - 1)}"
        return [[(line.ljust(width), f"bold {style}")] for line in (name, *[""] * (height - 1))]
    needs = _need_lines(card.listed, room, height)
    spare = height - len(needs)
    title = textwrap.wrap(safe(card.title), room)
    if len(title) > max(1, spare - 1):
        title = [shortened(" ".join(title), room)]
    rows = [(line, f"bold {style}") for line in title[:spare]]
    spare -= len(rows)
    if spare > 1:
        rows.append(("", style))
        spare -= 1
    rows += [(line, style) for line in needs]
    text = textwrap.wrap(EFFECTS[card.effect] if isinstance(card, Adventure) else safe(card.text), room)
    if text and len(text) <= spare:
        rows += [("", style)] * (spare - len(text)) + [(line, f"italic {FADED_INK} {ground}") for line in text]
    rows += [("", style)] * (height - len(rows))
    pad = " " * margin
    return [[(f"{pad}{line:<{room}}{pad}", line_style)] for line, line_style in rows]


def _need_lines(needs: Pile, width: int, height: int) -> list[str]:
    """Return the needs: one kind on each line, or several if there is little room."""
    most = max((n for _, n in needs.items()), default=1)
    spelt = [f"{sign_of(kind) * n:<{most}} {f'{n} ' if n > 1 else ''}{safe(kind)}" for kind, n in needs.items()]
    if len(spelt) <= height and all(len(line) <= width for line in spelt):
        return spelt
    longest = max(len(kind) for kind in needs)
    for letters in range(longest, _SHORTEST_NAME, -1):
        packed = _packed([f"{sign_of(kind) * n}{safe(kind)[:letters]}" for kind, n in needs.items()], width)
        if len(packed) <= height:
            return packed
    return [shortened(line, width) for line in spelt[:height]]


def _packed(words: list[str], width: int) -> list[str]:
    """Return words packed into lines by first fit, the longest first."""
    lines: list[str] = []
    for word in sorted(words, key=len, reverse=True):
        for number, line in enumerate(lines):
            if len(line) + 1 + len(word) <= width:
                lines[number] = f"{line} {word}"
                break
        else:
            lines.append(shortened(word, width))
    return lines
