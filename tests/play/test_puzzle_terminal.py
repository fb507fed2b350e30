"""Puzzles on a pseudo-terminal: the screen or the dialogue, the next puzzle, signals, and a closed terminal."""

import signal
from pathlib import Path
from time import sleep

import pytest

from dtcli.play.storage.folders import Folders
from dtcli.play.storage.puzzle_results import ResultsStore
from tests.commands.shell import LIMIT, Terminal
from tests.play.test_tui_terminal import REST, is_restored

OPEN = b"The story lies open."
"""Shown by the screen before the first card."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def playing(home: Path, *more: str, name: str = "first-steps/01", **options: str) -> Terminal:
    return Terminal("puzzle", "play", name, *more, **{"DTCLI_HOME": str(home), "NO_COLOR": "1", **options})


def results(home: Path):
    return ResultsStore(Folders(home)).read().puzzles


def test_a_hint_is_kept_and_leaving_restores_the_terminal(home):
    with playing(home) as terminal:
        terminal.wait(OPEN)
        terminal.type(b"h")
        terminal.wait(b"1 hint")
        terminal.type(b"q")
        assert terminal.end() == 0
        assert is_restored(terminal)
    (result,) = results(home)
    assert (result.hints, result.attempts) == (1, 0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, None])
def test_a_signal_and_ctrl_c_end_with_130_and_keep_what_was_done(home, number):
    with playing(home) as terminal:
        terminal.wait(OPEN)
        terminal.type(b"h")
        terminal.wait(b"1 hint")
        if number is None:
            terminal.type(b"\x03")
        else:
            terminal.process.send_signal(number)
        assert terminal.end() == 130
        assert is_restored(terminal)
    assert results(home)[0].hints == 1


def test_ctrl_c_ends_in_front_of_a_question_too(home):
    with playing(home) as terminal:
        terminal.wait(OPEN)
        terminal.type(b"s")
        terminal.wait(b"See the solution?")
        terminal.type(b"\x03")
        assert terminal.end() == 130
        assert is_restored(terminal)


def test_a_closed_terminal_keeps_what_was_done(home):
    with playing(home) as terminal:
        terminal.wait(OPEN)
        terminal.type(b"h")
        terminal.wait(b"1 hint")
        terminal.hang_up()
        assert terminal.process.wait(LIMIT) == 130
    assert results(home)[0].hints == 1


def test_each_solved_puzzle_is_kept_and_its_text_printed(home, tmp_path):
    line = tmp_path / "line.dt"
    with playing(home, "--write", str(line)) as terminal:
        terminal.wait(OPEN)
        terminal.type(b"oo")
        terminal.wait(b"Answer the question first.")
        terminal.type(b"\x1b")
        terminal.wait(b"arrows and Enter")
        sleep(REST)
        terminal.type(b"7")
        terminal.wait(b"Space reveals the next card.")
        terminal.type(b"o")
        terminal.wait(b"Solved. n shows")
        terminal.type(b"n")
        terminal.wait(b"Left-Hand")
        terminal.type(b"q")
        assert terminal.end() == 0
        printed = terminal.shown.partition(b"\x1b[?1049l")[2]
        assert printed.count(b"dtcli puzzle 20") == 1
        assert b"Themes: " in printed
    assert "mission E07  | take keys" in line.read_text("utf-8")
    (result,) = results(home)
    assert (result.solved, result.attempts) == (True, 1)


@pytest.mark.parametrize(("more", "options"), [(("--plain",), {}), ((), {"TERM": "dumb"})])
def test_the_dialogue_stays_where_there_is_no_screen(home, more, options):
    with playing(home, *more, **options) as terminal:
        terminal.wait(b"type help for help")
        terminal.type(b"quit\n")
        assert terminal.end() == 0
        assert 1049 not in terminal.modes
