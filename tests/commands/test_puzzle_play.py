"""``dtcli puzzle play``: what is saved, exit codes, and a process with piped input."""

import json
import signal
import subprocess
import sys
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from dtcli.commands.puzzle.play import run
from dtcli.formats.json.writer import to_json
from dtcli.formats.puzzle.file import puzzle_entry
from dtcli.formats.puzzle.ids import full_id
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from tests.commands.shell import LIMIT, environment, run_code
from tests.play.puzzle_players import HOUSE, made, solution, typed

PROGRAM = """
import typer
from dtcli.commands.puzzle.play import run
from dtcli.signals import exit_on_interrupt
exit_on_interrupt()
app = typer.Typer()
app.command()(run)
app()
"""
SOLVED = "\n".join([*typed(made("tonk").game, solution("tonk")), ""]).encode()


def entry(**other: Any) -> Any:
    one = made("tonk")
    difficulty = {"grade": one.difficulty.grade}
    return puzzle_entry(one.game, one.goal, HOUSE, title="Low Torch", difficulty=difficulty, **other)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "low-torch.json"
    path.write_text(to_json(entry()), encoding="utf-8")
    return str(path)


def invoke(*arguments: str, stdin: bytes = b"") -> Any:
    app = typer.Typer()
    app.command()(run)
    return CliRunner(env={"NO_COLOR": "1"}).invoke(app, list(arguments), input=stdin)


def test_a_puzzle_is_shown_and_solved(file):
    printed = invoke(file, stdin=SOLVED)
    assert printed.exit_code == 0
    assert printed.stdout.startswith("Low Torch\ngrade 3\n")
    assert "Solved, without help." in printed.stdout
    dialogue = printed.stdout.partition("type help for help.")[2].splitlines()
    assert max(map(len, dialogue)) <= 80


def test_the_number_of_possible_missions_is_shown_only_at_the_end(file):
    missions = made("tonk").goal.missions
    assert missions
    printed = invoke(file, stdin=b"backpack\ntask\nhint\nhelp\non\nbackpack\n").stdout
    assert "0 missions completed, 0 failed." in printed
    assert f"{missions} win" not in printed


def test_a_full_id_is_played():
    assert "Solved, without help." in invoke(full_id(entry()), stdin=SOLVED).stdout


@pytest.mark.parametrize("name", ["out.dt", "out.json", "out"])
def test_the_line_is_saved_as_a_replay(file, tmp_path, name):
    printed = invoke(file, "--write", str(tmp_path / name), stdin=SOLVED)
    assert printed.exit_code == 0
    checked = check(load(tmp_path / name))
    assert not [problem for problem in checked.problems if problem.is_error]
    assert checked.run is not None
    assert not checked.run.assumed
    assert checked.run.final.completed == made("tonk").goal.missions
    assert not checked.run.final.broken


def test_the_solution_can_be_saved_in_the_dialogue(file, tmp_path):
    out = tmp_path / "solution.json"
    printed = invoke(file, stdin=f"solution {out}\nsolution {out}\nsolution {tmp_path}/no/where.dt\nquit\n".encode())
    assert printed.stdout.count("The solution is saved as") == 1
    assert printed.stdout.count("It is not saved.") == 2
    assert printed.exit_code == 0
    assert check(load(out)).is_valid


def test_nothing_is_written_for_an_unfinished_story(file, tmp_path):
    printed = invoke(file, "--write", str(tmp_path / "out.dt"), stdin=b"next\nquit\n")
    assert printed.exit_code == 0
    assert "is not written" in printed.stderr
    assert not (tmp_path / "out.dt").exists()


def test_a_file_is_not_overwritten(file, tmp_path):
    out = tmp_path / "out.dt"
    out.write_text("mine", encoding="utf-8")
    printed = invoke(file, "--write", str(out), stdin=SOLVED)
    assert printed.exit_code == 2
    assert "--force" in printed.stderr
    assert out.read_text(encoding="utf-8") == "mine"
    assert invoke(file, "--write", str(out), "--force", stdin=SOLVED).exit_code == 0
    assert out.read_text(encoding="utf-8") != "mine"


@pytest.mark.parametrize(
    ("change", "code", "exit_code"),
    [({"story": ["sord"]}, "DT204", 1), ({"goal": {"kind": "mission"}}, "DT902", 1), ({"format": "x"}, "DT106", 1)],
)
def test_a_puzzle_with_problems_is_not_played(tmp_path, change, code, exit_code):
    path = tmp_path / "odd.json"
    path.write_text(json.dumps({**entry(), **change}), encoding="utf-8")
    printed = invoke(str(path))
    assert code in printed.stdout
    assert printed.exit_code == exit_code


def test_puzzles_that_cannot_be_played(tmp_path, file):
    assert invoke(str(tmp_path / "nowhere.json")).exit_code == 3
    assert invoke("-", stdin=SOLVED).exit_code == 2
    both = tmp_path / "both.ndjson"
    both.write_text((json.dumps(entry()) + "\n") * 2, encoding="utf-8")
    printed = invoke(str(both))
    assert printed.exit_code == 2
    assert "has 2 puzzles" in printed.stderr
    assert invoke(file, "--card-set", "nowhere").exit_code == 3
    printed = invoke("dt1.broken")
    assert printed.exit_code == 1
    assert "DT903" in printed.stdout


def test_a_process_with_piped_input(file):
    printed = run_code(PROGRAM, file, stdin=b"hint\nstill\n" + SOLVED)
    assert printed.returncode == 0
    assert printed.stderr == b""
    assert b"Solved, with 1 hint and 1 check of the goal." in printed.stdout
    assert b"\x1b" not in printed.stdout
    assert run_code(PROGRAM, file).returncode == 0


def test_ctrl_c_ends_the_puzzle_and_saves_what_was_played(file, tmp_path):
    out = tmp_path / "out.dt"
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, file, "--write", str(out)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(SOLVED)
    process.stdin.flush()
    for line in process.stdout:
        if line.startswith(b"Type solution"):
            break
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=LIMIT)
    assert process.returncode == 130
    assert b"You leave the puzzle." in stdout
    assert b"wrote" in stderr
    assert check(load(out)).is_valid
