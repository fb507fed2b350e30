"""Notes: the recorded choices of a resolution.

There is one note for each reveal at which something was decided, and one for each skill. ``Writer`` makes notes from
choices; ``follow`` plays them back.
"""

from bisect import bisect_right
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from dtcli.rules import transitions
from dtcli.rules.decisions import Choice, Decision, Discard, Failure, Gap, Pay, Payment, RewardOffer, Take, UseSkill
from dtcli.rules.heroes import token_uses
from dtcli.rules.items import Kind
from dtcli.rules.state import State


class Unsaid(Enum):
    """The type of ``UNSAID``, for a reward that was not recorded; None means that it was declined."""

    UNSAID = "unsaid"


UNSAID = Unsaid.UNSAID


class RevealNote(NamedTuple):
    """What was decided when the ``at``-th card was revealed. None means that nothing was recorded."""

    at: int
    take: Kind | Unsaid | None = UNSAID
    discard: tuple[Kind, ...] | None = None
    waive: tuple[Kind, ...] | None = None
    in_full: tuple[Kind, ...] | None = None
    tokens: tuple[Kind, ...] | None = None

    def asks(self) -> list[type[Decision]]:
        """Return the questions that the engine must ask, even with one legal answer, so that it can check the note."""
        asked: list[type[Decision]] = []
        if self.take is not UNSAID:
            asked.append(RewardOffer)
        if self.discard is not None or self.tokens is not None:
            asked.append(Failure)
        if self.waive is not None or self.in_full is not None or self.tokens is not None:
            asked.append(Payment)
        return asked

    def unasked(self, asked: list[type]) -> list[str]:
        """Return the parts of the note that answer none of the questions that were asked."""
        parts: list[str] = []
        if self.take is not UNSAID and RewardOffer not in asked:
            parts.append("take")
        if self.discard is not None and Failure not in asked:
            parts.append("discard")
        if self.tokens is not None and Payment not in asked and (Failure not in asked or self.discard is None):
            parts.append("tokens")
        if Payment not in asked:
            if self.waive is not None:
                parts.append("waive")
            if self.in_full is not None:
                parts.append("in_full")
        return parts


class SkillNote(NamedTuple):
    """A hero skill used in the gap before the ``before``-th reveal."""

    before: int
    use: UseSkill
    tokens_said: bool = False
    """Whether the note says which copies leave as tokens; ``use`` cannot distinguish none from unsaid."""

    @property
    def says_tokens(self) -> bool:
        """Whether the note says which copies leave as tokens."""
        return self.tokens_said or bool(self.use.tokens)


Note = RevealNote | SkillNote


class NotesByReveal:
    """The notes of a record, indexed by reveal. Never changed, so that all runs of the record can share it."""

    def __init__(self, notes: tuple[Note, ...]) -> None:
        self.notes = notes
        self.skills: dict[int, list[tuple[int, SkillNote]]] = {}
        """The skills before each reveal, in the order of the record, with the indices of their notes."""
        self.reveals: dict[int, tuple[int, RevealNote]] = {}
        self.repeated: list[tuple[int, RevealNote]] = []
        """Second notes on the same reveal."""
        for index, note in enumerate(notes):
            if isinstance(note, SkillNote):
                self.skills.setdefault(note.before, []).append((index, note))
            elif note.at in self.reveals:
                self.repeated.append((index, note))
            else:
                self.reveals[note.at] = (index, note)
        self._moments = sorted(self.skills.keys() | self.reveals.keys())

    def next_moment(self, number: int, default: int) -> int:
        """Return the next reveal after this one that has a note, or the default if there is none."""
        later = bisect_right(self._moments, number)
        return self._moments[later] if later < len(self._moments) else default

    def noted_between(self, first: int, last: int) -> int:
        """Return how many reveals after the first and up to the last have a note."""
        return bisect_right(self._moments, last) - bisect_right(self._moments, first)


def moment(note: Note) -> tuple[int, bool]:
    """Return the sort key of a note by time: a gap comes before its reveal."""
    return (note.before, False) if isinstance(note, SkillNote) else (note.at, True)


def tokens_are_open(state: State, choice: UseSkill | Discard) -> bool:
    """Return whether a note must say which copies leave as tokens, because there is a choice (R6, X6)."""
    if isinstance(choice, Discard):
        return len(transitions.token_discards(state, choice.kinds)) > 1
    return len(token_uses(state, choice)) > 1


def skill_note(state: State, use: UseSkill) -> SkillNote:
    """Return the note of a skill that is about to be used in this state."""
    return SkillNote(state.revealed + 1, use, tokens_said=bool(use.tokens) or tokens_are_open(state, use))


def with_choice(note: RevealNote, state: State, choice: Pay | Take | Discard) -> RevealNote:
    """Return the note on a reveal with one more choice, which is about to be applied to the state."""
    match choice:
        case Pay(waive, in_full, tokens):
            return note._replace(waive=waive or None, in_full=in_full or None, tokens=tokens)
        case Take(kind):
            return note._replace(take=kind)
        case Discard(kinds, tokens):
            said = tokens if tokens or tokens_are_open(state, choice) else None
            return note._replace(discard=kinds, tokens=said)


class Writer:
    """Makes notes of the choices of a resolution; following them gives the same game.

    >>> Writer().notes
    ()
    """

    def __init__(self) -> None:
        self._skills: list[SkillNote] = []
        self._reveals: dict[int, RevealNote] = {}

    def write(self, state: State, choice: Choice) -> None:
        """Note a choice that is about to be applied to the state."""
        decision = state.decision
        if isinstance(decision, Gap):
            if isinstance(choice, UseSkill):
                self._skills.append(skill_note(state, choice))
            return
        assert isinstance(choice, Pay | Take | Discard)
        note = with_choice(self._reveals.get(state.revealed, RevealNote(state.revealed)), state, choice)
        self._reveals[state.revealed] = note

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes so far, in the order of time."""
        every: Iterable[Note] = (*self._skills, *self._reveals.values())
        return tuple(sorted(every, key=moment))
