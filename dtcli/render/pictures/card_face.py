"""A card as styled lines, in any size from 16 columns by 6 lines; in 3 lines its name in a frame.

An item shows its picture, its sign and its name. A mission shows what it needs, each kind with one sign for each copy
in the colour of the item, and its reward on the lower edge. A long title is shortened before anything that matters for
playing.
"""

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from dtcli.english import plural
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
from dtcli.render.pictures.need_list import Row, need_rows, row_length
from dtcli.render.pictures.reward_line import FOOT, reward_spans, reward_words
from dtcli.render.pictures.terminal_items import picture_of
from dtcli.render.terminal import safe, shortened
from dtcli.render.victory import to_win_in_short
from dtcli.rules.cards import Adventure, Card, Item, Mission, Quest
from dtcli.rules.items import Kind, named

_ROOMY = 22
"""From this many columns inside the frame, words are written in full and the text has a margin."""
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
            empty: list[Row] = [[(" " * inside[0], "")]] * inside[1]
            return _framed(empty, _EMPTY, look, width, edge=MORTAR_LINE)
        case Item(kind=kind):
            return _framed(_item(kind, *inside), _ITEM, look, width, edge=ITEM_EDGE)
        case Mission():
            body = _quest(card, f"{INK} on {PARCHMENT}", *inside)
            foot = reward_spans(card.reward, inside[0], short=inside[0] < _ROOMY)
            return _framed(body, _MISSION, look, width, edge=PARCHMENT, head=safe(card.id), foot=foot)
        case Adventure():
            body = _quest(card, f"{INK} on {VELLUM}", *inside)
            foot = [(_reputation(card.scroll.reputation, inside[0]), FOOT)]
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


def strip(card: Card, width: int) -> Row:
    """Return a card on one line, in its colours."""
    match card:
        case Item(kind=kind):
            picture, ground = picture_of(kind), f"on {LEATHER}"
            name = f" {shortened(safe(kind), width - 4):<{width - 3}}"
            return [(f" {picture.sign} ", f"bold {picture.colour} {ground}"), (name[1:], f"bold {CHALK} {ground}")]
        case Mission():
            words, style = safe(str(card)), f"bold {INK} on {PARCHMENT}"
        case Adventure():
            words, style = safe(card.title), f"bold {INK} on {VELLUM}"
    return [(f" {shortened(words, width - 1):<{width - 1}}", style)]


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


def _reputation(below: int, width: int) -> str:
    """Return after how many missions an adventure can be played (V1)."""
    texts = (f" after {plural(below, 'mission')} played ", f" after {below} played ", f"after {below} played")
    return next((text for text in texts if len(text) <= width), "")


def _framed(  # noqa: PLR0913  (the parts of a card)
    body: list[Row],
    frame: _Frame,
    look: CardHighlight,
    width: int,
    *,
    edge: str,
    head: str = "",
    foot: Sequence[tuple[str, str]] = (),
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
        (seconds, f"bold {NIGHT} on {BLOOD}"), (head, head_style), (frame.line(1) + frame.corners[1], style),
    )  # fmt: skip
    if look.foot:
        foot = [(_fitted(look.foot, width - 2), f"bold {NIGHT} on {FLAME}")]
    taken = row_length(foot)
    left = min(1, width - 2 - taken)
    low: Line = (
        (frame.corners[2] + frame.line(left), style), *foot,
        (frame.line(width - 2 - left - taken) + frame.corners[3], style),
    )  # fmt: skip
    side = (frame.upright, style)
    return [top, *((side, *row, side) for row in body), low]


def _fitted(words: str, width: int) -> str:
    """Return words with spaces around them if they fit."""
    return f" {words} " if len(words) + 2 <= width else shortened(words, width)


def _item(kind: Kind, width: int, height: int) -> list[Row]:
    picture = picture_of(kind)
    ground = f"on {LEATHER}"
    name = shortened(safe(kind), width - 2)
    left = (width - len(name) - 2) // 2
    art = picture_lines(kind, width, height - 2) or picture.lines if height >= _LOWEST else ()
    rows: list[Row] = [[(line.center(width), f"{picture.colour} {ground}")] for line in art]
    if height > len(rows) + 2:
        rows.append([(" " * width, ground)])
    rows.append([
        (f"{' ' * left}{picture.sign} ", f"bold {picture.colour} {ground}"),
        (f"{name:<{width - left - 2}}", f"bold {CHALK} {ground}"),
    ])  # fmt: skip
    return _centred(rows[-height:], ground, width, height)


def _centred(rows: list[Row], ground: str, width: int, height: int) -> list[Row]:
    above = (height - len(rows)) // 2
    blank: Row = [(" " * width, ground)]
    return [blank] * above + rows + [blank] * (height - len(rows) - above)


def _quest(card: Quest, style: str, width: int, height: int) -> list[Row]:
    margin = 1 if width >= _ROOMY else 0
    room = width - 2 * margin
    ground = style[style.index("on ") :]
    if height < _LOWEST:
        name = f" {shortened(safe(str(card)), width - 1)}"
        return [_text(line, width, f"bold {style}") for line in (name, *[""] * (height - 1))]
    needs = need_rows(card.listed, room, height, style)
    spare = height - len(needs)
    title = textwrap.wrap(safe(card.title), room)
    if len(title) > max(1, spare - 1):
        title = [shortened(" ".join(title), room)]
    rows = [_text(line, room, f"bold {style}") for line in title[:spare]]
    spare -= len(rows)
    texts = [textwrap.wrap(text, room) for text in _texts_of(card)]
    most = spare if isinstance(card, Adventure) else spare - 1
    text = next((lines for lines in texts if len(lines) <= most), [])
    if spare > max(1, len(text)):
        rows.append(_text("", room, style))
        spare -= 1
    rows += needs
    if text:
        rows += [_text("", room, style)] * (spare - len(text))
        rows += [_text(line, room, f"italic {FADED_INK} {ground}") for line in text]
    rows += [_text("", room, style)] * (height - len(rows))
    pad = [(" " * margin, style)]
    return [[*pad, *row, *pad] for row in rows]


def _texts_of(card: Quest) -> list[str]:
    """Return the texts below the needs, of which the first that fits is printed."""
    if isinstance(card, Mission):
        return [safe(card.text)]
    effect = EFFECTS[card.effect]
    return [f"{effect}; to win: {to_win_in_short(card.scroll.accomplish, card)}", effect]


def _text(line: str, width: int, style: str) -> Row:
    return [(f"{line:<{width}}", style)]
