"""``dtcli table`` on a real pseudo-terminal and as a process: a whole shipped game, a kill, a resumption."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from tests.commands.shell import LIMIT, Terminal, environment, run
from tests.play.table_typist import ENOUGH, Typist, for_sixty, options_of, recordable

BYTES = {"f9": b"\x1b[20~", "f10": b"\x1b[21~"}


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def typed_bytes(typing):
    return b"".join(BYTES.get(key, key.encode()) for key in typing.keys)


def judged(path):
    checked = check(load(path))
    assert checked.problems == ()
    return checked


@pytest.mark.parametrize(
    ("name", "story_first"),
    [("friday-night", False), ("the-apprentice-blinked", True), ("loose-change", False), ("loose-change", True)],
)
def test_a_whole_game_typed_on_a_terminal_is_the_shipped_game(home, tmp_path, name, story_first):
    (path,) = [path for path in recordable() if path.stem == name]
    shipped = check(load(path))
    typist = Typist(shipped, story_first=story_first)
    output = tmp_path / "typed.dt"
    typings = []
    with Terminal(
        "table", *options_of(typist.recorder.setup), "-o", str(output), DTCLI_HOME=str(home), NO_COLOR="1"
    ) as terminal:
        terminal.wait(b"Ctrl+Q")
        for typing in typist:
            typings.append(typing)
            terminal.type(typed_bytes(typing))
        terminal.wait(b"What was possible")
        terminal.type(b"\r")
        assert terminal.end() == 0
        assert b"the replay is saved as" in terminal.shown
    again = judged(output)
    assert again.resolved.game.story == shipped.resolved.game.story
    assert (again.score.status, again.score.missions) == (shipped.score.status, shipped.score.missions)
    assert run("validate", str(output)).returncode == 0
    assert for_sixty(typings, len(shipped.resolved.game.story)) < ENOUGH
    assert not list((home / "tables").iterdir())


def plain(home, *arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "dtcli", "table", "--plain", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(DTCLI_HOME=str(home)),
    )  # fmt: skip


def read_until(process, words):
    """Read lines up to one with these words."""
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        line = process.stdout.readline()
        assert line, words
        if words in line:
            return
    raise TimeoutError(words)


def test_a_kill_loses_no_card_and_the_game_goes_on(home):
    (path,) = [path for path in recordable() if path.stem == "friday-night"]
    shipped = check(load(path))
    typist = Typist(shipped)
    lines = iter(typist)
    options = options_of(typist.recorder.setup)
    for kill_at in (1, 9, 30):
        process = plain(home, *options)
        read_until(process, b"Every card is saved")
        while len(typist.recorder.record.story) < kill_at:
            process.stdin.write(f"{next(lines).text}\n".encode())
        process.stdin.write(b"backpack\n")
        process.stdin.flush()
        read_until(process, b"In the backpack")
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        options = ["--resume"]
    rest = "".join(f"{typing.text}\n" for typing in lines)
    finished = run("table", "--plain", "--resume", stdin=rest.encode(), DTCLI_HOME=str(home))
    assert finished.returncode == 0
    assert b"You have won, with 10 missions completed." in finished.stdout
    assert b"What was possible" in finished.stdout
    (saved,) = (home / "games").iterdir()
    again = judged(saved)
    assert again.resolved.game.story == shipped.resolved.game.story
    assert again.agrees is True
    assert not list((home / "tables").iterdir())


def test_a_terminal_that_is_closed_leaves_the_game_to_be_resumed(home):
    with Terminal("table", DTCLI_HOME=str(home), NO_COLOR="1") as terminal:
        terminal.wait(b"Ctrl+Q")
        terminal.type(b"s b ")
        terminal.wait(b"Card 2: bow")
        terminal.hang_up()
        terminal.process.wait(LIMIT)
    resumed = run("table", "--plain", "--resume", stdin=b"end\n", DTCLI_HOME=str(home))
    assert b"This game goes on after card 2" in resumed.stdout
    (saved,) = (home / "games").iterdir()
    assert judged(saved).document.data["story"] == ["sword", "bow"]


def test_nothing_typed_leaves_nothing_behind(home):
    assert run("table", "--plain", DTCLI_HOME=str(home)).returncode == 0
    assert not list((home / "tables").iterdir())
    nothing = run("table", "--plain", "--resume", DTCLI_HOME=str(home))
    assert (nothing.returncode, b"no game to go on with" in nothing.stderr) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--scenario", "trainin-grounds"), b"did you mean training-grounds?"),
        (("--heroes", "Tunk"), b"did you mean Tonk?"),
        (("--heroes", "draw"), b"name the heroes"),
        (("--players", "1", "--heroes", "tonk,zaria"), b"2 heroes for 1 player"),
        (("--campaign", "nowhere"), b"there is no campaign 'nowhere'"),
        (("game.journal",), b"only with --resume"),
        (("--resume", "game.journal"), b"cannot be read"),
        (("--resume", "--players", "2"), b"--players is for a new game"),
        (("--output", "no/such/folder/x.dt"), b"does not exist"),
        (("--title", "a\nb"), b"--title is a line"),
        (("--timer", "no-such-times.json"), b"DT101"),
    ],
)
def test_wrong_options_are_refused_with_a_hint(home, arguments, message):
    refused = run("table", "--plain", *arguments, DTCLI_HOME=str(home))
    assert refused.returncode in (1, 2, 3)
    assert message in refused.stderr
    assert b"Traceback" not in refused.stderr


def test_a_game_of_a_campaign_is_entered(home):
    assert run("campaign", "new", "Fridays", "--no-heroes", DTCLI_HOME=str(home)).returncode == 0
    played = run("table", "--plain", "--campaign", "Fridays", stdin=b"s\nend\n", DTCLI_HOME=str(home))
    assert played.returncode == 0
    assert played.stdout.rstrip().endswith(b"Next: Level 1.")
    status = run("campaign", "status", DTCLI_HOME=str(home))
    assert b"Level 1" in status.stdout
    (saved,) = (home / "games").iterdir()
    assert judged(saved).document.data["scenario"] == "level-1"
    assert b"Level 1" in run("history", DTCLI_HOME=str(home)).stdout


def test_the_times_of_the_timer_are_kept_also_when_the_game_is_resumed(home, tmp_path):
    times = tmp_path / "times.json"
    timed = run("timer", "--plain", "--minutes", "0.02", "--output", str(times), stdin=b"\n", DTCLI_HOME=str(home))
    assert timed.returncode == 0
    assert f"--timer {times}".encode() in timed.stdout
    assert run("table", "--plain", "--timer", str(times), stdin=b"s\n", DTCLI_HOME=str(home)).returncode == 0
    assert run("table", "--plain", "--resume", stdin=b"end\n", DTCLI_HOME=str(home)).returncode == 0
    (saved,) = (home / "games").iterdir()
    kept = judged(saved).document.data["_timer"]
    wanted = json.loads(times.read_text("utf-8"))
    assert kept == {key: wanted[key] for key in ("started", "seconds", "pauses", "mission_times", "ended")}


def test_the_screen_needs_a_terminal(home):
    refused = run("table", DTCLI_HOME=str(home))
    assert (refused.returncode, b"--plain" in refused.stderr) == (2, True)
    assert not list((home / "tables").iterdir())
