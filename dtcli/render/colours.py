"""Every colour and text style of the program, by meaning; the colour of an item stands with its picture.

Colour never carries meaning on its own.
"""

# --- Styles of terminal output, in the 16 colours that each terminal defines

STRONG = "bold"
FAINT = "dim"
QUOTE = "italic"
COMMENT = "italic dim"
LABEL = "cyan"
"""What a line is about: a card number, a name."""
STRONG_LABEL = "bold cyan"
GOOD = "green"
STRONG_GOOD = "bold green"
CAUTION = "yellow"
STRONG_CAUTION = "bold yellow"
BAD = "red"
ERROR = "bold red"
MISSING = "magenta"
"""What was not recorded."""
STRONG_MISSING = "bold magenta"
SLOTS = "blue"

# --- The screens of the game, in true colour: a cellar by torchlight

NIGHT = "#14100c"
"""The wall behind everything."""
STONE = "#1e1813"
LEATHER = "#2b2119"
"""Item cards."""
ITEM_EDGE = "#7a6148"
PARCHMENT = "#d9c59a"
"""Mission cards."""
INK = "#2a1c0f"
FADED_INK = "#5c472d"
VELLUM = "#e3b778"
"""Adventure cards."""

CHALK = "#ece0c8"
"""Text on the wall."""
ASH = "#9c8b74"
"""Secondary text."""
MORTAR_LINE = "#54443a"
"""Lines and frames; too dark for text."""
FLAME = "#f0a640"
"""What can be done, and what is chosen."""
EMBER = "#e2703a"
BLOOD = "#ee5f5b"
MOSS = "#a3b86c"
"""Success."""
SAND = "#dcb775"
SHADOW = "#0d0a08"

# --- The chart of an analysis (SVG)

CHART_INK, CHART_GREY, CHART_PALE = "#2b2a27", "#6f6b62", "#e9e4da"
CHART_PAPER, CHART_BORDER = "#fdfcf8", "#d8d2c4"
CHART_GREEN, CHART_AMBER, CHART_RED = "#2f7d4f", "#b26a00", "#b3302c"
CHART_DONE, CHART_DONE_EDGE, CHART_GIVEN_AWAY = "#cfe2ea", "#3f7f97", "#f6dad5"
CHART_SLOTS, CHART_FULL = "#a9bac4", "#dba53c"
CHART_LETTER = "#fff"

# --- Puzzles on paper (SVG)

PRINT_INK, PRINT_GREY, PRINT_PALE, PRINT_PAPER = "#000", "#444", "#e8e8e8", "#fff"
PRINT_FRAME, PRINT_EMPTY = "#999", "#aaa"
