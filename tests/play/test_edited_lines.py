"""Line editing in the dialogue of a puzzle, on a real pseudo-terminal: arrow keys, history, Ctrl-C, Ctrl-D."""

import signal
import subprocess
import sys
import time

import pytest

from dtcli.play.text.edited_lines import player_lines
from dtcli.play.text.typed_lines import TypedLines
from tests.commands.shell import LIMIT, Terminal, run

LEFT, RIGHT, UP, CTRL_D = b"\x1b[D", b"\x1b[C", b"\x1b[A", b"\x04"
PLAY = ("puzzle", "play", "first-steps/01", "--plain")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DTCLI_HOME", str(tmp_path))


def test_arrow_keys_move_in_the_line_and_bring_back_the_last_one():
    with Terminal(*PLAY) as terminal:
        terminal.wait(b"type help for help.")
        terminal.type(b"tak" + LEFT * 2 + b"x\x7f" + RIGHT + b"s\n")
        terminal.wait(b"Complete as many missions as possible")
        terminal.type(UP + b"\n")
        terminal.wait(b"Complete as many missions as possible")
        terminal.type(b"quit\n")
        assert terminal.end() == 0
        assert not terminal.has_single_keys
    assert b"not understood" not in terminal.shown


def _wait_for_editing(terminal: Terminal) -> None:
    """Wait until a line is being edited: what is typed before is echoed by the terminal itself."""
    deadline = time.monotonic() + LIMIT
    while not terminal.has_single_keys and time.monotonic() < deadline:
        time.sleep(0.02)


def test_ctrl_d_leaves_and_ctrl_c_leaves_with_130():
    with Terminal(*PLAY) as terminal:
        terminal.wait(b"type help for help.")
        _wait_for_editing(terminal)
        terminal.type(CTRL_D)
        assert terminal.end() == 0
    with Terminal(*PLAY) as terminal:
        terminal.wait(b"type help for help.")
        _wait_for_editing(terminal)
        terminal.type(b"half a li")
        terminal.wait(b"half a li")
        time.sleep(0.3)  # right after a key, readline does not see a signal before the next key
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
        assert not terminal.has_single_keys
    assert b"You leave the puzzle." in terminal.shown
    assert b"Traceback" not in terminal.shown


def test_the_storm_ends_while_a_line_is_typed():
    code = "from dtcli.play.puzzle import storm; import dtcli.commands.puzzle.storm as command; command.SECONDS = 1.0;"
    with Terminal("puzzle", "storm", "--seed", "x", before=code) as terminal:
        terminal.wait(b"Press Enter to begin.")
        terminal.type(b"\n")
        terminal.wait(b"Puzzle 1, grade 1")
        terminal.type(b"unfinished")
        terminal.wait(b"The time is up.")
        assert terminal.end() == 0
    assert b"0 puzzles solved, 0 mistakes" in terminal.shown


def test_pipes_and_simple_terminals_have_no_editing():
    printed = run(*PLAY, stdin=b"quit\n")
    assert printed.returncode == 0
    assert b"\x1b" not in printed.stdout
    with Terminal(*PLAY, TERM="dumb") as terminal:
        terminal.wait(b"type help for help.")
        terminal.type(b"quit\n")
        assert terminal.end() == 0
    assert isinstance(player_lines(), TypedLines)


def test_readline_is_loaded_only_for_a_dialogue():
    code = "import sys; import dtcli.commands.puzzle.show; sys.exit('readline' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
