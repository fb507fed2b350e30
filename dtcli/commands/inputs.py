"""What commands read, replays and card sets, and the exit where that cannot be used."""

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NoReturn

import typer

from dtcli.commands.output import fail
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.card_sets import DEFAULT_CARD_SET, bundled_cards, find_cards
from dtcli.formats.names import Names
from dtcli.formats.problems import Problem
from dtcli.formats.replay.reading import Document, read
from dtcli.formats.writing import path_fault
from dtcli.render.problems import print_problems


def read_replays(files: list[str], *, single_for: str | None = None) -> Iterator[Document]:
    """Read the replays named on the command line.

    ``single_for`` is an option that allows one replay only: exit with an error if there are more.
    """
    replays = read(files, sys.stdin.buffer if sys.stdin is not None else None)
    if single_for is None:
        return replays
    first = list(islice(replays, 2))
    if len(first) > 1:
        fail(f"{single_for} is for one replay", f"leave out {single_for}, or name one replay")
    return iter(first)


def read_card_set(name: str | None) -> Names | None:
    """Return the card set of ``--card-set``, None without that option; exit with its problems if it is not valid."""
    if name is None:
        return None
    found = find_cards(name, None)
    if found.names is None:
        print_problems(found.problems, file=sys.stderr)
        is_unknown = any(problem.code == "DT209" for problem in found.problems)
        raise typer.Exit(ExitCode.UNREADABLE if is_unknown else exit_code(found.problems))
    return found.names


def card_set_or_default(name: str | None) -> Names:
    """Return the card set of ``--card-set``, or the default one; exit with its problems if it is not valid."""
    return read_card_set(name) or bundled_cards(DEFAULT_CARD_SET)


def recordable_path(path: str) -> str:
    """Return the path of a card set; exit with an error if a replay or save that names it could not be read."""
    if reason := path_fault(path):
        fail(f"card set '{path[-60:]}' cannot be named in a file: {reason}", "move it to another folder")
    return path


def fail_with(problems: Iterable[Problem]) -> NoReturn:
    """Print problems on standard error and exit with their exit code."""
    problems = tuple(problems)
    print_problems(problems, file=sys.stderr)
    raise typer.Exit(exit_code(problems))
