"""The large pictures of items, and the choice of the largest picture that has room.

A kind without a large picture here shows its initial, as it does in the small pictures.
"""

from dtcli.render.pictures.big_letters import large_letters
from dtcli.render.pictures.terminal_items import picture_of

LARGE_WIDTH, LARGE_HEIGHT = 19, 7
"""The columns and lines that every large picture has room in."""
SMALL_WIDTH, SMALL_HEIGHT = 11, 3
"""The same for the small pictures."""

_DRAWINGS = {
    "sword": (
        "      ┃            ",
        "      ┃            ",
        "╭───╮ ┣━━━━━━━━━━╲ ",
        "│▒▒▒╞═╋═══════════►",
        "╰───╯ ┣━━━━━━━━━━╱ ",
        "      ┃            ",
        "      ┃            ",
    ),
    "bow": (
        "     ┬─╮         ",
        "     │  ╲        ",
        "     │   ╲       ",
        "»»───┼────│────► ",
        "     │   ╱       ",
        "     │  ╱        ",
        "     ┴─╯         ",
    ),
    "shield": (
        "┌───────┬───────┐",
        "│░░░░░░░│       │",
        "│░░░░░╭─┴─╮     │",
        "├─────┤ ● ├─────┤",
        "│     ╰─┬─╯░░░░░│",
        " ╲      │░░░░░░╱ ",
        "  ╲─────┴─────╱  ",
    ),
    "torch": (
        "    ░     ",
        "   ░▒░ ░  ",
        "  ░▒▓▒▒░  ",
        "  ▒▓█▓▓▒  ",
        "  ╲▓██▓╱  ",
        "   ╲──╱   ",
        "    ║║    ",
    ),
    "map": (
        "┌─────╥─────╥─────┐",
        "│ ∙   ║  ╱╲ ║     │",
        "│  ∙  ║ ╱  ╲║╱╲   │",
        "│   ∙∙║∙    ║  ╲  │",
        "│ ~~  ║ ∙∙∙ ║ §   │",
        "│~~ ~ ║    ∙║∙    │",
        "└─────╨─────╨─────┘",
    ),
    "potion": (
        "    ╓──╖    ",
        "    ║  ║    ",
        "   ╱    ╲   ",
        "  ╱ °    ╲  ",
        " ╱▒▒▒▒▒°▒▒╲ ",
        " │▓▓▓▓▓▓▓▓│ ",
        " ╰────────╯ ",
    ),
    "keys": (
        "  ╭───╮          ",
        " ╭╯   ╰╮         ",
        " │ ╭─╮ │         ",
        " │ │ │ ╞═══╤══╤╕ ",
        " │ ╰─╯ │   │  ││ ",
        " ╰╮   ╭╯   ╵  ╵╵ ",
        "  ╰───╯          ",
    ),
    "gold": (
        "   ╲│╱╲│╱   ",
        "    ╞══╡    ",
        "   ╱    ╲   ",
        "  ╱  $   ╲  ",
        " │  $ $ $ │ ",
        " │ $ $ $  │ ",
        " ╰────────╯ ",
    ),
    "grapnel": (
        "       ○       ",
        "       ║       ",
        "       ║       ",
        "╱╲     ║     ╱╲",
        "║      ║      ║",
        "╚╗     ║     ╔╝",
        " ╚═════╩═════╝ ",
    ),
    "cup": (
        "╭─┬─────────┬─╮",
        "│ │▒▒▒▒▒▒▒▒▒│ │",
        "│ │▓▓▓▓▓▓▓▓▓│ │",
        "╰─┤▓▓▓▓▓▓▓▓▓├─╯",
        "  ╰───╮ ╭───╯  ",
        "      │ │      ",
        "    ══╧═╧══    ",
    ),
    "book": (
        "╭───────╮╭───────╮",
        "│ ═════ ││ ═════ │",
        "│ ═══   ││ ═════ │",
        "│ ═════ ││ ══    │",
        "│ ════  ││ ═════ │",
        "│ ═══   ││ ════  │",
        "╰───────╲╱───────╯",
    ),
    "mortar": (
        "          ╱╱   ",
        "         ╱╱    ",
        "┌───────╱╱────┐",
        "╰╮░░░░░╱╱░░░░╭╯",
        " │▒▒▒▒▒▒▒▒▒▒▒│ ",
        " ╰╮▒▒▒▒▒▒▒▒▒╭╯ ",
        "  ╰═════════╯  ",
    ),
}


def large_picture(kind: str) -> tuple[str, ...]:
    r"""Return the large picture of a kind; one without a picture shows its initial in a frame.

    >>> print("\n".join(large_picture("lute")))
    ╭──────────────╮
    │  ██          │
    │  ██          │
    │  ██          │
    │  ██          │
    │  ██████████  │
    ╰──────────────╯
    """
    drawn = _DRAWINGS.get(kind)
    if drawn is not None:
        return drawn
    try:
        rows = large_letters(kind[:1].upper())
    except KeyError:
        rows = ["", "", picture_of(kind).lines[1].strip("│ "), "", ""]
    across = max(6, *map(len, rows)) + 4
    return (f"╭{'─' * across}╮", *(f"│{row:^{across}}│" for row in rows), f"╰{'─' * across}╯")


def picture_lines(kind: str, width: int, height: int) -> tuple[str, ...]:
    """Return the largest picture of a kind that has room in this many columns and lines, each line as wide as the room.

    Without room for the small picture there are no lines.

    >>> [len(picture_lines("sword", width, height)) for width, height in ((19, 7), (18, 7), (11, 3), (10, 9))]
    [7, 3, 3, 0]
    """
    for picture in (large_picture(kind), picture_of(kind).lines):
        across = max(map(len, picture))
        if across <= width and len(picture) <= height:
            return tuple(f"{line:<{across}}".center(width) for line in picture)
    return ()
