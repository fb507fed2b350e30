"""The pictures of items on a terminal: a sign, a small drawing and a colour for each kind.

Kinds are data of the card set (C2): one without a picture here shows its initial in a frame. All signs are one column
wide and come from old character sets that every terminal font has.
"""

from typing import NamedTuple

from dtcli.render.colours import SAND


class ItemPicture(NamedTuple):
    """The picture of one kind."""

    sign: str
    lines: tuple[str, str, str]
    colour: str


_PICTURES = {
    "sword": ItemPicture("†", ("   ╻       ", "●══╋━━━━━━►", "   ╹       "), "#c3ccd2"),
    "bow": ItemPicture("}", ("  │╲     ", "──┼─)──► ", "  │╱     "), "#cf975a"),
    "shield": ItemPicture("▼", ("┌──┬──┐", "├──┼──┤", "╲──┴──╱"), "#94abc0"),
    "torch": ItemPicture("☼", ("░▒░", "▒█▒", " ║ "), "#f3a53c"),
    "map": ItemPicture("×", ("┌──╥──╥──┐", "│∙ ║∙∙║ ×│", "└──╨──╨──┘"), "#d9c48f"),
    "potion": ItemPicture("♥", (" ╓╖ ", "╱  ╲", "╲▓▓╱"), "#d97f97"),
    "keys": ItemPicture("φ", ("╭─╮     ", "│○├──┬─┬", "╰─╯  ╵ ╵"), "#d2b25f"),
    "gold": ItemPicture("$", (" ╲─╱ ", "╱ $ ╲", "╰───╯"), "#f3cf53"),
    "grapnel": ItemPicture("ψ", ("   ╷   ", "╮  │  ╭", "╰──┴──╯"), "#a3ad92"),
    "cup": ItemPicture("γ", ("│▒▒▒▒▒│", "╰──┬──╯", "  ═╧═  "), "#e0bd78"),
    "book": ItemPicture("≡", ("╭──╮╭──╮", "│══││══│", "╰──╲╱──╯"), "#c28a66"),
    "mortar": ItemPicture("ω", ("    ╱  ", "┌──╱──┐", "╰╮▒▒▒╭╯"), "#bdb1a2"),
}


def picture_of(kind: str) -> ItemPicture:
    r"""Return the picture of a kind; one without a picture shows its initial.

    >>> print("\n".join(picture_of("lute").lines))
    ╭───╮
    │ L │
    ╰───╯
    """
    return _PICTURES.get(kind) or ItemPicture("◊", ("╭───╮", f"│ {_initial(kind)} │", "╰───╯"), SAND)


def _initial(kind: str) -> str:
    first = kind[:1].upper()
    return first if first.isascii() and first.isalnum() else "◊"


def sign_of(kind: str) -> str:
    """Return the sign of a kind.

    >>> sign_of("sword"), sign_of("lute")
    ('†', '◊')
    """
    return picture_of(kind).sign
