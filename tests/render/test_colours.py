"""All eyes can tell the colours of the items apart, text stands out, and the sign of an item means nothing else."""

import ast
import re
from collections.abc import Iterator
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.render.colours import LEATHER, NIGHT, SHADOW, STONE
from dtcli.render.layout import Line
from dtcli.render.pictures import signs
from dtcli.render.pictures.card_face import CardHighlight, face
from dtcli.render.pictures.large_items import large_picture
from dtcli.render.pictures.terminal_items import picture_of
from dtcli.rules.cards import Card, Item
from tests.render.colour_vision import EYES, contrast, difference, seen_by

HOUSE = bundled_cards("house").cards
KINDS = tuple(HOUSE.kinds)
LEAST_DIFFERENCE = {"all three cones": 15.1, "protanopia": 11.5, "deuteranopia": 10.9, "tritanopia": 9.1}
"""The least CIEDE2000 between two items; docs/play.md states these numbers."""
READABLE = 4.5
"""The contrast that WCAG 2.1 asks of text (AA)."""
ROOT = Path(__file__).resolve().parents[2]
PICTURES = [*sorted((ROOT / "tests/play/pictures").glob("*.svg")),
            *(ROOT / "docs/pictures" / name for name in ("table-board.svg", "table-end.svg"))]  # fmt: skip
CARDS: list[Card] = [*map(Item, KINDS), *HOUSE.missions.values(), *HOUSE.adventures.values()]
FACES = ((16, 6), (24, 10), (30, 13))
LOW_FACE = (15, 3)
"""The top of the story where there is little room."""
_OLD_GLYPHS = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
"""The glyphs that code page 437 shows for control codes."""


class ShownText(NamedTuple):
    """A piece of text on a screen, its colour and its ground."""

    text: str
    colour: str
    ground: str


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ],
)
def test_differences_are_those_of_the_published_table(
    one: tuple[float, float, float], two: tuple[float, float, float], expected: float
) -> None:
    assert difference(one, two) == pytest.approx(expected, abs=0.0001)
    assert difference(two, one) == pytest.approx(expected, abs=0.0001)


@pytest.mark.parametrize("eyes", EYES)
def test_all_eyes_can_tell_the_colours_of_all_items_apart(eyes: str) -> None:
    seen = {kind: seen_by(eyes, picture_of(kind).colour) for kind in KINDS}
    least, pair = min((difference(seen[one], seen[two]), (one, two)) for one, two in combinations(KINDS, 2))
    assert least >= LEAST_DIFFERENCE[eyes], f"{pair} differ by {least:.2f}"
    assert least < LEAST_DIFFERENCE[eyes] + 0.1, f"{least:.2f} is the number to state"


def test_a_terminal_with_256_colours_shows_the_colours_of_items_as_they_are() -> None:
    steps = {0, 95, 135, 175, 215, 255}
    greys = {f"#{level:02x}{level:02x}{level:02x}" for level in range(8, 239, 10)}
    for kind in KINDS:
        colour = picture_of(kind).colour
        assert colour in greys or {int(colour[at : at + 2], 16) for at in (1, 3, 5)} <= steps


def test_the_guide_states_the_least_differences() -> None:
    guide = " ".join((ROOT / "docs/play.md").read_text(encoding="utf-8").split())
    assert all(f"{least} ({eyes})" in guide for eyes, least in LEAST_DIFFERENCE.items())


def test_the_colours_of_items_stand_out_from_every_dark_ground() -> None:
    for kind in KINDS:
        for ground in (LEATHER, STONE, NIGHT, SHADOW):
            assert contrast(picture_of(kind).colour, ground) >= READABLE, (kind, ground)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_every_text_of_every_picture_can_be_read(path: Path) -> None:
    texts = [shown for shown in _texts_in(path.read_text(encoding="utf-8")) if _is_text(shown.text)]
    assert texts
    faint = {shown for shown in texts if contrast(shown.colour, shown.ground) < READABLE}
    assert not faint


@pytest.mark.parametrize("size", [*FACES, LOW_FACE], ids=str)
def test_every_text_of_every_card_can_be_read(size: tuple[int, int]) -> None:
    for card in CARDS:
        for look in (
            CardHighlight("q"),
            CardHighlight("q", 1),
            CardHighlight("q", pointed=True, fresh=True),
            CardHighlight("q", foot="laid sword", hurry="7"),
        ):
            lines = face(card, *size, look)
            assert {sum(len(text) for text, _ in _spans(line)) for line in lines} == {size[0]}
            for text, style in (span for line in lines for span in _spans(line)):
                if _is_text(text):
                    assert contrast(*_colours_of(style)) >= READABLE, (str(card), text, style)


@pytest.mark.parametrize("size", FACES, ids=str)
def test_a_mission_prints_the_signs_of_its_needs_in_the_colours_of_the_items(size: tuple[int, int]) -> None:
    for mission in HOUSE.missions.values():
        body = [span for line in face(mission, *size)[1:-1] for span in _spans(line)]
        for kind, n in mission.listed.items():
            sign, colour = picture_of(kind).sign, picture_of(kind).colour
            styles = [style for text, style in body if sign in text]
            assert styles, (mission.title, kind)
            assert {_colours_of(style) for style in styles} == {(colour, LEATHER)}
            assert sum(text.count(sign) for text, _ in body) == n
        for kind in KINDS:
            item = [span for line in face(Item(kind), *size) for span in _spans(line)]
            assert (picture_of(kind).colour, LEATHER) in {
                _colours_of(style) for text, style in item if picture_of(kind).sign in text
            }


def test_each_item_has_a_sign_of_its_own_that_every_terminal_font_has() -> None:
    all_signs = [picture_of(kind).sign for kind in KINDS]
    assert len({*all_signs}) == len(KINDS)
    for sign in all_signs:
        assert len(sign) == 1
        assert sign in _OLD_GLYPHS or any(_encodes(sign, page) for page in ("cp437", "cp1252", "cp1253"))


def test_the_sign_of_an_item_means_nothing_else() -> None:
    names = ("CARD", "TOKEN", "COMPLETED", "FAILED", "TO_COMPLETE", "LAID")
    others = [getattr(signs, name) for name in names]
    assert len({*others}) == len(names)
    item_signs = {picture_of(kind).sign for kind in KINDS}
    assert item_signs.isdisjoint(others)
    found = {
        (path.relative_to(ROOT).as_posix(), sign)
        for folder in ("dtcli", "solver")
        for path in (ROOT / folder).rglob("*.py")
        if path.name not in ("terminal_items.py", "large_items.py")
        for text in _strings_of(path)
        for sign in item_signs & {*text}
        if not sign.isascii() or {"widgets", "pictures"} & {*path.parts}  # others write JSON, patterns, keys
    }
    assert found == set()


@pytest.mark.parametrize("kind", KINDS)
def test_the_drawing_of_an_item_contains_no_sign_with_another_meaning(kind: str) -> None:
    drawn = "".join((*picture_of(kind).lines, *large_picture(kind)))
    others = {picture_of(other).sign for other in KINDS if other != kind}
    assert not {*drawn} & {*others, signs.CARD, signs.COMPLETED, signs.FAILED, signs.TO_COMPLETE, signs.LAID}


def test_completed_and_failed_have_signs_that_are_written_in_one_place() -> None:
    for sign in (signs.COMPLETED, signs.FAILED):
        users = [path for path in (ROOT / "dtcli/play").rglob("*.py") if sign in "".join(_strings_of(path))]
        assert {path.name for path in users} <= {"command_screen.py", "viewer.py"}  # the size of a terminal, a speed


def _encodes(sign: str, page: str) -> bool:
    try:
        return bool(sign.encode(page))
    except UnicodeEncodeError:
        return False


def _strings_of(path: Path) -> Iterator[str]:
    """Yield the string constants of a module that are not docstrings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                statement.value.value = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _is_text(text: str) -> bool:
    """Return whether there is something to read: a letter, a digit or the sign of an item."""
    return any(char.isalnum() or char in {picture_of(kind).sign for kind in KINDS} for char in text)


def _spans(line: Line) -> list[tuple[str, str]]:
    return [(span, "") if isinstance(span, str) else span for span in line]


def _colours_of(style: str) -> tuple[str, str]:
    """Return the colour and the ground of a style, which is the wall unless the style says otherwise."""
    before, _, ground = style.partition("on ")
    return next(word for word in before.split() if word.startswith("#")), ground or NIGHT


def _texts_in(svg: str) -> list[ShownText]:
    """Return the texts of a picture of a terminal, each with the ground that was painted below it."""
    colours = dict(re.findall(r"\.(terminal-r\d+) \{ fill: (#[0-9a-f]{6})", svg))
    boxes = [
        (float(x), float(y), float(x) + float(width), ground)
        for ground, x, y, width in re.findall(
            r'<rect fill="(#[0-9a-f]{6})" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', svg
        )
    ]
    texts = []
    for style, x, y, text in re.findall(r'<text class="(terminal-r\d+)" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)<', svg):
        if not text.strip():
            continue
        grounds = [
            ground for left, top, right, ground in boxes
            if left <= float(x) + 1 < right and top <= float(y) < top + 24
        ]  # fmt: skip
        texts.append(ShownText(unescape(text), colours[style], grounds[-1]))
    return texts
