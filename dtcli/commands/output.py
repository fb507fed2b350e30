"""What commands print: results on standard output, as text or as JSON, and messages on standard error."""

import sys
from collections.abc import Callable
from typing import NoReturn, ParamSpec

import typer

from dtcli.exit_codes import ExitCode
from dtcli.formats.json.text import compact
from dtcli.render.messages import print_error

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


def fail(message: str, hint: str = "", code: ExitCode = ExitCode.USAGE) -> NoReturn:
    """Print an error, and a hint if there is one, and exit."""
    print_error(message, hint)
    raise typer.Exit(code)
