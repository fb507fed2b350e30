"""A repair as a page, as a diff of the replay, and as a JSON record."""

import sys
from typing import Any

from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.serialize import choice_entry
from dtcli.render.colours import BAD, CAUTION, FAINT, GOOD, LABEL
from dtcli.render.layout import Lines, decision_lines, headed, wrapped
from dtcli.render.repair.phrases import (
    answered,
    change_words,
    changes_of,
    has_consequences,
    moves,
    noted,
    verdict,
)
from dtcli.render.terminal import Printer, Span, safe
from dtcli.rules.decisions import Gap, UseSkill, reveal_of
from dtcli.rules.notes import SkillNote
from solver.line_notes import notes_of
from solver.recorded import Change
from solver.studies.repair import Repair
from solver.studies.repaired_replay import repaired_difference, status_of

# --- The page


def summary(checked: Checked, repair: Repair) -> Lines:
    """Return the changes, and whether fewer are proved not to be enough."""
    yield from headed(safe(checked.title or checked.document.file), *_claim(repair))
    yield ()
    yield from wrapped(verdict(checked, repair))
    changes = [*moves(repair), *(change_words(repair, one) for one in changes_of(repair)), *answered(repair)]
    if changes:
        yield ()
    for when, said in changes:
        yield from decision_lines(when, said, "  ")
    if changes and has_consequences(repair):
        yield ()
        yield from wrapped("The other changes in the diff follow from this.", FAINT)


def _claim(repair: Repair) -> tuple[str, str]:
    if repair.proved:
        return "proved", FAINT
    why = "interrupted" if repair.interrupted else "a limit was reached"
    return f"{why} after {repair.seconds:.1f} s", CAUTION


def print_difference(text: str) -> None:
    """Print a diff: in colour and without control characters on a terminal, elsewhere unchanged for `patch`."""
    if not sys.stdout.isatty():
        sys.stdout.write(text)
        return
    printer = Printer()
    styles = {"+": GOOD, "-": BAD, "@": LABEL}
    for line in text.splitlines():
        span: Span = (safe(line), styles.get(line[:1], ""))
        printer.line(span)


# --- The JSON record


def repair_line(checked: Checked, repair: Repair | None) -> str:
    """Return the repair as one line of JSON; None stands for an invalid replay."""
    record: dict[str, Any] = {"file": checked.document.file, "line": checked.document.line}
    nothing: dict[str, Any] = {
        "goal": None,
        "changes": None,
        "at_least": None,
        "decisions": [],
        "moves": [],
        "outcome": None,
    }
    if repair is None:
        record |= {"status": "invalid", "title": checked.title, **nothing, "choices": [], "diff": "", "proved": False}
        record["seconds"] = 0.0
    else:
        record |= {"status": status_of(repair), "title": checked.title, **nothing, "goal": repair.question.game.goal}
        if repair.repaired_line.outcome is not None:
            record |= _changes(repair)
        record |= {
            "choices": [choice_entry(note) for note in repair.notes],
            "diff": repaired_difference(checked, repair),
            "proved": repair.proved,
            "seconds": round(repair.seconds, 3),
        }
    record["problems"] = [problem.as_json() for problem in checked.problems]
    return compact(record) + "\n"


def _changes(repair: Repair) -> dict[str, Any]:
    line, rearranged = repair.repaired_line, repair.rearranged
    outcome = line.outcome
    assert outcome is not None
    order = rearranged.order if rearranged is not None else None
    moved = rearranged.moved if rearranged is not None else ()
    return {
        "changes": len(line.changes),
        "at_least": line.fewest,
        "decisions": [_decision(repair, change) for change in changes_of(repair)],
        "moves": [{"card": place + 1, "to": order.index(place) + 1} for place in moved if order is not None],
        "outcome": {"missions": outcome.missions, "broken": outcome.broken, "won": outcome.won},
    }


def _decision(repair: Repair, change: Change) -> dict[str, Any]:
    state, recorded = change.state, change.recorded
    decision = state.decision
    assert decision is not None
    note = noted(repair, recorded.hero) if isinstance(recorded, UseSkill) else recorded
    when: dict[str, Any] = {"before": reveal_of(decision), "card": None}
    if not isinstance(decision, Gap):
        when = {"at": decision.at, "card": decision.quest.title}
    elif change.choice is None and isinstance(note, SkillNote):
        when["before"] = note.before
    notes = notes_of(state, [change.choice]) if change.choice is not None else ()
    return {
        **when,
        "choice": choice_entry(notes[0]) if notes else None,
        "recorded": None if note is None else choice_entry(note),
        "words": change_words(repair, change)[1],
    }
