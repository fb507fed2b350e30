"""``dtcli timer``: its options, and the timer on a real pseudo-terminal."""

import json
import re
import signal
import sys
import time

import pytest

from dtcli.formats.timer import read_timer
from tests.commands.shell import Terminal, invoke, run

ALTERNATE_SCREEN = 1049
COLOUR = re.compile(rb"\x1b\[(?:\d+;)*[349][1-6](?:;\d+)*m")
"""Switches to a colour other than black, white and grey."""
GRACE = 1.2
"""Seconds after which the curtain may be closed."""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--minutes", "0"], "error: --minutes is a number above 0 and up to 60"),
        (["--scenario", "levl-1"], "error: unknown scenario 'levl-1'"),
        (["--scenario", "level-1", "--adventure", "x"], "error: a game has a scenario or an adventure, not both"),
        (["--heroes", "draw"], "error: name the heroes that were drawn at the table"),
        (["--heroes", "tonk,zaria", "--players", "1"], "error: 2 heroes for 1 player"),
        (["--heroes", "nobody"], "error: unknown hero 'nobody'"),
        (["--sound", "say 'hello"], "error: --sound cannot be split into words: no closing quotation"),
        (["--sound", " "], "error: --sound names no command"),
        (["--output", "no/such/folder/times.json"], "error: folder 'no/such/folder' does not exist"),
        ([], "error: the timer needs a terminal"),
    ],
)  # fmt: skip
def test_wrong_options_are_refused(options, message):
    result = invoke("timer", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)


def test_a_file_is_overwritten_only_if_asked(tmp_path):
    path = tmp_path / "times.json"
    path.write_text("mine")
    assert invoke("timer", "--plain", "--output", str(path)).exit_code == 2
    assert path.read_text() == "mine"
    assert run("timer", "--plain", "--minutes", "0.02", "-o", str(path), "--force", stdin=b"\n").returncode == 0
    assert read_timer(path).times["ended"] == 1.2


def test_a_timer_in_a_pipe_counts_to_its_end(tmp_path):
    path = tmp_path / "times.json"
    write = f"import sys; open({str(tmp_path / 'said')!r}, 'a').write(sys.argv[1] + chr(10))"
    result = run(
        "timer", "--plain", "--minutes", "0.05", "-o", str(path), "--sound", f'"{sys.executable}" -c "{write}"',
        stdin=b"\nm\n",
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, b"")
    lines = result.stdout.decode().splitlines()
    assert lines[0].startswith("3 seconds on the clock. Press Enter to start.")
    assert lines[1:] == [
        "The clock is running.", "1 mission laid, with 0:03 left.", "2", "1", "Time is up.",
        "1 mission laid, with 0:03 left.", f"The times are saved as {path}",
        "Put down your cards, turn the story over, and reveal it card by card. This records the game:",
        f"dtcli table --timer {path}",
    ]  # fmt: skip
    assert b"\a" not in result.stdout
    assert "time is up" in (tmp_path / "said").read_text().splitlines()
    times = json.loads(path.read_text())
    assert (times["seconds"], times["ended"], len(times["mission_times"])) == (3.0, 3.0, 1)


def test_a_timer_that_is_not_started_writes_nothing(tmp_path):
    result = run("timer", "--plain", "-o", str(tmp_path / "times.json"))
    assert (result.returncode, result.stderr) == (0, b"")
    assert not list(tmp_path.iterdir())


def test_times_that_cannot_be_written_are_exit_code_3(tmp_path):
    if sys.platform == "win32":
        pytest.skip("no such device")
    result = run("timer", "--plain", "--minutes", "0.02", "-o", "/proc/times.json", stdin=b"\n")
    assert result.returncode == 3
    assert b"Warning: the times are not saved: " in result.stdout
    assert result.stderr.startswith(b"error: '/proc/times.json' cannot be written: ")


@pytest.mark.parametrize("colours", [{}, {"NO_COLOR": "1"}])
def test_a_whole_timer_on_a_terminal(tmp_path, colours):
    path = tmp_path / "times.json"
    options = ("--minutes", "0.1", "--scenario", "level-1", "-o", str(path))
    with Terminal("timer", *options, **colours) as terminal:
        terminal.wait(b"Space starts the clock.")
        assert ALTERNATE_SCREEN in terminal.modes
        terminal.type(b" ")
        terminal.wait(b"LAST 10 SECONDS")
        terminal.type(b"m")
        terminal.wait(b"1 mission laid")
        terminal.wait(b"dtcli table --scenario level-1")
        assert terminal.shown.count(b"\a") >= 5
        assert bool(COLOUR.search(terminal.shown)) == (not colours)
        time.sleep(GRACE)
        terminal.type(b"\r")
        assert terminal.end() == 0
        assert ALTERNATE_SCREEN not in terminal.modes
        assert f"the times are saved as {path}".encode() in terminal.shown.replace(b"\r\n", b"")
    times = read_timer(path).times
    assert (times["ended"], len(times["mission_times"])) == (6.0, 1)


def test_a_plain_timer_on_a_terminal_rings_unless_told_not_to():
    for option, rings in (("--force", 3), ("--no-bell", 0)):
        with Terminal("timer", "--plain", "--minutes", "0.05", option) as terminal:
            terminal.wait(b"Press Enter to start.")
            terminal.type(b"\n")
            assert terminal.end() == 0
            assert terminal.shown.count(b"\a") == rings


@pytest.mark.parametrize("plain", [(), ("--plain",)])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_kill_loses_no_mark(tmp_path, plain, number):
    path = tmp_path / "times.json"
    with Terminal("timer", *plain, "-o", str(path)) as terminal:
        terminal.wait(b"Press Enter to start." if plain else b"Space starts the clock.")
        terminal.type(b"\n" if plain else b" ")
        terminal.wait(b"The clock is running." if plain else b"the sand is running")
        terminal.type(b"m\n" if plain else b"m")
        terminal.wait(b"1 mission laid")
        terminal.process.send_signal(number)
        assert terminal.end() == (-9 if number == signal.SIGKILL else 130)
    times = read_timer(path).times
    assert (times["ended"], len(times["mission_times"])) == (None, 1)
