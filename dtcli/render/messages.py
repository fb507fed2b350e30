"""Messages on standard error: errors with their hints."""

import sys

from dtcli.render.terminal import safe


def print_message(message: str) -> None:
    """Print a line on standard error."""
    if sys.stderr is not None:
        sys.stderr.write(f"{safe(message)}\n")
        sys.stderr.flush()


def print_error(message: str, hint: str = "") -> None:
    """Print an error, and a hint if there is one, on standard error."""
    print_message(f"error: {message}")
    if hint:
        print_message("")
        print_message(f"hint: {hint}")
