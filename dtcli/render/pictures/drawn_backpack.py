"""The backpack drawn as its board, as large as the room allows.

A full backpack strains: its walls are heavy and bulge. A broken one is torn in two, and what did not fit lies below
it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from dtcli.render.colours import ASH, BLOOD, CHALK, EMBER, FLAME, ITEM_EDGE, LEATHER, MORTAR_LINE, NIGHT, SAND
from dtcli.render.layout import Line
from dtcli.render.pictures.backpack import SlotContent
from dtcli.render.pictures.big_letters import small_letters
from dtcli.render.pictures.canvas import Canvas
from dtcli.render.pictures.large_items import LARGE_HEIGHT, LARGE_WIDTH, SMALL_HEIGHT, picture_lines
from dtcli.render.pictures.slot import detail_of, empty_rows, slot_rows
from dtcli.render.pictures.terminal_items import picture_of
from dtcli.render.terminal import safe, shortened

SETTLING = 3
"""The steps in which a new item falls into its slot, or a broken backpack tears."""
_MARGIN = 1
"""The columns on each side that a full backpack bulges into."""
_MOST_ROWS = 2
_TEAR = 5
"""The columns of a tear."""
_TALL = 24
"""From this many lines on, what fell out of a broken backpack is drawn large."""
_WORDS = 16
"""The columns beside what fell out."""
_HANDLE = "╭────────╮"
_LOWEST_TEAR = 9
"""Below this many lines a torn backpack has no room for what fell out."""


class _Walls(NamedTuple):
    """The characters of the walls: three rows of corners, and the lines."""

    upper: str
    middle: str
    lower: str
    across: str
    upright: str


_LIGHT = _Walls("╭┬╮", "├┼┤", "╰┴╯", "─", "│")
_HEAVY = _Walls("┏┳┓", "┣╋┫", "┗┻┛", "━", "┃")


class _Board(NamedTuple):
    """How the slots are arranged: columns and rows, and the inside of each slot."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def lines(self) -> int:
        """The lines of the board with its walls."""
        return self.rows * (self.height + 1) + 1


def strain(filled: int, limit: int, *, broken: bool = False) -> str:
    """Return how much room is left, in words.

    >>> strain(5, 8), strain(7, 8), strain(8, 8)
    ('3 slots free', 'ONE SLOT FREE', 'FULL')
    """
    free = limit - filled
    if broken or free < 0:
        return "BROKEN"
    return "FULL" if not free else "ONE SLOT FREE" if free == 1 else f"{free} slots free"


def backpack_lines(cells: Sequence[SlotContent], limit: int, size: tuple[int, int], *, settling: int = 0) -> list[Line]:
    """Return the backpack in this many columns and lines.

    ``settling`` counts down from ``SETTLING`` to 0 after a step, while new items fall into their slots.
    """
    if sum(cell.kind is not None for cell in cells) > limit:
        return _Torn(cells, limit, size, settling).draw()
    return _Whole(cells, limit, size, settling).draw()


def _best_board(slots: int, width: int, height: int, tear: int = 0) -> _Board:
    """Return the arrangement whose slots show most, for this room."""
    boards = []
    for rows in range(1, _MOST_ROWS + 1):
        columns = -(-slots // rows)
        inside = (width - 2 * _MARGIN - tear - columns - 1) // columns
        boards.append(_Board(columns, rows, max(1, inside), max(1, (height - 1) // rows - 1)))
    fitting = [board for board in boards if board.lines <= height] or boards[:1]
    return max(
        fitting, key=lambda board: (detail_of(board.width, board.height), board.width >= board.height, board.rows)
    )


class _Whole:
    """Draws a backpack that holds."""

    def __init__(self, cells: Sequence[SlotContent], limit: int, size: tuple[int, int], settling: int) -> None:
        self.cells = cells
        self.limit = limit
        self.filled = sum(cell.kind is not None for cell in cells)
        self.settling = settling
        self.canvas = Canvas(*size)
        self.is_full = self.filled >= limit
        self.walls = _HEAVY if self.is_full else _LIGHT
        self.style = f"bold {EMBER}" if self.is_full else ITEM_EDGE
        self.board = self.arranged()
        taken = self.board.columns * (self.board.width + 1) + 1 + self.tear
        self.left = (size[0] - taken) // 2
        spare = self.room - self.board.lines
        self.top = min(spare, 1 + spare // 3) if spare else 0

    tear = 0
    """The columns between the halves."""

    @property
    def room(self) -> int:
        """The lines for the board."""
        return self.canvas.height

    def arranged(self) -> _Board:
        """Return the arrangement of the slots."""
        return _best_board(len(self.cells), self.canvas.width, self.room)

    def draw(self) -> list[Line]:
        """Return the lines."""
        for place in range(self.board.columns * self.board.rows):
            self._draw_slot(place)
        self._draw_walls()
        for place, cell in enumerate(self.cells[: self.limit]):
            if cell.arrived:
                self._mark(place)
        self._draw_title()
        return self.canvas.lines()

    # walls

    def column_at(self, column: int) -> int:
        """Return the column of the canvas on which the wall left of a column of slots stands."""
        return self.left + column * (self.board.width + 1)

    def _corner_of(self, place: int) -> tuple[int, int]:
        row, column = divmod(place, self.board.columns)
        return self.column_at(column), self.top + row * (self.board.height + 1)

    def _draw_walls(self) -> None:
        board, walls = self.board, self.walls
        for row in range(board.rows + 1):
            corners = walls.upper if row == 0 else walls.lower if row == board.rows else walls.middle
            y = self.top + row * (board.height + 1)
            for column in range(board.columns):
                x = self.column_at(column)
                corner = corners[0] if column == 0 else corners[1]
                self.canvas.put(x, y, corner + walls.across * board.width, self.style)
            self.canvas.put(self.column_at(board.columns), y, corners[2], self.style)
        for y in range(self.top + 1, self.top + board.lines - 1):
            if (y - self.top) % (board.height + 1):
                for column in range(board.columns + 1):
                    self.canvas.put(self.column_at(column), y, walls.upright, self.style)
        self._draw_handle()
        if self.is_full:
            self._bulge()

    def _draw_handle(self) -> None:
        """Draw the handle where there is a line above the board."""
        if self.top:
            x = (self.left + self.column_at(self.board.columns) - len(_HANDLE)) // 2 + 1
            self.canvas.put(x, self.top - 1, _HANDLE, SAND)
            self.canvas.put(x, self.top, "┴", SAND)
            self.canvas.put(x + len(_HANDLE) - 1, self.top, "┴", SAND)

    def _bulge(self) -> None:
        """Press the outer walls outwards between their corners."""
        first, last = self.top + 1, self.top + self.board.lines - 2
        for x, outside, bends in ((self.left, -1, "╱╲"), (self.column_at(self.board.columns), 1, "╲╱")):
            for y in range(first, last + 1):
                between = (y - self.top) % (self.board.height + 1) != 0
                if y in (first, last):
                    self.canvas.put(x, y, bends[y == last], self.style)
                elif between:
                    self.canvas.put(x, y, " ")
                    self.canvas.put(x + outside, y, self.walls.upright, self.style)
                else:
                    self.canvas.put(x, y, self.walls.across, self.style)
                    self.canvas.put(x + outside, y, self.walls.middle[0 if outside < 0 else 2], self.style)

    # slots

    def _draw_slot(self, place: int) -> None:
        board = self.board
        x, y = self._corner_of(place)
        if place >= len(self.cells) or place >= self.limit:
            rows = [[("╱" * board.width, MORTAR_LINE)]] * board.height
        elif (cell := self.cells[place]).kind is None:
            rows = empty_rows(place, board.width, board.height)
        else:
            rows = slot_rows(cell, board.width, board.height)
            if cell.arrived and self.settling:
                above = min(self.settling, board.height - 1)
                rows = [*rows[above:], *[[(" " * board.width, f"on {LEATHER}")]] * above]
        for n, row in enumerate(rows, y + 1):
            self.canvas.put_row(x + 1, n, row)

    def _mark(self, place: int) -> None:
        """Mark a slot into which an item has come."""
        board, style = self.board, f"bold {FLAME}"
        x, y = self._corner_of(place)
        right, low = x + board.width + 1, y + board.height + 1
        word = " new " if board.width > len(" new ") else ""
        self.canvas.put(x, y, f"┏━{word}{'━' * (board.width - 1 - len(word))}┓", style)
        self.canvas.put(x, low, f"┗{'━' * board.width}┛", style)
        for n in range(y + 1, low):
            self.canvas.put(x, n, "┃", style)
            self.canvas.put(right, n, "┃", style)

    # words

    @property
    def titles(self) -> tuple[str, ...]:
        """How full the backpack is, in words; the shorter ones for less room."""
        room = strain(self.filled, self.limit)
        words = f"{room} to the last slot" if self.is_full else room
        return f"{self.filled} of {self.limit} slots · {words}", words, room

    @property
    def title_end(self) -> int:
        """The column before which the title ends."""
        return self.column_at(self.board.columns)

    @property
    def title_style(self) -> str:
        """The style of the title."""
        return f"bold {EMBER}" if self.limit - self.filled <= 1 else ASH

    def _draw_title(self) -> None:
        """Write the title on the lower wall, where it covers no mark."""
        room = max(1, self.title_end - self.left - 4)
        words = next((title for title in self.titles if len(title) <= room), self.titles[-1][:room])
        self.canvas.put(self.left + 2, self.top + self.board.lines - 1, f" {words} ", self.title_style)


class _Torn(_Whole):
    """Draws a broken backpack: two halves, and below them what did not fit."""

    tear = _TEAR

    @property
    def room(self) -> int:
        """The lines for the board; what fell out lies below it."""
        return self.canvas.height - self.below

    @property
    def below(self) -> int:
        """The lines below the board."""
        if self.canvas.height < _LOWEST_TEAR:
            return 0
        return (LARGE_HEIGHT if self.canvas.height >= _TALL else SMALL_HEIGHT) + 1

    @property
    def torn_at(self) -> int:
        """The column of slots before which the tear runs."""
        return self.board.columns // 2

    @property
    def gap(self) -> int:
        """The columns of the tear now; it opens step by step."""
        return max(1, self.tear - self.settling)

    def arranged(self) -> _Board:
        """Return the arrangement of the slots, without what fell out."""
        return _best_board(self.limit, self.canvas.width, self.room, self.tear)

    def column_at(self, column: int) -> int:
        """Return where a wall stands; the right half is moved away from the tear."""
        return super().column_at(column) + (self.gap if column >= self.torn_at else 0)

    def draw(self) -> list[Line]:
        """Return the lines."""
        self.style = f"bold {BLOOD}"
        super().draw()
        self._rip()
        self._draw_fallen()
        return self.canvas.lines()

    def _bulge(self) -> None:
        """Leave the walls: nothing strains any more."""

    def _draw_handle(self) -> None:
        """Draw none: it came off."""

    def _rip(self) -> None:
        """Draw both edges of the tear ragged."""
        right = self.column_at(self.torn_at)
        left = right - self.gap
        for y in range(self.top, self.top + self.board.lines):
            edge = "╲╱"[(y - self.top) % 2]
            self.canvas.put(left, y, edge, self.style)
            self.canvas.put(left + 1, y, " " * (self.gap - 1))
            self.canvas.put(right, y, edge, self.style)

    def _draw_fallen(self) -> None:
        """Draw what did not fit below the tear, and beside it the words."""
        fallen = next(cell.kind for cell in self.cells[self.limit :] if cell.kind is not None)
        if not self.below:
            return
        first, tall = self.canvas.height - self.below + 1, self.below - 1
        art = picture_lines(fallen, LARGE_WIDTH, tall) or ("",)
        letters = small_letters("BROKEN")
        x = self.column_at(self.torn_at) - (self.gap + len(art[0])) // 2
        beside_letters = self.left + len(letters[0]) + 2
        has_letters = max(x, beside_letters) + len(art[0]) + _WORDS <= self.canvas.width
        if has_letters:
            x = max(x, beside_letters)
        for n, line in enumerate(art):
            self.canvas.put(x, first + n, line, f"bold {picture_of(fallen).colour}")
        beside, middle = x + len(art[0]) + 1, first + tall // 2
        room = max(1, self.canvas.width - beside - 3)
        self.canvas.put(beside, middle, f"◄ {shortened(safe(fallen), room)}", f"bold {CHALK}")
        self.canvas.put(beside + 2, middle + 1, shortened("one too many", room), CHALK)
        if has_letters:
            for n, row in enumerate(letters, middle - 1):
                self.canvas.put(self.left, n, row, self.style)

    @property
    def titles(self) -> tuple[str, ...]:
        """That the backpack is broken, in words."""
        word = strain(self.filled, self.limit)
        return f"{word}: {self.filled} of {self.limit} slots", f"{word}: {self.filled} of {self.limit}", word

    @property
    def title_end(self) -> int:
        """The column before which the title ends: the tear."""
        return self.column_at(self.torn_at) - self.gap

    @property
    def title_style(self) -> str:
        """The style of the title."""
        return f"bold {NIGHT} on {BLOOD}"
