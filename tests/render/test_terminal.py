"""Styled lines: plain in a pipe, coloured on a terminal, with control characters replaced."""

from io import StringIO

import pytest

from dtcli.render.terminal import Printer, safe, shortened


class Screen(StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def printed(stream: StringIO, *spans) -> str:
    Printer(stream).line(*spans)
    return stream.getvalue()


def test_a_pipe_gets_plain_text():
    assert printed(StringIO(), ("won", "green"), " 10 ", ("missions", "bold"), "  ") == "won 10 missions\n"


def test_a_terminal_gets_styles():
    assert printed(Screen(), ("won", "green"), " 10") == "\x1b[32mwon\x1b[0m 10\n"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_may_decline_colour(name, value, monkeypatch):
    monkeypatch.setenv(name, value)
    assert printed(Screen(), ("won", "green")) == "won\n"


def test_colour_can_be_forced_but_not_against_no_color(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[32m" in printed(StringIO(), ("won", "green"))
    monkeypatch.setenv("NO_COLOR", "1")
    assert printed(StringIO(), ("won", "green")) == "won\n"


@pytest.mark.parametrize("text", ["[bold]x[/bold]", "[/x]", ":smile:", "[link=http://x]y", "x" * 300])
def test_nothing_is_interpreted_as_markup_and_nothing_is_wrapped(text):
    assert printed(StringIO(), text) == printed(Screen(), text) == text + "\n"


@pytest.mark.parametrize(
    "char", ["\x1b", "\x00", "\x07", "\r", "\n", "\t", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\ud800"]
)
def test_control_characters_are_replaced(char):
    assert safe(f"a{char}b") == "a\ufffdb"


@pytest.mark.parametrize("text", ["Zoë", "十", "☃", "a b", ""])
def test_words_of_any_language_are_kept(text):
    assert safe(text) == text


def test_text_is_shortened_to_fit():
    assert shortened("backpack", 8) == "backpack"
    assert shortened("backpack", 5) == "back…"
