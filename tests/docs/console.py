"""Finds the commands on a page and runs them: in this process if that gives the same output, otherwise in a shell."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import typer.rich_utils
from typer.testing import CliRunner

from dtcli.commands.app import app
from tests.docs.make_cli_reference import COLOURING, PLAIN_TERMINAL
from tests.docs.markdown import Block

PROMPT = "$ "
ANY_LINES = ("…", "...")
_SHELL_SIGNS = re.compile(r"[|&;<>()$`\\*?\[\]{}~#!=\n]")
LONGEST_SECONDS = 20


@dataclass(frozen=True)
class Command:
    """A command, its line on the page, and the output that the page shows; None if it shows only commands."""

    line: int
    text: str
    expected: list[str] | None


def commands(block: Block) -> list[Command]:
    """Return the commands of a block.

    Lines with a prompt are commands, what follows is their output. In a block without any prompt every line is a
    command, and its output is not shown.
    """
    lines = block.text.splitlines()
    prompts = any(line.startswith(PROMPT) for line in lines)
    found: list[Command] = []
    going_on = False
    for number, line in enumerate(lines, start=block.line):
        if going_on:
            last = found.pop()
            found.append(Command(last.line, f"{last.text}\n{line.removeprefix('> ')}", last.expected))
        elif not prompts:
            if line.strip() and not line.startswith("#"):
                found.append(Command(number, line, None))
        elif line.startswith(PROMPT):
            found.append(Command(number, line.removeprefix(PROMPT), []))
        elif not found:
            msg = f"line {number} shows output before any command"
            raise ValueError(msg)
        else:
            found[-1].expected.append(line)
            continue
        going_on = bool(found) and found[-1].text.endswith("\\")
    return found


def agrees(expected: list[str], actual: list[str]) -> bool:
    """Return whether the output is as shown; a line with only an ellipsis stands for any number of lines.

    >>> agrees(["a", "…", "d"], ["a", "b", "c", "d"]), agrees(["a", "...", "d"], ["a", "b"])
    (True, False)
    >>> agrees(["a", ""], ["a"]), agrees(["a"], ["a", "b"])
    (True, False)
    """
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() in ANY_LINES else re.escape(line.rstrip()) + r"\n" for line in _trimmed(expected)
    )
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in _trimmed(actual))) is not None


def _trimmed(lines: list[str]) -> list[str]:
    """Return lines without blank ones at the end."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    return lines[:end]


def run(command: Command, folder: Path) -> tuple[int, list[str]]:
    """Run a command in a folder and return its exit code and what a terminal would show."""
    if command.text.startswith("dtcli ") and not _SHELL_SIGNS.search(command.text):
        return _run_here(shlex.split(command.text)[1:], folder)
    return _run_in_shell(command.text, folder)


@contextmanager
def plain_terminal() -> Iterator[None]:
    """Make the environment look like a pipe of 80 columns, on every machine."""
    kept = {name: value for name, value in os.environ.items() if name not in COLOURING} | PLAIN_TERMINAL
    with (
        mock.patch.dict(os.environ, kept, clear=True),
        mock.patch.multiple(typer.rich_utils, MAX_WIDTH=80, FORCE_TERMINAL=None),
    ):
        yield


def _run_here(arguments: list[str], folder: Path) -> tuple[int, list[str]]:
    with chdir(folder), plain_terminal():
        result = CliRunner().invoke(app, arguments, catch_exceptions=False, prog_name="dtcli")
    return result.exit_code, result.output.splitlines()


def _run_in_shell(text: str, folder: Path) -> tuple[int, list[str]]:
    shell = shutil.which("sh")
    assert shell is not None, "the commands in the documentation need a shell"
    with plain_terminal():
        path = os.pathsep.join([sysconfig.get_path("scripts"), str(Path(sys.executable).parent), os.environ["PATH"]])
        result = subprocess.run(
            [shell, "-c", text],
            cwd=folder,
            env=os.environ | {"PATH": path, "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LONGEST_SECONDS,
            check=False,
        )
    return result.returncode, result.stdout.decode("utf-8").splitlines()
