"""``dtcli replay --step`` and ``dtcli play --replay`` on a terminal, with keys."""

import re
import signal

import pytest

from tests.commands.shell import FRIDAY, ROOT, Terminal, on_terminal
from tests.play.test_tui_terminal import is_restored

CABIN = str(ROOT / "replays/games/five-at-the-cabin.dt")
RAIN = str(ROOT / "replays/games/rain-on-the-window.dt")
THREE = str(ROOT / "replays/games/three-and-a-stopwatch.json")
BEFORE = b"the story lies before you"
END = b"goes on to the next file"


def stepping(*files: str, **options: str) -> Terminal:
    return Terminal("replay", "--step", *files, NO_COLOR="1", **options)


@pytest.mark.parametrize(("key", "code"), [(b"q", 0), (b"\x1b", 0), (b"\x11", 0), (b"\x03", 130)])
def test_keys_that_leave(key, code):
    with stepping(FRIDAY) as terminal:
        terminal.wait(BEFORE)
        assert terminal.has_single_keys
        terminal.type(b" " + key)
        assert terminal.end() == code
        assert is_restored(terminal)


def test_a_game_is_stepped_through_to_its_result():
    with stepping(FRIDAY) as terminal:
        terminal.wait(BEFORE)
        terminal.type(b" ")
        terminal.wait(b"card 1 of ")
        terminal.type(b"G")
        assert "10 missions, goal 10, " in terminal.wait(END)
        terminal.type(b" ")
        assert terminal.end() == 0
        assert is_restored(terminal)


def test_space_after_the_end_goes_on_to_the_next_file_and_q_ends_all():
    with stepping(FRIDAY, CABIN, FRIDAY) as terminal:
        terminal.wait(b"Friday night")
        terminal.type(b"G ")
        terminal.wait(b"Five at the cabin")
        terminal.type(b"q")
        assert terminal.end() == 0
        assert terminal.shown.count(b"\x1b[?1049h") == 2
        assert is_restored(terminal)


def test_ctrl_c_ends_all_files():
    with stepping(FRIDAY, FRIDAY) as terminal:
        terminal.wait(BEFORE)
        terminal.type(b"\x03")
        assert terminal.end() == 130
        assert terminal.shown.count(b"\x1b[?1049h") == 1


def test_a_refused_record_is_stepped_through_and_gives_1():
    with stepping(str(ROOT / "tests/formats/problems/DT401.dt")) as terminal:
        terminal.wait(BEFORE)
        terminal.type(b"G")
        terminal.wait(b"DT401: ")
        terminal.type(b"\r")
        assert terminal.end() == 1


def test_a_file_without_a_game_is_printed_and_the_next_one_shown(tmp_path):
    (tmp_path / "bad.dt").write_text("swrod\n")
    with stepping(str(tmp_path / "bad.dt"), FRIDAY) as terminal:
        assert "did you mean sword?" in terminal.wait(BEFORE)
        terminal.type(b"q")
        assert terminal.end() == 1
        assert b"DT204" in terminal.shown.partition(b"\x1b[?1049h")[0]


def test_in_brief_every_step_is_a_mission_or_a_skill():
    counts = []
    for options in ((), ("--brief",)):
        with stepping(FRIDAY, *options) as terminal:
            screen = terminal.wait(BEFORE)
            counts += [int(number) for number in re.findall(r" 0/(\d+) ", screen)[-1:]]
            terminal.type(b"q")
            assert terminal.end() == 0
    whole, brief = counts
    assert whole > 48
    assert 10 < brief < 30


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    "arguments", [("replay", "--step", FRIDAY), ("play", "--replay", RAIN)], ids=lambda one: one[0]
)
def test_a_signal_restores_the_terminal(arguments, number):
    with Terminal(*arguments, NO_COLOR="1") as terminal:
        terminal.wait(b"leave")
        terminal.process.send_signal(number)
        assert terminal.end() == 130
        assert is_restored(terminal)


def test_a_closed_terminal_ends_the_viewer():
    with stepping(FRIDAY) as terminal:
        terminal.wait(BEFORE)
        terminal.hang_up()
        assert terminal.process.wait(20) == 130


@pytest.mark.parametrize("more", [{}, {"NO_COLOR": "1"}])
def test_a_terminal_that_cannot_move_the_cursor_gets_an_error_with_a_hint(more):
    code, shown = on_terminal("replay", "--step", FRIDAY, **{**more, "TERM": "dumb"})
    assert code == 2
    assert b"--step needs a terminal that can move the cursor" in shown
    assert b"hint: leave it out to print all cards" in shown
    code, shown = on_terminal("play", "--replay", RAIN, **{**more, "TERM": "dumb"})
    assert code == 2
    assert b"--plain" in shown


# playing


@pytest.mark.parametrize(
    ("file", "said"),
    [(RAIN, b"plays "), (THREE, b"player 2 plays "), (FRIDAY, b"card 3 of ")],
    ids=["1", "3", "none"],
)
def test_a_replay_is_played_from_its_first_moment_to_its_end(file, said):
    with Terminal("play", "--replay", file, "--speed", "8", NO_COLOR="1") as terminal:
        terminal.wait(said)
        terminal.type(b"++++++")
        assert " missions, goal 10, " in terminal.wait(b"Enter leaves")
        terminal.type(b"\r")
        assert terminal.end() == 0
        assert is_restored(terminal)
    assert b"the replay is saved" not in terminal.shown


def test_a_crash_is_70_with_the_terminal_restored():
    crash = """
from dtcli.play.tui.screens.viewer import ViewerScreen
def crash(self, *_):
    raise KeyError("x")
ViewerScreen._toggle = crash
"""
    for arguments in (("play", "--replay", RAIN), ("replay", "--step", FRIDAY)):
        with Terminal(*arguments, before=crash, NO_COLOR="1") as terminal:
            terminal.wait(b"leave")
            terminal.type(b"p")
            assert terminal.end() == 70
            assert is_restored(terminal)
            assert b"ScreenCrashError" in terminal.shown
            assert b"Traceback" not in terminal.shown
