"""Files that commands write: never over an existing file without ``--force``, and never half."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode
from dtcli.formats.writing import Fault, UnreadableError, whole_file, write_readable
from dtcli.render.messages import print_message


def output_path(text: str) -> Path:
    """Return a path to write to; exit with an error if its folder does not exist."""
    path = Path(text)
    try:
        if not path.parent.is_dir():
            fail(f"folder '{path.parent}' does not exist")
        path.exists()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        fail(f"'{path.name[:40]}' cannot be written: {reason}")
    return path


def refuse_existing(path: Path, *, force: bool) -> None:
    """Exit with an error if the file exists, unless ``force`` allows overwriting it."""
    if os.path.lexists(path) and not force:
        fail(f"'{path}' exists", "use --force to overwrite it")
    if path.exists() and not path.is_file():
        fail(f"'{path}' is not a file")


def new_file(name: str, *, force: bool) -> Path:
    """Return a path to write to; exit with an error if a file must not be written there."""
    path = output_path(name)
    refuse_existing(path, force=force)
    return path


def save(path: Path, text: str, *, force: bool, fault: Fault | None = None) -> None:
    """Write a file completely or not at all, read it back, and print that it was written.

    Exit with an error if the file exists and ``force`` is not set, or if ``fault`` returns a reason against the text.
    """
    try:
        write_readable(path, text, fault, replace=force)
    except UnreadableError as error:
        fail(f"'{path}' is not written, since dtcli could not read it: {error}", code=ExitCode.UNREADABLE)
    except FileExistsError:
        refuse_existing(path, force=force)
        raise
    except OSError as error:
        fail(f"'{path}' cannot be written: {error.strerror}", code=ExitCode.UNREADABLE)
    print_message(f"wrote {path}")


@contextmanager
def save_lines(path: Path, *, force: bool) -> Iterator[Callable[[str], None]]:
    """Yield a function that writes a line to a file.

    The file is written completely or not at all, and not if there is no line.
    """
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
        refuse_existing(path, force=force)
        raise
    except OSError as error:
        fail(f"'{path}' cannot be written: {error.strerror}", code=ExitCode.UNREADABLE)
    if file is not None:
        print_message(f"wrote {path}")
