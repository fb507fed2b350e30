"""A puzzle as one SVG file, and its solution as another.

Black on white, for paper and for chats. The width of words is an estimate, because fonts differ.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import east_asian_width

from dtcli.english import or_list
from dtcli.formats.limits import MOST_GRADE
from dtcli.render.colours import PRINT_EMPTY, PRINT_FRAME, PRINT_GREY, PRINT_INK, PRINT_PALE, PRINT_PAPER
from dtcli.render.pictures.backpack import SlotContent
from dtcli.render.pictures.printed_items import LAMP, LANTERN, Pictogram, pictogram_of
from dtcli.render.pictures.svg import XY, box, disc, document, line, number, text
from dtcli.render.puzzle.paper import OWNERS
from dtcli.render.puzzle.sheet_content import PrintedCard, PrintedHero, SheetLayout, SheetPuzzle, layout_of, one_line
from dtcli.render.terminal import shortened

WIDTH, EDGE, GAP = 960, 32, 8
INSIDE = WIDTH - 2 * EDGE
BROAD, SMALL = 0.6, 12
"""The width of a small letter relative to its size, and the usual size."""
SLOT = 78
ITEM, QUEST = 66, 214
"""Widths of cards; three items are as wide as a mission."""
LONGEST_ID, ID_LINE = 700, 100
MOST_HEROES_IN_A_ROW = 3


def puzzle_svg(puzzle: SheetPuzzle) -> str:
    """Return the puzzle as a picture, without hints."""
    layout = layout_of(puzzle)
    drawing = _PuzzleDrawing(puzzle, layout)
    elements = list(drawing.elements())
    height = round(drawing.y) + 30
    ground = box((0.5, 0.5), WIDTH - 1, height - 1, fill=PRINT_PAPER, stroke=PRINT_FRAME, radius=10)
    owners = text((EDGE, height - 12), OWNERS, fill=PRINT_GREY, size=10)
    return document(WIDTH, height, title=layout.title, description=layout.task, elements=[ground, *elements, owners])


def solution_svg(puzzle: SheetPuzzle) -> str:
    """Return the decisions of the solution, its result, and the full id."""
    title = f"Solution: {one_line(puzzle.title)}"
    y, elements = 44.0, [text((EDGE, 44), _cut(title, INSIDE, 20), fill=PRINT_INK, size=20, bold=True)]
    solution = puzzle.solution
    if not solution:
        said = "No solution is recorded." if solution is None else "There is nothing to decide."
        solution = (("", said),)
    for when, words in solution:
        y += 8
        for n, part in enumerate(_wrapped(words, INSIDE - 120, 13)):
            y += 18
            if not n:
                elements.append(text((EDGE, y), when, fill=PRINT_INK, bold=True))
            elements.append(text((EDGE + 120, y), part, fill=PRINT_INK))
    for part in _wrapped(one_line(puzzle.result), INSIDE, 13):
        y += 26
        elements.append(text((EDGE, y), part, fill=PRINT_INK, bold=True))
    y += 8
    for first in range(0, len(puzzle.full_id) if len(puzzle.full_id) <= LONGEST_ID else 0, ID_LINE):
        y += 15
        elements.append(text((EDGE, y), puzzle.full_id[first : first + ID_LINE], fill=PRINT_GREY, size=11))
    height = round(y) + 44
    ground = box((0.5, 0.5), WIDTH - 1, height - 1, fill=PRINT_PAPER, stroke=PRINT_FRAME, radius=10)
    owners = text((EDGE, height - 12), OWNERS, fill=PRINT_GREY, size=10)
    return document(WIDTH, height, title=title, description=puzzle.result, elements=[ground, *elements, owners])


# --- Words


def _width(words: str, size: int) -> float:
    """Return the estimated width of words."""
    return size * sum(_breadth(sign) for sign in words)


def _breadth(sign: str) -> float:
    """Return the width of a letter relative to its size, in a wide bold font."""
    if sign in "MW@%" or east_asian_width(sign) in "WF":
        return 1.15
    return 0.88 if sign.isupper() else BROAD


def _wrapped(words: str, width: float, size: int, most: int = 12) -> list[str]:
    """Return words in lines that fit, cut off after ``most`` lines."""
    wide = max(1.0, _width(words, size) / max(1, len(words)))
    lines = textwrap.wrap(words, max(1, int(width / wide)))
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1][:-1] + "…"]


def _cut(words: str, width: float, size: int) -> str:
    wide = max(1.0, _width(words, size) / max(1, len(words)))
    return shortened(words, max(1, int(width / wide)))


# --- Drawings


def _picture(drawn: Pictogram, place: XY, side: float) -> str:
    """Return a drawing by its upper left corner."""
    x, y = place
    strokes = f'<path fill="none" stroke="{PRINT_INK}" stroke-width="1.6" stroke-linejoin="round" d="{drawn.lines}"/>'
    areas = f'<path d="{drawn.areas}"/>' if drawn.areas else ""
    letter = text((12, 17), drawn.letter, fill=PRINT_INK, size=13, bold=True, anchor="middle") if drawn.letter else ""
    at = f"translate({number(x)} {number(y)}) scale({side / 24:.3f})"
    return f'<g transform="{at}">{strokes}{areas}{letter}</g>'


def _badge(place: XY, words: str) -> Iterator[str]:
    x, y = place
    wide = max(20.0, _width(words, SMALL) + 8)
    yield box((x, y), wide, 18, fill=PRINT_INK, radius=5)
    yield text((x + wide / 2, y + 13), words, fill=PRINT_PAPER, size=SMALL, bold=True, anchor="middle")


class _PuzzleDrawing:
    """Draws a puzzle from top to bottom; ``y`` is where the next part starts."""

    def __init__(self, puzzle: SheetPuzzle, layout: SheetLayout) -> None:
        self.puzzle = puzzle
        self.layout = layout
        self.y = 0.0

    def elements(self) -> Iterator[str]:
        """Return everything inside the frame except the last line."""
        yield from self._head()
        yield from self._slots(self.layout.cells)
        yield from self._beside()
        yield from self._heroes(self.layout.heroes)
        yield from self._story(self.layout.story)

    def _head(self) -> Iterator[str]:
        yield text((EDGE, 44), _cut(self.layout.title, INSIDE - 200, 22), fill=PRINT_INK, size=22, bold=True)
        if self.puzzle.grade:
            for n in range(MOST_GRADE):
                lit = LANTERN._replace(areas=LAMP) if n < self.puzzle.grade else LANTERN
                yield _picture(lit, (WIDTH - EDGE - 20 * (MOST_GRADE - n), 20), 20)
        said = [f"grade {self.puzzle.grade}" if self.puzzle.grade else "", one_line(self.puzzle.short_id)]
        yield text((WIDTH - EDGE, 56), " · ".join(filter(None, said)), fill=PRINT_GREY, size=SMALL, anchor="end")
        self.y = 56
        for part in _wrapped(self.layout.notes, INSIDE, 13, most=4):
            self.y += 18
            yield text((EDGE, self.y), part, fill=PRINT_GREY)
        self.y += 12
        asked = _wrapped(self.layout.task, INSIDE - 24, 14)
        yield box((EDGE, self.y), INSIDE, 10 + 20 * len(asked), fill=PRINT_PALE)
        yield box((EDGE, self.y), 5, 10 + 20 * len(asked), fill=PRINT_INK)
        for part in asked:
            self.y += 20
            yield text((EDGE + 16, self.y), part, fill=PRINT_INK, size=14, bold=True)
        self.y += 32
        words = f"Backpack: {self.layout.room}. ■ card, ○ token."
        yield text((EDGE, self.y), words, fill=PRINT_GREY, size=SMALL)
        self.y += 8

    def _slots(self, cells: Sequence[SlotContent]) -> Iterator[str]:
        wide = (INSIDE - GAP * (len(cells) - 1)) / len(cells)
        for n, cell in enumerate(cells):
            x, middle = EDGE + n * (wide + GAP), EDGE + n * (wide + GAP) + wide / 2
            yield box(
                (x, self.y), wide, SLOT, fill=PRINT_PAPER, stroke=PRINT_INK if cell.kind else PRINT_EMPTY, radius=6
            )
            if cell.kind is None:
                yield text((middle, self.y + SLOT / 2 + 4), "empty", fill=PRINT_GREY, size=SMALL, anchor="middle")
                continue
            yield _picture(pictogram_of(cell.kind), (middle - 15, self.y + 6), 30)
            yield text((middle, self.y + 52), _cut(cell.kind, wide, SMALL), fill=PRINT_INK, size=SMALL, anchor="middle")
            left = middle - 7 * (cell.cards + cell.tokens - 1)
            for copy in range(cell.cards + cell.tokens):
                place = (left + 14 * copy, self.y + 65)
                if copy < cell.cards:
                    yield box((place[0] - 5, place[1] - 5), 10, 10, fill=PRINT_INK)
                else:
                    yield disc(place, 4.5, fill=PRINT_PAPER, stroke=PRINT_INK, width=1.8)
        self.y += SLOT + 6

    def _beside(self) -> Iterator[str]:
        gone = ", ".join(f"{one.kind} {one.left} of {one.of}" for one in self.layout.supply)
        supply = f"Supply: {gone}, all other tokens" if gone else "Supply: all tokens are left"
        for sentence in (supply, *self.layout.in_force):
            for part in _wrapped(sentence, INSIDE, 13):
                self.y += 18
                yield text((EDGE, self.y), part, fill=PRINT_INK)
        self.y += 12

    def _heroes(self, heroes: Sequence[PrintedHero]) -> Iterator[str]:
        wide = (INSIDE - GAP * (MOST_HEROES_IN_A_ROW - 1)) / MOST_HEROES_IN_A_ROW
        for first in range(0, len(heroes), MOST_HEROES_IN_A_ROW):
            row = heroes[first : first + MOST_HEROES_IN_A_ROW]
            texts = [_wrapped(hero.text, wide - 20, SMALL) for hero in row]
            high = 32 + 16 * max(map(len, texts))
            for n, (hero, parts) in enumerate(zip(row, texts, strict=True)):
                x = EDGE + n * (wide + GAP)
                yield box((x, self.y), wide, high, fill=PRINT_PAPER, stroke=PRINT_INK, radius=6)
                name = f"{hero.name} (already used)" if hero.used else hero.name
                yield text((x + 10, self.y + 20), name, fill=PRINT_INK, bold=True)
                for row_of_text, part in enumerate(parts):
                    yield text((x + 10, self.y + 38 + 16 * row_of_text), part, fill=PRINT_INK, size=SMALL)
            self.y += high + GAP

    def _story(self, story: Iterable[PrintedCard]) -> Iterator[str]:
        rows: list[list[tuple[float, PrintedCard]]] = [[]]
        x = float(EDGE)
        for card in story:
            wide = ITEM if card.kind else QUEST
            if x + wide > WIDTH - EDGE:
                rows.append([])
                x = float(EDGE)
            rows[-1].append((x, card))
            x += wide + GAP
        for row in rows:
            high = max([110, *(_height(card) for _, card in row)])
            for x, card in row:
                yield from _item(card, (x, self.y), high) if card.kind else _quest(card, (x, self.y), high)
            self.y += high + GAP


def _item(card: PrintedCard, place: XY, high: float) -> Iterator[str]:
    (x, y), kind = place, card.kind or ""
    yield box(place, ITEM, high, fill=PRINT_PAPER, stroke=PRINT_INK, radius=6)
    yield from _badge(place, str(card.number))
    yield _picture(pictogram_of(kind), (x + ITEM / 2 - 18, y + 28), 36)
    yield text((x + ITEM / 2, y + 82), _cut(kind, ITEM, SMALL), fill=PRINT_INK, size=SMALL, anchor="middle")


def _named(card: PrintedCard) -> list[str]:
    wanted = " (the goal)" if card.wanted else ""
    return _wrapped(f"{card.id} {card.title}".strip() + wanted, QUEST - 42, SMALL, most=4)


def _given(card: PrintedCard) -> list[str]:
    """Return the reward in words, or the effect of an adventure."""
    if card.reward is None:
        return _wrapped(card.effect, QUEST - 16, 11)
    kinds = or_list(card.reward.kinds, none="")
    return _wrapped(f"[{card.reward.sign}] {card.reward.words} {kinds}".strip(), QUEST - 16, SMALL)


def _height(card: PrintedCard) -> float:
    if card.kind:
        return 0
    return 8 + 15 * len(_named(card)) + 8 + 24 * -(-len(card.needs) // 2) + 8 + 16 * len(_given(card)) + 4


def _quest(card: PrintedCard, place: XY, high: float) -> Iterator[str]:
    x, y = place
    names, given = _named(card), _given(card)
    top, foot = y + 8 + 15 * len(names), y + high - 16 * len(given) - 8
    yield box(place, QUEST, high, fill=PRINT_PAPER, stroke=PRINT_INK, radius=6)
    yield box((x + 1, y + 1), QUEST - 2, top - y - 1, fill=PRINT_PALE, radius=5)
    yield line([(x, top), (x + QUEST, top)], stroke=PRINT_INK)
    yield from _badge(place, str(card.number))
    for n, part in enumerate(names):
        yield text((x + 34, y + 15 + 15 * n), part, fill=PRINT_INK, size=SMALL, bold=True)
    for n, need in enumerate(card.needs):
        across, down = x + 8 + n % 2 * (QUEST - 12) / 2, top + 6 + n // 2 * 24
        if need.n > 1:
            yield text((across - 2, down + 14), f"{need.n}×", fill=PRINT_INK, size=SMALL, bold=True)
            across += 17
        yield _picture(pictogram_of(need.kind), (across, down), 20)
        name = _cut(need.kind, QUEST / 2 - 32, SMALL)
        yield text((across + 23, down + 14), name, fill=PRINT_INK, size=SMALL)
    yield line([(x, foot), (x + QUEST, foot)], stroke=PRINT_INK)
    for n, part in enumerate(given):
        yield text((x + 8, foot + 15 + 16 * n), part, fill=PRINT_INK, size=SMALL)
