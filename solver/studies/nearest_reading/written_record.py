"""A record as its lines: every card with the decision beside it and the skills used just before it is revealed.

A slip changes the lines; the decisions stay with their cards, and their numbers follow.
"""

from collections.abc import Iterable
from typing import NamedTuple

from dtcli.formats.dt.numbering import Reveals
from dtcli.formats.replay.serialize import choice_entry
from dtcli.rules.cards import Card
from dtcli.rules.notes import Note, RevealNote, SkillNote, moment
from dtcli.rules.state import Game


class Laid(NamedTuple):
    """A card of a record; the numbers of its notes do not count."""

    card: Card
    place: int | None = None
    """The index in the story as it was written; None for a card that was left out or is revealed again."""
    note: int | None = None
    """The index of the note beside it."""
    skills: tuple[int, ...] = ()
    """The indices of the skills used just before it is revealed."""
    gap: int | None = None
    """The place in the story before which a card may have been left out here; None if none may."""
    slot: int | None = None
    """The place in the story whose skills are used before this card; None before a card that was left out.

    Missions that are brought back count on from the last card.
    """

    @property
    def is_plain(self) -> bool:
        """Whether nothing was recorded at this card or before it."""
        return self.note is None and not self.skills


class WrittenRecord(NamedTuple):
    """The lines of a record."""

    game: Game
    notes: tuple[Note, ...]
    cards: tuple[Laid, ...]
    """The story as it was written."""
    again: tuple[Laid, ...]
    """What was recorded at missions that were brought back, in that order; their cards are those of the story."""
    stray: tuple[int, ...]
    """Notes that are wrong in any case: a second one at the same reveal, or one at a number below 1."""
    late: tuple[int, ...]
    """Notes at reveals after the last one: wrong, unless the game ends before."""
    reveals: int
    """The number of the last reveal."""


def written_record(game: Game, notes: tuple[Note, ...]) -> WrittenRecord:
    """Return the lines of a record."""
    reveals = Reveals(len(game.story))
    in_time = sorted(range(len(notes)), key=lambda index: moment(notes[index]))
    skills: dict[tuple[int | None, int], list[int]] = {}
    beside: dict[tuple[int | None, int], int] = {}
    stray: list[int] = []
    late: list[int] = []
    for index in [one for one in in_time if isinstance(notes[one], SkillNote)]:
        number, _ = moment(notes[index])
        if 1 <= number <= len(reveals.order):
            skills.setdefault(_card_at(reveals, number), []).append(index)
            reveals.follow(choice_entry(notes[index]))
        else:
            (stray if number < 1 else late).append(index)
    for index in [one for one in in_time if isinstance(notes[one], RevealNote)]:
        number, _ = moment(notes[index])
        if not 1 <= number <= len(reveals.order):
            (stray if number < 1 else late).append(index)
        elif beside.setdefault(_card_at(reveals, number), index) != index:
            stray.append(index)
    cards = tuple(
        Laid(card, place, beside.get((place, 0)), tuple(skills.get((place, 0), ())), place, place)
        for place, card in enumerate(game.story)
    )
    again = tuple(
        Laid(game.story[0], None, beside.get((None, n)), tuple(skills.get((None, n), ())))
        for n in range(reveals.order.count(None))
    )
    last = len(reveals.order)
    return WrittenRecord(game, notes, cards, again, tuple(sorted(stray)), tuple(sorted(late)), last)


def _card_at(reveals: Reveals, number: int) -> tuple[int | None, int]:
    """Return the card of a reveal: its index in the story, or which of the missions brought back it is."""
    listed = reveals.order[number - 1]
    return listed, 0 if listed is not None else reveals.order[: number - 1].count(None)


def says_tokens(notes: Iterable[Note]) -> bool:
    """Return whether a note says which copies leave as tokens."""
    return any(note.says_tokens if isinstance(note, SkillNote) else note.tokens is not None for note in notes)
