"""The notes that record a line. Needs only the engine, so that OR-Tools is not loaded for it."""

from collections.abc import Iterable

from dtcli.rules.decisions import Choice
from dtcli.rules.notes import Note, Writer
from dtcli.rules.resolution import apply
from dtcli.rules.state import State


def notes_of(start: State, choices: Iterable[Choice]) -> tuple[Note, ...]:
    """Return the notes that record these choices."""
    writer, state = Writer(), start
    for choice in choices:
        writer.write(state, choice)
        state = apply(state, choice)
    return writer.notes
