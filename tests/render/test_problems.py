"""Problems on a terminal: the source line with a caret, and repeats collapsed."""

import io

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.render.problems import print_validation, source_excerpt
from dtcli.render.terminal import WIDTH

MISSPELT = "bow\nswrod\nbow\n  swrod\nswrod\n"


class Terminal(io.StringIO):
    """A text stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def printed(text: str, file: io.StringIO, monkeypatch) -> str:
    monkeypatch.setenv("NO_COLOR", "1")
    print_validation(check(parse(text, file="game.dt", suffix=".dt")), file)
    return file.getvalue()


def test_a_terminal_shows_the_source_line_with_a_caret(monkeypatch):
    shown = printed("bow\n  swrod\n", Terminal(), monkeypatch)
    assert "\n      swrod\n      ^\n" in shown


def test_a_pipe_shows_no_source_line(monkeypatch):
    assert "^" not in printed("bow\n  swrod\n", io.StringIO(), monkeypatch)


def test_repeats_are_collapsed(monkeypatch):
    shown = printed(MISSPELT, io.StringIO(), monkeypatch)
    assert shown.count("unknown item") == 1
    assert "and 2 more like this (lines 4, 5)" in shown


def test_a_long_line_is_cut_around_the_caret():
    line = "x" * 500 + "!" + "y" * 500
    (text,), (indent, _) = source_excerpt(line, 501)
    assert len(text) <= WIDTH
    assert text[len(indent)] == "!"
