"""Notes as entries of a replay's ``choices``: the way from the engine back to a file."""

from typing import Any, cast

from dtcli.files.shapes import ChoiceEntry
from dtcli.rules.notes import UNSAID, Note, SkillNote


def entry_of(note: Note) -> ChoiceEntry:
    """Return the note as a replay writes it; what was not said is left out."""
    entry: dict[str, Any]
    if isinstance(note, SkillNote):
        use = note.use
        entry = {"before": note.before, "hero": use.hero}
        if use.borrowed is not None:
            entry["as"] = use.borrowed
        said = {"discard": use.discard, "order": use.order, "remove": use.remove or None, "tokens": use.tokens or None}
        entry |= {key: value for key, value in (("guess", use.guess), ("take", use.take)) if value is not None}
    else:
        entry = {"at": note.at}
        if note.take is not UNSAID:
            entry["take"] = note.take
        said = {"discard": note.discard, "waive": note.waive, "in_full": note.in_full, "tokens": note.tokens}
    entry |= {key: list(value) for key, value in said.items() if value is not None}
    return cast("ChoiceEntry", entry)
