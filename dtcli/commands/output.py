"""What commands print: results on standard output, as text or as JSON, and messages on standard error."""

import sys
from collections.abc import Callable
from typing import NoReturn, ParamSpec

import typer

from dtcli.commands.exit_codes import ExitCode
from dtcli.formats.json.text import compact
from dtcli.render.terminal import safe

Result = ParamSpec("Result")


def result_printer(
    *, as_json: bool, text: Callable[Result, None], json: Callable[Result, str]
) -> Callable[Result, None]:
    """Return the function that prints a result: ``text``, or one that writes the line that ``json`` returns."""
    if not as_json:
        return text
    write = sys.stdout.write

    def write_line(*args: Result.args, **kwargs: Result.kwargs) -> None:
        write(json(*args, **kwargs))

    return write_line


def json_line(record: object) -> str:
    """Return a record as one line of JSON, with its line end."""
    return f"{compact(record)}\n"


def print_message(message: str) -> None:
    """Print a line on standard error."""
    typer.echo(safe(message), err=True)


def print_error(message: str, hint: str = "") -> None:
    """Print an error, and a hint if there is one, on standard error."""
    print_message(f"error: {message}")
    if hint:
        print_message("")
        print_message(f"hint: {hint}")


def fail(message: str, hint: str = "", code: ExitCode = ExitCode.USAGE) -> NoReturn:
    """Print an error, and a hint if there is one, and exit."""
    print_error(message, hint)
    raise typer.Exit(code)
