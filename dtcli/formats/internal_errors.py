"""Turns unexpected exceptions into problems that say what to report, so that one input cannot end a batch."""

import platform
import traceback
from pathlib import Path

from dtcli import __version__
from dtcli.formats.problems import INTERNAL, Problem

_PACKAGES = ("dtcli", "solver")
_HOME = Path(__file__).resolve().parents[2]


def described(error: Exception) -> str:
    """Return the error on one line, without control characters: ``dtcli has a bug: KeyError: 'x'``."""
    first = (f"{type(error).__name__}: {error}".splitlines() or [""])[0]
    return "dtcli has a bug: " + "".join(char if char.isprintable() else "\ufffd" for char in first)


def version() -> str:
    """Return the versions to report: ``dtcli 0.1.0, Python 3.11.7 on Linux``."""
    return f"dtcli {__version__}, Python {platform.python_version()} on {platform.system()}"


def place(error: Exception) -> str:
    """Return the innermost line of dtcli in the traceback: ``dtcli/formats/replay/check.py line 127, in check``."""
    steps = [
        step for one in (error, error.__cause__) if one is not None for step in traceback.extract_tb(one.__traceback__)
    ]
    ours = [step for step in steps if _own_path(step.filename) is not None]
    if not ours:
        return "outside dtcli"
    return f"{_own_path(ours[-1].filename)} line {ours[-1].lineno}, in {ours[-1].name}"


def internal_problem(error: Exception, *, file: str | None = None, line: int | None = None) -> Problem:
    """Return the problem for an internal error; notes added to the exception follow in the hint."""
    more = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
    hint = f"please report it with this input and: {version()}, {place(error)}{more}"
    return Problem(INTERNAL, described(error), hint=hint, file=file, line=line)


def _own_path(filename: str) -> str | None:
    """Return a path inside dtcli or solver, relative to their folder; None for other code."""
    try:
        path = Path(filename).resolve().relative_to(_HOME)
    except ValueError:
        return None
    return path.as_posix() if path.parts[0] in _PACKAGES else None
