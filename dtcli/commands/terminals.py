"""Whether a command can use the whole terminal, and how it ends when it is interrupted there."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode

_PLAIN = "--plain uses plain text, in pipes and on any terminal"


@contextmanager
def exit_if_interrupted() -> Iterator[None]:
    """Exit with the code for interrupted if the block raises ``KeyboardInterrupt``."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(ExitCode.INTERRUPTED) from None


def need_screen(what: str = "the game", *, hint: str = _PLAIN) -> None:
    """Exit with an error if ``what`` cannot use the whole terminal."""
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        fail(f"{what} needs a terminal", hint)
    if _terminal_name() == "dumb":
        fail(f"{what} needs a terminal that can move the cursor", hint)


def has_screen() -> bool:
    """Return whether a command can use the whole terminal."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout) and _terminal_name() != "dumb"


def is_terminal(stream: object) -> bool:
    """Return whether a stream is a terminal; it may be None or closed."""
    return stream is not None and bool(getattr(stream, "isatty", bool)())


def _terminal_name() -> str:
    """Return ``TERM`` as it was before ``NO_COLOR`` made it ``dumb`` for help and errors."""
    return os.environ.get("DTCLI_TERM", os.environ.get("TERM", ""))


def restore_terminal_name() -> None:
    """Set ``TERM`` as it was, before Textual reads it."""
    os.environ["TERM"] = _terminal_name()
