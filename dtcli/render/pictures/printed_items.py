"""The pictures of items on paper: SVG paths in a square of 24 by 24.

Kinds are data of the card set (C2): one without a drawing here shows its initial in a frame. The name of the kind is
always printed beside its drawing, in case the print is bad.
"""

from typing import NamedTuple


class Pictogram(NamedTuple):
    """A drawing: path data for strokes and for filled areas, or a letter in a frame."""

    lines: str
    areas: str = ""
    letter: str = ""


_DRAWN = {
    "sword": Pictogram(
        "M20.8 3.2L19.6 8.4L10.6 17.4L6.6 13.4L15.6 4.4ZM20.8 3.2L9 15M4.6 12.2L11.8 19.4M7.6 16.4L4.6 19.4",
        "M5.4 20.4a1.9 1.9 0 1 1-3.8 0a1.9 1.9 0 1 1 3.8 0Z",
    ),
    "bow": Pictogram("M8 2.5C19.5 5.5 19.5 18.5 8 21.5M8 2.5V21.5M2.5 12H19", "M23 12L17.6 9V15ZM2 9.8L5 12L2 14.2Z"),
    "shield": Pictogram(
        "M12 2.5L20 5.2V11C20 16.4 16.6 20 12 21.8C7.4 20 4 16.4 4 11V5.2Z",
        "M12 2.5L20 5.2V11H12ZM12 11V21.8C7.4 20 4 16.4 4 11Z",
    ),
    "torch": Pictogram(
        "M8.2 13H15.8L13.8 22H10.2ZM9.2 16.2H14.8",
        "M12.4 1.5C16.4 4.6 17.4 7 16.2 9.4C15.4 11 13.8 11.8 12 11.8C10 11.8 8.4 10.8 7.8 9.2C7 6.8 9 6 9.4 3.8"
        "C10.6 4.4 11.2 5.2 11.4 6.2C12.4 5 12.8 3.4 12.4 1.5Z",
    ),
    "map": Pictogram(
        "M2.5 6L8.8 3.8L15.2 6L21.5 3.8V18L15.2 20.2L8.8 18L2.5 20.2ZM8.8 3.8V18M15.2 6V20.2"
        "M17 9.4L19.8 12.2M19.8 9.4L17 12.2M4.6 14.6L6 13.6M10.6 12.4L12 12M13 13.2L13.8 14"
    ),
    "potion": Pictogram(
        "M10 2.8V8.5A7 7 0 1 0 14 8.5V2.8M8.6 2.8H15.4",
        "M5.2 14.2H18.8A7 7 0 0 1 12 22.2A7 7 0 0 1 5.2 14.2Z",
    ),
    "keys": Pictogram(
        "M11.2 7A4.2 4.2 0 1 1 2.8 7A4.2 4.2 0 1 1 11.2 7ZM10 10L21 21M16.4 16.4L19.4 13.4M19.4 19.4L22 16.8",
        "M8.4 7A1.4 1.4 0 1 1 5.6 7A1.4 1.4 0 1 1 8.4 7Z",
    ),
    "gold": Pictogram(
        "M4 7.5A8 3.2 0 1 0 20 7.5A8 3.2 0 1 0 4 7.5ZM4 7.5V12A8 3.2 0 0 0 20 12V7.5M4 12V16.5A8 3.2 0 0 0 20 16.5V12",
        "M8 7.5A4 1.5 0 1 0 16 7.5A4 1.5 0 1 0 8 7.5Z",
    ),
    "grapnel": Pictogram(
        "M12 8.6V21M4.4 12C4.4 17.6 8 20.6 12 21.4C16 20.6 19.6 17.6 19.6 12"
        "M14.2 6.4A2.2 2.2 0 1 1 9.8 6.4A2.2 2.2 0 1 1 14.2 6.4ZM12 4.2C12 1.4 16.6 4 19.6 1.4",
        "M4.4 8.8L1.4 14L7 13.6ZM19.6 8.8L22.6 14L17 13.6ZM12 12.4L9.8 16.2H14.2Z",
    ),
    "cup": Pictogram(
        "M5.6 2.8H18.4V7.4C18.4 11.6 15.8 14.2 12 14.2C8.2 14.2 5.6 11.6 5.6 7.4ZM12 14.2V20",
        "M7.2 21.6C7.6 19.8 9.6 19.2 12 19.2C14.4 19.2 16.4 19.8 16.8 21.6ZM5.6 6H18.4V7.6H5.6Z",
    ),
    "book": Pictogram(
        "M12 6C9.8 4 6 3.6 2.4 4.4V18.6C6 17.8 9.8 18.2 12 20.2C14.2 18.2 18 17.8 21.6 18.6V4.4C18 3.6 14.2 4 12 6Z"
        "M12 6V20.2M5 8.4C6.8 8.2 8.2 8.4 9.6 9M5 12C6.8 11.8 8.2 12 9.6 12.6M14.4 9C15.8 8.4 17.2 8.2 19 8.4"
        "M14.4 12.6C15.8 12 17.2 11.8 19 12"
    ),
    "mortar": Pictogram(
        "M2.4 10.6H21.6M12.6 9.6L17 3.4",
        "M3.8 11H20.2C20.2 15.8 18 18.2 15.2 18.9L16 21.8H8L8.8 18.9C6 18.2 3.8 15.8 3.8 11Z"
        "M18.8 3.4A1.7 1.7 0 1 1 15.4 3.4A1.7 1.7 0 1 1 18.8 3.4Z",
    ),
}
LANTERN = Pictogram(
    "M7.5 8.5H16.5V19H7.5ZM6.5 21.5H17.5M8.5 8.5L10.4 5.4H13.6L15.5 8.5M10.4 3.4A1.7 1.7 0 1 1 13.6 3.4"
)
"""The sign for one grade; a filled one counts."""
LAMP = "M7.5 8.5H16.5V19H7.5Z"
"""The glass of a lantern."""


def pictogram_of(kind: str) -> Pictogram:
    """Return the drawing of a kind; one without a drawing shows its initial.

    >>> pictogram_of("lute").letter, pictogram_of("sword").letter
    ('L', '')
    """
    return _DRAWN.get(kind) or Pictogram("M3 3H21V21H3Z", letter=kind[:1].upper())
