"""The width of a page: the terminal's, within bounds, and 80 columns in a pipe."""

import io

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load, parse
from dtcli.render.replay.page import blocks, head, tail
from dtcli.render.terminal import page_width
from tests.commands.shell import FRIDAY, GAMES, on_terminal


class TerminalText(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("columns", "width"), [(20, 60), (60, 60), (80, 80), (97, 97), (120, 120), (300, 120)])
def test_a_terminal_from_60_to_120_columns(columns, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert page_width(TerminalText()) == width
    assert page_width(io.StringIO()) == 80


def shown(checked, width):
    parts = (head(checked, width), *blocks(checked, width=width), tail(checked, width))
    spans = [line for lines in parts for line in lines]
    return ["".join(span if isinstance(span, str) else span[0] for span in line) for line in spans]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
@pytest.mark.parametrize("width", [60, 71, 80, 99, 120])
def test_no_line_is_longer_than_the_page(path, width):
    lines = shown(check(load(path), frames=True), width)
    assert max(len(line) for line in lines if str(path) not in line) <= width
    assert len(lines) > 100


def words(lines):
    """Return the words of a page without the marks of its slots."""
    return sorted(" ".join(lines).replace("\u2502", " ").split())


@pytest.mark.parametrize("width", [60, 120])
def test_another_width_says_the_same(width):
    checked = check(load(FRIDAY), frames=True)
    assert words(shown(checked, width)) == words(shown(checked, 80))


@pytest.mark.parametrize(
    ("width", "slots"),
    [(60, [(4, 7), (4, 7)]), (70, [(8, 7)]), (80, [(8, 7)]), (100, [(8, 9)]), (120, [(8, 11)])],
)
def test_slots_are_wider_where_there_is_room(width, slots):
    checked = check(parse("sword", suffix=".dt"), frames=True)
    rows = [line for line in shown(checked, width) if "\u2502" in line]
    assert [(row.count("\u2502") - 1, row.index("\u2502", 6) - 6) for row in rows[::2]] == slots
    assert [(row.count("\u2502") - 1, row.index("\u2502", 6) - 6) for row in rows[1::2]] == slots


def test_ten_slots_take_two_rows_on_80_columns():
    story = "heroes: Tonk Redbeer\ntorch\ntonk\nsword, bow, torch, map, cup, keys, book, potion, gold, shield"
    lines = shown(check(parse(story, suffix=".dt"), frames=True), 80)
    assert [row.count("\u2502") - 1 for row in lines if "\u2502" in row][-4:] == [5, 5, 5, 5]


def test_the_command_uses_the_width_of_its_terminal():
    for columns in (60, 120):
        code, shown = on_terminal("replay", FRIDAY, NO_COLOR="1", COLUMNS=str(columns))
        widest = max(map(len, shown.decode().replace("\r", "").splitlines()))
        assert (code, widest <= columns, widest > columns - 30) == (0, True, True)
