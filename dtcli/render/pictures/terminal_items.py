"""The pictures of items on a terminal: a sign, a small drawing and a colour for each kind.

Kinds are data of the card set (C2): one without a picture here shows its initial in a frame. All signs are one column
wide, come from old character sets that every terminal font has, and mean nothing else in the program.

All colours are for LEATHER and darker grounds, on which each has a contrast of at least 4.5. They differ by hue, and
for eyes that see fewer hues by lightness: tests/render/test_colours.py measures every pair. All are among the 256
colours of older terminals, which show them as they are.
"""

from typing import NamedTuple

from dtcli.render.colours import SAND


class ItemPicture(NamedTuple):
    """The picture of one kind."""

    sign: str
    lines: tuple[str, str, str]
    colour: str


_PICTURES = {
    "sword": ItemPicture("†", ("   ╻       ", "●══╋━━━━━━►", "   ╹       "), "#ffffff"),
    "bow": ItemPicture("}", ("  │╲     ", "──┼─)──► ", "  │╱     "), "#af875f"),
    "shield": ItemPicture("▼", ("┌──┬──┐", "├──┼──┤", "╲──┴──╱"), "#afafff"),
    "torch": ItemPicture("☼", ("░▒░", "▒█▒", " ║ "), "#ff5f00"),
    "map": ItemPicture("§", ("┌──╥──╥──┐", "│∙ ║∙ ║ §│", "└──╨──╨──┘"), "#d7ffaf"),
    "potion": ItemPicture("♥", (" ╓╖ ", "╱  ╲", "╲▓▓╱"), "#d75faf"),
    "keys": ItemPicture("φ", ("╭─╮     ", "│○├──┬─┬", "╰─╯  ╵ ╵"), "#ffaf5f"),
    "gold": ItemPicture("$", (" ╲─╱ ", "╱ $ ╲", "╰───╯"), "#ffff5f"),
    "grapnel": ItemPicture("ψ", ("   ╷   ", "╮  │  ╭", "╰──┴──╯"), "#00d7af"),
    "cup": ItemPicture("γ", ("│▒▒▒▒▒│", "╰──┬──╯", "  ═╧═  "), "#ffd7ff"),
    "book": ItemPicture("≡", ("╭──╮╭──╮", "│══││══│", "╰──╲╱──╯"), "#5f87ff"),
    "mortar": ItemPicture("ω", ("    ╱  ", "┌──╱──┐", "╰╮▒▒▒╭╯"), "#949494"),
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
