"""Dates on the command line: today's, and those that are typed."""

from datetime import date, datetime

from dtcli.commands.output import fail
from dtcli.formats.problems import quoted


def today() -> date:
    """Return the local date."""
    return datetime.now().astimezone().date()


def day_named(text: str) -> date:
    """Return a date; exit with an error if it is not one."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        fail(f"{quoted(text)} is not a date", "write it like 2026-01-16")
