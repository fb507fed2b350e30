"""What a table did, by the places of the cards: so that it can be asked again in a story that goes another way.

A place is an index into the story at the start of a search; a card that Arvedui brings back has one behind all others.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from dtcli.rules.decisions import Choice, Discard, Failure, Gap, Pay, Payment, RewardOffer, UseSkill
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.heroes.nintrabash import without
from dtcli.rules.heroes.zigarat_ho import rearranged
from dtcli.rules.missions import payments
from dtcli.rules.noted_choices import noted_or_default
from dtcli.rules.notes import UNSAID, Note, RevealNote, Writer, moment, skill_note, tokens_are_open
from dtcli.rules.resolution import apply
from dtcli.rules.rulings import ARVEDUI_MIRIEL, NINTRABASH, ROS_THANIR, ZIGARAT_HO, Borrowing, HeroId
from dtcli.rules.state import Event, EventKind, State

Places = tuple[int, ...]
Noted = Mapping[int, RevealNote]
"""What was noted about the card at each place."""
NOTHING_NOTED = RevealNote(0)


class RecordedUse(NamedTuple):
    """A skill that was used: before which card, how, and which cards came next."""

    before: int
    use: UseSkill
    seen: Places

    @property
    def thrown(self) -> frozenset[int]:
        """The places of the cards that Nintrabash threw away."""
        return frozenset(self.seen[number - 1] for number in self.use.discard or ())

    @property
    def order(self) -> Places:
        """The places of the cards in the order that Zigarat Ho gave them."""
        return tuple(self.seen[number - 1] for number in self.use.order or ())

    def again(self, seen: Places) -> UseSkill | None:
        """Return the same use where these cards come next; None if they are not there to be treated alike."""
        if not {*self.thrown, *self.order} <= {*seen} or (self.order and len(self.order) != len(seen)):
            return None
        use = self.use._replace(tokens=())
        if use.discard is not None:
            use = use._replace(discard=tuple(n for n, place in enumerate(seen, 1) if place in self.thrown))
        if use.order is not None:
            use = use._replace(order=tuple(seen.index(place) + 1 for place in self.order))
        return use


class Recorded(NamedTuple):
    """All that a table decided."""

    notes: Noted
    uses: Mapping[HeroId, RecordedUse]
    """By the hero whose skill is spent: a borrowed one is that of Ro's Thanir."""


class Change(NamedTuple):
    """A decision that differs from the record."""

    state: State
    """The position in which it is made, or in which something is left undone."""
    choice: Choice | None
    """What is done instead; None for a skill that is not used."""
    recorded: UseSkill | RevealNote | None
    """What the record says; None if it does not say anything about it."""


def places_back(state: State) -> dict[bool, int]:
    """Return the place of a mission that Arvedui brings back, by whether his skill is borrowed."""
    size = len(state.story)
    if ROS_THANIR in state.unused and state.game.rulings.thanir is Borrowing.COPIES:  # H1: the copy comes first
        return {True: size, False: size + 1}
    return {True: size, False: size}


def moved(places: Places, use: UseSkill, back: Mapping[bool, int]) -> Places:
    """Return the places of the unrevealed cards after a skill."""
    match use.borrowed or use.hero:
        case hero if hero == NINTRABASH:
            return without(places, use.discard or ())
        case hero if hero == ZIGARAT_HO:
            return rearranged(places, use.order or ())
        case hero if hero == ARVEDUI_MIRIEL:
            return (*places, back[use.borrowed is not None])
    return places


def recorded(start: State, notes: Iterable[Note]) -> Recorded:
    """Return what was decided from a state on, by places."""
    by_place: dict[int, RevealNote] = {}
    uses: dict[HeroId, RecordedUse] = {}
    order, back = tuple(range(len(start.story))), places_back(start)
    for note in sorted(notes, key=moment):
        index = moment(note)[0] - 1 - start.revealed
        if not 0 <= index < len(order):
            continue
        if isinstance(note, RevealNote):
            by_place[order[index]] = note
        else:
            coming = order[index:]
            uses[note.use.hero] = RecordedUse(coming[0], note.use, coming[:CARDS_SEEN])
            order = (*order[:index], *moved(coming, note.use, back))
    return Recorded(by_place, uses)


def note_on(notes: Noted, place: int, origin: int) -> RevealNote:
    """Return what was noted about a card; one that comes back is treated as it was before, unless noted again."""
    return notes.get(place, notes.get(origin, NOTHING_NOTED))


def changes(record: Recorded, start: State, choices: Iterable[Choice]) -> list[Change]:
    """Return the decisions of a line that differ from the record.

    At each card whatever is decided counts once, and so does each hero's skill: used or not, when, and how. A question
    that the record never met counts if it is not answered by the default; a recorded answer counts for nothing if the
    question does not come up, or no longer allows it.
    """
    found: list[Change] = []
    places, back, state = tuple(range(len(start.story))), places_back(start), start
    at, origins, last_failed = -1, dict[int, int](), -1
    left = dict(record.uses)
    counted: set[int] = set()
    for choice in choices:
        decision = state.decision
        if isinstance(choice, UseSkill):
            planned = left.pop(choice.hero, None)
            if planned is None or not _same_use(planned, places, choice):
                found.append(Change(state, choice, planned.use if planned else None))
            places = moved(places, choice, back)
            if (choice.borrowed or choice.hero) == ARVEDUI_MIRIEL:
                origins[places[-1]] = origins.get(last_failed, last_failed)
        elif isinstance(decision, Gap):
            at, places = places[0], places[1:]
        else:
            note = note_on(record.notes, at, origins.get(at, at))
            wanted = noted_or_default(state, note)
            if wanted is not None and not same_answer(wanted, choice) and at not in counted:
                counted.add(at)
                found.append(Change(state, choice, note if at in record.notes else None))
        state = apply(state, choice)
        if any(event.what is EventKind.MISSION_FAILED for event in state.events):
            last_failed = at
    return found + [Change(start, None, planned.use) for planned in left.values()]


def _same_use(planned: RecordedUse, places: Places, use: UseSkill) -> bool:
    again = planned.again(places[:CARDS_SEEN])
    return planned.before == places[0] and again is not None and _plain(again) == _plain(use)


def _plain(use: UseSkill) -> UseSkill:
    """Return the use without what does not count: the order in which things are named, and what leaves as token."""
    discard = None if use.discard is None else tuple(sorted(use.discard))
    return use._replace(tokens=(), remove=tuple(sorted(use.remove)), discard=discard)


def same_answer(one: Choice, other: Choice) -> bool:
    """Return whether two answers differ in nothing but which copies leave as tokens."""
    match one, other:
        case Discard(kinds, _), Discard(others, _):
            return sorted(kinds) == sorted(others)
        case Pay(waive, in_full, _), Pay(waive2, in_full2, _):
            return sorted(waive) == sorted(waive2) and sorted(in_full) == sorted(in_full2)
    return one == other


def rewritten(record: Recorded, start: State, choices: Iterable[Choice]) -> tuple[Note, ...]:
    """Return the notes of a line in the record's own words, wherever these still say the same."""
    writer, state = Writer(), start
    places, back = tuple(range(len(start.story))), places_back(start)
    happened: dict[int, list[Event]] = {}
    revealed: dict[int, int] = {}
    tokens_differ: set[int] = set()
    skills: list[Note] = []
    for choice in choices:
        writer.write(state, choice)
        if isinstance(state.decision, Payment) and any(way.tokens for way in payments(state, state.decision)):
            tokens_differ.add(state.revealed)
        if isinstance(choice, Discard) and tokens_are_open(state, choice):
            tokens_differ.add(state.revealed)
        if isinstance(choice, UseSkill):
            planned = record.uses.get(choice.hero)
            same = planned is not None and _same_use(planned, places, choice) and not choice.tokens
            use = planned.again(places[:CARDS_SEEN]) if planned is not None and same else None
            skills.append(skill_note(state, choice)._replace(use=use or choice))
            places = moved(places, choice, back)
        elif isinstance(state.decision, Gap):
            revealed[state.revealed + 1], places = places[0], places[1:]
        state = apply(state, choice)
        if not isinstance(choice, UseSkill):
            happened.setdefault(state.revealed, []).extend(state.events)
    written = {note.at: note for note in writer.notes if isinstance(note, RevealNote)}
    notes = list(skills)
    for number, place in revealed.items():
        new, old = written.get(number, RevealNote(number)), record.notes.get(place)
        if number not in tokens_differ:
            new = new._replace(tokens=new.tokens or None)
        kept = old is not None and _says_the_same(old, new, happened[number])
        note = old._replace(at=number) if old is not None and kept else new
        if note != RevealNote(number):
            notes.append(note)
    return tuple(sorted(notes, key=moment))


def _says_the_same(old: RevealNote, new: RevealNote, events: Iterable[Event]) -> bool:
    """Return whether a note still tells what happened, and leaves out nothing that was decided."""
    kinds = {event.what: event.kinds for event in events}
    if old.unasked([question for what, question in _QUESTIONS.items() if what in kinds]):
        return False
    taken = kinds.get(EventKind.REWARD_TAKEN, (None,))[0]
    if old.take is not UNSAID and old.take != taken:
        return False
    if old.discard is not None and sorted(old.discard) != sorted(kinds.get(EventKind.ITEMS_DISCARDED, ())):
        return False
    if any(sorted(getattr(old, part) or ()) != sorted(getattr(new, part) or ()) for part in _WAYS_TO_PAY):
        return False
    said = [(old.take is not UNSAID, new.take is not UNSAID)]
    said += [(getattr(old, part) is not None, getattr(new, part) is not None) for part in ("discard", "tokens")]
    return all(before or not now for before, now in said)


_QUESTIONS = {
    EventKind.MISSION_FAILED: Failure,
    EventKind.ITEMS_PAID: Payment,
    EventKind.REWARD_TAKEN: RewardOffer,
    EventKind.REWARD_DECLINED: RewardOffer,
    EventKind.REWARD_RUN_OUT: RewardOffer,
}
"""Of which questions it can be seen that they came up, and by what."""
_WAYS_TO_PAY = ("waive", "in_full", "tokens")
