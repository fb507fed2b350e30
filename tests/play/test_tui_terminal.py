"""The full-screen game on a pseudo-terminal: odd input, signals, a closed terminal, a crash."""

import json
import re
import signal
import subprocess
import sys
from time import monotonic, sleep

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from tests.commands.shell import LIMIT, Terminal, environment

ALTERNATE_SCREEN, CURSOR, LINE_WRAP = 1049, 25, 7
MOUSE = {1000, 1003, 1006, 1015}
BEGIN = b"turns the sand over"
"""Shown when the cards are dealt."""
PLAYED = b"the five minutes now?"
"""Shown after ``o``."""

REST = 0.3
"""A little longer than keys are ignored at the end of a story."""


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def playing(home, *more, **options):
    return Terminal("play", "--seed", "7", *more, **{"DTCLI_HOME": str(home), "NO_COLOR": "1", **options})


def begin(terminal):
    """Lay one card and wait until it is drawn."""
    terminal.wait(BEGIN)
    assert terminal.modes >= {ALTERNATE_SCREEN, *MOUSE}
    terminal.type(b"\rqo")
    terminal.wait(PLAYED)


def leave_story(terminal):
    """Show the end as soon as an Enter counts again."""
    terminal.wait(b"Enter shows how it ended")
    sleep(REST)
    terminal.type(b"\r")


def kept(home):
    (path,) = (home / "games").iterdir()
    assert check(load(path)).is_valid
    return load(path).data


def is_restored(terminal):
    return terminal.modes <= {CURSOR, LINE_WRAP} and not terminal.has_single_keys


CLICK = b"\x1b[<0;40;10M\x1b[<0;40;10m"


def test_ordinary_input_does_not_end_the_game(home):
    with playing(home) as terminal:
        begin(terminal)
        for typed in (b"\xff", b"\xe2\x82", b"\x80\x9b\xff\xfe", b"?abc?xyz", b"?" + 3 * CLICK, b"?\xff"):
            terminal.type(typed + b"\x11")
            terminal.wait(b"Leave this game?")
            terminal.type(b"n")
        terminal.type(b"\x11y")
        assert terminal.end() == 0
        assert is_restored(terminal)
    assert kept(home)["_interrupted"] == "table"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_saves_the_game_and_restores_the_terminal(home, number):
    with playing(home) as terminal:
        begin(terminal)
        terminal.process.send_signal(number)
        assert terminal.end() == 130
        assert is_restored(terminal)
        assert b"the replay is saved as" in terminal.shown
        assert b"`dtcli play --resume " in terminal.shown
    assert len(kept(home)["story"]) == 1
    assert kept(home)["_interrupted"] == "table"


def test_a_closed_terminal_ends_and_saves_the_game(home):
    with playing(home) as terminal:
        begin(terminal)
        terminal.hang_up()
        terminal.process.wait(LIMIT)
    assert len(kept(home)["story"]) == 1
    assert not list((home / "journals").iterdir())


CRASH = """
from dtcli.play.tui.{module} import {name}
def crash(self, *_):
    raise {error}
{name}.{method} = crash
"""
CRASHES = [
    CRASH.format(module="screens.table", name="TableScreen", method="_clear", error="OSError(5, 'not a file')"),
    CRASH.format(
        module="terminal_driver", name="TerminalDriver", method="process_message", error="RuntimeError('no\\x1b[5m')"
    ),
]


@pytest.mark.parametrize("crash", CRASHES, ids=["key", "input"])
def test_a_crash_of_the_screen_is_70_with_the_terminal_restored(home, crash):
    with playing(home, before=crash) as terminal:
        if "_clear" in crash:
            begin(terminal)
        terminal.type(b"\x1b")
        assert terminal.end() == 70
        assert is_restored(terminal)
        after = terminal.shown.partition(b"\x1b[?1049l")[2].decode()
    assert "error: dtcli has a bug: ScreenCrashError: " in after
    assert "Traceback" not in after
    assert not re.findall(r"\x1b\[5m", after)


def test_a_game_can_be_resumed_after_a_crash_in_its_five_minutes(home):
    with playing(home, before=CRASHES[0]) as terminal:
        begin(terminal)
        terminal.type(b"\x1b")
        assert terminal.end() == 70
        assert is_restored(terminal)
        (path,) = (home / "games").iterdir()
        assert f"`dtcli play --resume {path}` resumes it".encode() in terminal.shown.replace(b"\r\n", b"")
    before = kept(home)
    assert before["_interrupted"] == "table"
    with Terminal("play", "--resume", str(path), DTCLI_HOME=str(home), NO_COLOR="1") as terminal:
        terminal.wait(b"PAUSED")
        terminal.type(b"p")
        terminal.wait(b"the sand is running")
        terminal.type(b"wo")
        terminal.wait(PLAYED)
        terminal.type(b"o")
        terminal.wait(b"reveals the first card")
        terminal.type(b"S")
        leave_story(terminal)
        terminal.wait(b"dtcli play --scenario")
        terminal.type(b"q")
        assert terminal.end() == 0
        assert is_restored(terminal)
    after = kept(home)
    assert "_interrupted" not in after
    assert after["story"][0] == before["story"][0]
    assert len(after["story"]) == 2
    (pause,) = after["play"]["pauses"]
    assert pause["t"] == before["_table"]["clock"]


def test_a_game_can_be_resumed_after_a_crash_in_its_resolution(home):
    crash = CRASH.format(
        module="screens.resolution", name="ResolutionScreen", method="_toggle_auto", error="KeyError(1)"
    )
    with playing(home, before=crash) as terminal:
        begin(terminal)
        terminal.type(b"o")
        terminal.wait(b"reveals the first card")
        terminal.type(b"a")
        assert terminal.end() == 70
        assert b"`dtcli play --resume " in terminal.shown
    assert kept(home)["_interrupted"] == "resolution"
    (path,) = (home / "games").iterdir()
    resumed = subprocess.run(
        [sys.executable, "-m", "dtcli", "play", "--plain", "--resume", str(path)],
        input=b"on\n", capture_output=True, env=environment(DTCLI_HOME=str(home)), timeout=LIMIT, check=False,
    )  # fmt: skip
    assert resumed.returncode == 0
    assert "_interrupted" not in json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("patience", [True, False], ids=["par is awaited", "left at once"])
def test_par_is_saved_with_the_game_and_does_not_keep_the_player(home, patience):
    with playing(home, "--scenario", "level-2") as terminal:
        begin(terminal)
        terminal.type(b"o")
        terminal.wait(b"reveals the first card")
        terminal.type(b"S")
        leave_story(terminal)
        terminal.wait(b"Par of this deal: " if patience else b"stars: ")
        left = monotonic()
        terminal.type(b"q")
        assert terminal.end() == 0
        assert monotonic() - left < 5
        assert is_restored(terminal)
    replay = kept(home)
    assert replay.get("_par", {}).get("goal") == (10 if patience else None)
    assert not list((home / "journals").iterdir())


def test_a_game_that_cannot_be_saved_warns_at_once_and_offers_another_place(home, tmp_path):
    with playing(home) as terminal:
        begin(terminal)
        home.rename(tmp_path / "moved")
        home.write_text("a file\n")
        terminal.type(b"w")
        terminal.wait(b"NOT SAVED")
        terminal.type(b"\x11")
        terminal.wait(b"saving the game may fail")
        terminal.type(b"y")
        terminal.wait(b"Another folder to save it in")
        terminal.type(b"/none\n")
        terminal.wait(b"'/none' cannot be used: No such file or directory")
        terminal.type(f"{tmp_path}\n".encode())
        assert terminal.end() == 0
    (path,) = tmp_path.glob("*.json")
    assert len(load(path).data["story"]) == 2


def test_the_screen_is_drawn_on_standard_output_and_errors_go_where_they_are_sent(home, tmp_path):
    with (tmp_path / "errors").open("wb") as errors, playing(home, stderr=errors) as terminal:
        begin(terminal)
        terminal.type(b"\x03")
        terminal.wait(b"Leave this game?")
        terminal.type(b"y")
        assert terminal.end() == 0
    words = (tmp_path / "errors").read_bytes()
    assert words.startswith(b"the replay is saved as")
    assert b"\x1b" not in words
