"""Suggestions for an invalid replay: its nearest legal readings as data, as text, as a diff, each with its verdict."""

from collections.abc import Callable
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any, NamedTuple, cast

from dtcli.formats.names import Names
from dtcli.formats.problems import CLAIM
from dtcli.formats.replay.check import PLAYED_ON, Checked, check
from dtcli.formats.replay.editing import edited_text
from dtcli.formats.replay.patch import unified_patch
from dtcli.formats.replay.reading import Document, parse
from dtcli.formats.replay.serialize import card_entry, choice_entry
from dtcli.formats.replay.spelling import Spelling, spelling_of_document
from dtcli.formats.schema import ReplayFile
from dtcli.rules.cards import Card, Item
from dtcli.rules.notes import Note, RevealNote, SkillNote
from solver.studies.nearest_reading.ranking import NearReading
from solver.studies.nearest_reading.search import MOST_SECONDS, MOST_SLIPS, nearest_readings
from solver.studies.nearest_reading.slips import Slip, SlipKind, corrected_record
from solver.studies.nearest_reading.written_record import WrittenRecord, written_record

MOST_READINGS = 3
EXPLAINED = frozenset(
    {"DT301", "DT302", "DT303", "DT307", "DT309", "DT401", "DT402", "DT403", "DT404", "DT405", "DT406"}
)
"""The problems that slips in the story or in the decisions can cause."""


class SuggestionStatus(StrEnum):
    """What is known about the nearest readings of a replay."""

    VALID = "valid"
    """There is nothing to explain."""
    FOUND = "found"
    FAR = "far"
    """More slips are needed than are looked for."""
    OTHER = "other"
    """The replay has problems that are no slips in the story or in the decisions."""
    UNKNOWN = "unknown"
    """A limit was reached."""


class Suggestion(NamedTuple):
    """A reading: the replay without some slips, and the verdict on it."""

    slips: tuple[Slip, ...]
    data: ReplayFile
    text: str
    diff: str
    checked: Checked


class Suggestions(NamedTuple):
    """The nearest readings of a replay."""

    status: SuggestionStatus
    record: WrittenRecord | None
    slips: int | None
    """How many slips each reading has; fewer are proved not to be enough."""
    at_most: int
    """With up to this many slips there is no reading, unless ``slips`` says otherwise."""
    readings: tuple[Suggestion, ...]
    seconds: float


def suggestions(
    checked: Checked, *, seconds: float | None = None, on_progress: Callable[[float], None] | None = None
) -> Suggestions:
    """Return the nearest readings of a replay that is invalid.

    Every reading is checked like any other replay. The search takes one for possible that is not: a skill before a
    doubled card at the end of the story, after which no card is left to reveal (H0). It is left out, and if no other
    reading is found the answer is unknown.
    """
    resolved, data = checked.resolved, checked.document.data
    if not _cannot_have_happened(checked):
        return Suggestions(SuggestionStatus.VALID, None, 0, 0, (), 0.0)
    errors = {problem.code for problem in checked.problems if problem.is_error} - {CLAIM}
    if resolved is None or resolved.game is None or resolved.names is None or data is None or errors - EXPLAINED:
        return Suggestions(SuggestionStatus.OTHER, None, None, 0, (), 0.0)
    found = nearest_readings(
        resolved.game,
        resolved.notes,
        scenario=resolved.scenario,
        missions=resolved.names.cards.missions,
        keep_story=data.get("play") is not None,
        most_slips=MOST_SLIPS,
        seconds=MOST_SECONDS if seconds is None else seconds,
        count=MOST_READINGS,
        weigh=slip_weigher(resolved.game.story, resolved.names),
        prefer=claimed_end(data),
        on_progress=on_progress,
    )
    record = written_record(resolved.game, resolved.notes)
    tried = [_suggestion(checked, record, reading) for reading in found.readings]
    readings = tuple(one for one in tried if one.checked.is_valid)
    status = SuggestionStatus.FOUND if readings else SuggestionStatus.FAR
    if not found.proved or (tried and not readings):
        status = SuggestionStatus.UNKNOWN
    return Suggestions(status, record, found.slips if readings else None, found.at_most, readings, found.seconds)


def _cannot_have_happened(checked: Checked) -> bool:
    """Return whether a record needs an explanation: it is invalid, or goes on after a break that it does not claim."""
    if not checked.is_valid:
        return True
    return checked.agrees is False and any(problem.code == PLAYED_ON for problem in checked.problems)


def claimed_end(data: ReplayFile) -> Callable[[int, bool], bool] | None:
    """Return whether a replay claims a number of missions and a broken backpack; None if it claims nothing."""
    claim: Any = data.get("result") or {}
    missions, won = claim.get("missions"), claim.get("won")
    broken = claim.get("broken", False if won else None)
    if missions is None and broken is None:
        return None
    return lambda completed, breaks: missions in (None, completed) and broken in (None, breaks)


def slip_weigher(story: tuple[Card, ...], names: Names) -> Callable[[Slip], float]:
    """Return how implausible a slip is: names that look alike are easily mistaken."""
    known: dict[tuple[Card, Card], float] = {}
    weights = {
        SlipKind.DOUBLED: 1.0,
        SlipKind.SWAPPED: 1.5,
        SlipKind.WRONG_DECISION: 1.6,
        SlipKind.LEFT_OUT: 1.8,
        SlipKind.WRONG_SKILL: 2.0,
        SlipKind.FORGOTTEN_SKILL: 1.9,
    }

    def weigh(slip: Slip) -> float:
        if slip.kind is not SlipKind.TYPED_AS_ANOTHER:
            return weights[slip.kind]
        assert slip.card is not None
        pair = (story[slip.place], slip.card)
        if pair not in known:
            alike = max(
                SequenceMatcher(None, one, other, autojunk=False).ratio()
                for one in _names_of(pair[0], names)
                for other in _names_of(pair[1], names)
            )
            known[pair] = 1.0 + 2 * (1 - alike)
        return known[pair]

    return weigh


def _names_of(card: Card, names: Names) -> tuple[str, ...]:
    if isinstance(card, Item):
        return (card.kind, *names.cards.kinds[card.kind].aliases)
    return (card.title, card.id) if card.id else (card.title,)


def _suggestion(checked: Checked, record: WrittenRecord, reading: NearReading) -> Suggestion:
    data = _without_slips(checked, record, reading.slips)
    text, judged = _judged(checked, data)
    answers = _inferred_answers(record, reading.slips, judged)
    if answers and judged.document.data is not None:
        choices = [*data.get("choices", ()), *answers]
        data = cast("ReplayFile", {**data, "choices": choices})
        text, judged = _judged(checked, data)
    return Suggestion(reading.slips, data, text, unified_patch(checked.document, text), judged)


def _judged(checked: Checked, data: ReplayFile) -> tuple[str, Checked]:
    """Return the text of a changed replay, and the verdict on it."""
    assert checked.resolved is not None
    assert checked.resolved.names is not None
    document = checked.document
    text = edited_text(document, data, checked.resolved.names)
    suffix = ".dt" if spelling_of_document(document) is Spelling.DT else ".json"
    read: Document = parse(text, file=document.file, suffix=suffix)
    return text, check(read._replace(folder=document.folder), cards=checked.resolved.names)


def _without_slips(checked: Checked, record: WrittenRecord, slips: tuple[Slip, ...]) -> ReplayFile:
    """Return the replay without these slips; what is not concerned keeps its spelling."""
    assert checked.resolved is not None
    names, data = checked.resolved.names, checked.document.data
    assert names is not None
    assert data is not None
    found = corrected_record(record, slips)
    story = [
        data["story"][one.place]
        if one.place is not None and record.cards[one.place].card == one.card
        else card_entry(one.card, names)
        for one in found.cards
    ]
    written: Any = data.get("choices", ())
    replaced = {slip.place for slip in slips if slip.kind is SlipKind.WRONG_SKILL}
    choices = [
        choice_entry(note) if index in replaced or index >= len(written) else {**written[index], **_numbered(note)}
        for index, note in found.notes
    ]
    return cast("ReplayFile", {**data, "story": story, "choices": choices})


def _numbered(note: Note) -> dict[str, int]:
    return {"before": note.before} if isinstance(note, SkillNote) else {"at": note.at}


def _inferred_answers(record: WrittenRecord, slips: tuple[Slip, ...], judged: Checked) -> list[Any]:
    """Return what was decided in place of a wrong decision, where that is certain."""
    wrong = {
        record.notes[slip.place]
        for slip in slips
        if slip.kind is SlipKind.WRONG_DECISION and slip.place not in record.stray
    }
    if not wrong or judged.resolved is None or judged.resolved.game is None:
        return []
    kept = {note.at for note in judged.resolved.notes if isinstance(note, RevealNote)}
    places = {
        number
        for slip in slips
        if slip.kind is SlipKind.WRONG_DECISION
        for number in _new_numbers(record, slips, slip.place)
    }
    return [
        choice_entry(filled.note)
        for filled in judged.inferred
        if isinstance(filled.note, RevealNote) and filled.note.at in places and filled.note.at not in kept
    ]


def _new_numbers(record: WrittenRecord, slips: tuple[Slip, ...], note: int) -> list[int]:
    """Return the reveal that a note which was taken out would have now."""
    others = [slip for slip in slips if not (slip.kind is SlipKind.WRONG_DECISION and slip.place == note)]
    return [
        one.at for index, one in corrected_record(record, others).notes if index == note and isinstance(one, RevealNote)
    ]
