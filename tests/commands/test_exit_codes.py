"""The documented exit codes; data on standard output, errors on standard error."""

import os
import signal
import subprocess
import sys
import time

import pytest

from dtcli.commands import app
from dtcli.formats import bounded_reading as bounded
from tests.commands.shell import COMMANDS, FRIDAY, LIMIT, ONE_LINE, READERS, ROOT, environment, invoke, run, run_code

INVALID = b"players: 2\nswrod\n"
DISAGREES = b"result: 4 missions\nsword\n"
FORGOTTEN = b"sword\nmission X: sword -> bow?\n"


@pytest.mark.parametrize("command", READERS)
def test_a_good_replay_gives_0(command):
    result = run(command, FRIDAY)
    assert result.returncode == 0
    assert bool(result.stderr) == (command == "repair")  # its summary; only the diff is on standard output
    assert result.stdout or command == "repair"


@pytest.mark.parametrize("command", READERS)
def test_an_invalid_replay_gives_1(command):
    assert invoke(command, "-", stdin=INVALID).exit_code == 1


@pytest.mark.parametrize("command", ["validate", "replay", "score"])
def test_a_claim_that_does_not_agree_gives_1(command):
    assert invoke(command, "-", stdin=DISAGREES).exit_code == 1
    assert invoke(command, "--json", "-", stdin=DISAGREES).exit_code == 1


def test_a_claim_that_does_not_agree_is_converted():
    assert invoke("convert", "-", stdin=DISAGREES).exit_code == 0


@pytest.mark.parametrize("command", READERS)
def test_a_forgotten_choice_gives_0(command):
    assert invoke(command, "-", stdin=FORGOTTEN).exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"], ["--nonsense"], ["score"], ["score", "--nonsense", FRIDAY], ["convert", "--to", "xml", FRIDAY],
        ["schema", "nonsense"], ["schema", "replay", "cards"], ["score", FRIDAY, "--card-set"], ["rules", "--deck"],
        ["replay", "--step", FRIDAY], [],
    ],
)  # fmt: skip
def test_wrong_usage_gives_2(arguments):
    result = invoke(*arguments)
    assert result.exit_code == 2
    if arguments:
        assert result.stdout == ""
        assert result.stderr


@pytest.mark.parametrize("command", READERS)
def test_a_missing_file_gives_3(command):
    assert invoke(command, "no-such-file.dt").exit_code == 3


@pytest.mark.parametrize("command", READERS)
def test_a_folder_without_replays_gives_3(command, tmp_path):
    (tmp_path / "readme.txt").write_text("nothing here")
    assert invoke(command, str(tmp_path)).exit_code == 3


@pytest.mark.parametrize("content", [b"\x80\x81\xfe\xff", b"sword\n" * 200_000], ids=["binary", "too large"])
@pytest.mark.parametrize("suffix", [".dt", ".json", ".ndjson", ""])
def test_binary_and_too_large_files_give_3(tmp_path, content, suffix):
    if suffix == ".ndjson":
        content = content.replace(b"\n", b" ")
    path = tmp_path / f"file{suffix}"
    path.write_bytes(content)
    assert invoke("score", str(path)).exit_code == 3


def test_a_file_that_may_not_be_read_gives_3(tmp_path, monkeypatch):
    def refuse(path: str, *_args: object) -> None:
        raise PermissionError(13, "Permission denied", path)

    (tmp_path / "mine.dt").write_text("sword\n")
    monkeypatch.setattr(bounded.os, "open", refuse)
    result = invoke("score", str(tmp_path / "mine.dt"))
    assert result.exit_code == 3
    assert "Permission denied" in result.stdout


def test_a_file_that_is_empty_gives_1(tmp_path):
    (tmp_path / "empty.dt").touch()
    assert invoke("score", str(tmp_path / "empty.dt")).exit_code == 1
    assert invoke("score", "/dev/null").exit_code == 1


def test_the_worst_exit_code_counts_and_all_replays_are_printed():
    result = invoke("score", "--json", "no-such-file.dt", FRIDAY, "-", stdin=INVALID)
    assert result.exit_code == 3
    assert len(result.stdout.splitlines()) == 3


@pytest.mark.parametrize("command", ["cards", "heroes", "scenarios", "rules", "problems"])
def test_nothing_found_gives_1_and_says_so_on_stderr(command):
    result = invoke(command, "xyzzy")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "hint: " in result.stderr


def test_an_unknown_card_set_gives_3_on_stderr():
    for arguments in (["score", FRIDAY, "--card-set", "huose"], ["cards", "--card-set", "huose"]):
        result = invoke(*arguments)
        assert (result.exit_code, result.stdout) == (3, "")
        assert "did you mean house?" in result.stderr


BUG = """
import sys
import dtcli.formats.replay.check
def check(*_, **__):
    raise RuntimeError("out of \\x1b[31m cheese\\nsecond line")
dtcli.formats.replay.check.check = check
from dtcli.__main__ import main
main()
"""


@pytest.mark.parametrize("command", ["score", "convert"])
def test_a_bug_gives_70_and_says_what_to_report(command):
    result = run_code(BUG, command, FRIDAY)
    assert result.returncode == 70
    assert b"Traceback" not in result.stderr
    assert b"RuntimeError: out of" in result.stderr
    assert b"hint: please report" in result.stderr
    assert b"dtcli 0." in result.stderr
    assert b"Python 3." in result.stderr


@pytest.mark.parametrize("command", ["score", "validate"])
def test_an_interrupt_while_reading_gives_130(command):
    process = subprocess.Popen(
        [sys.executable, "-m", "dtcli", command, "--json", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(PYTHONUNBUFFERED="1"),
    )  # fmt: skip
    with process:
        process.stdin.write(ONE_LINE)
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"{")
        process.send_signal(signal.SIGINT)
        assert process.wait(LIMIT) == 130
        assert process.stderr.read() == b""


def test_a_closed_pipe_ends_quietly(tmp_path):
    (tmp_path / "many.ndjson").write_bytes(ONE_LINE * 3000)
    for options in ([], ["--json"]):
        process = subprocess.Popen(
            [sys.executable, "-m", "dtcli", "score", *options, str(tmp_path / "many.ndjson")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        )  # fmt: skip
        with process:
            assert process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(LIMIT) == -signal.SIGPIPE


def test_every_command_is_tested_here():
    assert {*COMMANDS, "campaign", "lab", "par", "puzzle"} == {entry.name for entry in app.COMMANDS}


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize("moment", ["cp_model", "cp_model_helper", "numpy"])
def test_an_interrupt_while_modules_are_loaded_gives_130(tmp_path, moment):
    """Loading OR-Tools turns an exception into an ImportError, or discards it in a callback."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING_IMPORTS.replace("MOMENT", moment))
    process = subprocess.run(
        [sys.executable, "-m", "dtcli", "solve", str(ROOT / "replays/games/cellar-lights.dt")],
        capture_output=True, check=False, timeout=LIMIT, env=environment(PYTHONPATH=str(tmp_path)),
    )  # fmt: skip
    assert (process.returncode, process.stdout, process.stderr) == (130, b"", b"")


INTERRUPTING_IMPORTS = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.rpartition(".")[2] == "MOMENT":
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except SystemExit:
                raise ImportError("as C code does with what it does not expect")

sys.meta_path.insert(0, Finder())
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_an_interrupt_that_a_callback_discards_is_sent_again():
    code = """
import os, signal, time
from dtcli.signals import exit_on_interrupt

class Discards:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

exit_on_interrupt()
Discards()
time.sleep(60)
"""
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, timeout=5, env=environment()
    )
    assert (process.returncode, process.stderr) == (130, b"")


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize("delay", [0.0, 0.1, 0.2, 0.3])
def test_an_interrupt_at_any_moment_gives_130_within_a_second(delay):
    """The moments are counted from when Python has started and handles the signal."""
    code = """
from dtcli.signals import exit_on_interrupt
exit_on_interrupt()
print("started", flush=True)
from dtcli.__main__ import main
main()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code, "analyze", str(ROOT / "replays/games/one-map-too-many.dt")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip
    with process:
        assert process.stdout.readline() == b"started\n"
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert process.wait(LIMIT) == 130
        assert time.monotonic() - sent < 1
