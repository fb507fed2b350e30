"""The drawn backpack: its size, how items come, how it strains and breaks, and that colour is not needed to read it."""

import pytest

from dtcli.render.layout import Line
from dtcli.render.pictures.backpack import SlotContent
from dtcli.render.pictures.drawn_backpack import SETTLING, backpack_lines
from dtcli.render.pictures.large_items import _DRAWINGS, LARGE_HEIGHT, LARGE_WIDTH, large_picture, picture_lines
from dtcli.render.pictures.terminal_items import _PICTURES
from dtcli.rules.items import Kind

SIZES = ((55, 13), (55, 6), (89, 26), (163, 44), (139, 13))
NAMES = ("sword", "bow", "shield", "torch", "map", "potion", "keys", "gold", "grapnel")


def cells(*names: str, limit: int = 8) -> list[SlotContent]:
    """Return slots with a card of each kind, and empty ones up to the limit."""
    filled = [SlotContent(Kind(name), 1) for name in names]
    return filled + [SlotContent(None)] * (limit - len(filled))


def drawn(slots: list[SlotContent], size: tuple[int, int], *, limit: int = 8, settling: int = 0) -> str:
    lines: list[Line] = backpack_lines(slots, limit, size, settling=settling)
    text = "\n".join("".join(span if isinstance(span, str) else span[0] for span in line) for line in lines)
    assert [len(line) for line in text.splitlines()] == [size[0]] * size[1]
    return text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("limit", [7, 8, 9])
def test_every_item_is_named_in_every_size(size: tuple[int, int], limit: int) -> None:
    for n in range(limit + 1):
        text = drawn(cells(*NAMES[:n], limit=limit), size, limit=limit)
        for name in NAMES[:n]:
            assert name[:4] in text, (name, text)
        for place in range(n + 1, limit + 1):
            assert str(place) in text
        if n < limit:
            assert ("ONE SLOT FREE" if n == limit - 1 else f"{limit - n} slots free") in text
        else:
            assert "FULL to the last slot" in text


@pytest.mark.parametrize("size", SIZES)
def test_the_walls_of_a_full_backpack_are_others(size: tuple[int, int]) -> None:
    assert drawn(cells(*NAMES[:7]), size).splitlines()[-1].strip().startswith("╰")
    assert drawn(cells(*NAMES[:8]), size).splitlines()[-1].strip().startswith("┗")


@pytest.mark.parametrize("size", SIZES)
def test_a_broken_backpack_is_torn_and_shows_what_did_not_fit(size: tuple[int, int]) -> None:
    text = drawn(cells(*NAMES), size)
    assert "BROKEN: 9 of 8" in text
    assert not any(row.count("╲") + row.count("╱") == 0 for row in text.splitlines()[2:4]), "torn from top to bottom"
    if size[1] > 6:
        below = text.splitlines()[-4:]
        assert any("◄ grapnel" in row for row in below)
        assert any("one too many" in row for row in below)
    openings = [drawn(cells(*NAMES), size, settling=n).splitlines()[2] for n in range(SETTLING, -1, -1)]
    assert len(set(openings)) == SETTLING + 1, "it opens step by step"


def test_cards_and_tokens_differ_without_colour() -> None:
    for size in SIZES:
        cards = drawn([SlotContent(Kind("sword"), 2, 0), *cells(limit=7)], size)
        mixed = drawn([SlotContent(Kind("sword"), 1, 1), *cells(limit=7)], size)
        tokens = drawn([SlotContent(Kind("sword"), 0, 2), *cells(limit=7)], size)
        assert len({cards, mixed, tokens}) == 3


@pytest.mark.parametrize("size", SIZES)
def test_every_copy_is_seen_in_its_slot_with_its_sign(size: tuple[int, int]) -> None:
    for cards, tokens in ((1, 0), (0, 1), (2, 1), (3, 0), (0, 3)):
        text = drawn([SlotContent(Kind("bow"), cards, tokens), *cells(limit=7)], size)
        assert (text.count("■"), text.count("○")) == (cards, tokens)


def test_an_item_that_has_come_is_marked_and_falls_from_above() -> None:
    slots = cells("sword", "torch")
    slots[1] = SlotContent(Kind("torch"), 1, arrived=True)
    at_rest = drawn(slots, (89, 26))
    assert at_rest.count(" new ") == 1
    heights = [
        next(n for n, row in enumerate(drawn(slots, (89, 26), settling=step).splitlines()) if "torch" in row)
        for step in range(SETTLING + 1)
    ]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == len(heights)


def test_pictures_grow_with_the_backpack() -> None:
    small, large = drawn(cells("torch"), (55, 13)), drawn(cells("torch"), (89, 26))
    assert "▒█▒" in small
    assert "▒▓█▓▓▒" not in small
    assert "▒▓█▓▓▒" in large


def test_every_kind_with_a_picture_has_a_large_one_too() -> None:
    assert set(_DRAWINGS) == set(_PICTURES)
    for kind in (*_DRAWINGS, "lute", "", "ünder", "9 lives", "?" * 30):
        lines = large_picture(kind)
        assert len(lines) == LARGE_HEIGHT
        assert len({len(line) for line in lines}) == 1
        assert len(lines[0]) <= LARGE_WIDTH
        assert {len(line) for line in picture_lines(kind, 40, 9)} == {40}
