"""Large letters and digits made of block characters."""

from itertools import zip_longest

_ROWS = 5
_SHAPES = {
    "0": "### #.# #.# #.# ###", "1": ".#. ##. .#. .#. ###", "2": "### ..# ### #.. ###", "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#", "5": "### #.. ### ..# ###", "6": "### #.. ### #.# ###", "7": "### ..# ..# ..# ..#",
    "8": "### #.# ### #.# ###", "9": "### #.# ### ..# ###", ":": ". # . # .", " ": ".. .. .. .. ..",
    "B": "####. #...# ####. #...# ####.", "C": ".#### #.... #.... #.... .####", "D": "####. #...# #...# #...# ####.",
    "E": "##### #.... ####. #.... #####", "K": "#...# #..#. ###.. #..#. #...#", "L": "#.... #.... #.... #.... #####",
    "M": "#...# ##.## #.#.# #...# #...#", "N": "#...# ##..# #.#.# #..## #...#", "O": ".###. #...# #...# #...# .###.",
    "P": "####. #...# ####. #.... #....", "R": "####. #...# ####. #..#. #...#", "S": ".#### #.... .###. ....# ####.",
    "T": "##### ..#.. ..#.. ..#.. ..#..", "W": "#...# #...# #.#.# ##.## #...#",
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
