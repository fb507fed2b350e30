"""Slips of the pen in a record: the kinds, and the record without them."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from dtcli.rules.cards import Card
from dtcli.rules.decisions import UseSkill
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.heroes.nintrabash import without
from dtcli.rules.heroes.zigarat_ho import rearranged
from dtcli.rules.notes import Note, SkillNote, moment
from dtcli.rules.rulings import ARVEDUI_MIRIEL, NINTRABASH, ZIGARAT_HO
from solver.studies.nearest_reading.written_record import Laid, WrittenRecord

WINDOW_HEROES = (NINTRABASH, ZIGARAT_HO)
"""The heroes whose skills look at the next cards."""


class SlipKind(IntEnum):
    """What was written wrongly."""

    TYPED_AS_ANOTHER = 1
    DOUBLED = 2
    SWAPPED = 3
    WRONG_DECISION = 4
    WRONG_SKILL = 5
    LEFT_OUT = 6
    FORGOTTEN_SKILL = 7


class Slip(NamedTuple):
    """One slip: what is wrong in a record, and what it should say."""

    kind: SlipKind
    place: int
    """The index of the card in the story, of the card after a card or a skill that was left out, or of a note.

    Missions that are brought back count on from the last card.
    """
    card: Card | None = None
    """The card that should be there."""
    skills: int = 0
    """How many skills before the card at ``place`` were used before what was left out, forgotten skills included."""
    use: UseSkill | None = None
    """The skill as it was used; None if it was not used at all."""


def acting(use: UseSkill) -> str:
    """Return the hero whose skill is used."""
    return use.borrowed or use.hero


class CorrectedRecord(NamedTuple):
    """A record without its slips."""

    cards: tuple[Laid, ...]
    notes: tuple[tuple[int, Note], ...]
    """The notes with their new numbers, each with the index that it has in the record as written."""

    @property
    def story(self) -> tuple[Card, ...]:
        """The cards."""
        return tuple(one.card for one in self.cards)


def corrected_record(record: WrittenRecord, slips: Iterable[Slip]) -> CorrectedRecord:
    """Return a record without these slips.

    Decisions stay with their cards: their numbers are counted again. A decision that was wrong is left out, and so is
    one beside a card that was written twice.
    """
    slips = tuple(slips)
    notes: list[Note | None] = list(record.notes)
    record = _with_forgotten(record, slips, notes)
    for slip in slips:
        if slip.kind is SlipKind.WRONG_DECISION:
            notes[slip.place] = None
        elif slip.kind is SlipKind.DOUBLED:
            beside = record.cards[slip.place].note
            if beside is not None:
                notes[beside] = None
        elif slip.kind is SlipKind.WRONG_SKILL:
            noted = notes[slip.place]
            assert isinstance(noted, SkillNote)
            tokens_said = slip.use is not None and bool(slip.use.tokens)
            notes[slip.place] = None if slip.use is None else SkillNote(noted.before, slip.use, tokens_said)
    laid = _corrected_cards(record, slips)
    return CorrectedRecord(tuple(laid), _numbered(record, laid, notes))


def corrected(record: WrittenRecord, slips: Iterable[Slip]) -> tuple[tuple[Card, ...], tuple[Note, ...]]:
    """Return story and notes of a record without these slips."""
    found = corrected_record(record, slips)
    return found.story, tuple(note for _, note in found.notes)


def _with_forgotten(record: WrittenRecord, slips: tuple[Slip, ...], notes: list[Note | None]) -> WrittenRecord:
    """Return the record with the skills that were forgotten, and add their notes."""
    cards, again = list(record.cards), list(record.again)
    for slip in sorted((one for one in slips if one.kind is SlipKind.FORGOTTEN_SKILL), key=lambda one: one.skills):
        assert slip.use is not None
        while slip.place - len(cards) >= len(again):
            again.append(Laid(cards[0].card))
        lines, at = (cards, slip.place) if slip.place < len(cards) else (again, slip.place - len(cards))
        skills = lines[at].skills
        lines[at] = lines[at]._replace(skills=(*skills[: slip.skills], len(notes), *skills[slip.skills :]))
        notes.append(SkillNote(0, slip.use, bool(slip.use.tokens)))
    return record._replace(cards=tuple(cards), again=tuple(again))


def _corrected_cards(record: WrittenRecord, slips: Iterable[Slip]) -> list[Laid]:
    cards = list(record.cards)
    dropped: set[int] = set()
    inserted: dict[int, list[Slip]] = {}
    for slip in slips:
        place = slip.place
        if slip.kind is SlipKind.TYPED_AS_ANOTHER:
            assert slip.card is not None
            cards[place] = cards[place]._replace(card=slip.card)
        elif slip.kind is SlipKind.SWAPPED:
            one, other = cards[place], cards[place + 1]
            cards[place], cards[place + 1] = other._replace(skills=one.skills), one._replace(skills=other.skills)
        elif slip.kind is SlipKind.DOUBLED:
            dropped.add(place)
        elif slip.kind is SlipKind.LEFT_OUT:
            inserted.setdefault(place, []).append(slip)
    laid: list[Laid] = []
    waiting: tuple[int, ...] = ()
    for place in range(len(cards) + 1):
        own = cards[place] if place < len(cards) else None
        skills = waiting + (own.skills if own else ())
        used = 0
        for slip in sorted(inserted.get(place, ()), key=lambda one: one.skills):
            assert slip.card is not None
            upto = max(used, min(len(waiting) + slip.skills, len(skills)))
            laid.append(Laid(slip.card, None, None, skills[used:upto]))
            used = upto
        if own is None or place in dropped:
            waiting = skills[used:]
        else:
            waiting = ()
            laid.append(own._replace(skills=skills[used:]))
    return laid


def _numbered(
    record: WrittenRecord, laid: Sequence[Laid], notes: Sequence[Note | None]
) -> tuple[tuple[int, Note], ...]:
    """Return the notes with the numbers that the reveals have now."""
    numbers: dict[int, int] = {}
    walked: list[int] = []
    queue, number, again = list(laid), 0, 0
    while queue:
        token = queue[0]
        if token.skills:
            index, *rest = token.skills
            queue[0] = token._replace(skills=tuple(rest))
            numbers[index] = number + 1
            walked.append(index)
            note = notes[index]
            if isinstance(note, SkillNote):
                if acting(note.use) == ARVEDUI_MIRIEL:
                    said = record.again[again] if again < len(record.again) else Laid(token.card)
                    queue.append(Laid(token.card, None, said.note, said.skills))
                    again += 1
                else:
                    queue = [*after_window(queue, note.use)]
            continue
        number += 1
        if token.note is not None:
            numbers[token.note] = number
        queue.pop(0)
    for said in record.again[again:]:
        number += 1
        numbers |= dict.fromkeys(said.skills, number) | ({} if said.note is None else {said.note: number})
    late = {index: max(number, number + _number(record.notes[index]) - record.reveals) for index in (*record.late,)}
    numbers = late | numbers
    found = [
        (index, _renumbered(note, numbers.get(index, number + 1)))
        for index, note in enumerate(notes)
        if note is not None
    ]
    return tuple(_in_walked_order(found, walked, len(record.notes)))


def _in_walked_order(found: list[tuple[int, Note]], walked: Sequence[int], written: int) -> list[tuple[int, Note]]:
    """Return the notes with the forgotten skills where they belong among those of the same gap."""
    ordered = [one for one in found if one[0] < written]
    for index, note in reversed([one for one in found if one[0] >= written]):
        later = {*walked[walked.index(index) + 1 :]} if index in walked else set()
        at = next(
            (
                place
                for place, (other, said) in enumerate(ordered)
                if moment(said) > moment(note) or (moment(said) == moment(note) and other in later)
            ),
            len(ordered),
        )
        ordered.insert(at, (index, note))
    return ordered


def _number(note: Note) -> int:
    return note.before if isinstance(note, SkillNote) else note.at


def _renumbered(note: Note, number: int) -> Note:
    return note._replace(before=number) if isinstance(note, SkillNote) else note._replace(at=number)


def after_window(queue: Sequence[Laid], use: UseSkill) -> tuple[Laid, ...]:
    """Return the cards to come after a skill that looks at them; skills at discarded cards wait for the next card."""
    hero, seen = acting(use), min(CARDS_SEEN, len(queue))
    if hero == ZIGARAT_HO:
        order = use.order or ()
        return rearranged(queue, order) if sorted(order) == [*range(1, seen + 1)] else (*queue,)
    if hero == NINTRABASH:
        places = use.discard or ()
        if not all(1 <= place <= seen for place in places):
            return (*queue,)
        waiting = tuple(skill for place in sorted({*places}) for skill in queue[place - 1].skills)
        left = without(queue, places)
        if waiting and left:
            left = (left[0]._replace(skills=waiting + left[0].skills), *left[1:])
        return left
    return (*queue,)
