"""``dtcli replay --step`` on a terminal, with keys."""

import re
import signal

import pytest

from tests.commands.shell import FRIDAY, Terminal


def page(screen: str) -> tuple[int, int]:
    """Return the number of the page that a screen shows, and that of the last one."""
    at, last = re.findall(r"(\d+)/(\d+) +(?:space|q)", screen)[-1]
    return int(at), int(last)


def pages(*keys: bytes) -> tuple[int, list[int]]:
    """Return the exit code and the pages on which the keys were pressed, the last page as -1."""
    with Terminal("replay", "--step", FRIDAY) as terminal:
        seen = [page(terminal.press(key)) for key in keys]
        return terminal.end(), [at - last - 1 if at > last // 2 else at for at, last in seen]


def test_keys_for_next_back_first_last_and_quit():
    keys = [b" ", b"\n", b"n", b"b", b"\x1b[C", b"\x1b[D", b"G", b"b", b"g", b"x", b"b", b"q"]
    assert pages(*keys) == (0, [0, 1, 2, 3, 2, 3, 2, -1, -2, 0, 0, 0])


def test_next_after_the_last_page_ends():
    assert pages(b"G", b" ") == (0, [0, -1])


@pytest.mark.parametrize(("key", "code"), [(b"q", 0), (b"\x1b", 0), (b"\x04", 0), (b"\x03", 130)])
def test_keys_that_end_the_pager(key, code):
    assert pages(b" ", key) == (code, [0, 1])


def test_the_last_page_shows_the_result():
    with Terminal("replay", "--step", FRIDAY, NO_COLOR="1") as terminal:
        assert "WON" not in terminal.press(b"G")
        assert "WON: 10 missions" in terminal.press(b"q")
        assert terminal.end() == 0


def test_an_invalid_replay_gives_1_after_paging(tmp_path):
    (tmp_path / "bad.dt").write_text("swrod\n")
    with Terminal("replay", "--step", str(tmp_path / "bad.dt")) as terminal:
        terminal.press(b"G")
        assert "DT204" in terminal.press(b"q")
        assert terminal.end() == 1


@pytest.mark.parametrize("key", [b"q", b"\x03"])
def test_the_terminal_is_restored(key):
    with Terminal("replay", "--step", FRIDAY) as terminal:
        terminal.wait()
        assert terminal.has_single_keys
        terminal.type(key)
        terminal.process.wait(20)
        assert not terminal.has_single_keys


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_restores_the_terminal(number):
    with Terminal("replay", "--step", FRIDAY) as terminal:
        terminal.wait()
        terminal.process.send_signal(number)
        assert terminal.process.wait(20) == 130
        assert not terminal.has_single_keys
