"""Large letters and digits made of block characters."""

from itertools import zip_longest

_ROWS = 5
_SHAPES = {
    "0": "### #.# #.# #.# ###", "1": ".#. ##. .#. .#. ###", "2": "### ..# ### #.. ###", "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#", "5": "### #.. ### ..# ###", "6": "### #.. ### #.# ###", "7": "### ..# ..# ..# ..#",
    "8": "### #.# ### #.# ###", "9": "### #.# ### ..# ###", ":": ". # . # .", " ": ".. .. .. .. ..",
    "A": ".###. #...# ##### #...# #...#", "V": "#...# #...# #...# .#.#. ..#..",
    "B": "####. #...# ####. #...# ####.", "C": ".#### #.... #.... #.... .####", "D": "####. #...# #...# #...# ####.",
    "E": "##### #.... ####. #.... #####", "K": "#...# #..#. ###.. #..#. #...#", "L": "#.... #.... #.... #.... #####",
    "M": "#...# ##.## #.#.# #...# #...#", "N": "#...# ##..# #.#.# #..## #...#", "O": ".###. #...# #...# #...# .###.",
    "P": "####. #...# ####. #.... #....", "R": "####. #...# ####. #..#. #...#", "S": ".#### #.... .###. ....# ####.",
    "T": "##### ..#.. ..#.. ..#.. ..#..", "W": "#...# #...# #.#.# ##.## #...#",
    "G": ".#### #.... #..## #...# .####",
    "I": "### .#. .#. .#. ###", "!": "# # # . #",
}  # fmt: skip
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def _pixels(text: str) -> list[str]:
    shapes = [_SHAPES[letter].split() for letter in text]
    return [".".join(shape[row] for shape in shapes) for row in range(_ROWS)]


def small_letters(text: str) -> list[str]:
    r"""Return the text three lines high.

    >>> print("\n".join(small_letters("1:07")))
    ▄█  ▄ █▀█ ▀▀█
     █  ▄ █ █   █
    ▀▀▀   ▀▀▀   ▀
    """
    rows = _pixels(text)
    return [
        "".join(_HALVES[upper == "#", lower == "#"] for upper, lower in zip_longest(rows[row], below, fillvalue="."))
        for row, below in ((0, rows[1]), (2, rows[3]), (4, ""))
    ]


def large_letters(text: str) -> list[str]:
    """Return the text five lines high, every pixel two columns wide."""
    return [row.replace("#", "██").replace(".", "  ") for row in _pixels(text)]


def size_of(text: str, scale: int) -> tuple[int, int]:
    """Return the width and the height of a text in columns and lines, with pixels ``scale`` columns wide."""
    return len(_pixels(text)[0]) * scale, -(-_ROWS * scale // 2)


def scale_for(text: str, width: int, height: int) -> int:
    """Return the largest scale with which the text fits into this many columns and lines; at least 1.

    >>> scale_for("5:00", 80, 24), scale_for("5:00", 80, 10), scale_for("5:00", 3, 3)
    (6, 4, 1)
    """
    return max(1, min(width // len(_pixels(text)[0]), 2 * height // _ROWS))


def scaled_letters(text: str, scale: int) -> list[str]:
    r"""Return the text with pixels that are ``scale`` columns wide and half as many lines high.

    >>> scaled_letters("1:07", 1) == small_letters("1:07")
    True
    >>> print("\n".join(row.rstrip() for row in scaled_letters("1:", 3)))
       ███
    ▄▄▄███      ▄▄▄
    ██████      ███
       ███
       ███      ▄▄▄
       ███      ███
    █████████
    ▀▀▀▀▀▀▀▀▀
    """
    rows = [row for row in _pixels(text) for _ in range(scale)]
    rows += ["." * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(_HALVES[upper == "#", lower == "#"] * scale for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]
