"""What is shown of a record that the rules refuse: all that they allow of it, to the end of the game."""

from typing import Any

from dtcli.rules.follow import Run, follow
from dtcli.rules.notes import UNSAID, Note, RevealNote
from dtcli.rules.refusals import Refusal
from dtcli.rules.score import refusals_of
from dtcli.rules.silent_choices import FilledChoice, Readings, TooManyReadings, read
from dtcli.rules.state import Game


def follow_allowed(game: Game, notes: tuple[Note, ...]) -> tuple[Run, tuple[FilledChoice, ...]]:
    """Return the run of a record without what the rules refuse, with frames, and how its silent choices were filled.

    If there are too many ways to fill them, the run stops at the first one without a default.
    """
    while True:
        try:
            reading = read(game, notes)
        except TooManyReadings:
            return follow(game, notes, frames=True), ()
        if isinstance(reading, Readings):
            return follow(game, reading.notes, frames=True), reading.filled
        refused = follow(game, reading.notes).refusals
        if all(refusal.after_break for refusal in refused):  # an answer has taken the place of what was refused
            refused = refusals_of(follow(game, notes))
        allowed = _without(notes, refused)
        if allowed == notes:
            return follow(game, notes, frames=True), ()
        notes = allowed


def _without(notes: tuple[Note, ...], refused: tuple[Refusal, ...]) -> tuple[Note, ...]:
    """Return the notes without the parts that were refused."""
    allowed: list[Note | None] = [*notes]
    for refusal in refused:
        note = allowed[refusal.note] if refusal.note < len(notes) else None
        if refusal.after_break or note is None:
            continue
        if isinstance(note, RevealNote) and refusal.part in RevealNote._fields[1:]:
            unsaid: dict[str, Any] = {refusal.part: UNSAID if refusal.part == "take" else None}
            allowed[refusal.note] = note._replace(**unsaid)
        else:
            allowed[refusal.note] = None
    return tuple(note for note in allowed if note is not None)
