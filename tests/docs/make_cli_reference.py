"""Writes docs/cli.md: every command with its arguments and options, from the same texts as its help.

    python tests/docs/make_cli_reference.py           write the page if it differs
    python tests/docs/make_cli_reference.py --check   only report whether it differs, and exit with 1 if it does

``regenerate.py`` beside this file writes all generated pages.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGE = "docs/cli.md"

PLAIN_TERMINAL = {"COLUMNS": "80", "LINES": "24", "TERMINAL_WIDTH": "80", "NO_COLOR": "1", "TERM": "dumb"}
COLOURING = ("FORCE_COLOR", "PY_COLORS", "CLICOLOR_FORCE", "GITHUB_ACTIONS", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""Variables that make typer and rich treat a pipe as a terminal."""

INTRODUCTION = """\
# The command line

<!-- made by `python tests/docs/make_cli_reference.py`; edit the help texts in dtcli/commands instead -->

Every command with its help. Results go to standard output, errors and hints to standard error; in a pipe there is no
colour. `NO_COLOR` is honoured.

| exit code | meaning |
| ---: | --- |
| 0 | success |
| 1 | the answer is no: an invalid replay, a claim that does not agree, a goal out of reach, nothing found |
| 2 | wrong usage, such as an unknown option or an output file that already exists |
| 3 | a file cannot be read or written |
| 4 | a limit was reached before there was a proof |
| 70 | a bug in dtcli |
| 130 | interrupted |
"""


def make_terminal_plain() -> None:
    """Set the environment that makes help look the same everywhere; typer reads it when it is first imported."""
    for name in COLOURING:
        os.environ.pop(name, None)
    os.environ.update(PLAIN_TERMINAL)


def page() -> str:
    """Return the text of docs/cli.md."""
    from typer.main import get_command

    from dtcli.commands.app import app

    program = get_command(app)
    sections = [section(f"dtcli {' '.join(path)}", command_at(program, path)) for path in command_paths(program)]
    return "\n".join([INTRODUCTION, section("dtcli", program), *sections])


def command_paths(command: Any, above: tuple[str, ...] = ()) -> list[list[str]]:
    """Return the words that call each command, groups before their members."""
    paths = []
    for name, entry in getattr(command, "commands", {}).items():
        if not entry.hidden:
            paths.append([*above, name])
            paths += command_paths(entry.load(), (*above, name))
    return paths


def command_at(program: Any, path: list[str]) -> Any:
    """Return the command that these words call."""
    for word in path:
        program = program.commands[word].load()
    return program


def section(title: str, command: Any) -> str:
    """Return one command's part of the page."""
    lines = [f"## {title}", "", *_prose(command.help or "")]
    rows = [_row(one) for one in command.params if not getattr(one, "hidden", False)]
    if rows:
        lines += ["| argument or option | meaning |", "|---|---|", *rows, ""]
    if command.epilog:
        example = command.epilog.replace("[bold]", "").replace("[/bold]", "").removeprefix("Example: ")
        lines += [f"Example: `{example}`", ""]
    return "\n".join(lines)


def _prose(text: str) -> list[str]:
    paragraphs = [" ".join(part.split()) for part in text.replace("\f", "").split("\n\n")]
    return [line for paragraph in paragraphs if paragraph for line in (paragraph, "")]


def _row(parameter: Any) -> str:
    """Return an argument or option as a row of the table, with its default if it has one."""
    if parameter.param_type_name == "argument":
        name = f"`{parameter.metavar or parameter.name.upper()}`"
        if not parameter.required:
            name += " (optional)"
    else:
        value = f" {parameter.metavar}" if parameter.metavar else ""
        name = ", ".join(f"`{one}{value}`" for one in (*parameter.opts, *parameter.secondary_opts))
    meaning = parameter.help or ""
    default = parameter.default
    if default is True:  # a switch that is on unless its other name turns it off
        meaning += f" Default: `{parameter.opts[0]}`."
    elif default not in (None, False, ()) and not callable(default):
        meaning += f" Default: `{getattr(default, 'value', default)}`."
    return f"| {name} | {meaning.strip()} |"


def help_of(path: list[str]) -> str:
    """Return the help of a command without leading and trailing blank lines."""
    from typer.testing import CliRunner

    from dtcli.commands.app import app

    result = CliRunner().invoke(app, [*path, "--help"], catch_exceptions=False, prog_name="dtcli")
    if result.exit_code:
        raise RuntimeError(result.output)
    return "\n".join(line.rstrip() for line in result.output.splitlines()).strip("\n")


def keep(pages: Mapping[str, Callable[[], str]], arguments: list[str]) -> int:
    """Write or check these pages and return the exit code."""
    parser = argparse.ArgumentParser(description="Write the generated pages of the documentation.")
    parser.add_argument("--check", action="store_true", help="only print the pages that differ, exit 1 if any do")
    check = parser.parse_args(arguments).check
    make_terminal_plain()
    differing = 0
    for name, make in pages.items():
        path, text = ROOT / name, make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        differing += 1
        if not check:
            path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{'differs' if check else 'wrote'}: {name}")  # noqa: T201
    return 1 if check and differing else 0


if __name__ == "__main__":
    sys.exit(keep({PAGE: page}, sys.argv[1:]))
