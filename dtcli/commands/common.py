"""What commands share: exit codes, input, the card set to play with."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from enum import IntEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TextIO

import typer

if TYPE_CHECKING:
    from dtcli.formats.names import Names
    from dtcli.formats.problems import Problem
    from dtcli.formats.replay.reading import Document
    from dtcli.formats.writing import Fault


class Exit(IntEnum):
    """The exit codes of the contract; ``__main__`` has its own 70 and 130, for what no command catches."""

    OK = 0
    NO = 1
    """The verdict is no: an invalid replay, a claim that does not agree."""
    USAGE = 2
    UNREADABLE = 3
    LIMIT = 4
    BUG = 70
    INTERRUPTED = 130


Files = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Replays, folders of replays, or - for standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per replay.")]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite files that exist.")]
EntriesAsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per entry.")]
CardSetPath = Annotated[
    str | None, typer.Option("--cards", metavar="SET", help="Card set to use: house, rulebook or a TOML file.")
]


def documents(files: list[str], *, alone: str | None = None) -> "Iterator[Document]":
    """Read the replays that a command was given; ``alone`` is an option that allows for one only."""
    from dtcli.formats.replay.reading import read  # noqa: PLC0415

    replays = read(files, sys.stdin.buffer if sys.stdin is not None else None)
    if alone is None:
        return replays
    one = list(islice(replays, 2))
    if len(one) > 1:
        fail(f"{alone} is for one replay", f"leave out {alone}, or name one replay")
    return iter(one)


def card_set(name: str | None) -> "Names | None":
    """Return the card set of ``--cards``, or end with what is wrong with it."""
    if name is None:
        return None
    from dtcli.formats.card_sets import find_cards  # noqa: PLC0415

    loaded = find_cards(name, None)
    if loaded.names is None:
        from dtcli.render.problems import print_problems  # noqa: PLC0415

        print_problems(loaded.problems, file=sys.stderr)
        unknown = any(one.code == "DT209" for one in loaded.problems)
        raise typer.Exit(Exit.UNREADABLE if unknown else exit_code(loaded.problems))
    return loaded.names


def nameable(path: str) -> str:
    """Return the path of a card set that a file will name; exit with an error if it could not be read there."""
    from dtcli.formats.writing import path_fault  # noqa: PLC0415

    if reason := path_fault(path):
        fail(f"card set '{path[-60:]}' cannot be named in a file: {reason}", "move it to another folder")
    return path


def exit_code(problems: "tuple[Problem, ...] | list[Problem]") -> Exit:
    """Return the exit code that these problems call for."""
    from dtcli.formats.problems import INTERNAL, UNREADABLE  # noqa: PLC0415

    if any(problem.code == INTERNAL for problem in problems):
        return Exit.BUG
    if any(problem.code in UNREADABLE for problem in problems):
        return Exit.UNREADABLE
    return Exit.NO if any(problem.is_error for problem in problems) else Exit.OK


def fail(message: str, hint: str = "", code: Exit = Exit.USAGE) -> NoReturn:
    """End with an error and perhaps a hint."""
    say(f"error: {message}")
    if hint:
        say("")
        say(f"hint: {hint}")
    raise typer.Exit(code)


def say(message: str) -> None:
    """Print a line of words, which go to standard error."""
    from dtcli.render.terminal import safe  # noqa: PLC0415

    typer.echo(safe(message), err=True)


def output_path(text: str) -> Path:
    """Return a path to write to; its folder must exist."""
    path = Path(text)
    try:
        if not path.parent.is_dir():
            fail(f"folder '{path.parent}' does not exist")
        path.exists()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        fail(f"'{path.name[:40]}' cannot be written: {reason}")
    return path


def why_not_save(path: Path, *, force: bool) -> None:
    """End with an error if a file must not be written there."""
    if os.path.lexists(path) and not force:
        fail(f"'{path}' exists", "use --force to overwrite it")
    if path.exists() and not path.is_file():
        fail(f"'{path}' is not a file")


def new_file(name: str, *, force: bool) -> Path:
    """Return a path to write to, or end with an error if a file must not be written there."""
    path = output_path(name)
    why_not_save(path, force=force)
    return path


def save(path: Path, text: str, *, force: bool, fault: "Fault | None" = None) -> None:
    """Write a file, whole or not at all, read it back and say so.

    Without ``force`` a file that exists by now is not overwritten. A text that has a ``fault`` is not written.
    """
    from dtcli.formats.writing import UnreadableError, write_readable  # noqa: PLC0415

    try:
        write_readable(path, text, fault, replace=force)
    except UnreadableError as error:
        fail(f"'{path}' is not written, since dtcli could not read it: {error}", code=Exit.UNREADABLE)
    except FileExistsError:
        why_not_save(path, force=force)
        raise
    except OSError as error:
        fail(f"'{path}' cannot be written: {error.strerror}", code=Exit.UNREADABLE)
    say(f"wrote {path}")


@contextmanager
def save_lines(path: Path, *, force: bool) -> Iterator[Callable[[str], None]]:
    """Yield a function that writes a line to a file; the file is saved whole or not at all, and not without a line."""
    from dtcli.formats.writing import whole_file  # noqa: PLC0415

    file: TextIO | None = None
    try:
        with ExitStack() as stack:

            def write(line: str) -> None:
                nonlocal file
                if file is None:
                    file = stack.enter_context(whole_file(path, replace=force))
                file.write(line)

            yield write
    except FileExistsError:
        why_not_save(path, force=force)
        raise
    except OSError as error:
        fail(f"'{path}' cannot be written: {error.strerror}", code=Exit.UNREADABLE)
    if file is not None:
        say(f"wrote {path}")
