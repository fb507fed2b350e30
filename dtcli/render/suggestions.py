"""The nearest readings of an invalid replay, as lines and as JSON."""

from collections.abc import Iterator
from typing import Any

from dtcli.english import plural
from dtcli.formats.dt.entry_text import hero_line
from dtcli.formats.replay.serialize import card_entry, choice_entry
from dtcli.render.colours import CAUTION, GOOD, LABEL, STRONG
from dtcli.render.layout import Lines, wrapped
from dtcli.render.problems import validation_verdict
from dtcli.render.terminal import Printer, safe
from dtcli.rules.cards import Card, Item
from dtcli.rules.heroes import HEROES
from dtcli.rules.notes import SkillNote
from solver.studies.nearest_reading.slips import Slip, SlipKind
from solver.studies.nearest_reading.written_record import WrittenRecord
from solver.studies.suggestions import Suggestion, Suggestions, SuggestionStatus


def print_suggestions(found: Suggestions) -> None:
    """Print the readings with their slips, their verdicts and their diffs."""
    printer = Printer()
    for line in suggestion_lines(found):
        printer.line(*line)


def suggestion_lines(found: Suggestions) -> Lines:
    """Return the readings as lines."""
    if found.status is SuggestionStatus.VALID:
        return
    yield from wrapped(f"  {_headline(found)}", CAUTION if found.status is SuggestionStatus.UNKNOWN else STRONG, "  ")
    for number, reading in enumerate(found.readings, 1):
        assert found.record is not None
        yield ()
        yield ("  ", (f"reading {number}: ", LABEL), (verdict_words(reading), GOOD))
        for slip in reading.slips:
            yield from wrapped(f"    {safe(slip_words(found.record, slip))}", "", "      ")
        yield from ((line,) for line in reading.diff.splitlines())


def _headline(found: Suggestions) -> str:
    match found.status:
        case SuggestionStatus.FOUND:
            slips = plural(found.slips or 0, "slip")
            proof = "" if found.slips == 1 else "; it is proved that fewer do not"
            return f"{slips} would explain this record{proof}"
        case SuggestionStatus.FAR:
            return f"no reading with up to {plural(found.at_most, 'slip')} explains this record (proved)"
        case SuggestionStatus.UNKNOWN:
            tried = f"up to {plural(found.at_most, 'slip')} do not explain this record" if found.at_most > 0 else ""
            return f"a limit was reached after {found.seconds:.1f} s{'; ' * bool(tried)}{tried}"
        case _:
            return "no suggestion: correct the problems above first, they are no slips in the story or its decisions"


def verdict_words(reading: Suggestion) -> str:
    """Return the verdict on a reading in a few words."""
    score = reading.checked.score
    if score is None:
        return validation_verdict(reading.checked)
    missions = "" if score.missions is None else f", {plural(score.missions, 'mission')}"
    claim = ", not as claimed" if reading.checked.agrees is False else ""
    return f"{score.status.value}{missions}{claim}"


def slip_words(record: WrittenRecord, slip: Slip) -> str:
    """Return a slip in words; cards are counted as they are written."""
    card = record.cards[slip.place].card if slip.place < len(record.cards) else None
    match slip.kind:
        case SlipKind.TYPED_AS_ANOTHER:
            return f"card {slip.place + 1}: {_named(card)} was written for {_named(slip.card)}"
        case SlipKind.DOUBLED:
            return f"card {slip.place + 1}: {_named(card)} was written twice"
        case SlipKind.SWAPPED:
            other = record.cards[slip.place + 1].card
            return f"cards {slip.place + 1} and {slip.place + 2}: {_named(card)} and {_named(other)} were swapped"
        case SlipKind.LEFT_OUT:
            where = "after the last card" if card is None else f"before card {slip.place + 1} ({_named(card)})"
            return f"{where}: {_named(slip.card)} was left out"
        case SlipKind.FORGOTTEN_SKILL:
            assert slip.use is not None
            written = hero_line({**choice_entry(SkillNote(1, slip.use))}) or HEROES[slip.use.hero].name
            where = "the mission that is brought back" if card is None else f"card {slip.place + 1} ({_named(card)})"
            return f"before {where}: a skill was forgotten: {written}"
        case _:
            return _note_words(record, slip)


def _note_words(record: WrittenRecord, slip: Slip) -> str:
    note = record.notes[slip.place]
    if not isinstance(note, SkillNote):
        return f"card {note.at}: the decision is wrong"
    when, name = f"before card {note.before}", HEROES[note.use.hero].name
    if slip.use is None:
        return f"{when}: the skill of {name} was not used"
    written = hero_line({**choice_entry(SkillNote(note.before, slip.use))})
    return f"{when}: the skill of {name} was used otherwise: {written or name}"


def _named(card: Card | None) -> str:
    return card.kind if isinstance(card, Item) else str(card)


def suggestion_record(found: Suggestions) -> dict[str, Any]:
    """Return the readings as JSON has them."""
    return {
        "status": found.status.value,
        "slips": found.slips if found.readings else None,
        "at_most": found.at_most,
        "proved": found.status in (SuggestionStatus.FOUND, SuggestionStatus.FAR),
        "seconds": round(found.seconds, 3),
        "readings": [*_reading_records(found)],
    }


def _reading_records(found: Suggestions) -> Iterator[dict[str, Any]]:
    for reading in found.readings:
        assert found.record is not None
        score = reading.checked.score
        yield {
            "slips": [_slip_record(found.record, slip, reading) for slip in reading.slips],
            "verdict": validation_verdict(reading.checked),
            "status": None if score is None else score.status.value,
            "missions": None if score is None else score.missions,
            "agrees": reading.checked.agrees,
            "diff": reading.diff,
        }


def _slip_record(record: WrittenRecord, slip: Slip, reading: Suggestion) -> dict[str, Any]:
    is_note = slip.kind in (SlipKind.WRONG_DECISION, SlipKind.WRONG_SKILL)
    names = reading.checked.resolved.names if reading.checked.resolved else None
    return {
        "kind": slip.kind.name.lower().replace("_", "-"),
        "card": None if is_note else slip.place + 1,
        "choice": slip.place if is_note else None,
        "should_be": None if slip.card is None or names is None else card_entry(slip.card, names),
        "words": slip_words(record, slip),
    }
